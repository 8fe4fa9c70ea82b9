import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { Command } from '../../../src/manifest.ts';
import { createEndpoint } from '../../support/createEndpoint.ts';
import { flowOf } from '../../support/agentFlows.ts';
import { until } from '../../support/extension.ts';
import { type FreshWindow, freshWindow } from '../../support/freshWindow.ts';
import { story } from '../../support/story.ts';
import { assertHidden } from '../../support/assertHidden.ts';

const PASSWORD = 'canary-password-2f6e';
/** With eight digits, since IDs and times contain six by chance. */
const PASSCODE = '61394827';
const HOOK = 'canary-hook-b80d';
const PATH = 'flows/agent-secrets.flow.json';

describe('shared/agentSecrets', () => {
  const step = story();
  let window: FreshWindow;
  let mailboxId: string;
  let file: vscode.Uri;
  let canaries: readonly string[];
  /** Every result of a call, also the errors. */
  const shown: string[] = [];

  before(async () => {
    window = await freshWindow();
    const { client } = window;
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    const mailboxes = (await client.listMailboxes({})).value.items ?? [];
    mailboxId = mailboxes.find(({ status }) => status === 'active')?.id ?? '';
    const { secret } = await createEndpoint(client, { url: `https://example.com/${HOOK}` });
    canaries = [PASSWORD, PASSCODE, HOOK, secret];
    const authentication = { type: 'basic', user: 'ada', password: PASSWORD };
    const flow = await flowOf(client, 'Secrets', [
      ['mailbox.waitForPasscode', { mailboxId, timeoutSeconds: 60 }],
      ['webhooks.request', { url: 'http://127.0.0.1:1/', authentication }],
    ]);
    file = vscode.Uri.joinPath(folder.uri, PATH);
    await vscode.workspace.fs.writeFile(file, Buffer.from(JSON.stringify(flow)));
  });
  after(() => vscode.workspace.fs.delete(file));

  async function invoke(name: string, input: object): Promise<void> {
    const { token } = new vscode.CancellationTokenSource();
    try {
      const options = { input, toolInvocationToken: undefined };
      const { content } = await vscode.lm.invokeTool(name, options, token);
      shown.push(JSON.stringify(content));
    } catch (error) {
      shown.push(String(error));
    }
  }

  step(
    'secrets and agents in a window are in no result for the chat, and in no record of a call',
    async () => {
      await invoke('read_flow', { path: PATH });
      await invoke('check_flow', { path: PATH });
      const mails = [{ mailboxId, subject: `Your passcode is ${PASSCODE}` }];
      await invoke('run_flow', { path: PATH, mails, timeoutSeconds: 60 });
      await invoke('plan_deploy', { paths: [PATH] });
      await invoke('deploy_flow', { path: PATH });
      await invoke('list_records', { kind: 'messages', mailboxId });
      for (const kind of ['webhooks', 'flows', 'mailboxes', 'executions', 'flowFiles'])
        await invoke('list_records', { kind });
      // A call that fails repeats nothing of its input that could be a secret of a file.
      const location = { in: 'params', step: [9], path: ['authentication', 'password'] };
      await invoke('edit_flow', { path: PATH, edits: [{ kind: 'set', location, value: PASSWORD }] });
      assert.ok(shown.some(text => text.includes('••••••')));
      assert.match(shown.at(-1) ?? '', /Error/);
      assertHidden([...shown, JSON.stringify(window.services.agentCalls.calls)].join('\n'), canaries);
    },
  );

  step('secrets and agents in a window are not in the log', async () => {
    await vscode.commands.executeCommand(Command.showLog);
    const log = (): string =>
      vscode.workspace.textDocuments
        .flatMap(document => (document.uri.scheme === 'output' ? [document.getText()] : []))
        .join('\n');
    await until('the log has the requests of the calls', () => /POST .*flows/.test(log()), true);
    assertHidden(log(), canaries);
    await vscode.commands.executeCommand('workbench.action.closePanel');
  });
});
