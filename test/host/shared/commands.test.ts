import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import * as vscode from 'vscode';
import { Command } from '../../../src/manifest.ts';
import { extensionParts, until } from '../../support/extension.ts';
import { freshWindow } from '../../support/freshWindow.ts';

/** Runs a command and accepts what its pickers and boxes offer until it has ended. */
async function accepting(command: Command, ...given: unknown[]): Promise<void> {
  let ended = false;
  const running = vscode.commands.executeCommand(command, ...given).then(() => (ended = true));
  await until('the end of the command', async () => {
    await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
    return ended;
  });
  await running;
}

function document(): string {
  return vscode.window.activeTextEditor?.document.getText() ?? '';
}

describe('shared/commands', () => {
  before(async () => {
    const { services } = await freshWindow();
    await Promise.all([services.flows.ensure(), services.devices.ensure(), services.executions.ensure()]);
  });

  it('commands in the sandbox act on several devices at once and report the result of each', async () => {
    const { services } = await extensionParts();
    const devices = services.devices.state.items.slice(0, 12);
    const lines = devices.map(record => ({ kind: 'device', record }));
    await vscode.commands.executeCommand(Command.pressHome, lines[0], lines);
    const text = document();
    assert.match(text, /^# Press Home\n\n\d+ done, \d+ failed\./);
    for (const { id } of devices) assert.match(text, new RegExp(id));
    assert.match(text, /\| done +\| pressed home +\|/);
  });

  it('commands in the sandbox show what a flow would do now as a report', async () => {
    const { services } = await extensionParts();
    const [flow] = services.flows.state.items;
    await accepting(Command.dryRunFlow, { kind: 'flow', record: flow });
    assert.match(document(), /\*\*It would (not )?run now\.\*\*/);
    assert.match(document(), /## Steps/);
  });

  it('commands in the sandbox activate a flow with its latest successful execution', async () => {
    const { services } = await extensionParts();
    const flow = services.flows.state.items.find(({ name }) => name === 'Unfinished survey');
    assert.ok(flow && !flow.enabled);
    await accepting(Command.activateFlow, { kind: 'flow', record: flow });
    assert.equal(services.flows.byId(flow.id)?.enabled, true);
  });

  it('commands in the sandbox disable a flow', async () => {
    const { services } = await extensionParts();
    const flow = services.flows.state.items.find(({ enabled }) => enabled);
    assert.ok(flow);
    await vscode.commands.executeCommand(Command.disableFlow, { kind: 'flow', record: flow });
    await until('the flow is disabled', () => services.flows.byId(flow.id)?.enabled, false);
  });

  it('commands in the sandbox check the service against the interface', async () => {
    await vscode.commands.executeCommand(Command.checkService);
    assert.match(document(), /^# Sandbox against the interface/);
    assert.match(document(), /0 differs, 0 failed/);
  });

  it('commands in the sandbox copy a request as curl without the key', async () => {
    const { services } = await extensionParts();
    const { baseUrl, apiKey } = await services.sandbox.start();
    const [record] = services.requests.requests;
    await vscode.commands.executeCommand(Command.copyAsCurl, { kind: 'request', record });
    const text = await vscode.env.clipboard.readText();
    assert.ok(text.includes(baseUrl));
    assert.match(text, /Bearer \$API_KEY/);
    assert.ok(!text.includes(apiKey));
  });

  it('commands in the sandbox copy a body into its own file, and no file for a request without a body', async () => {
    const { services } = await extensionParts();
    const client = await services.session.client();
    // There is no such device, so that none is changed.
    const params = { deviceId: randomUUID() };
    await assert.rejects(client.renameDevice({ params, body: { name: 'Phone' } }));
    await assert.rejects(client.rebootDevice({ params }));
    const curlOf = async (operation: string): Promise<string> => {
      const record = services.requests.requests.find(one => one.operation === operation);
      await vscode.commands.executeCommand(Command.copyAsCurl, { kind: 'request', record });
      return vscode.env.clipboard.readText();
    };
    assert.match(await curlOf('renameDevice'), /--data @body\.json$/);
    assert.doesNotMatch(await curlOf('rebootDevice'), /--data|Content-Type/);
  });
});
