import assert from 'node:assert/strict';
import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { Command } from '../../../src/manifest.ts';
import { SANDBOX } from '../../../src/stores/connection.ts';
import type { Row } from '../../../src/views/row.ts';
import { runAnswering } from '../../support/dialogs.ts';
import { extensionParts, until } from '../../support/extension.ts';
import { freshWindow } from '../../support/freshWindow.ts';

const NAME = 'Location tour';

describe('shared/flowLinks', () => {
  let folder: string;
  let links: string;
  let flowId: string;

  beforeEach(async () => {
    const { services } = await freshWindow();
    await services.flows.ensure();
    flowId = services.flows.state.items.find(({ name }) => name === NAME)?.id ?? '';
    assert.notEqual(flowId, '');
    folder = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
    links = join(folder, '.cloud-devices', 'links.json');
    await mkdir(dirname(links), { recursive: true });
  });

  async function row(): Promise<Row> {
    const { trees } = await extensionParts();
    const found = (await trees.flows.getChildren()).find(one => trees.flows.getTreeItem(one).label === NAME);
    assert.ok(found);
    return found;
  }

  function linking(...keys: readonly string[]): string {
    const all = Object.fromEntries(keys.map(key => [key, { flowId }]));
    return JSON.stringify({ connections: { [SANDBOX.id]: all } });
  }

  it('the links file of a folder from an unknown author does not make a pull write or read a file outside of the folder', async () => {
    const { services } = await extensionParts();
    const outside = `${folder}-outside`;
    await mkdir(outside);
    try {
      await symlink(outside, join(folder, 'up'));
      const secret = join(outside, 'secret.flow.json');
      await writeFile(secret, 'secret');
      for (const key of [
        `../${folder.split('/').at(-1) ?? ''}-outside/new.flow.json`,
        'up/secret.flow.json',
      ]) {
        await writeFile(links, linking(key));
        await services.drift.refresh();
        assert.deepEqual(services.drift.files.map(String), []);
        // The path is asked for, as for a flow without a file.
        const path = `pulled-${key.length}.flow.json`;
        await runAnswering(Command.pullFlow, { inputs: [path] }, await row());
        assert.match(await readFile(join(folder, path), 'utf8'), /Location tour/);
      }
      assert.equal(await readFile(secret, 'utf8'), 'secret');
      await assert.rejects(readFile(join(outside, 'new.flow.json')), /ENOENT/);
      const said = await runAnswering(
        Command.pullFlow,
        { inputs: ['up/other.flow.json'] },
        {
          kind: 'flow',
          record: (await unlinkedFlow()) ?? {},
        },
      );
      assert.match(said.join(), /up\/other\.flow\.json is not a \*\.flow\.json file inside an open folder/);
      await assert.rejects(readFile(join(outside, 'other.flow.json')), /ENOENT/);
    } finally {
      await rm(outside, { recursive: true });
    }
  });

  async function unlinkedFlow(): Promise<{ readonly id: string; readonly name: string } | undefined> {
    const { services } = await extensionParts();
    return services.flows.state.items.find(({ name }) => name !== NAME);
  }

  it('the links file of a folder from an unknown author is reported and not changed while it has merge conflict markers', async () => {
    const { services, trees } = await extensionParts();
    const conflict = `<<<<<<< HEAD\n${linking('a.flow.json')}\n=======\n{}\n>>>>>>> theirs\n`;
    const { client } = { client: await services.session.client() };
    const count = async (): Promise<number> =>
      (await client.listFlows({ query: { pageSize: 1 } })).value.pagination.total;
    const before = await count();
    const path = join(folder, 'a.flow.json');
    await writeFile(links, linking());
    await runAnswering(Command.pullFlow, { inputs: ['a.flow.json'] }, await row());
    await writeFile(links, conflict);
    const file = vscode.Uri.file(path);
    for (const command of [Command.deployFlows, Command.createFlow, Command.unlinkFlow, Command.pullFlow])
      assert.match((await runAnswering(command, {}, file)).join(), /merge conflict markers/, command);
    assert.equal(await readFile(links, 'utf8'), conflict);
    assert.equal(await count(), before);
    await trees.flows.getChildren();
    await until(
      'the lenses say nothing of a link',
      async () => {
        const lenses = await vscode.commands.executeCommand<vscode.CodeLens[]>(
          'vscode.executeCodeLensProvider',
          file,
        );
        return lenses.some(({ command }) => command?.command === Command.deployFlows) ? 'told' : 'nothing';
      },
      'nothing',
    );
  });
});
