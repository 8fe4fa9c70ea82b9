import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Parts } from '../../../src/extension.ts';
import type { FlowLink } from '../../../src/flow/deploy/flowLink.ts';
import { Command } from '../../../src/manifest.ts';
import { type Connection, SANDBOX, serviceConnection } from '../../../src/stores/connection.ts';
import { extensionParts, until } from '../../support/extension.ts';
import { type FreshWindow, freshWindow } from '../../support/freshWindow.ts';
import { json, FaultyServer } from '../../support/faultyServer.ts';
import { commandCases } from '../../support/commandCases.ts';
import { runSwitching } from '../../support/switching.ts';

/** The most moments of a command that are tried. docs/development.md tells how to try more. */
const MAX_MOMENTS = Number(process.env['CLOUD_DEVICES_TEST_MOMENTS'] ?? 1);

/** The requests of a window when a connection is selected while a flow file is open: its catalog. */
const CATALOG =
  /^GET \/v1\/(?:(?:actions|devices|triggers|webhooks|mailboxes|apps)\?|flows\/template-context$)/;

/** The requests that reached a service besides the reading of its catalog. */
function calledByCommand({ requests }: FaultyServer): readonly string[] {
  return requests.filter(one => !CATALOG.test(one));
}

describe('shared/switchedConnection: connection selected while a command runs', () => {
  const server = new FaultyServer();
  let fresh: FreshWindow;
  let other: Connection;
  let file: vscode.Uri;
  let link: FlowLink;
  let openPage: Parts['services']['openPage'];

  before(async () => {
    await server.start();
    server.answer = json(404, { code: 'not_found', message: 'Nobody should ask.' });
    other = serviceConnection('Elsewhere', server.baseUrl);
    ({ openPage } = (await extensionParts()).services);
  });

  beforeEach(async () => {
    fresh = await freshWindow();
    const { services } = fresh;
    Object.assign(services, { openPage: () => Promise.resolve(true) });
    await services.keys.store(other, 'key-of-the-other');
    await runSwitching(Command.pullFlow, { other, pick: 'Location tour' });
    const [linked] = await services.links.all(SANDBOX.id);
    assert.ok(linked);
    ({ file, link } = linked);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    server.requests.length = 0;
  });

  after(async () => {
    const { services } = await freshWindow();
    Object.assign(services, { openPage });
    await services.keys.delete(other);
    await server.stop();
  });

  for (const [command, given] of commandCases) {
    const { onFile = false, mayRefuse = false, most = MAX_MOMENTS, ...switching } = given;
    it(`a connection selected while a command runs is not called by ${command}, which continues on its first connection`, async () => {
      const { services, sandboxClient } = fresh;
      let last = 1;
      for (let at = 1; at <= Math.min(last, most); at++) {
        await services.links.update(SANDBOX.id, file, () => link);
        const handed = onFile ? [file] : [];
        const run = await runSwitching(command, { ...switching, args: handed, other, at });
        last = run.moments;
        assert.deepEqual(calledByCommand(server), [], `moment ${at} of ${last}`);
        if (!mayRefuse) assert.deepEqual(run.failures, [], `moment ${at} of ${last}`);
        assert.deepEqual(await services.links.all(other.id), []);
        assert.deepEqual(services.createdWebhooks.all(other.id), []);
        assert.deepEqual(services.addedDevices.ids(other.id), []);
        assert.deepEqual(services.scopes.of(other).pendingMailboxes.items, []);
        await vscode.commands.executeCommand('workbench.action.closeAllEditors');
        await services.receiver.register(undefined);
        if (run.hasWritten) await sandboxClient.resetSandbox({ body: { seed: 'demo' } });
        services.scopes.use(SANDBOX);
      }
    });
  }

  it('a connection selected while a command runs is not called by the button of a notification of another connection', async () => {
    const { services, client } = fresh;
    const flows = async (): Promise<number> => (await client.listFlows({})).value.pagination.total;
    const before = await flows();
    const run = await runSwitching(Command.createFlow, { args: [file], press: 'Verify', at: 3, other });
    assert.deepEqual(run.failures, []);
    assert.equal(await flows(), before + 1);
    const [linked] = await services.links.all(SANDBOX.id);
    await until(
      'the run of the new flow',
      async () => {
        const query = { flowId: linked?.link.flowId ?? '' };
        return (await client.listExecutions({ query })).value.items?.[0]?.status;
      },
      'success',
    );
    assert.deepEqual(calledByCommand(server), []);
  });

  it('a connection selected while a command runs is not called by “Try Again”', async () => {
    const { sandboxClient, client } = fresh;
    const [flow] = (await client.listFlows({ query: { enabled: true } })).value.items ?? [];
    assert.ok(flow);
    await sandboxClient.addFault({
      body: { operation: 'updateFlow', times: 1, fault: { kind: 'status', status: 503 } },
    });
    const line = { kind: 'flow', record: { id: flow.id } };
    const run = await runSwitching(Command.disableFlow, {
      args: [line],
      press: 'Try Again',
      at: 'failure',
      other,
    });
    assert.deepEqual([run.failures.length, run.questions], [1, []]);
    const { data } = (await client.getFlow({ params: { flowId: flow.id } })).value;
    assert.equal(data.enabled, false);
    assert.deepEqual(calledByCommand(server), []);
  });
});

describe('shared/switchedConnection: action that may have been performed', () => {
  for (const fault of [{ kind: 'halfBody' }, { kind: 'status', status: 502 }] as const) {
    it(`an action that may have been performed is not repeated without a confirmation (${fault.kind})`, async () => {
      const { sandboxClient, client } = await freshWindow();
      const flows = async (): Promise<number> => (await client.listFlows({})).value.pagination.total;
      const clone = (agrees: boolean): ReturnType<typeof runSwitching> =>
        runSwitching(Command.cloneFlow, { press: 'Try Again…', agrees, other: SANDBOX });
      await sandboxClient.addFault({ body: { operation: 'cloneFlow', times: 1, fault } });
      const refused = await clone(false);
      assert.deepEqual(refused.questions, ['Try again even though it may happen twice?']);
      assert.equal(refused.buttons[0], 'Try Again…');
      const before = await flows();
      await sandboxClient.addFault({ body: { operation: 'cloneFlow', times: 1, fault } });
      // The service recognizes the key of the call that it has carried out.
      const isDone = fault.kind === 'halfBody';
      await clone(true);
      assert.equal(await flows(), isDone ? before : before + 1);
    });
  }
});
