import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:net';
import * as vscode from 'vscode';
import { headerEndingWith, type Received } from '../../../src/appState/received.ts';
import { Command } from '../../../src/manifest.ts';
import { demoActionId } from '../../../src/sandbox/demo/demoCatalog.ts';
import { demoTriggerId } from '../../../src/sandbox/demo/triggers.ts';
import { runAnswering } from '../../support/dialogs.ts';
import { extensionParts, until } from '../../support/extension.ts';
import { freshWindow } from '../../support/freshWindow.ts';
import { story } from '../../support/story.ts';

/** Runs a command and accepts the first item of its picker. */
async function accepting(command: Command, ...args: unknown[]): Promise<void> {
  let ended = false;
  const running = vscode.commands.executeCommand(command, ...args).then(() => (ended = true));
  await until('the end of the command', async () => {
    await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
    return ended;
  });
  await running;
}

describe('shared/receiver', () => {
  const step = story();
  before(freshWindow);

  async function node(): Promise<{ description: string; children: string[]; icons: string[] } | undefined> {
    const { trees } = await extensionParts();
    for (const line of await trees.webhooks.getChildren()) {
      const item = trees.webhooks.getTreeItem(line);
      if (item.id !== 'receiver') continue;
      const children = await trees.webhooks.getChildren(line);
      const items = children.map(child => trees.webhooks.getTreeItem(child));
      return {
        description: String(item.description),
        children: items.map(child => child.accessibilityInformation?.label ?? ''),
        icons: items.map(({ iconPath }) => (iconPath instanceof vscode.ThemeIcon ? iconPath.id : '')),
      };
    }
    return undefined;
  }

  async function settled(what: string, found: (one: Received) => boolean): Promise<Received> {
    const { services } = await extensionParts();
    const find = (): Received | undefined =>
      services.receiver.deliveries.find(
        one => found(one) && one.answered !== undefined && one.verification.kind !== 'checking',
      );
    await until(what, () => find());
    return find()!;
  }

  step('the local receiver is shown while it runs, with its received deliveries', async () => {
    assert.equal(await node(), undefined);
    for (const command of [Command.answerReceiver, Command.copyReceiverAddress, Command.stopReceiver])
      assert.deepEqual(await runAnswering(command, {}), [
        'The local receiver is not running. Start it first.',
      ]);
    await vscode.commands.executeCommand(Command.startReceiver);
    const shown = await node();
    assert.match(shown?.description ?? '', /^not registered · answers 200 · 127\.0\.0\.1:\d+$/);
    assert.deepEqual(shown?.children, ['Nothing received yet']);
  });

  step(
    'the local receiver registers with the sandbox, once for a double click, and receives a verified test event',
    async () => {
      const { services } = await extensionParts();
      const click = () => vscode.commands.executeCommand(Command.registerReceiver);
      await Promise.all([click(), click()]);
      const { registration, address } = services.receiver;
      assert.equal(registration?.url, address);
      await services.webhooks.refresh();
      assert.equal(services.webhooks.state.items.filter(({ url }) => url === address).length, 1);
      const record = services.webhooks.byId(registration!.endpointId);
      assert.equal(record?.url, address);
      await vscode.commands.executeCommand(Command.testWebhook, { kind: 'webhook', record });
      const delivery = await settled('the test delivery', () => true);
      assert.equal(delivery.verification.kind, 'verified');
      const shown = await node();
      assert.match(shown?.description ?? '', /^answers 200 · 1 received · 127\.0\.0\.1:\d+$/);
      assert.match(shown?.children[0] ?? '', /^webhook\.test, received delivery, verified, answered 200, /);
      assert.equal(shown?.icons[0], 'verified-filled');
      await vscode.commands.executeCommand(Command.showReceived, { kind: 'received', record: delivery });
      const text = vscode.window.activeTextEditor?.document.getText() ?? '';
      assert.match(text, /^# webhook\.test\n\n\*\*Verified\.\*\* The signature is right\./);
      const secret = await services.webhookSecrets.read(registration!.connectionId, registration!.endpointId);
      assert.ok(secret && !text.includes(secret));
    },
  );

  step('the local receiver replays a delivery to itself', async () => {
    const { services } = await extensionParts();
    const [record] = services.receiver.deliveries;
    await accepting(Command.replayReceived, { kind: 'received', record });
    const again = await settled('the repeated delivery', ({ repeated }) => repeated);
    assert.equal(again.verification.kind, 'verified');
    assert.deepEqual(again.body, record?.body);
  });

  step('the local receiver reports that the secret was rotated elsewhere', async () => {
    const { services } = await extensionParts();
    const { connectionId, endpointId } = services.receiver.registration!;
    const client = await services.session.client();
    const params = { id: endpointId };
    const { data } = (await client.rotateWebhookSecret({ params })).value;
    await client.testWebhook({ params });
    const refused = await settled(
      'a refused delivery',
      ({ verification }) => verification.kind === 'refused',
    );
    assert.match(refused.verification.explanation, /not the secret/);
    assert.match((await node())?.children[0] ?? '', /not verified, answered 200/);
    await services.webhookSecrets.store(connectionId, endpointId, data.secret);
  });

  step('the local receiver responds with 500 if it is set to, and the sandbox retries', async () => {
    const { services } = await extensionParts();
    await vscode.commands.executeCommand(Command.clearReceiver);
    services.receiver.answerWith({ status: 500, afterSeconds: 0 });
    assert.match((await node())?.description ?? '', /^answers 500 · /);
    const client = await services.session.client();
    const { value: catalog } = await client.listDevices({ query: { state: ['ready'] } });
    const deviceId = catalog.items?.[0]?.id;
    await client.runTask({ body: { task: 'Go home', ...(deviceId ? { deviceId } : {}) } });
    const isSecond = (one: Received): boolean => headerEndingWith(one, '-attempt') === '2';
    const second = await settled('the second attempt', isSecond);
    assert.equal(second.verification.kind, 'verified');
    assert.equal(second.answered?.status, 500);
    const first = await settled(
      'the first attempt',
      one => !isSecond(one) && headerEndingWith(one, '-event-id') === headerEndingWith(second, '-event-id'),
    );
    assert.deepEqual(first.body, second.body);
    const shown = await node();
    assert.match(shown?.children[0] ?? '', /verified, answered 500/);
    assert.ok(
      shown?.icons.every(icon => icon === 'warning'),
      shown?.icons.join(),
    );
  });

  step('the local receiver sets its response from a picker, and copies its address', async () => {
    const { services } = await extensionParts();
    for (const [pick, status] of [
      ['302', 302],
      ['500', 500],
      ['200', 200],
    ] as const) {
      await runAnswering(Command.answerReceiver, { picks: [pick] });
      assert.deepEqual(services.receiver.answer, { status, afterSeconds: 0 });
    }
    await assert.rejects(
      runAnswering(Command.answerReceiver, { picks: ['Slow'], inputs: ['61'] }),
      /“61” is refused/,
    );
    await runAnswering(Command.answerReceiver, { picks: ['Slow'], inputs: ['3'] });
    assert.match((await node())?.description ?? '', /^answers 200 after 3 s · /);
    await runAnswering(Command.answerReceiver, { picks: ['200'] });
    // The second list is what VS Code passes for a line that it just replaced.
    for (const given of [[], [undefined, [undefined]]]) {
      await vscode.env.clipboard.writeText('');
      await runAnswering(Command.copyReceiverAddress, {}, ...given);
      assert.equal(await vscode.env.clipboard.readText(), services.receiver.address);
    }
  });

  step(
    'the local receiver accepts another endpoint, and keeps the old one if none can be created',
    async () => {
      const { services } = await extensionParts();
      const before = services.receiver.registration;
      assert.ok(before);
      const sandboxClient = await services.clients.openSandbox();
      const fault = { kind: 'status', status: 503 } as const;
      await sandboxClient.addFault({ body: { operation: 'createWebhook', times: 1, fault } });
      const said = await runAnswering(Command.registerReceiver, { buttons: ['Replace'] });
      assert.match(said.join(), /The service failed \(503\)/);
      assert.deepEqual(services.receiver.registration, before);
      assert.ok(services.webhooks.byId(before.endpointId));
      await runAnswering(Command.registerReceiver, { buttons: ['Replace'] });
      const { registration } = services.receiver;
      assert.notEqual(registration.endpointId, before.endpointId);
      assert.equal(registration.url, before.url);
      assert.ok(services.webhooks.byId(registration.endpointId));
      assert.equal(services.webhooks.byId(before.endpointId), undefined);
    },
  );

  step('the local receiver disables its endpoint when it stops, and enables it when it starts', async () => {
    const { services } = await extensionParts();
    const { address, registration } = services.receiver;
    await accepting(Command.stopReceiver);
    assert.equal(await node(), undefined);
    assert.equal(services.webhooks.byId(registration!.endpointId)?.state, 'DISABLED');
    await vscode.commands.executeCommand(Command.startReceiver);
    if (services.receiver.isMisplaced) {
      // Another program has taken the port meanwhile.
      const probe = createServer().listen(Number(new URL(address ?? '').port), '127.0.0.1');
      await assert.rejects(once(probe, 'listening'), /EADDRINUSE/);
      return;
    }
    assert.equal(services.receiver.address, address);
    assert.equal(services.webhooks.byId(registration!.endpointId)?.state, 'ACTIVE');
    // Later events may have been delivered by now.
    assert.match((await node())?.description ?? '', /^answers 200 · (\d+ received · )?127\.0\.0\.1:\d+$/);
  });

  step(
    'the local receiver can be called by steps of flows, which reach no other port of this computer',
    async () => {
      const { services } = await extensionParts();
      const client = await services.session.client();
      const outcome = async (url: string): Promise<readonly unknown[]> => {
        const params = { url, method: 'POST', body: { from: 'a step' } };
        const actions = [{ actionId: demoActionId('webhooks.request'), position: 1, overrides: { params } }];
        const body = { name: 'Calls', triggerId: demoTriggerId('custom'), actions };
        const { id: flowId } = (await client.createFlow({ body })).value.data;
        const { data: started } = (await client.runFlow({ params: { flowId } })).value;
        const [executionId = ''] = started.executionIds;
        const read = async () => (await client.getExecution({ params: { executionId } })).value.data;
        await until('the end of the run', async () => (await read()).finishedAt != null);
        const { status, error } = await read();
        return [status, (error ?? '').includes('may not be called')];
      };
      const { address = '' } = services.receiver;
      assert.deepEqual(await outcome(address), ['success', false]);
      assert.ok(services.receiver.deliveries.some(({ body }) => body?.toString() === '{"from":"a step"}'));
      const { port } = new URL(address);
      assert.deepEqual(await outcome(address.replace(port, '9')), ['failed', true]);
    },
  );

  step('the local receiver forgets an endpoint that no longer exists when it is deleted', async () => {
    const { services } = await extensionParts();
    const { connectionId, endpointId } = services.receiver.registration!;
    await (await services.session.client()).deleteWebhook({ params: { id: endpointId } });
    assert.deepEqual(await runAnswering(Command.stopReceiver, { picks: ['Delete It'] }), []);
    assert.equal(services.receiver.registration, undefined);
    assert.equal(await services.webhookSecrets.read(connectionId, endpointId), undefined);
    assert.equal(services.webhooks.byId(endpointId), undefined);
  });
});
