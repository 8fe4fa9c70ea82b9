import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { SandboxClient } from '../../../src/client/sandboxClient.ts';
import type { Mailbox } from '../../../src/contract/records/mailbox.ts';
import type { Snapshot } from '../../../src/contract/sandbox/state.ts';
import { Command } from '../../../src/manifest.ts';
import { runAnswering } from '../../support/dialogs.ts';
import { extensionParts, until } from '../../support/extension.ts';
import { freshWindow } from '../../support/freshWindow.ts';

describe('shared/sandboxCommands', () => {
  let sandboxClient: SandboxClient;

  before(async () => {
    ({ sandboxClient } = await freshWindow());
  });

  async function flowNames(): Promise<string[]> {
    const { services } = await extensionParts();
    await services.flows.ensure();
    return services.flows.state.items.map(({ name }) => name);
  }

  async function snapshots(): Promise<Snapshot[]> {
    return (await sandboxClient.listSnapshots({})).value.data;
  }

  async function mailboxes(): Promise<readonly Mailbox[]> {
    const { services } = await extensionParts();
    await services.mailboxes.ensure();
    return services.mailboxes.state.items;
  }

  it('the commands of the sandbox reset with another seed, and with the same seed', async () => {
    assert.ok((await flowNames()).length > 0);
    await runAnswering(Command.reseedSandbox, { picks: ['Empty'], buttons: ['Reset'] });
    assert.deepEqual(await flowNames(), []);
    await runAnswering(Command.resetSandbox, { buttons: ['Reset'] });
    assert.deepEqual(await flowNames(), []);
    await runAnswering(Command.reseedSandbox, { picks: ['Demo'], buttons: ['Reset'] });
    assert.ok((await flowNames()).length > 0);
  });

  it('the commands of the sandbox make the local receiver forget an endpoint that no longer exists, and no other', async () => {
    const { services } = await extensionParts();
    const client = await services.session.client();
    const body = { url: 'http://127.0.0.1:9/hook', eventTypes: [] };
    const { id: endpointId } = (await client.createWebhook({ body })).value.data;
    const { id: connectionId, name: connectionName } = services.session.require();
    const registration = {
      connectionId,
      connectionName,
      endpointId,
      url: body.url,
      port: 9,
      switchedOff: false,
    };
    await services.receiver.register(registration);
    await sandboxClient.takeSnapshot({ body: { name: 'With the endpoint' } });
    await runAnswering(Command.restoreSnapshot, { picks: ['With the endpoint'], buttons: ['Restore'] });
    assert.deepEqual(services.receiver.registration, registration);
    await runAnswering(Command.resetSandbox, { buttons: ['Reset'] });
    assert.equal(services.receiver.registration, undefined);
    for (const { id } of await snapshots())
      await sandboxClient.deleteSnapshot({ params: { snapshotId: id } });
  });

  it('the commands of the sandbox take snapshots with names, restore, and delete them', async () => {
    const before = await flowNames();
    assert.match((await runAnswering(Command.restoreSnapshot, {})).join(), /no snapshots\. Save one first/);
    await runAnswering(Command.saveSnapshot, { inputs: ['As it began'] });
    await sandboxClient.resetSandbox({ body: { seed: 'empty' } });
    await runAnswering(Command.refreshFlows, {});
    assert.deepEqual(await flowNames(), []);
    await runAnswering(Command.restoreSnapshot, { picks: ['As it began'], buttons: ['Restore'] });
    assert.deepEqual(await flowNames(), before);
    const [record] = await snapshots();
    await runAnswering(Command.deleteSnapshot, { buttons: ['Delete'] }, { kind: 'snapshot', record });
    assert.deepEqual(await snapshots(), []);
  });

  it('the commands of the sandbox refuse an existing snapshot name while it is typed', async () => {
    await runAnswering(Command.saveSnapshot, { inputs: ['Twice'] });
    await assert.rejects(runAnswering(Command.saveSnapshot, { inputs: ['Twice'] }), /“Twice” is refused/);
    const refused = await runAnswering(Command.saveSnapshot, { inputs: ['Snapshot 2'] });
    assert.deepEqual(refused, []);
    for (const { id } of await snapshots())
      await sandboxClient.deleteSnapshot({ params: { snapshotId: id } });
  });

  it('the commands of the sandbox deliver a mail with or without a passcode to a listed mailbox', async () => {
    const { services } = await extensionParts();
    const active = (await mailboxes()).find(({ address }) => address?.startsWith('qa.devices'));
    assert.ok(active);
    const line = { kind: 'mailbox', record: active };
    const coded = ['no-reply@bank.example', 'Code {code}', 'It is good for a minute.'];
    const said = await runAnswering(Command.deliverMail, { picks: ['With a Passcode'], inputs: coded }, line);
    assert.deepEqual(said, ['The mail with a passcode was delivered.']);
    const list = services.messages.of(active.id);
    await list.ensure();
    const [newest] = list.state.items;
    assert.equal(newest?.fromAddress, 'no-reply@bank.example');
    assert.match(newest.subject ?? '', /^Code \d{6}$/);
    assert.equal(newest.hasOtp, true);
    await vscode.commands.executeCommand(Command.copyPasscode);
    assert.equal(await vscode.env.clipboard.readText(), newest.subject?.slice(5));
    const plain = ['ada@example.com', 'Lunch', ''];
    await runAnswering(Command.deliverMail, { picks: ['Without'], inputs: plain }, line);
    await list.ensure();
    const after = services.messages.of(active.id);
    await after.ensure();
    assert.equal(after.state.items[0]?.subject, 'Lunch');
    assert.equal(after.state.items[0].hasOtp, false);
  });

  it('the commands of the sandbox say why a mailbox accepts no mail', async () => {
    const unpaid = (await mailboxes()).find(({ status }) => status !== 'active');
    assert.ok(unpaid);
    const inputs = ['ada@example.com', 'Lunch', ''];
    const line = { kind: 'mailbox', record: unpaid };
    const said = await runAnswering(Command.deliverMail, { picks: ['Without'], inputs }, line);
    assert.match(said.join(), /mailbox is not active/i);
  });

  it('the commands of the sandbox send an event that fires a trigger, prefilled with an example payload', async () => {
    const { services } = await extensionParts();
    const client = await services.session.client();
    const types = (await client.listAppEventTypes({})).value.data;
    const { window } = await extensionParts();
    const shown: string[] = [];
    const original = window.showInputBox;
    window.showInputBox = async options => Promise.resolve(shown[shown.push(options?.value ?? '') - 1]);
    try {
      let ended = false;
      const running = vscode.commands.executeCommand(Command.sendEvent).then(() => (ended = true));
      await until('the event', async () => {
        await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
        await vscode.commands.executeCommand('notifications.clearAll');
        return ended;
      });
      await running;
    } finally {
      window.showInputBox = original;
    }
    const [event] = (await client.listAppEvents({ query: { pageSize: 1 } })).value.items ?? [];
    assert.equal(event?.eventType, types[0]?.appEventType);
    assert.equal(event?.deviceId ?? null, null);
    assert.deepEqual(event?.payload, JSON.parse(shown[0] ?? ''));
  });

  it('the commands of the sandbox fire a custom trigger, and report an invalid payload', async () => {
    const fits = '{"orderId": 2041, "email": "ada@example.com"}';
    const said = await runAnswering(Command.fireTrigger, { inputs: [fits], buttons: ['Fire'] });
    assert.match(said.join(), /^(Started \d+ flows?|No flow was started)/);
    const refused = await runAnswering(Command.fireTrigger, {
      inputs: ['{"orderId": 2041}'],
      buttons: ['Fire'],
    });
    assert.match(refused.join(), /must have the property “email”/);
  });

  it('the commands of the sandbox offer to start the sandbox if it does not run', async () => {
    await vscode.commands.executeCommand(Command.stopSandbox);
    const commands = [
      Command.resetSandbox,
      Command.saveSnapshot,
      Command.restoreSnapshot,
      Command.deliverMail,
    ];
    for (const command of commands) {
      assert.deepEqual(await runAnswering(command, {}), ['The sandbox is not running. Start it first.']);
    }
    const { services } = await extensionParts();
    assert.equal(services.sandbox.isRunning, false);
    await vscode.commands.executeCommand(Command.startSandbox);
    sandboxClient = await services.clients.openSandbox();
  });
});
