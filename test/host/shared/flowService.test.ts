import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Client } from '../../../src/client/client.ts';
import type { FlowLink } from '../../../src/flow/deploy/flowLink.ts';
import { saveConnection } from '../../../src/host/settings.ts';
import { Command } from '../../../src/manifest.ts';
import { type Connection, SANDBOX, serviceConnection } from '../../../src/stores/connection.ts';
import { runAnswering } from '../../support/dialogs.ts';
import { extensionParts } from '../../support/extension.ts';
import { freshWindow } from '../../support/freshWindow.ts';
import { story } from '../../support/story.ts';
import { until } from '../../support/until.ts';

const NAME = 'Stand-in';

// The sandbox simulates a service: the connection does not use sandbox operations.
describe('shared/flowService', () => {
  const step = story();
  let connection: Connection;
  let client: Client;
  let file: vscode.Uri;

  before(async () => {
    const { services } = await freshWindow();
    const { baseUrl, apiKey } = await services.sandbox.start();
    connection = serviceConnection(NAME, baseUrl);
    await saveConnection({ name: NAME, baseUrl });
    await services.keys.store(connection, apiKey);
    await services.connections.choose(connection);
    client = await services.session.client();
    await services.flows.ensure();
    const [open] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(open);
    file = vscode.Uri.joinPath(open.uri, 'service.flow.json');
    const { value } = await client.createTrigger({ body: { name: 'Service', activation: 'custom' } });
    const actions = (await client.listActions({ query: { pageSize: 100 } })).value.items ?? [];
    const actionId = actions.find(({ method }) => method === 'flow.wait')?.id;
    const entry = { actionId, key: 'wait', position: 1, overrides: { params: { seconds: 0 } } };
    const body = { name: 'On a service', triggerId: value.data.id, actions: [entry] };
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(JSON.stringify(body)));
  });

  async function link(id = connection.id): Promise<FlowLink | undefined> {
    const { services } = await extensionParts();
    return services.links.of(id, file);
  }

  step('flow files on a service are linked for this connection only', async () => {
    await runAnswering(Command.deployFlows, {}, file);
    assert.ok((await link())?.flowId);
    assert.equal(await link(SANDBOX.id), undefined);
  });

  step('flow files on a service are checked by the service, which is shown until they change', async () => {
    const { services } = await extensionParts();
    const document = await vscode.workspace.openTextDocument(file);
    const whole = (): vscode.Range =>
      new vscode.Range(document.positionAt(0), document.positionAt(document.getText().length));
    const before = document.getText();
    const replace = async (text: string): Promise<void> => {
      const edit = new vscode.WorkspaceEdit();
      edit.replace(file, whole(), text);
      await vscode.workspace.applyEdit(edit);
    };
    const shown = (): string[] => vscode.languages.getDiagnostics(file).map(({ message }) => message);
    await replace(
      JSON.stringify({ ...(JSON.parse(before) as object), delivery: { destination: 'one_drive' } }),
    );
    await runAnswering(Command.checkOnService, { buttons: ['Show Problems'] }, file);
    const isFound = (found: readonly string[]): boolean =>
      found.join('\n').includes('OneDrive is not connected');
    await until('the finding is shown', shown, isFound);
    await replace(before);
    await until('the finding is gone', shown, found => !isFound(found));
    const sandboxClient = await services.clients.openSandbox();
    const fault = { kind: 'status', status: 405 } as const;
    await sandboxClient.addFault({ body: { operation: 'validateFlow', fault } });
    try {
      assert.deepEqual(await runAnswering(Command.checkOnService, {}, file), [
        'Stand-in does not offer to check flows.',
      ]);
    } finally {
      await sandboxClient.clearFaults({});
    }
    await document.save();
  });

  step(
    'flow files on a service are verified by a run of the service, which is shown at the steps, and activated with it',
    async () => {
      const { services } = await extensionParts();
      const flowId = (await link())?.flowId ?? '';
      await runAnswering(Command.verifyFlow, {}, file);
      const shown = services.runs.of(file)?.execution;
      assert.deepEqual([shown?.kind, shown?.status], ['verification', 'success']);
      const { verified } = (await link()) ?? {};
      assert.equal(verified?.executionId, shown?.id);
      await runAnswering(Command.activateFlow, {}, file);
      assert.equal((await client.getFlow({ params: { flowId } })).value.data.enabled, true);
      const drift = services.drift.of(file);
      assert.ok(drift?.kind === 'known');
      assert.equal(drift.drift.activation, 'valid');
    },
  );

  step('flow files on a service report that the service refuses them after changes by others', async () => {
    const flowId = (await link())?.flowId ?? '';
    await client.updateFlow({ params: { flowId }, body: { enabled: false } });
    const { data: steps } = (await client.listFlowActions({ params: { flowId } })).value;
    const [{ actionId } = { actionId: '' }] = steps;
    const entry = { actionId, key: 'wait', position: 1, overrides: { params: { seconds: 1 } } };
    await client.replaceFlowActions({ params: { flowId }, body: { actions: [entry] } });
    const told = runAnswering(Command.activateFlow, { buttons: ['Activate Anyway'] }, file);
    // The notification that offers another execution stays open.
    await assert.rejects(told, /“On a service” was not activated: .* have changed since this execution/);
    assert.equal((await client.getFlow({ params: { flowId } })).value.data.enabled, false);
  });

  step(
    'flow files on a service are verified again and activated if they have changed since their verification',
    async () => {
      const flowId = (await link())?.flowId ?? '';
      const executionId = (await link())?.verified?.executionId;
      const line = { kind: 'flow', record: { id: flowId }, executionId };
      const buttons = ['Verify Again', 'Verify the Deployed Version'];
      await runAnswering(Command.activateFlow, { buttons }, line);
      assert.equal((await client.getFlow({ params: { flowId } })).value.data.enabled, true);
      assert.notEqual((await link())?.verified?.executionId, executionId);
    },
  );

  step(
    'flow files on a service are verified by an execution that the user selects if the service offers no verification',
    async () => {
      const { services } = await extensionParts();
      const flowId = (await link())?.flowId ?? '';
      const count = async (): Promise<number | undefined> =>
        (await client.listExecutions({ query: { flowId } })).value.pagination.total;
      const [before, verified] = [await count(), (await link())?.verified];
      const sandboxClient = await services.clients.openSandbox();
      const fault = { kind: 'status', status: 404 } as const;
      await sandboxClient.addFault({ body: { operation: 'verifyFlow', fault } });
      const buttons = ['Verify the Deployed Version'];
      await runAnswering(Command.verifyFlow, { buttons }, file);
      await runAnswering(Command.verifyFlow, { buttons }, file);
      const { data: rules } = (await sandboxClient.listFaults({})).value;
      // The service is asked only once.
      assert.deepEqual([rules[0]?.used, await count()], [1, before]);
      // Which steps an earlier execution ran is not known, so nothing is remembered before the service agrees.
      assert.deepEqual((await link())?.verified, verified);
      await sandboxClient.clearFaults({});
    },
  );

  step(
    'flow files on a service use the connection they were planned for after another one is selected',
    async () => {
      const { services } = await extensionParts();
      await services.catalog.refresh();
      const text = new TextDecoder().decode(await vscode.workspace.fs.readFile(file));
      const [open] = vscode.workspace.workspaceFolders ?? [];
      assert.ok(open);
      const files = ['moved-one.flow.json', 'moved-two.flow.json'].map(name =>
        vscode.Uri.joinPath(open.uri, name),
      );
      for (const one of files) await vscode.workspace.fs.writeFile(one, new TextEncoder().encode(text));
      // No key is stored for it, so nothing could be created there.
      const elsewhere = serviceConnection('Elsewhere', connection.baseUrl);
      const subscription = services.scopes.onExchange(() => {
        subscription.dispose();
        services.scopes.use(elsewhere);
      });
      try {
        await runAnswering(Command.deployFlows, { buttons: ['Continue'] }, files[0], files);
        assert.equal(services.session.connection, elsewhere);
        for (const one of files) {
          const flowId = (await services.links.of(connection.id, one))?.flowId ?? '';
          assert.equal((await client.getFlow({ params: { flowId } })).value.data.id, flowId);
          assert.equal(await services.links.of(elsewhere.id, one), undefined);
        }
      } finally {
        services.scopes.use(connection);
      }
    },
  );
});
