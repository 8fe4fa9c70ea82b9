import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Client } from '../../../src/client/client.ts';
import { Command } from '../../../src/manifest.ts';
import type { PhoneAct } from '../../../src/protocol/phoneAct.ts';
import { type Answers, runAnswering } from '../../support/dialogs.ts';
import { extensionParts } from '../../support/extension.ts';
import { freshWindow } from '../../support/freshWindow.ts';
import { deviceNamed } from '../../support/hostDevices.ts';

describe('shared/devicePhone', () => {
  let client: Client;
  let deviceId: string;

  before(async () => {
    const fresh = await freshWindow();
    ({ client } = fresh);
    await fresh.services.devices.ensure();
    deviceId = (await deviceNamed('Pixel phone')).id;
  });

  function run(act: PhoneAct, answers: Answers = {}): Promise<readonly string[]> {
    return runAnswering(Command.actOnPhone, answers, { kind: 'device', record: { id: deviceId }, act });
  }

  async function front(): Promise<unknown> {
    return (await client.getUiState({ params: { deviceId } })).value.phone_state?.packageName;
  }

  it('the commands on a phone apart from its screen ask what to do, and open a link', async () => {
    const record = await deviceNamed('Pixel phone');
    const answers = { picks: ['Open Link'], inputs: ['maps://berlin'] };
    await runAnswering(Command.actOnPhone, answers, { kind: 'device', record });
    assert.equal(await front(), 'org.sandbox.maps');
  });

  it('the commands on a phone apart from its screen grant a permission to an app, and revoke it', async () => {
    const { services } = await extensionParts();
    await run('permission', { picks: ['Grant'] });
    await run('permission', { picks: ['Revoke'] });
    const sent = services.requests.requests.map(({ operation, status }) => `${operation} ${status}`);
    for (const operation of ['grantPermission 204', 'revokePermission 204'])
      assert.ok(sent.includes(operation), sent.join());
  });

  it('the commands on a phone apart from its screen set the language and the time zone, and propose the current ones first', async () => {
    await client.setLanguage({ params: { deviceId }, body: { locale: 'pt-AO' } });
    await client.setTimezone({ params: { deviceId }, body: { timezone: 'Asia/Tokyo' } });
    await client.openDeepLink({ params: { deviceId }, body: { deepLink: 'maps://berlin' } });
    await run('language', { picks: ['Restart'] });
    assert.equal((await client.getLanguage({ params: { deviceId } })).value.locale, 'pt-AO');
    assert.equal(await front(), 'org.sandbox.launcher');
    await run('timeZone');
    assert.equal((await client.getTimezone({ params: { deviceId } })).value.timezone, 'Asia/Tokyo');
  });

  it('the commands on a phone apart from its screen create a profile from its settings, rename, apply, and delete it', async () => {
    const namesOf = async (): Promise<string[]> => {
      const { value } = await client.listProfiles({ query: { orderBy: 'name', orderByDirection: 'asc' } });
      return (value.items ?? []).map(({ name }) => name);
    };
    const before = await namesOf();
    await client.setLanguage({ params: { deviceId }, body: { locale: 'pt-AO' } });
    await run('profile', { picks: ['New Profile'], inputs: ['Luanda'] });
    const [created] = (await client.listProfiles({ query: { name: 'Luanda' } })).value.items ?? [];
    assert.equal(created?.spec?.locale, 'pt-AO');
    assert.ok(created.spec.location);
    await run('profile', { picks: ['Luanda', 'Rename'], inputs: ['Benguela'] });
    assert.deepEqual(await namesOf(), ['Benguela', ...before]);
    await client.setLanguage({ params: { deviceId }, body: { locale: 'en-GB' } });
    await run('profile', { picks: ['Benguela', 'Apply'] });
    assert.equal((await client.getLanguage({ params: { deviceId } })).value.locale, 'pt-AO');
    await run('profile', { picks: ['Benguela', 'Delete'], buttons: ['Delete'] });
    assert.deepEqual(await namesOf(), before);
  });

  it('the commands on a phone apart from its screen say that the service has no profiles', async () => {
    const { services } = await extensionParts();
    const sandbox = await services.clients.openSandbox();
    const fault = { kind: 'status', status: 404 } as const;
    await sandbox.addFault({ body: { operation: 'listProfiles', fault } });
    try {
      const messages = await run('profile');
      assert.match(messages.join(), /does not offer this: List the profiles of devices/);
    } finally {
      await sandbox.clearFaults({});
    }
  });

  it('the commands on a phone apart from its screen copy the clipboard both ways, without showing it', async () => {
    await vscode.env.clipboard.writeText('very private');
    const messages = [...(await run('pasteClipboard'))];
    assert.equal((await client.getClipboard({ params: { deviceId } })).value.text, 'very private');
    await client.setClipboard({ params: { deviceId }, body: { text: 'from the phone' } });
    messages.push(...(await run('copyClipboard')));
    assert.equal(await vscode.env.clipboard.readText(), 'from the phone');
    assert.doesNotMatch(messages.join(), /very private|from the phone/);
    await client.setClipboard({ params: { deviceId }, body: { text: '' } });
    await run('copyClipboard');
    assert.equal(await vscode.env.clipboard.readText(), 'from the phone');
  });

  /** Answers lists by a part of a label, warnings by “Delete”, and file dialogs by the given files; returns the warnings. */
  async function browse(picks: string[], source: vscode.Uri, target: vscode.Uri): Promise<readonly string[]> {
    const { window } = await extensionParts();
    const questions: string[] = [];
    const original = { ...window };
    const { showOpenDialog, showSaveDialog } = vscode.window;
    Object.assign(window, {
      showQuickPick: async (items: unknown) => {
        const wanted = picks.shift();
        const list = (await items) as readonly vscode.QuickPickItem[];
        if (wanted === undefined) return undefined;
        const found = list.find(({ label }) => label.includes(wanted));
        assert.ok(found, `${wanted} among ${list.map(({ label }) => label).join()}`);
        return found;
      },
      showInputBox: () => Promise.resolve('Renamed'),
      showWarningMessage: (question: string) => {
        questions.push(question);
        return Promise.resolve('Delete');
      },
    });
    Object.assign(vscode.window, {
      showOpenDialog: () => Promise.resolve([source]),
      showSaveDialog: () => Promise.resolve(target),
    });
    try {
      await vscode.commands.executeCommand(Command.actOnPhone, {
        ...{ kind: 'device', record: { id: deviceId }, act: 'browseFiles' },
      });
      assert.deepEqual(picks, []);
      return questions;
    } finally {
      const { showQuickPick, showInputBox, showWarningMessage } = original;
      Object.assign(window, { showQuickPick, showInputBox, showWarningMessage });
      Object.assign(vscode.window, { showOpenDialog, showSaveDialog });
    }
  }

  function inWorkspace(name: string): vscode.Uri {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    return vscode.Uri.joinPath(folder.uri, name);
  }

  it('the commands on a phone apart from its screen upload a file into a folder, save it, and delete it after a question', async () => {
    const source = inWorkspace('upload me.txt');
    const target = inWorkspace('saved.txt');
    await vscode.workspace.fs.writeFile(source, new TextEncoder().encode('content'));
    try {
      const label = 'upload me.txt';
      const questions = await browse(
        ['Download', 'Upload File', label, 'Save', label, 'Delete', '..', 'Pictures'],
        source,
        target,
      );
      assert.equal(new TextDecoder().decode(await vscode.workspace.fs.readFile(target)), 'content');
      assert.deepEqual(questions, ['Delete “upload me.txt” from “Pixel phone”?']);
      const query = { path: '/sdcard/Download' };
      assert.deepEqual((await client.listDeviceFiles({ params: { deviceId }, query })).value.files, []);
    } finally {
      await vscode.workspace.fs.delete(source);
      await vscode.workspace.fs.delete(target);
    }
  });

  it('the commands on a phone apart from its screen copy a file to the files of agents and back, save it, and delete it after a question', async () => {
    const source = inWorkspace('for agents.txt');
    const target = inWorkspace('from agents.txt');
    await vscode.workspace.fs.writeFile(source, new TextEncoder().encode('content'));
    const agents = 'Files of Agents';
    const name = 'for agents.txt';
    const filesOf = async (): Promise<string[]> =>
      (await client.listAgentFiles({ query: { zone: 'user' } })).value.files.map(file => file.filename);
    try {
      await browse(['Download', 'Upload File', name, 'Copy to the Files of Agents'], source, target);
      assert.deepEqual(await filesOf(), [name]);
      await browse(['Download', name, 'Delete', agents, name, 'Put on Device'], source, target);
      const query = { path: '/sdcard/Download' };
      const { files } = (await client.listDeviceFiles({ params: { deviceId }, query })).value;
      assert.deepEqual(
        files?.map(file => file.name),
        [name],
      );
      await browse([agents, name, 'Save'], source, target);
      assert.equal(new TextDecoder().decode(await vscode.workspace.fs.readFile(target)), 'content');
      const questions = await browse(['Download', name, 'Delete', agents, name, 'Delete'], source, target);
      assert.deepEqual(questions, [`Delete “${name}” from “Pixel phone”?`, `Delete the file “${name}”?`]);
      await browse([agents, 'Upload File'], source, target);
      assert.deepEqual(await filesOf(), [name]);
    } finally {
      for (const { fileId } of (await client.listAgentFiles({})).value.files)
        await client.deleteAgentFile({ params: { fileId } });
      await vscode.workspace.fs.delete(source);
      await vscode.workspace.fs.delete(target);
    }
  });

  it('the commands on a phone apart from its screen rename a skill of agents and switch it off', async () => {
    const { services } = await extensionParts();
    const bytes = new TextEncoder().encode('Be short.');
    const body = {
      filename: 'short.md',
      mimeType: 'text/markdown',
      sizeBytes: bytes.byteLength,
      zone: 'skills',
    } as const;
    const { fileId, putUrl } = (await client.createAgentFileUpload({ body })).value;
    await services.clients.sendFile(
      new URL(putUrl),
      { bytes, sizeBytes: bytes.byteLength, contentType: body.mimeType },
      { signal: new AbortController().signal, onSent: () => undefined },
    );
    await client.confirmAgentFileUpload({ params: { fileId } });
    const none = inWorkspace('none');
    await browse(['Files of Agents', 'short.md', 'Rename'], none, none);
    await browse(['Files of Agents', 'Renamed', 'Disable'], none, none);
    const [file] = (await client.listAgentFiles({ query: { zone: 'skills' } })).value.files;
    assert.deepEqual([file?.displayName, file?.enabled], ['Renamed', false]);
    await client.deleteAgentFile({ params: { fileId } });
  });

  it('the commands on a phone apart from its screen say once that the service does not offer an operation', async () => {
    const { services } = await extensionParts();
    const sandbox = await services.clients.openSandbox();
    const fault = { kind: 'status', status: 405 } as const;
    await sandbox.addFault({ body: { operation: 'getLanguage', fault } });
    try {
      const messages = await run('language');
      assert.equal(messages.length, 1, messages.join('\n'));
      assert.match(messages[0] ?? '', /does not offer this/);
    } finally {
      await sandbox.clearFaults({});
    }
  });
});
