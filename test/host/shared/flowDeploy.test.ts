import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Client } from '../../../src/client/client.ts';
import { Command, FLOW_EDITOR } from '../../../src/manifest.ts';
import { SANDBOX } from '../../../src/stores/connection.ts';
import type { Row } from '../../../src/views/row.ts';
import { runAnswering } from '../../support/dialogs.ts';
import { extensionParts, until } from '../../support/extension.ts';
import { freshWindow } from '../../support/freshWindow.ts';
import { story } from '../../support/story.ts';

type Body = Readonly<Record<string, unknown>>;

describe('shared/flowDeploy', () => {
  const step = story();
  let client: Client;
  let folder: vscode.Uri;
  let triggerId: string;
  let actionId: string;

  before(async () => {
    const fresh = await freshWindow();
    const { services } = fresh;
    ({ client } = fresh);
    await services.flows.ensure();
    const [open] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(open);
    folder = vscode.Uri.joinPath(open.uri, 'deployed');
    triggerId = (await client.createTrigger({ body: { name: 'Deployed', activation: 'custom' } })).value.data
      .id;
    const query = { search: 'Tap', service: 'devices_api' as const };
    const action = (await client.listActions({ query })).value.items?.find(({ name }) => name === 'Tap');
    assert.ok(action);
    actionId = action.id;
  });

  function body(name: string, x: number, more: Body = {}): Body {
    const overrides = { params: { target: { x, y: 10 } } };
    return { name, triggerId, ...more, actions: [{ actionId, position: 1, overrides }] };
  }

  async function write(name: string, content: Body | string): Promise<vscode.Uri> {
    const file = vscode.Uri.joinPath(folder, name);
    const text = typeof content === 'string' ? content : `${JSON.stringify(content, undefined, 2)}\n`;
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(text));
    const open = vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === file.toString());
    if (open) await until('the editor has the file’s text', () => open.getText(), text);
    return file;
  }

  async function read(file: vscode.Uri): Promise<Body> {
    return JSON.parse(new TextDecoder().decode(await vscode.workspace.fs.readFile(file))) as Body;
  }

  async function flowIdOf(file: vscode.Uri): Promise<string | undefined> {
    const { services } = await extensionParts();
    return (await services.links.of(SANDBOX.id, file))?.flowId;
  }

  async function lineOf(name: string): Promise<Row> {
    const { trees } = await extensionParts();
    const rows = await trees.flows.getChildren();
    const row = rows.find(one => trees.flows.getTreeItem(one).label === name);
    assert.ok(row, name);
    return row;
  }

  async function count(): Promise<number> {
    return (await client.listFlows({ query: { pageSize: 1 } })).value.pagination.total;
  }

  step(
    'the commands that deploy and pull flow files create the flows of a folder after showing a plan, and report the result of each file',
    async () => {
      const before = await count();
      await write('one.flow.json', body('One', 10));
      await write('two.flow.json', body('Two', 20));
      await write('wrong.flow.json', body('', 1));
      await runAnswering(Command.deployFlows, { buttons: ['Continue'] }, folder);
      const text = vscode.window.activeTextEditor?.document.getText() ?? '';
      assert.match(text, /Planned: 2 to create, 1 with errors\./);
      assert.match(text, /one\.flow\.json` +\| created/);
      assert.match(text, /wrong\.flow\.json` +\| has errors +\| Line \d+: /);
      assert.equal(await count(), before + 2);
      await runAnswering(Command.deployFlows, {}, folder);
      assert.match(vscode.window.activeTextEditor?.document.getText() ?? '', /2 unchanged, 1 with errors/);
      assert.equal(await count(), before + 2);
      await vscode.workspace.fs.delete(vscode.Uri.joinPath(folder, 'wrong.flow.json'));
    },
  );

  step(
    'the commands that deploy and pull flow files mark a flow that differs from its file, show both, and update it',
    async () => {
      const { services, trees } = await extensionParts();
      const file = await write('one.flow.json', body('One', 11));
      await services.drift.refresh([file]);
      const row = await lineOf('One');
      const item = trees.flows.getTreeItem(row);
      assert.match(item.contextValue ?? '', /\blinked\b.*\bdrifted\b/);
      assert.match(String(item.description), /differs from file/);

      await runAnswering(Command.compareFlow, {}, row);
      const tab = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
      assert.ok(tab instanceof vscode.TabInputTextDiff);
      const [left, right] = await Promise.all(
        [tab.original, tab.modified].map(async uri =>
          (await vscode.workspace.openTextDocument(uri)).getText(),
        ),
      );
      assert.match(left ?? '', /"x": 10/);
      assert.equal(left?.replace('"x": 10', '"x": 11'), right);

      await runAnswering(Command.showDrift, {}, file);
      assert.match(
        vscode.window.activeTextEditor?.document.getText() ?? '',
        /params\.target\.x is 11, was 10/,
      );

      await runAnswering(Command.deployFlows, { buttons: ['Update'] }, row);
      const steps = (await client.listFlowActions({ params: { flowId: (await flowIdOf(file)) ?? '' } }))
        .value;
      assert.deepEqual(steps.data[0]?.overrides?.params, { target: { x: 11, y: 10 } });
      assert.doesNotMatch(trees.flows.getTreeItem(await lineOf('One')).contextValue ?? '', /drifted/);
    },
  );

  step('the commands that deploy and pull flow files show the state of their flows in lenses', async () => {
    const file = await write('three.flow.json', body('Three', 30));
    const document = await vscode.workspace.openTextDocument(file);
    await vscode.window.showTextDocument(document);
    const titles = async (): Promise<string[]> => {
      const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
        'vscode.executeCodeLensProvider',
        file,
      );
      return lenses
        .filter(({ command }) => command?.command !== Command.openFlowVisually)
        .filter(({ command }) => command?.command !== Command.showExecutions)
        .filter(({ command }) => command?.command !== Command.runFlow)
        .filter(({ command }) => command?.command !== Command.debugFlow)
        .map(({ command }) => command?.title ?? '');
    };
    assert.deepEqual(await titles(), ['Create on Sandbox']);
    await runAnswering(Command.deployFlows, {}, file);
    assert.deepEqual(await titles(), ['In sync with Sandbox', 'Verify']);
    const all = await vscode.commands.executeCommand<vscode.CodeLens[]>(
      'vscode.executeCodeLensProvider',
      file,
    );
    assert.ok(all.some(({ command }) => command?.title === 'Disabled, never ran'));
    await write('three.flow.json', body('Three', 31));
    await until('the lens tells the change', titles, value => value.length === 3);
    assert.deepEqual(await titles(), ['Update on Sandbox: 1 change', 'Compare', 'Pull']);
    await runAnswering(Command.deleteFlow, { buttons: ['Delete'] }, await lineOf('Three'));
    await until('the lens tells that it is gone', titles, value => value.length === 1);
    assert.deepEqual(await titles(), ['Create on Sandbox']);
  });

  step(
    'the commands that deploy and pull flow files pull changes from the service into the file, and a flow without a file into a new one',
    async () => {
      const { services } = await extensionParts();
      const file = vscode.Uri.joinPath(folder, 'two.flow.json');
      const flowId = (await flowIdOf(file)) ?? '';
      const more = { $schema: 'https://example.com/flow.json' };
      await write('two.flow.json', body('Two', 20, more));
      await client.updateFlow({
        params: { flowId },
        body: { description: 'Changed there', cooldownSeconds: 5 },
      });
      await services.flows.refresh();
      await runAnswering(Command.pullFlow, { buttons: ['Change File'] }, await lineOf('Two'));
      const expected = body('Two', 20, more);
      assert.deepEqual(await read(file), { ...expected, description: 'Changed there', cooldownSeconds: 5 });
      const drift = services.drift.of(file);
      assert.ok(drift?.kind === 'known');
      assert.deepEqual([drift.drift.side, drift.drift.differences], ['none', []]);

      const path = 'deployed/tour.flow.json';
      await runAnswering(Command.pullFlow, { inputs: [path] }, await lineOf('Location tour'));
      const pulled = vscode.Uri.joinPath(folder, 'tour.flow.json');
      assert.equal((await read(pulled))['name'], 'Location tour');
      assert.equal(services.drift.of(pulled)?.kind, 'known');
      await runAnswering(Command.deployFlows, {}, pulled);
      const kept = await services.links.of(SANDBOX.id, pulled);
      assert.equal(kept?.flowId, services.flows.state.items.find(({ name }) => name === 'Location tour')?.id);
    },
  );

  step(
    'the commands that deploy and pull flow files pull the open file without asking which flow, in the tab that shows it',
    async () => {
      const file = vscode.Uri.joinPath(folder, 'two.flow.json');
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
      await vscode.commands.executeCommand('vscode.openWith', file, FLOW_EDITOR);
      const params = { flowId: (await flowIdOf(file)) ?? '' };
      for (const cooldownSeconds of [7, 6]) {
        await client.updateFlow({ params, body: { cooldownSeconds } });
        await runAnswering(Command.pullFlow, { buttons: ['Change File'] });
        assert.equal((await read(file))['cooldownSeconds'], cooldownSeconds);
      }
      const tabs = vscode.window.tabGroups.all.flatMap(group => group.tabs);
      assert.deepEqual(
        tabs.map(({ input }) => input instanceof vscode.TabInputCustom && input.uri.path),
        [file.path],
      );
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
      await vscode.window.showTextDocument(file, { viewColumn: vscode.ViewColumn.One });
      const other = vscode.Uri.joinPath(folder, 'one.flow.json');
      await vscode.window.showTextDocument(other, { viewColumn: vscode.ViewColumn.Two });
      await client.updateFlow({ params, body: { cooldownSeconds: 5 } });
      await runAnswering(Command.pullFlow, { buttons: ['Change File'] }, await lineOf('Two'));
      assert.deepEqual(
        vscode.window.tabGroups.all.map(({ tabs: shown }) => shown.map(({ label }) => label)),
        [['two.flow.json'], ['one.flow.json']],
      );
    },
  );

  step(
    'the commands that deploy and pull flow files show the plan of a new file that is open, and ask for the flow to delete',
    async () => {
      const file = await write('planned.flow.json', body('Planned', 10));
      await vscode.window.showTextDocument(file);
      const questions: string[] = [];
      await runAnswering(Command.deployFlows, { buttons: ['Create'], questions });
      await runAnswering(Command.deleteFlow, { buttons: ['Keep'], questions });
      assert.equal(questions[0], 'Create the flow “Planned” on Sandbox?');
      assert.doesNotMatch(questions[1] ?? '', /Planned/);
      await runAnswering(Command.deleteFlow, { buttons: ['Delete'] }, await lineOf('Planned'));
      await vscode.commands.executeCommand('workbench.action.closeAllEditors');
      await vscode.workspace.fs.delete(file);
    },
  );

  step(
    'the commands that deploy and pull flow files compare with the newest state of a flow, even if an older answer arrives later',
    async () => {
      const { services } = await extensionParts();
      const file = vscode.Uri.joinPath(folder, 'two.flow.json');
      const params = { flowId: (await flowIdOf(file)) ?? '' };
      const differences = (): number | undefined => {
        const drift = services.drift.of(file);
        return drift?.kind === 'known' ? drift.drift.differences.length : undefined;
      };
      const shared = (await services.session.client()) as { getFlow: Client['getFlow'] };
      const { getFlow } = shared;
      const { promise: released, resolve: release } = Promise.withResolvers<undefined>();
      let isHeld = false;
      shared.getFlow = async (...given) => {
        const answer = await getFlow(...given);
        if (isHeld || given[0].params.flowId !== params.flowId) return answer;
        isHeld = true;
        await released;
        return answer;
      };
      try {
        const older = services.drift.refresh([file]);
        await until('the older answer', () => isHeld);
        await client.updateFlow({ params, body: { cooldownSeconds: 6 } });
        await services.drift.refresh([file]);
        assert.equal(differences(), 1);
        release(undefined);
        await older;
        assert.equal(differences(), 1);
      } finally {
        release(undefined);
        shared.getFlow = getFlow;
      }
      await client.updateFlow({ params, body: { cooldownSeconds: 5 } });
      await services.flows.refresh();
      await until('no difference', differences, 0);
    },
  );

  step(
    'the commands that deploy and pull flow files unlink and link a file, and remove the links of a deleted flow',
    async () => {
      const { services } = await extensionParts();
      const file = vscode.Uri.joinPath(folder, 'two.flow.json');
      const flowId = await flowIdOf(file);
      await runAnswering(Command.unlinkFlow, {}, file);
      assert.equal(await flowIdOf(file), undefined);
      await vscode.commands.executeCommand('vscode.open', file);
      // The file of the active editor is the first to choose from.
      await runAnswering(Command.linkFlow, {}, await lineOf('Two'));
      assert.equal(await flowIdOf(file), flowId);
      const drift = services.drift.of(file);
      assert.ok(drift?.kind === 'known');
      assert.deepEqual(drift.drift.differences, []);
      await runAnswering(Command.deleteFlow, { buttons: ['Delete'] }, await lineOf('Two'));
      assert.equal(await flowIdOf(file), undefined);
    },
  );

  step(
    'the commands that deploy and pull flow files ask before deleting a former flow that the links name',
    async () => {
      const { services } = await extensionParts();
      const file = vscode.Uri.joinPath(folder, 'one.flow.json');
      const link = await services.links.of(SANDBOX.id, file);
      assert.ok(link?.flowId);
      const params = { flowId: link.flowId };
      const former = (await client.cloneFlow({ params, body: { name: 'Former' } })).value.data;
      await services.links.update(SANDBOX.id, file, () => ({ ...link, replaced: [former.id] }));
      // Pulling deletes nothing, and forgets nothing that is to be deleted.
      await runAnswering(Command.pullFlow, {}, file);
      assert.deepEqual((await services.links.of(SANDBOX.id, file))?.replaced, [former.id]);
      const unanswered = runAnswering(Command.deployFlows, {}, file);
      await assert.rejects(unanswered, /no button for “Continue with “One”/);
      assert.equal((await client.getFlow({ params: { flowId: former.id } })).value.data.id, former.id);
      await runAnswering(Command.deployFlows, { buttons: ['Continue'] }, file);
      await assert.rejects(
        client.getFlow({ params: { flowId: former.id } }),
        /flow_not_found|404|not found/i,
      );
      assert.equal((await services.links.of(SANDBOX.id, file))?.replaced, undefined);
    },
  );
});
