import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoFlowId } from '../../src/sandbox/demo/flows.ts';
import { publish } from '../../src/sandbox/features/webhooks/publish.ts';
import { createEndpoint } from '../support/createEndpoint.ts';
import { failureOf } from '../support/mockService.ts';
import { testSandbox, type TestSandbox } from '../support/sandbox.ts';

interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly raw: string;
}

/** An endpoint after so many failures that the next one blocks it. */
const BLOCKED = { sandbox: { secret: 'whsec_x', failures: 19 } };

describe('webhooks', () => {
  let sandbox: TestSandbox;
  let receiver: Server;
  let received: Received[];
  let answer: (count: number) => number;

  beforeEach(async () => {
    sandbox = await testSandbox({ timeScale: 0 });
    // The demo endpoints are not what these tests are about.
    const { store } = sandbox.service;
    for (const { id } of store.webhooks.all()) store.webhooks.delete(id);
    received = [];
    answer = () => 204;
    receiver = createServer((request, response) => {
      let raw = '';
      request.on('data', chunk => (raw += String(chunk)));
      request.on('end', () => {
        received.push({ headers: request.headers, raw });
        const status = answer(received.length);
        response.writeHead(status, status === 302 ? { location: '/elsewhere' } : {}).end('noted');
      });
    }).listen(0, '127.0.0.1');
    await once(receiver, 'listening');
  });

  afterEach(async () => {
    await sandbox.stop();
    receiver.closeAllConnections();
    receiver.close();
  });

  function url(): string {
    return `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  }

  async function endpoint(eventTypes?: string[]): Promise<{ id: string; secret: string }> {
    const body = { url: url(), ...(eventTypes ? { eventTypes } : {}) };
    return createEndpoint(sandbox.client, body);
  }

  function isSigned({ headers, raw }: Received, secret: string): boolean {
    const signed = createHmac('sha256', secret)
      .update(`${String(headers['x-service-timestamp'])}.${raw}`)
      .digest('hex');
    return headers['x-service-signature'] === signed;
  }

  it('webhooks in the sandbox return the secret only when they are created and when it is rotated', async () => {
    const { client } = sandbox;
    const created = await client.createWebhook({ body: { url: url(), description: 'Mine' } });
    assert.equal(created.status, 201);
    const { id, secret } = created.value.data;
    assert.match(secret ?? '', /^whsec_\S{20,}$/);
    const params = { id };
    const rotated = (await client.rotateWebhookSecret({ params })).value.data.secret;
    assert.notEqual(rotated, secret);
    const reads = [
      await client.getWebhook({ params }),
      await client.listWebhooks({}),
      await client.updateWebhook({ params, body: { description: null } }),
    ];
    assert.doesNotMatch(JSON.stringify(reads), /whsec_/);
  });

  it('webhooks in the sandbox deliver to a target of an integration, unsigned and without a secret', async () => {
    const { client, service } = sandbox;
    const { data: integrations } = (await client.listWebhookIntegrations({})).value;
    const [chat, tracker] = integrations;
    assert.ok(chat && tracker);
    assert.deepEqual([chat.connection, tracker.connection], ['connected', 'not_connected']);
    const { id: capabilityId, revision } = chat.capability;
    const targets = (await client.listIntegrationTargets({ params: { capabilityId }, query: { revision } }))
      .value.data;
    const [target] = targets;
    assert.ok(target);
    const body = { kind: 'integration', capability: chat.capability, args: target.args } as const;
    const created = (await client.createWebhook({ body })).value.data;
    assert.deepEqual(
      [created.kind, created.url ?? null, created.signingEnabled, 'secret' in created],
      ['integration', null, false, false],
    );
    assert.equal(created.integration?.label, 'Team chat #alerts');
    const params = { id: created.id };
    assert.equal((await failureOf(client.rotateWebhookSecret({ params }))).status, 400);
    assert.equal((await client.testWebhook({ params })).value.data.success, true);
    const { id: signed } = await endpoint();
    assert.equal((await client.testWebhook({ params: { id: signed } })).value.data.success, true);
    const items = async (kind: 'http' | 'integration') => {
      const hooks = (await client.listWebhooks({ query: { kind } })).value;
      const deliveries = (await client.listDeliveries({ query: { kind } })).value.items ?? [];
      const stats = (await client.getDeliveryStats({ query: { kind } })).value.data;
      assert.equal(stats.total, deliveries.length);
      assert.equal(hooks.counts?.['total'], 1);
      return [
        hooks.items?.map(({ id }) => id),
        deliveries.map(one => [one.endpointKind, one.endpointLabel ?? null]),
      ];
    };
    assert.deepEqual(await items('integration'), [[created.id], [['integration', 'Team chat #alerts']]]);
    assert.deepEqual(await items('http'), [[signed], [['http', null]]]);
    const [delivery] = service.store.deliveries.all().filter(({ endpointId }) => endpointId === created.id);
    const read = (await client.getDelivery({ params: { ...params, deliveryId: delivery?.id ?? '' } })).value
      .data;
    assert.deepEqual([read.attempts?.[0]?.signed, read.attempts?.[0]?.requestHeaders], [false, undefined]);
    const codeOf = async (given: Parameters<typeof client.createWebhook>[0]['body']) => {
      const { failure, status } = await failureOf(client.createWebhook({ body: given }));
      return [status, failure.kind === 'refused' && failure.code];
    };
    assert.deepEqual(await codeOf({ ...body, args: { channel: 'no' } }), [400, 'integration_target_invalid']);
    assert.deepEqual(await codeOf({ ...body, capability: tracker.capability }), [
      400,
      'integration_disconnected',
    ]);
    assert.deepEqual(await codeOf({ ...body, capability: { ...chat.capability, revision: 1 } }), [
      404,
      'not_found',
    ]);
  });

  const refused: [url: string, loopback: boolean][] = [
    ['http://hooks.example.com/x', true],
    ['http://127.0.0.1:1/x', false],
    ['https://localhost/x', false],
    ['https://10.1.2.3/x', true],
    ['https://169.254.169.254/latest', true],
    ['https://[fd00::1]/x', true],
    ['https://[::ffff:192.168.0.1]/x', true],
    ['https://[2002:7f00:1::]/x', true],
    ['https://[64:ff9b:1::1]/x', true],
    ['https://intranet/x', true],
    ['https://printer.local./x', true],
    ['http://app.localhost/x', true],
    ['https://user:pass@hooks.example.com/x', true],
  ];
  for (const [address, loopbackWebhooks] of refused) {
    it(`webhooks in the sandbox refuse ${address}${loopbackWebhooks ? '' : ' unless loopback is allowed'}`, async () => {
      const strict = await testSandbox({ loopbackWebhooks });
      const { failure, status } = await failureOf(strict.client.createWebhook({ body: { url: address } }));
      await strict.stop();
      assert.equal(status, 400);
      assert.equal(failure.kind === 'refused' && failure.code, 'invalid_url');
    });
  }

  it('webhooks in the sandbox are called on loopback only if that is allowed, however they were created', async () => {
    const strict = await testSandbox({ loopbackWebhooks: false, timeScale: 0 });
    try {
      const { id } = await endpoint();
      const { store } = strict.service;
      store.webhooks.put(sandbox.service.store.webhooks.get(id)!);
      const test = async (): Promise<boolean> =>
        (await strict.client.testWebhook({ params: { id } })).value.data.success;
      assert.equal(await test(), false);
      assert.equal(received.length, 0);
      await strict.sandboxClient.setLoopbackPorts({
        body: { ports: [(receiver.address() as AddressInfo).port] },
      });
      assert.equal(await test(), true);
      assert.equal((await strict.client.createWebhook({ body: { url: url() } })).status, 201);
    } finally {
      await strict.stop();
    }
  });

  it('webhooks in the sandbox deliver a signed test immediately and store request and response', async () => {
    const { client } = sandbox;
    const { id, secret } = await endpoint(['task.run.completed']);
    const outcome = (await client.testWebhook({ params: { id } })).value.data;
    assert.deepEqual(outcome, { success: true, statusCode: 204, error: null });
    assert.equal(received.length, 1);
    assert.ok(isSigned(received[0]!, secret));
    assert.equal((JSON.parse(received[0]!.raw) as { type: string }).type, 'webhook.test');

    const [delivery] = (await client.listWebhookDeliveries({ params: { id } })).value.items!;
    assert.deepEqual([delivery!.status, delivery!.attempts, delivery!.isTest], ['success', 1, true]);
    const params = { id, deliveryId: delivery!.id };
    const [attempt] = (await client.getDelivery({ params })).value.data.attempts!;
    assert.equal(attempt!.requestBody, received[0]!.raw);
    assert.equal(
      attempt!.requestHeaders?.['X-Service-Signature'],
      received[0]!.headers['x-service-signature'],
    );
    assert.equal(attempt!.responseStatus, 204);
  });

  it('webhooks in the sandbox do not sign with a secret after its rotation', async () => {
    const { id, secret } = await endpoint();
    const rotated = (await sandbox.client.rotateWebhookSecret({ params: { id } })).value.data.secret;
    await sandbox.client.testWebhook({ params: { id } });
    assert.deepEqual([isSigned(received[0]!, secret), isSigned(received[0]!, rotated)], [false, true]);
  });

  it('webhooks in the sandbox do not follow redirects, and report a receiver that does not exist', async () => {
    const { id } = await endpoint();
    answer = () => 302;
    const redirect = (await sandbox.client.testWebhook({ params: { id } })).value.data;
    assert.deepEqual([redirect.success, redirect.statusCode, received.length], [false, 302, 1]);
    receiver.closeAllConnections();
    receiver.close();
    const gone = (await sandbox.client.testWebhook({ params: { id } })).value.data;
    assert.deepEqual([gone.success, gone.statusCode], [false, null]);
    assert.match(gone.error ?? '', /ECONNREFUSED/);
  });

  it('webhooks in the sandbox retry a delivery five times with increasing delays, then mark it as dead', async () => {
    const { id, secret } = await endpoint();
    answer = () => 500;
    publish(sandbox.service, { type: 'task.run.completed', source: 'task', data: {} });
    await sandbox.service.jobs.waitUntilIdle();
    const [delivery] = (await sandbox.client.listWebhookDeliveries({ params: { id } })).value.items!;
    assert.deepEqual([delivery!.status, delivery!.attempts, delivery!.lastStatusCode], ['dead', 5, 500]);
    assert.deepEqual(
      received.map(one => one.headers['x-service-attempt']),
      ['1', '2', '3', '4', '5'],
    );
    assert.ok(received.every(one => isSigned(one, secret)));
    const { health } = (await sandbox.client.getWebhook({ params: { id } })).value.data;
    assert.equal(health, 'failing');
  });

  it('webhooks in the sandbox end a delivery with the attempt that succeeds, and are healthy again', async () => {
    const { id } = await endpoint();
    answer = count => (count < 4 ? 503 : 200);
    publish(sandbox.service, { type: 'task.run.completed', source: 'task', data: {} });
    await sandbox.service.jobs.waitUntilIdle();
    const [delivery] = (await sandbox.client.listWebhookDeliveries({ params: { id } })).value.items!;
    assert.deepEqual([delivery!.status, delivery!.attempts], ['success', 4]);
    assert.equal((await sandbox.client.getWebhook({ params: { id } })).value.data.health, 'healthy');
  });

  it('webhooks in the sandbox are blocked after repeated failures, get no events, and recover when they are enabled', async () => {
    const { id } = await endpoint();
    answer = () => 500;
    const event = { type: 'task.run.completed', source: 'task', data: {} };
    for (let count = 0; count < 4; count++) publish(sandbox.service, event);
    await sandbox.service.jobs.waitUntilIdle();
    assert.equal((await sandbox.client.getWebhook({ params: { id } })).value.data.health, 'blocked');
    const before = received.length;
    publish(sandbox.service, event);
    await sandbox.service.jobs.waitUntilIdle();
    assert.equal(received.length, before);
    const skipped = (await sandbox.client.listDeliveries({ query: { status: 'skipped' } })).value.items!;
    assert.ok(skipped.length >= 1);
    const on = await sandbox.client.updateWebhook({ params: { id }, body: { state: 'ACTIVE' } });
    assert.deepEqual([on.value.data.health, on.value.data.blockedAt], ['healthy', null]);
  });

  for (const change of ['disabled', 'blocked'] as const) {
    it(`webhooks in the sandbox mark a delivery as dead that was attempted before they were ${change}`, async () => {
      const { id } = await endpoint();
      const { store } = sandbox.service;
      answer = () => {
        const current = store.webhooks.get(id)!;
        store.webhooks.put({ ...current, ...(change === 'disabled' ? { state: 'DISABLED' } : BLOCKED) });
        return 500;
      };
      publish(sandbox.service, { type: 'task.run.completed', source: 'task', data: {} });
      await sandbox.service.jobs.waitUntilIdle();
      const [delivery] = (await sandbox.client.listWebhookDeliveries({ params: { id } })).value.items!;
      assert.deepEqual([delivery!.status, delivery!.attempts, delivery!.lastStatusCode], ['dead', 1, 500]);
    });
  }

  it('webhooks in the sandbox report an attempt without a response with nulls', async () => {
    const { id } = await endpoint();
    receiver.close();
    await sandbox.client.testWebhook({ params: { id } });
    const [delivery] = (await sandbox.client.listWebhookDeliveries({ params: { id } })).value.items!;
    const params = { id, deliveryId: delivery!.id };
    const [attempt] = (await sandbox.client.getDelivery({ params })).value.data.attempts!;
    const { responseStatus, responseHeaders, responseSnippet } = attempt!;
    assert.deepEqual([responseStatus, responseHeaders, responseSnippet], [null, null, null]);
  });

  it('webhooks in the sandbox receive the events of their filter, all events without a filter, and none when disabled', async () => {
    await endpoint();
    await endpoint(['task.run.failed']);
    const off = await endpoint();
    await sandbox.client.updateWebhook({ params: { id: off.id }, body: { state: 'DISABLED' } });
    publish(sandbox.service, { type: 'task.run.completed', source: 'task', data: {} });
    publish(sandbox.service, { type: 'task.run.failed', source: 'task', data: {} });
    await sandbox.service.jobs.waitUntilIdle();
    const types = received.map(one => (JSON.parse(one.raw) as { type: string }).type);
    assert.deepEqual(types.toSorted(), ['task.run.completed', 'task.run.failed', 'task.run.failed']);
  });

  for (const [status, title, severity] of [
    ['success', 'Workflow "Sign in with a passcode" succeeded', 'success'],
    ['failed', 'Workflow "Sign in with a passcode" failed', 'error'],
  ] as const) {
    it(`webhooks in the sandbox notify the endpoint of a flow of a run that ended in ${status}, whatever its filter`, async () => {
      const { id } = await endpoint(['webhook.test']);
      const { store, events } = sandbox.service;
      const flow = { ...store.flows.get(demoFlowId('sign-in'))!, notifyWebhookId: id };
      const execution = { id: '0f8fad5b-d9cb-469f-a165-70867728950e', kind: 'live', status };
      const finish = (isRequested: boolean): void =>
        events.emit('flow.finished', {
          flow: { ...flow, notifyOnSuccess: isRequested, notifyOnFailure: isRequested },
          execution,
        });
      finish(false);
      await sandbox.service.jobs.waitUntilIdle();
      assert.equal(received.length, 0);
      finish(true);
      await sandbox.service.jobs.waitUntilIdle();
      const { type, data } = JSON.parse(received[0]!.raw) as { type: string; data: Record<string, unknown> };
      assert.equal(type, 'triggers.notification');
      assert.deepEqual([data['title'], data['severity']], [title, severity]);
      assert.deepEqual(data['origin'], { flowId: flow.id, executionId: execution.id });
    });
  }

  it('webhooks in the sandbox deliver 200 events to a receiver that fails randomly, or mark them as dead with their attempts', async () => {
    const { id, secret } = await endpoint();
    answer = count => ((count * 7919) % 10 < 4 ? 500 : 200);
    for (let count = 0; count < 200; count++) {
      publish(sandbox.service, { type: 'task.run.completed', source: 'task', data: { count } });
    }
    await sandbox.service.jobs.waitUntilIdle();
    const { store } = sandbox.service;
    const deliveries = store.deliveries.all({ endpointId: id });
    assert.equal(deliveries.length, 200);
    for (const { status, attempts, sandbox: inside } of deliveries) {
      assert.ok(
        status === 'success' || (status === 'dead' && attempts === 5),
        `${String(status)} ${String(attempts)}`,
      );
      assert.equal(inside.attempts.length, attempts);
    }
    assert.ok(received.every(one => isSigned(one, secret)));
    const arrived = new Set(received.map(one => (JSON.parse(one.raw) as { id: string }).id));
    assert.equal(arrived.size, 200);
  });

  it('webhooks in the sandbox restart an attempt that was interrupted by the end of the sandbox', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'cloud-devices-webhooks-'));
    const settings = { timeScale: 0, dataFile: join(folder, 'state.db') };
    let isAnswering = false;
    const slow = createServer((_, response) => {
      arrived.resolve(undefined);
      if (isAnswering) response.end();
    });
    const arrived = Promise.withResolvers<undefined>();
    try {
      await once(slow.listen(0, '127.0.0.1'), 'listening');
      const first = await testSandbox(settings);
      const body = { url: `http://127.0.0.1:${(slow.address() as AddressInfo).port}/hook` };
      const { id } = (await first.client.createWebhook({ body })).value.data;
      publish(first.service, { type: 'task.run.completed', source: 'tasks', data: {} });
      await arrived.promise;
      await first.stop();
      isAnswering = true;
      const next = await testSandbox(settings);
      await next.service.jobs.waitUntilIdle();
      const [delivery] = (await next.client.listWebhookDeliveries({ params: { id } })).value.items ?? [];
      await next.stop();
      assert.deepEqual([delivery?.status, delivery?.attempts], ['success', 1]);
    } finally {
      slow.closeAllConnections();
      slow.close();
      await rm(folder, { recursive: true });
    }
  });

  it('webhooks in the sandbox return 404 after they were deleted with 204', async () => {
    const { id } = await endpoint();
    const reply = await sandbox.client.deleteWebhook({ params: { id } });
    assert.equal(reply.status, 204);
    assert.equal((await failureOf(sandbox.client.getWebhook({ params: { id } }))).status, 404);
  });
});
