import assert from 'node:assert/strict';
import { rmSync, symlinkSync, unlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { Command, FLOW_EDITOR } from '../../../src/manifest.ts';
import { demoActionId } from '../../../src/sandbox/demo/demoCatalog.ts';
import { demoDeviceId } from '../../../src/sandbox/demo/devices.ts';
import { SANDBOX } from '../../../src/stores/connection.ts';
import { ALL_DEVICES } from '../../../src/stores/deviceStore.ts';
import { dropFiles } from '../../../src/views/dropFiles.ts';
import { runAnswering } from '../../support/dialogs.ts';
import { until } from '../../support/extension.ts';
import { type FreshWindow, freshWindow } from '../../support/freshWindow.ts';
import { useFolder } from '../../support/useFolder.ts';

interface NewFlow {
  readonly deviceIds?: readonly string[];
  readonly triggerId: string;
  readonly actions: readonly { readonly actionId: string }[];
}

describe('shared/flowImport', () => {
  const outside = useFolder('import');
  let parts: FreshWindow;
  let folder: vscode.Uri;

  before(async () => {
    parts = await freshWindow();
    const [first] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(first);
    folder = first.uri;
    const runs = ['../shared/name.yaml', 'out/name.yaml'].map(path => `- runFlow: ${path}\n`).join('');
    await write('maestro/login.yaml', `appId: org.sandbox.form\n---\n- launchApp\n${runs}`);
    await write('maestro/back.yaml', 'appId: org.sandbox.form\n---\n- back\n');
    const when =
      '- runFlow:\n    when:\n      platform: iOS\n    commands:\n      - launchApp: { stopApp: false }\n';
    await write('maestro/phones.yaml', `appId: org.sandbox.form\n---\n${when}- tapOn: { id: name }\n`);
    await write('shared/name.yaml', 'appId: org.sandbox.form\n---\n- inputText: Ada\n');
    await write('notes.yaml', 'title: Notes\n');
    writeFileSync(join(outside, 'name.yaml'), 'appId: org.sandbox.form\n---\n- back\n');
    symlinkSync(outside, join(folder.fsPath, 'maestro/out'), 'junction');
  });

  // Deleting the workspace must not reach the other folder.
  after(() => unlinkSync(join(folder.fsPath, 'maestro/out')));

  async function write(path: string, text: string): Promise<void> {
    await vscode.workspace.fs.writeFile(vscode.Uri.joinPath(folder, path), new TextEncoder().encode(text));
  }

  /** Imports a file and returns the messages shown. */
  async function importing(
    path: string,
    answers: Parameters<typeof runAnswering>[1] = {},
  ): Promise<readonly string[]> {
    const { window } = parts;
    const { showOpenDialog } = window;
    window.showOpenDialog = () => Promise.resolve([vscode.Uri.joinPath(folder, path)]);
    try {
      return await runAnswering(Command.importFlow, answers);
    } finally {
      window.showOpenDialog = showOpenDialog;
    }
  }

  async function readFlow(path: string): Promise<NewFlow> {
    return JSON.parse(await readText(path)) as NewFlow;
  }

  async function readText(path: string): Promise<string> {
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(vscode.Uri.joinPath(folder, path)));
  }

  async function flowFiles(): Promise<readonly string[]> {
    const names = await vscode.workspace.fs.readDirectory(folder);
    const inner = await vscode.workspace.fs.readDirectory(vscode.Uri.joinPath(folder, 'maestro'));
    return [...names, ...inner].map(([name]) => name).filter(name => name.endsWith('.flow.json'));
  }

  it('a Maestro flow is imported with a file that it runs, beside its file, and the report says what is left', async () => {
    const questions: string[] = [];
    await importing('maestro/login.yaml', { questions, buttons: ['Show Report'] });
    assert.deepEqual(questions, [
      'Saved 3 steps in maestro/login.flow.json. 4 commands: 2 translated, 1 approximated, 1 not translated.',
    ]);
    const flow = await readFlow('maestro/login.flow.json');
    assert.deepEqual(
      flow.actions.map(({ actionId }) => actionId),
      ['device.launchApp', 'device.typeText', 'webhooks.log'].map(demoActionId),
    );
    assert.notEqual(flow.triggerId, '');
    const { catalog } = parts.services.catalog;
    assert.ok(catalog.devices?.some(({ id }) => id === flow.deviceIds?.[0]));
    const tabs = vscode.window.tabGroups.all.flatMap(group => group.tabs);
    assert.ok(
      tabs.some(
        ({ input }) =>
          input instanceof vscode.TabInputCustom &&
          input.viewType === FLOW_EDITOR &&
          input.uri.path.endsWith('/maestro/login.flow.json'),
      ),
    );
    await until('the report is shown', () =>
      vscode.workspace.textDocuments.some(document =>
        /## Not translated\n\n- .*runFlow: The file .*out.*cannot be read/.test(document.getText()),
      ),
    );
  });

  it('a file that is no such flow is refused with a sentence, and nothing is written', async () => {
    const before = await flowFiles();
    assert.deepEqual(await importing('notes.yaml'), [
      'The file notes.yaml is no Maestro flow: a flow has settings, a line with three dashes, and a list of commands.',
    ]);
    assert.match(
      (await importing('maestro/out/name.yaml')).join(),
      /leads outside its folder by a symbolic link/,
    );
    assert.deepEqual(await flowFiles(), before);
  });

  it('a flow is imported for the platform of the device of the active panel, also if the list does not show the device', async () => {
    const id = demoDeviceId('ios');
    await vscode.commands.executeCommand(Command.openDevicePanel, { kind: 'device', record: { id } });
    const { devices } = parts.services;
    await devices.show({ ...ALL_DEVICES, name: 'no such device' });
    try {
      await importing('maestro/phones.yaml');
    } finally {
      await devices.show(ALL_DEVICES);
    }
    const { actions, deviceIds } = await readFlow('maestro/phones.flow.json');
    assert.deepEqual(deviceIds, [id]);
    assert.deepEqual(actions[0]?.actionId, demoActionId('device.launchApp'));
  });

  it('a flow is imported without a connection, with the actions of the sandbox', async () => {
    await parts.services.connections.choose(undefined);
    try {
      assert.deepEqual(await importing('maestro/back.yaml'), []);
    } finally {
      await parts.services.connections.choose(SANDBOX);
    }
    const { actions, deviceIds } = await readFlow('maestro/back.flow.json');
    assert.deepEqual([actions[0]?.actionId, deviceIds], [demoActionId('device.globalAction'), undefined]);
  });

  it('the values of variables are asked for, except of secrets, and an empty one is read from the payload', async () => {
    await write(
      'maestro/values.yaml',
      'appId: org.sandbox.form\n---\n- inputText: ${USER} from ${TOWN}\n- inputText: ${API_PASSWORD}\n',
    );
    const questions: string[] = [];
    const answers = { inputs: ['Ada', ''], questions, buttons: ['Show Report'] };
    await importing('maestro/values.yaml', answers);
    assert.match(await readText('maestro/values.flow.json'), /"Ada from \{\{event\.payload\.TOWN\}\}"/);
    assert.match(await readText('maestro/values.flow.json'), /"\{\{event\.payload\.API_PASSWORD\}\}"/);
  });

  it('files that are dropped on the Flows view are imported, and a folder is refused with a sentence', async () => {
    const paths = ['maestro/one.yaml', 'maestro/two.yaml'];
    for (const path of paths) await write(path, 'appId: org.sandbox.form\n---\n- back\n');
    const drop = async (...dropped: readonly string[]): Promise<void> => {
      const data = new vscode.DataTransfer();
      const list = dropped.map(path => vscode.Uri.joinPath(folder, path).toString()).join('\r\n');
      data.set('text/uri-list', new vscode.DataTransferItem(list));
      await dropFiles(Command.importFlow, data);
    };
    const panel = { kind: 'device', record: { id: demoDeviceId('phone') } } as const;
    await vscode.commands.executeCommand(Command.openDevicePanel, panel);
    await drop(...paths);
    for (const path of paths) {
      const { actions } = await readFlow(path.replace('.yaml', '.flow.json'));
      assert.deepEqual(
        actions.map(({ actionId }) => actionId),
        [demoActionId('device.globalAction')],
      );
    }
    const before = await flowFiles();
    const messages = await runAnswering(Command.importFlow, {}, [vscode.Uri.joinPath(folder, 'shared')]);
    assert.deepEqual(messages, [
      'shared is a folder. Import its files, for example by selecting several of them.',
    ]);
    assert.deepEqual(await flowFiles(), before);
  });

  it('files that cannot be imported or written do not prevent the others, and are named with the reasons', async () => {
    const place = join(folder.fsPath, 'gone');
    await write('gone/two.yaml', 'appId: org.sandbox.form\n---\n- inputText: ${TOWN}\n');
    await write('maestro/three.yaml', 'appId: org.sandbox.form\n---\n- back\n');
    const questions: string[] = [];
    // A file in place of the folder, into which the flow cannot be written.
    const replace = (): string => {
      rmSync(place, { recursive: true });
      writeFileSync(place, '');
      return 'Ulm';
    };
    const files = ['notes.yaml', 'gone/two.yaml', 'maestro/three.yaml', 'missing.yaml'];
    await runAnswering(
      Command.importFlow,
      { inputs: [replace], questions, buttons: ['Show Report'] },
      files.map(path => vscode.Uri.joinPath(folder, path)),
    );
    rmSync(place);
    assert.deepEqual(questions, [
      'Saved 1 flow. 3 files could not be imported: missing.yaml, notes.yaml, gone/two.yaml. 1 command: 1 translated, 0 approximated, 0 not translated.',
    ]);
    const { actions } = await readFlow('maestro/three.flow.json');
    assert.deepEqual(
      actions.map(({ actionId }) => actionId),
      [demoActionId('device.globalAction')],
    );
    await until('the report is shown', () =>
      vscode.workspace.textDocuments.some(document =>
        /# Not imported\n[^]*notes\.yaml: .*is no Maestro flow[^]*two\.yaml: /.test(document.getText()),
      ),
    );
  });

  it('too many files at once are refused with a sentence, and nothing is written', async () => {
    const before = await flowFiles();
    const many = Array.from({ length: 51 }, () => vscode.Uri.joinPath(folder, 'maestro/back.yaml'));
    assert.deepEqual(await runAnswering(Command.importFlow, {}, many), [
      '51 files were chosen. Import at most 50 at a time.',
    ]);
    assert.deepEqual(await flowFiles(), before);
  });
});
