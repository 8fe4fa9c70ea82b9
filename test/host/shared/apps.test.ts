import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { UiNode } from '../../../src/contract/records/uiState.ts';
import { Command } from '../../../src/manifest.ts';
import { demoDeviceId } from '../../../src/sandbox/demo/devices.ts';
import { ALL_APPS } from '../../../src/stores/appStore.ts';
import { SANDBOX } from '../../../src/stores/connection.ts';
import type { Row } from '../../../src/views/row.ts';
import { androidPackage } from '../../support/appPackages.ts';
import { type Answers, runAnswering } from '../../support/dialogs.ts';
import { extensionParts } from '../../support/extension.ts';
import { freshWindow, type FreshWindow } from '../../support/freshWindow.ts';

interface Shown {
  readonly row: Row;
  readonly label: string;
  readonly description: string;
  readonly context: string;
}

describe('shared/apps', () => {
  let parts: FreshWindow;
  let folder: string;

  before(async () => {
    parts = await freshWindow();
    folder = await mkdtemp(join(tmpdir(), 'apps-'));
  });

  after(() => rm(folder, { recursive: true }));

  async function rowsOf(parent?: Row): Promise<readonly Shown[]> {
    const { trees } = await extensionParts();
    const rows = await trees.apps.getChildren(parent);
    return rows.map(row => {
      const { label, description, contextValue = '' } = trees.apps.getTreeItem(row);
      const name = typeof label === 'string' ? label : '';
      return { row, label: name, description: String(description), context: contextValue };
    });
  }

  async function appRow(name: string): Promise<Row> {
    const found = (await rowsOf()).find(({ label }) => label === name);
    assert.ok(found, `${name} is in the view`);
    return found.row;
  }

  async function packageFile(name: string, content: Uint8Array): Promise<vscode.Uri> {
    const path = join(folder, name);
    await writeFile(path, content);
    return vscode.Uri.file(path);
  }

  const upload = (file: vscode.Uri, answers: Answers = {}): Promise<readonly string[]> =>
    runAnswering(Command.uploadApp, answers, [file]);

  async function isOnHomeScreen(label: string): Promise<boolean> {
    const { value } = await parts.client.getUiState({ params: { deviceId: demoDeviceId('phone') } });
    const has = (node: UiNode): boolean =>
      node.text === label || node.contentDescription === label || (node.children ?? []).some(has);
    return value.a11y_tree != null && has(value.a11y_tree);
  }

  it('apps in the sandbox show their version, state and platform, and their versions when expanded', async () => {
    const shown = await rowsOf();
    const first = shown.find(({ label }) => label === 'Corner Shop');
    assert.ok(first);
    assert.ok(shown.some(({ description }) => /upload failed|queued/.test(description)));
    assert.ok(shown.some(({ context }) => context === 'app record'));
    const versions = await rowsOf(first.row);
    assert.ok(versions.length > 0);
    assert.match(versions[0]?.description ?? '', /[\d.]+ MB$/);
    assert.ok((parts.services.apps.storage?.usedBytes ?? 0) > 0);
  });

  it('apps in the sandbox are searched, filtered and sorted by the service', async () => {
    const { apps } = parts.services;
    const all = apps.state.items.length;
    await runAnswering(Command.filterApps, { picks: ['iOS'] });
    assert.ok(apps.state.items.length < all && apps.state.items.every(({ platform }) => platform === 'ios'));
    await apps.show(ALL_APPS);
    const name = apps.state.items[0]?.displayName ?? '';
    await runAnswering(Command.searchApps, { inputs: [name] });
    assert.equal(apps.state.items[0]?.displayName, name);
    await apps.show(ALL_APPS);
    await runAnswering(Command.orderApps, { picks: ['Created'] });
    assert.equal(apps.filter.orderBy, 'createdAt');
    await apps.show(ALL_APPS);
    await runAnswering(Command.refreshApps, {});
    assert.equal(apps.state.items.length, all);
  });

  it('apps in the sandbox are uploaded from a file, with what the file says', async () => {
    const app = { bundleId: 'com.example.fresh', versionName: '3.1', versionCode: 31, label: 'Fresh' };
    const messages = await upload(
      await packageFile('fresh.apk', androidPackage({ ...app, padding: 300_000 })),
    );
    assert.deepEqual(messages, ['Fresh 3.1 is uploaded.']);
    const row = await appRow('Fresh');
    const [version] = await rowsOf(row);
    assert.equal(version?.label, '3.1');
    assert.deepEqual(parts.services.uploads.of(SANDBOX.id), []);
  });

  it('apps in the sandbox are refused before anything is sent if the file is wrong', async () => {
    const before = parts.services.apps.state.items.length;
    const [message = ''] = await upload(await packageFile('text.apk', Buffer.from('This is a text.')));
    assert.match(message, /text\.apk/);
    await parts.services.apps.refresh();
    assert.equal(parts.services.apps.state.items.length, before);
  });

  it('apps in the sandbox are refused before anything is sent if they cannot run on the device', async () => {
    await parts.services.devices.ensure();
    const app = { bundleId: 'com.example.other', versionName: '1.0', versionCode: 1, label: 'Other' };
    const file = await packageFile('other.apk', androidPackage(app));
    const before = parts.services.apps.state.items.length;
    const [message = ''] = await runAnswering(Command.uploadApp, {}, [file], demoDeviceId('ios'));
    assert.match(message, /“Other” is for Android, and “iPhone” runs only apps for iOS\./);
    await parts.services.apps.refresh();
    assert.equal(parts.services.apps.state.items.length, before);
  });

  it('apps in the sandbox are refused with the reason of the service if the version exists, without an upload that is left', async () => {
    const app = { bundleId: 'com.example.fresh', versionName: '3.1', versionCode: 31, label: 'Fresh' };
    const [message = ''] = await upload(await packageFile('again.apk', androidPackage(app)));
    assert.match(message, /already has the version 31/);
    assert.deepEqual(parts.services.uploads.of(SANDBOX.id), []);
  });

  /** Runs a command for an app on the phone only. */
  async function runOnPhone(command: Command, row: Row, answers: Answers = {}): Promise<readonly string[]> {
    const checked = await onlyChecked(demoDeviceId('phone'));
    try {
      return await runAnswering(command, answers, row);
    } finally {
      checked.restore();
    }
  }

  it('apps in the sandbox are installed on a phone, started, stopped and uninstalled', async () => {
    const row = await appRow('Fresh');
    assert.deepEqual(await runOnPhone(Command.installApp, row), []);
    assert.ok(await isOnHomeScreen('Fresh'));
    assert.deepEqual(await runOnPhone(Command.startApp, row), []);
    assert.deepEqual(await runOnPhone(Command.stopApp, row), []);
    const questions: string[] = [];
    assert.deepEqual(await runOnPhone(Command.uninstallApp, row, { buttons: ['Uninstall'], questions }), []);
    assert.deepEqual(questions, ['Uninstall Fresh from “Pixel phone”?']);
    assert.ok(!(await isOnHomeScreen('Fresh')));
  });

  it('apps in the sandbox are deleted after a question, and their package name is copied', async () => {
    const row = await appRow('Fresh');
    await vscode.commands.executeCommand(Command.copyAppBundleId, row);
    assert.equal(await vscode.env.clipboard.readText(), 'com.example.fresh');
    const questions: string[] = [];
    await runAnswering(Command.deleteApp, { buttons: ['Delete'], questions }, row);
    assert.deepEqual(questions, ['Delete “Fresh”?']);
    assert.ok((await rowsOf()).every(({ label }) => label !== 'Fresh'));
  });

  it('apps in the sandbox stay in the view as interrupted uploads, which are resumed or discarded', async () => {
    const { uploads } = parts.services;
    const app = { bundleId: 'com.example.slow', versionName: '1.0', versionCode: 1, label: 'Slow' };
    const { fsPath: path } = await packageFile('slow.apk', androidPackage(app));
    const described = { bundleId: app.bundleId, displayName: 'Slow', versionName: '1.0', versionCode: 1 };
    const begin = async (): Promise<void> => {
      const files = [{ fileName: 'slow.apk', contentType: 'application/octet-stream' as const }];
      const { appId } = (await parts.client.createAppUpload({ body: { ...described, files } })).value;
      await uploads.begin(SANDBOX.id, { id: appId, path, name: 'Slow', versionName: '1.0' });
      uploads.interrupt(SANDBOX.id, appId);
    };
    await begin();
    const [interrupted] = await rowsOf();
    assert.equal(interrupted?.description, '1.0 · upload interrupted');
    assert.equal(interrupted.context, 'upload interrupted');
    assert.deepEqual(await runAnswering(Command.resumeUpload, {}, interrupted.row), [
      'Slow 1.0 is uploaded.',
    ]);
    await appRow('Slow');
    assert.deepEqual(uploads.of(SANDBOX.id), []);
    await vscode.commands.executeCommand('notifications.clearAll');
    Object.assign(described, { versionName: '2.0', versionCode: 2 });
    await begin();
    const [other] = await rowsOf();
    await runAnswering(Command.discardUpload, {}, other?.row);
    assert.deepEqual(uploads.of(SANDBOX.id), []);
    const [version] = await rowsOf(await appRow('Slow'));
    assert.match(version?.description ?? '', /upload failed/);
  });
});

/** Makes pickers for several records have only the given one checked, which no command can do. */
async function onlyChecked(id: string): Promise<{ readonly restore: () => void }> {
  const { window } = await extensionParts();
  const original = window.createQuickPick;
  const create = (): vscode.QuickPick<vscode.QuickPickItem> => {
    const pick = original<vscode.QuickPickItem & { readonly id?: string }>();
    Object.defineProperty(pick, 'selectedItems', {
      get: () => (pick.canSelectMany ? pick.items.filter(item => item.id === id) : pick.activeItems),
      set: () => undefined,
    });
    return pick;
  };
  Object.assign(window, { createQuickPick: create });
  return { restore: () => Object.assign(window, { createQuickPick: original }) };
}
