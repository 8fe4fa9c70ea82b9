import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { Webhook } from '../../../src/contract/records/webhook.ts';
import { Command } from '../../../src/manifest.ts';
import { runAnswering } from '../../support/dialogs.ts';
import { extensionParts } from '../../support/extension.ts';
import { freshWindow } from '../../support/freshWindow.ts';
import { story } from '../../support/story.ts';

const URL_OF_TEST = 'http://127.0.0.1:9/of-the-commands';

describe('shared/sandboxWebhooks', () => {
  const step = story();
  before(async () => {
    await (await freshWindow()).services.webhooks.ensure();
  });

  async function endpoint(): Promise<Webhook> {
    const { webhooks } = (await extensionParts()).services;
    const found = webhooks.state.items.find(({ url }) => url === URL_OF_TEST);
    assert.ok(found);
    return found;
  }

  async function run(
    command: Command,
    answers: Parameters<typeof runAnswering>[1],
  ): Promise<readonly string[]> {
    return runAnswering(command, answers, { kind: 'webhook', record: await endpoint() });
  }

  async function kept(): Promise<string | undefined> {
    const { session, webhookSecrets } = (await extensionParts()).services;
    return webhookSecrets.read(session.require().id, (await endpoint()).id);
  }

  step('the commands on webhooks refuse an invalid address', async () => {
    await assert.rejects(
      runAnswering(Command.createWebhook, { inputs: ['ftp://example.com'], picks: ['Address'] }),
      /is refused/,
    );
  });

  step('the commands on webhooks create an endpoint of an integration, which has no secret', async () => {
    const { services } = await extensionParts();
    await runAnswering(Command.createWebhook, {
      inputs: ['Alerts'],
      picks: ['Team chat', '#alerts', 'task.run.failed'],
    });
    const client = await services.session.client();
    const [created] = (await client.listWebhooks({ query: { search: 'Alerts' } })).value.items ?? [];
    assert.ok(created);
    assert.deepEqual([created.kind, created.integration?.label], ['integration', 'Team chat #alerts']);
    await client.deleteWebhook({ params: { id: created.id } });
    await services.webhooks.refresh();
  });

  step('the commands on webhooks create an endpoint, and offer its secret once', async () => {
    await runAnswering(Command.createWebhook, {
      inputs: [URL_OF_TEST, ' Failures '],
      picks: ['Address', 'task.run.failed'],
      buttons: ['Copy Secret'],
    });
    const { eventTypes, description } = await endpoint();
    assert.deepEqual([eventTypes, description], [['task.run.failed'], 'Failures']);
    const secret = await vscode.env.clipboard.readText();
    assert.ok(secret.length > 10);
    assert.equal(await kept(), secret);
  });

  step('the commands on webhooks rotate the secret after a confirmation, or keep it', async () => {
    const before = await kept();
    await assert.rejects(run(Command.rotateWebhook, { buttons: ['Cancel'] }), /no Cancel/);
    assert.equal(await kept(), before);
    const questions: string[] = [];
    await run(Command.rotateWebhook, { buttons: ['Rotate', 'Copy Secret'], questions });
    const after = await kept();
    assert.ok(after && after !== before);
    assert.deepEqual(questions, [
      'Rotate the signing secret of “Failures”?',
      'The secret of “Failures” was rotated. The service shows the signing secret only once.',
    ]);
  });

  step(
    'the commands on webhooks close the notification about a new secret with “Close”, which copies and discards nothing',
    async () => {
      const before = await vscode.env.clipboard.readText();
      await run(Command.rotateWebhook, { buttons: ['Rotate', 'Close'] });
      assert.equal(await vscode.env.clipboard.readText(), before);
      assert.ok(await kept());
    },
  );

  step(
    'the commands on webhooks keep the secret however the notification is closed, and discard it only on request',
    async () => {
      const clipboard = async (): Promise<string> => vscode.env.clipboard.readText();
      const { services, window } = await extensionParts();
      const before = [await kept(), await clipboard()];
      const record = await endpoint();
      const original = { ...window };
      const keptAtQuestion: (string | undefined)[] = [];
      window.showWarningMessage = () => Promise.resolve('Rotate' as never);
      window.showInformationMessage = async () => {
        keptAtQuestion.push(await kept());
        return undefined;
      };
      try {
        await vscode.commands.executeCommand(Command.rotateWebhook, { kind: 'webhook', record });
      } finally {
        const { showWarningMessage, showInformationMessage } = original;
        Object.assign(window, { showWarningMessage, showInformationMessage });
      }
      assert.ok(keptAtQuestion[0] && keptAtQuestion[0] !== before[0], 'it is kept before anybody is asked');
      assert.deepEqual([await kept(), await clipboard()], [keptAtQuestion[0], before[1]]);
      const { session, webhookSecrets } = services;
      await run(Command.rotateWebhook, { buttons: ['Rotate', 'Copy and Discard'] });
      assert.equal(await kept(), undefined);
      await webhookSecrets.store(session.require().id, record.id, await clipboard());
    },
  );

  step('the commands on webhooks copy the secret again, and say if it is not stored', async () => {
    await vscode.env.clipboard.writeText('');
    await run(Command.copyWebhookSecret, {});
    assert.equal(await vscode.env.clipboard.readText(), await kept());
    const { session, secretClipboard, webhookSecrets } = (await extensionParts()).services;
    await secretClipboard.forget();
    assert.equal(await vscode.env.clipboard.readText(), '');
    const [{ id }, secret] = [await endpoint(), await kept()];
    const connectionId = session.require().id;
    await webhookSecrets.delete(connectionId, id);
    assert.deepEqual(await run(Command.copyWebhookSecret, {}), [
      'The signing secret of this endpoint is not kept on this computer. Rotate it to get a new one.',
    ]);
    await webhookSecrets.store(connectionId, id, secret ?? '');
  });

  step('the commands on webhooks select events', async () => {
    await run(Command.editWebhookEvents, { picks: ['task.run.completed'] });
    assert.deepEqual((await endpoint()).eventTypes, ['task.run.completed']);
  });

  step(
    'the commands on webhooks keep the selected events, also those that the service does not list',
    async () => {
      const { services } = await extensionParts();
      const client = await services.session.client();
      const eventTypes = ['task.run.failed', 'own.event'];
      const body = { url: `${URL_OF_TEST}-elsewhere`, eventTypes };
      const { id } = (await client.createWebhook({ body })).value.data;
      assert.equal(services.webhooks.byId(id), undefined, 'it is not among those shown');
      await runAnswering(Command.editWebhookEvents, {}, { kind: 'webhook', record: { id } });
      const { data } = (await client.getWebhook({ params: { id } })).value;
      assert.deepEqual(data.eventTypes?.toSorted(), eventTypes.toSorted());
      await client.deleteWebhook({ params: { id } });
    },
  );

  step(
    'the commands on webhooks send a test, and open its delivery with the result and without the secret',
    async () => {
      await run(Command.testWebhook, {});
      const { services } = await extensionParts();
      const { id } = await endpoint();
      const [delivery] = services.deliveries.of(id).state.items;
      await runAnswering(
        Command.showDelivery,
        {},
        { kind: 'delivery', record: { ...delivery, endpointId: id } },
      );
      const text = vscode.window.activeTextEditor?.document.getText() ?? '';
      assert.match(text, /\| Signature +\| The signature is right\./);
      assert.ok(!text.includes((await kept()) ?? ''));
      assert.deepEqual(await runAnswering(Command.showDelivery, {}), [
        'Select a delivery under an endpoint in the Webhooks view first.',
      ]);
    },
  );

  step('the commands on webhooks say why an endpoint cannot be created, and leave none', async () => {
    const { services } = await extensionParts();
    const sandboxClient = await services.clients.openSandbox();
    const fault = { kind: 'status', status: 503 } as const;
    await sandboxClient.addFault({ body: { operation: 'createWebhook', times: 1, fault } });
    const count = services.webhooks.state.items.length;
    const said = await runAnswering(Command.createWebhook, {
      inputs: ['https://example.com/hook', ''],
      picks: ['Address', 'webhook.test'],
    });
    assert.match(said.join(), /The service failed \(503\)/);
    assert.equal(services.webhooks.state.items.length, count);
  });

  step('the commands on webhooks say that an endpoint was deleted by somebody else', async () => {
    const { services } = await extensionParts();
    const record = { id: '6f0f2c1e-6f1c-4d8e-9d7f-0a3c52a7b001' };
    const [said] = await runAnswering(Command.disableWebhook, {}, { kind: 'webhook', record });
    assert.match(said ?? '', /There is no/);
    assert.ok(!services.webhooks.notOffered);
  });

  step('the commands on webhooks delete an endpoint and its secret after a confirmation', async () => {
    const { services } = await extensionParts();
    const { id } = await endpoint();
    await run(Command.deleteWebhook, { buttons: ['Delete'] });
    assert.equal(services.webhooks.byId(id), undefined);
    assert.equal(await services.webhookSecrets.read(services.session.require().id, id), undefined);
  });
});
