import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { Command } from '../../../src/manifest.ts';
import type { Row } from '../../../src/views/row.ts';
import { type Answers, runAnswering } from '../../support/dialogs.ts';
import { extensionParts, until } from '../../support/extension.ts';
import { freshWindow, type FreshWindow } from '../../support/freshWindow.ts';
import { story } from '../../support/story.ts';

const APP = 'com.example.bank';
const USER = 'canary-user-51c0';
const PASSWORD = 'canary-password-8d2f';
const CHANGED = 'canary-changed-e07b';

interface Shown {
  readonly row: Row;
  readonly label: string;
  readonly description: string;
}

describe('shared/credentials', () => {
  const step = story();
  let parts: FreshWindow;
  /** Everything that the view has shown, and every message. */
  const shown: string[] = [];

  before(async () => {
    parts = await freshWindow();
  });

  async function linesOf(...labels: readonly string[]): Promise<readonly Shown[]> {
    let parent: Row | undefined;
    for (const label of labels) {
      parent = (await find(label, parent)).row;
    }
    return itemsOf(parent);
  }

  async function itemsOf(row: Row | undefined): Promise<readonly Shown[]> {
    const { trees } = await extensionParts();
    const rows = await trees.credentials.getChildren(row);
    return rows.map(one => {
      const item = trees.credentials.getTreeItem(one);
      shown.push(JSON.stringify([item, one]));
      return {
        row: one,
        label: typeof item.label === 'string' ? item.label : '',
        description: String(item.description),
      };
    });
  }

  /** Finds a row once it is in the view, which reads changed lists again by itself. */
  async function find(label: string, parent: Row | undefined): Promise<Shown> {
    const search = async (): Promise<Shown | undefined> =>
      (await itemsOf(parent)).find(one => one.label === label);
    const found = await until(`${label} in the view`, search);
    assert.ok(found);
    return found;
  }

  async function lineOf(label: string, ...above: readonly string[]): Promise<Row> {
    const search = async (): Promise<Shown | undefined> =>
      (await linesOf(...above)).find(one => one.label === label);
    const found = await until(`${label} in the view`, search);
    assert.ok(found);
    return found.row;
  }

  async function run(command: Command, answers: Answers, row?: Row): Promise<readonly string[]> {
    const messages = await runAnswering(command, answers, ...(row ? [row] : []));
    shown.push(...messages);
    return messages;
  }

  async function valuesOf(credentialName: string): Promise<Readonly<Record<string, string>>> {
    const { value } = await parts.client.getCredential({ params: { packageName: APP, credentialName } });
    return Object.fromEntries(value.data.fields.map(field => [field.fieldType, field.value]));
  }

  step(
    'credentials in the sandbox are shown by their apps, names, and types, with dots for the values',
    async () => {
      const [app] = await linesOf();
      assert.equal(app?.label, 'com.example.shop');
      const [login] = await linesOf('com.example.shop');
      assert.deepEqual([login?.label, login?.description], ['login', 'Email, Password']);
      const values = await linesOf('com.example.shop', 'login');
      assert.deepEqual(
        values.map(({ label, description }) => `${label} ${description}`),
        ['Email ••••••', 'Password ••••••'],
      );
    },
  );

  step('credentials in the sandbox are created for an app that had none', async () => {
    const row = { kind: 'credentialPackage', record: { id: APP } };
    const answers = { inputs: ['login', USER], picks: ['Username'] };
    const messages = await runAnswering(Command.createCredential, answers, row);
    shown.push(...messages);
    assert.deepEqual(messages, [`Created the credential “login” of ${APP}.`]);
    assert.deepEqual(await valuesOf('login'), { username: USER });
  });

  step('credentials in the sandbox get another value, which is changed and copied', async () => {
    const credential = await lineOf('login', APP);
    await run(Command.addCredentialValue, { inputs: [PASSWORD], picks: ['Password'] }, credential);
    assert.deepEqual(await valuesOf('login'), { username: USER, password: PASSWORD });
    const value = await lineOf('Password', APP, 'login');
    await run(Command.copyCredentialValue, {}, value);
    assert.equal(await vscode.env.clipboard.readText(), PASSWORD);
    await run(Command.changeCredentialValue, { inputs: [CHANGED] }, value);
    assert.deepEqual(await valuesOf('login'), { username: USER, password: CHANGED });
    await parts.services.secretClipboard.forget();
    assert.equal(await vscode.env.clipboard.readText(), '');
  });

  step('credentials in the sandbox say that a value was deleted elsewhere', async () => {
    const value = await lineOf('Password', APP, 'login');
    const params = { packageName: APP, credentialName: 'login', fieldType: 'password' };
    await parts.client.deleteCredentialField({ params });
    assert.deepEqual(await run(Command.copyCredentialValue, {}, value), [
      '“login” has no password anymore. Refresh the view.',
    ]);
    await run(Command.refreshCredentials, {});
    const count = async (): Promise<number> => (await linesOf(APP, 'login')).length;
    await until('the values that are left', count, 1);
  });

  step('credentials in the sandbox lose a value, and are deleted, after a question', async () => {
    const questions: string[] = [];
    await run(
      Command.addCredentialValue,
      { inputs: [PASSWORD], picks: ['API token'] },
      await lineOf('login', APP),
    );
    const token = await lineOf('API token', APP, 'login');
    await run(Command.deleteCredentialValue, { buttons: ['Delete'], questions }, token);
    assert.deepEqual(await valuesOf('login'), { username: USER });
    await run(Command.deleteCredential, { buttons: ['Delete'], questions }, await lineOf('login', APP));
    assert.deepEqual(questions, [`Delete the API token of “login” of ${APP}?`, `Delete “login of ${APP}”?`]);
    const left = async (): Promise<string> => (await linesOf(APP)).map(({ label }) => label).join();
    await until('what is left', left, 'No credentials');
  });

  step('credentials in the sandbox need a line of the view', async () => {
    for (const command of [Command.addCredentialValue, Command.copyCredentialValue, Command.deleteCredential])
      assert.match((await run(command, {}))[0] ?? '', /in the Credentials view first\.$/);
  });

  step(
    'credentials in the sandbox left their values in no line, message, request, list, document, or log',
    async () => {
      await vscode.commands.executeCommand(Command.showLog);
      const texts = (): string =>
        vscode.workspace.textDocuments.map(document => document.getText()).join('\n');
      await until('the requests are logged', () => /DELETE .*credentials/.test(texts()), true);
      const { requests, credentials, catalog } = parts.services;
      const kept = JSON.stringify([requests.requests, credentials.of(APP).state, catalog.state]);
      const all = [...shown, texts(), kept].join('\n');
      for (const canary of [USER, PASSWORD, CHANGED, 'demo-password'])
        assert.ok(!all.includes(canary), canary);
      assert.ok(all.includes('••••••'));
      await vscode.commands.executeCommand('workbench.action.closePanel');
    },
  );
});
