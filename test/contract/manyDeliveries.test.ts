import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Delivery } from '../../src/contract/records/delivery.ts';
import { demoMailboxId } from '../../src/sandbox/demo/mailboxes.ts';
import { publish } from '../../src/sandbox/features/webhooks/publish.ts';
import { seededRandom } from '../../src/util/random.ts';
import { createEndpoint } from '../support/createEndpoint.ts';
import { startReceiver, type Receiver } from '../support/receiver.ts';
import { testSandbox } from '../support/sandbox.ts';
import { launchSandbox, type SandboxProcess } from '../support/sandboxProcess.ts';

const DELIVERIES = 1000;
/** Attempts of a delivery before it is given up (wire facts 12). */
const MAX_ATTEMPTS = 5;

/** Responds to two in five deliveries with an error, a redirect, or a connection reset, in a fixed order. */
function failing(): () => number | 'reset' {
  const { next } = seededRandom(7);
  const faults = [500, 503, 302, 'reset'] as const;
  return () => (next() < 0.4 ? (faults[Math.floor(next() * faults.length)] as 500) : 204);
}

describe('manyDeliveries', () => {
  let receiver: Receiver;

  beforeEach(async () => {
    receiver = await startReceiver(failing());
  });

  afterEach(() => receiver.stop());

  /** Each event was received with success at least once, or is dead after all attempts. */
  function check(deliveries: readonly Pick<Delivery, 'id' | 'eventId' | 'status' | 'attempts'>[]): void {
    const received = Map.groupBy(receiver.received, one => one.eventId);
    for (const { id, eventId, status, attempts } of deliveries) {
      const arrived = received.get(eventId ?? '') ?? [];
      if (status === 'success')
        assert.ok(
          arrived.some(one => one.answer === 204),
          `${id} arrived`,
        );
      else assert.deepEqual([status, attempts], ['dead', MAX_ATTEMPTS], id);
    }
  }

  it('a thousand deliveries to a receiver that fails at random each succeed or are abandoned with their attempts, and all are signed', async () => {
    const sandbox = await testSandbox({ timeScale: 0 });
    try {
      const { service } = sandbox;
      const body = { url: receiver.url, eventTypes: ['task.run.completed'] };
      const { id, secret } = await createEndpoint(sandbox.client, body);
      for (let number = 0; number < DELIVERIES; number++)
        publish(service, { type: 'task.run.completed', source: 'tasks', data: { number } });
      await service.jobs.waitUntilIdle();
      const deliveries = service.store.deliveries.all({ endpointId: id });
      assert.equal(deliveries.length, DELIVERIES);
      check(deliveries);
      for (const { sandbox: inside, attempts } of deliveries) assert.equal(inside.attempts.length, attempts);
      assert.ok(
        deliveries.some(one => one.status === 'dead'),
        'some were given up',
      );
      assert.equal(await receiver.countForged(secret), 0);
    } finally {
      await sandbox.stop();
    }
  });

  it('a thousand deliveries to a receiver that fails at random are not lost when the sandbox is killed during delivery', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'cloud-devices-deliveries-'));
    const args = ['--data', join(folder, 'state.db'), '--loopback-webhooks', '--time-scale', '0.001'];
    let sandbox: SandboxProcess | undefined;
    try {
      sandbox = await launchSandbox(...args);
      const created = await sandbox.request('POST', '/webhooks', {
        url: receiver.url,
        eventTypes: ['mailbox.message.received'],
      });
      const { data: endpoint } = (await created.json()) as { data: { id: string; secret: string } };
      const mailbox = demoMailboxId('gmail');
      const answered: string[] = [];
      for (let kill = 0; kill < 3; kill++) {
        const goal = Math.round((DELIVERIES * (kill + 1)) / 3);
        const running = sandbox;
        await Promise.all(
          Array.from({ length: 8 }, async () => {
            while (answered.length < goal) {
              const path = `/_sandbox/mailboxes/${mailbox}/messages`;
              const response = await running.request('POST', path, { subject: 'Number' });
              assert.equal(response.status, 201);
              answered.push(((await response.json()) as { data: { id: string } }).data.id);
            }
          }),
        );
        // Deliveries are still under way, since each takes longer than the call that causes it.
        await sandbox.kill();
        sandbox = await launchSandbox(...args);
      }
      const deliveries = await whenDone(sandbox, endpoint.id);
      const messages = new Map(
        deliveries.map(one => {
          const arrived = receiver.received.find(({ eventId }) => eventId === one.eventId);
          const event = arrived
            ? (JSON.parse(arrived.body.toString()) as { data: { id: string } })
            : undefined;
          return [event?.data.id, one] as const;
        }),
      );
      for (const id of answered) assert.ok(messages.has(id), `the mail ${id} was told`);
      check(deliveries);
      assert.equal(await receiver.countForged(endpoint.secret), 0);
    } finally {
      await sandbox?.kill();
      await rm(folder, { recursive: true, force: true });
    }
  });

  async function whenDone(sandbox: SandboxProcess, endpointId: string): Promise<Delivery[]> {
    for (;;) {
      const stats = await sandbox.request('GET', '/webhooks/deliveries/stats');
      const { data } = (await stats.json()) as { data: { byStatus: { pending: number } } };
      if (data.byStatus.pending === 0) break;
    }
    const all: Delivery[] = [];
    for (let page = 1; ; page++) {
      const response = await sandbox.request(
        'GET',
        `/webhooks/${endpointId}/deliveries?pageSize=100&page=${page}`,
      );
      const { items, pagination } = (await response.json()) as {
        items: Delivery[];
        pagination: { hasNext: boolean };
      };
      all.push(...items);
      if (!pagination.hasNext) return all;
    }
  }
});
