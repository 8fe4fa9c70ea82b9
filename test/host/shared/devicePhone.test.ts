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

  it('the commands on a phone apart from its screen upload a file into a folder, save it, and delete it after a question', async () => {
    const { window } = await extensionParts();
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    const source = vscode.Uri.joinPath(folder.uri, 'upload me.txt');
    const target = vscode.Uri.joinPath(folder.uri, 'saved.txt');
    await vscode.workspace.fs.writeFile(source, new TextEncoder().encode('content'));
    const picks = [
      'Download',
      'Upload File',
      'upload me.txt',
      'Save',
      'upload me.txt',
      'Delete',
      '..',
      'Pictures',
    ];
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
      assert.equal(new TextDecoder().decode(await vscode.workspace.fs.readFile(target)), 'content');
      assert.deepEqual(questions, ['Delete “upload me.txt” from “Pixel phone”?']);
      const query = { path: '/sdcard/Download' };
      assert.deepEqual((await client.listDeviceFiles({ params: { deviceId }, query })).value.files, []);
    } finally {
      const { showQuickPick, showWarningMessage } = original;
      Object.assign(window, { showQuickPick, showWarningMessage });
      Object.assign(vscode.window, { showOpenDialog, showSaveDialog });
      await vscode.workspace.fs.delete(source);
      await vscode.workspace.fs.delete(target);
    }
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
