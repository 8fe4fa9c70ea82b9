import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { demoMailboxId } from '../../../../src/sandbox/demo/mailboxes.ts';
import { StepFailure, type StepOutput } from '../../../../src/sandbox/runtime/step.ts';
import { testSandbox, type TestSandbox } from '../../../support/sandbox.ts';
import { runStep } from '../../../support/stepCalls.ts';

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

const MISSING = '0f8fad5b-d9cb-469f-a165-70867728950e';
const failing = (code: string) => (error: unknown) => error instanceof StepFailure && error.code === code;

describe('sandbox/features/outsideSteps', () => {
  let sandbox: TestSandbox;
  let server: Server;
  let origin: string;
  let status = 200;
  const calls: { request: IncomingMessage; body: string }[] = [];

  before(async () => {
    server = createServer((request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (part: string) => (body += part));
      request.on('end', () => {
        calls.push({ request, body });
        response.writeHead(status, { location: 'http://127.0.0.1:9/' }).end('{"healthy":true}');
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    origin = `http://127.0.0.1:${portOf(server)}`;
  });

  after(() => server.close());

  beforeEach(async () => {
    status = 200;
    calls.length = 0;
    sandbox = await testSandbox({ loopbackPorts: [portOf(server), 9] });
  });

  afterEach(() => sandbox.stop());

  const mail = (method: string, params: object): Promise<StepOutput> =>
    runStep(sandbox.service, method, params, { key: null });
  const hook = (method: string, params: object, show?: (output: StepOutput) => void): Promise<StepOutput> =>
    runStep(sandbox.service, method, params, { key: null, ...(show ? { show } : {}) });
  const task = (method: string, params: object, earlier: StepOutput[] = []): Promise<StepOutput> => {
    const before = earlier.map(output => ({ method: 'task.run', output }));
    return runStep(sandbox.service, method, params, { earlier: before });
  };

  async function deliver(mailboxId: string, body: object): Promise<void> {
    const response = await sandbox.request(`/../_sandbox/mailboxes/${mailboxId}/messages`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    assert.equal(response.status, 201);
  }

  describe('mailboxes', () => {
    const mailboxId = demoMailboxId('gmail');

    it('steps that use mailboxes wait for a passcode that arrives after the start of the run', async () => {
      const waiting = mail('mailbox.waitForPasscode', { mailboxId, from: 'no-reply@shop.example' });
      await deliver(mailboxId, { text: 'Lunch?' });
      await deliver(mailboxId, { fromAddress: 'other@shop.example', text: 'Your code is 1111' });
      await deliver(mailboxId, { fromAddress: 'no-reply@shop.example', text: 'Your code is 48 29 13' });
      const { code, from, messageId, receivedAt } = await waiting;
      assert.deepEqual([code, from], ['482913', 'no-reply@shop.example']);
      assert.ok(messageId && receivedAt);
    });

    it('steps that use mailboxes wait as long if the time scale is 0', async () => {
      const quick = await testSandbox({ timeScale: 0 });
      try {
        const params = { mailboxId, timeoutSeconds: 300 };
        const waiting = runStep(quick.service, 'mailbox.waitForPasscode', params, { key: null });
        await quick.sandboxClient.deliverMessage({
          params: { mailboxId },
          body: { text: 'Your code is 482913' },
        });
        assert.equal((await waiting)['code'], '482913');
      } finally {
        await quick.stop();
      }
    });

    it('steps that use mailboxes accept earlier messages on request, and use a custom pattern', async () => {
      const notBefore = new Date(sandbox.clock.now() - 86_400_000).toISOString();
      assert.equal((await mail('mailbox.waitForPasscode', { mailboxId, notBefore }))['code'], '482913');
      await deliver(mailboxId, { subject: 'Ticket AB-77' });
      const pattern = '[A-Z]{2}-(\\d+)';
      assert.equal((await mail('mailbox.waitForPasscode', { mailboxId, notBefore, pattern }))['code'], '77');
    });

    it('steps that use mailboxes end if nothing arrives in time, the mailbox is unknown, or the pattern never terminates', async () => {
      sandbox.clock.freeze(true);
      const waiting = mail('mailbox.waitForPasscode', { mailboxId, timeoutSeconds: 5 });
      sandbox.clock.advance(5000);
      await assert.rejects(waiting, failing('transient'));
      await assert.rejects(
        mail('mailbox.waitForPasscode', { mailboxId: MISSING }),
        failing('invalid_config'),
      );
      await deliver(mailboxId, { text: 'a'.repeat(60) });
      const endless = mail('mailbox.waitForPasscode', { mailboxId, pattern: '(a+)+$x' });
      await assert.rejects(endless, failing('client_error'));
    });

    it('steps that use mailboxes fail because of a slow pattern without losing the mail', async () => {
      const endless = mail('mailbox.waitForPasscode', { mailboxId, pattern: '(a+)+$x' });
      const failed = assert.rejects(endless, failing('client_error'));
      await deliver(mailboxId, { subject: 'Kept', text: 'a'.repeat(60) });
      await failed;
      const where = { field: 'subject', contains: 'Kept' };
      assert.equal((await mail('mailbox.findMessage', { mailboxId, where }))['found'], true);
    });

    it('steps that use mailboxes match a sender by the whole address, in any letter case and with any display name', async () => {
      const waiting = mail('mailbox.waitForPasscode', { mailboxId, from: 'no-reply@shop.example' });
      await deliver(mailboxId, { fromAddress: 'no-reply@shop.example.org', text: 'Your code is 1111' });
      await deliver(mailboxId, { fromAddress: 'also.no-reply@shop.example', text: 'Your code is 2222' });
      await deliver(mailboxId, { fromAddress: 'Shop <No-Reply@Shop.example>', text: 'Your code is 3333' });
      assert.equal((await waiting)['code'], '3333');
    });

    it('steps that use mailboxes see a message that was delivered late', async () => {
      const notBefore = new Date(sandbox.clock.now()).toISOString();
      const pattern = 'late (\\d+)';
      const waiting = mail('mailbox.waitForPasscode', { mailboxId, notBefore, pattern });
      await deliver(mailboxId, { text: 'first 1111' });
      await deliver(mailboxId, { text: 'late 48 29', receivedAt: notBefore });
      assert.equal((await waiting)['code'], '48');
    });

    it('steps that use mailboxes find the newest message that meets nested conditions', async () => {
      await deliver(mailboxId, { subject: 'Order 7', text: 'On its way.' });
      await deliver(mailboxId, { subject: 'Order 8', text: 'Your code is 4829' });
      const where = { all: [{ field: 'subject', contains: 'order' }, { not: { hasOtp: true } }] };
      assert.equal((await mail('mailbox.findMessage', { mailboxId, where }))['subject'], 'Order 7');
      const either = {
        any: [
          { field: 'preview', contains: 'nothing' },
          { field: 'subject', contains: '8' },
        ],
      };
      assert.equal((await mail('mailbox.findMessage', { mailboxId, where: either }))['subject'], 'Order 8');
      const none = { mailboxId, where: { field: 'fromAddress', contains: 'nobody' } };
      await assert.rejects(mail('mailbox.findMessage', none), failing('logic'));
      assert.equal((await mail('mailbox.findMessage', { ...none, optional: true }))['found'], false);
    });
  });

  describe('webhooks', () => {
    async function endpoint(): Promise<string> {
      return (
        await sandbox.client.createWebhook({ body: { url: `${origin}/hook`, eventTypes: ['webhook.test'] } })
      ).value.data.id;
    }

    it('steps that use webhooks send data to an endpoint whatever its filter, and can wait for its response', async () => {
      const webhookId = await endpoint();
      const { deliveryId, statusCode } = await hook('webhooks.send', {
        webhookId,
        data: { x: 1 },
        waitForAnswer: true,
      });
      assert.equal(statusCode, 200);
      const params = { id: webhookId, deliveryId: String(deliveryId) };
      const { data } = (await sandbox.client.getDelivery({ params })).value;
      assert.equal(data.status, 'success');
      assert.deepEqual((JSON.parse(calls[0]!.body) as { data: { data: unknown } }).data.data, { x: 1 });
      const later = await hook('webhooks.send', { webhookId, data: {} });
      assert.equal(later['statusCode'], null);
      await assert.rejects(
        hook('webhooks.send', { webhookId: MISSING, data: {} }),
        failing('invalid_config'),
      );
    });

    it('steps that use webhooks notify one endpoint, or all subscribed ones', async () => {
      const webhookId = await endpoint();
      const told = await hook('webhooks.notify', { title: 'Look', severity: 'warning', webhookId });
      assert.equal(told['deliveries'], 1);
      await sandbox.service.jobs.waitUntilIdle();
      const event = JSON.parse(calls[0]!.body) as { type: string; data: { title: string; severity: string } };
      assert.deepEqual(
        [event.type, event.data.title, event.data.severity],
        ['triggers.notification', 'Look', 'warning'],
      );
      const body = { eventTypes: ['triggers.notification'] };
      const before = Number(
        (await hook('webhooks.notify', { title: 'All', severity: 'info' }))['deliveries'],
      );
      await sandbox.client.updateWebhook({ params: { id: webhookId }, body });
      assert.equal(
        (await hook('webhooks.notify', { title: 'All', severity: 'info' }))['deliveries'],
        before + 1,
      );
    });

    it('steps that use webhooks call a URL and store its response, without following redirects', async () => {
      const answer = await hook('webhooks.request', {
        url: `${origin}/health`,
        method: 'POST',
        headers: { 'x-mine': '1' },
        authentication: { type: 'bearer', token: 'canary-token' },
        body: { a: 1 },
      });
      assert.deepEqual(answer, { status: 200, body: { healthy: true } });
      const { request, body } = calls[0]!;
      assert.deepEqual(
        [request.method, request.headers.authorization, request.headers['x-mine'], body],
        ['POST', 'Bearer canary-token', '1', '{"a":1}'],
      );
      await hook('webhooks.request', {
        url: origin,
        authentication: { type: 'basic', user: 'a', password: 'b' },
      });
      assert.equal(calls[1]!.request.headers.authorization, 'Basic YTpi');
      status = 302;
      assert.equal((await hook('webhooks.request', { url: origin }))['status'], 302);
      status = 503;
      await assert.rejects(hook('webhooks.request', { url: origin }), failing('client_error'));
      await assert.rejects(hook('webhooks.request', { url: 'http://127.0.0.1:9/' }), failing('transient'));
      await assert.rejects(hook('webhooks.request', { url: 'https://10.0.0.1/' }), failing('client_error'));
    });

    it('steps that use webhooks call only the named ports of this computer, even if deliveries may use all', async () => {
      for (const loopbackWebhooks of [false, true]) {
        const strict = await testSandbox({ loopbackWebhooks, loopbackPorts: [9] });
        try {
          const call = (): Promise<StepOutput> =>
            runStep(strict.service, 'webhooks.request', { url: origin }, { key: null });
          await assert.rejects(call(), failing('client_error'));
          assert.equal(calls.length, 0);
          await strict.sandboxClient.setLoopbackPorts({ body: { ports: [portOf(server)] } });
          assert.equal((await call())['status'], 200);
          await strict.sandboxClient.setLoopbackPorts({ body: { ports: [] } });
          await assert.rejects(call(), failing('client_error'));
          assert.equal(calls.length, 1);
          calls.length = 0;
        } finally {
          await strict.stop();
        }
      }
    });

    it('steps that use webhooks wait for one call of a unique address', async () => {
      let url = '';
      const waiting = hook('webhooks.waitForCallback', {}, output => (url = String(output['url'])));
      assert.equal((await fetch(url.replace(/.$/, 'z'), { method: 'POST' })).status, 404);
      assert.equal((await fetch(url, { method: 'POST', body: '{"approved":true}' })).status, 200);
      assert.deepEqual(await waiting, { url, body: { approved: true } });
      assert.equal((await fetch(url, { method: 'POST' })).status, 409);
      sandbox.clock.freeze(true);
      const lonely = hook('webhooks.waitForCallback', { timeoutSeconds: 3 });
      sandbox.clock.advance(3000);
      await assert.rejects(lonely, failing('transient'));
    });

    it('steps that use webhooks write a log line', async () => {
      const params = { message: 'three cities seen', values: { count: 3 }, tags: ['run', 'nightly'] };
      assert.deepEqual(await hook('webhooks.log', params), {
        line: 'info: three cities seen count=3 [run] [nightly]',
      });
    });
  });

  describe('tasks', () => {
    async function pass(): Promise<void> {
      for (let second = 0; second < 10; second++) {
        await sandbox.service.jobs.waitUntilIdle();
        sandbox.clock.advance(1000);
      }
    }

    beforeEach(() => sandbox.clock.freeze(true));

    it('steps that use tasks run a task to its end', async () => {
      const running = task('task.run', { task: 'Open maps.', llmModel: 'demo/fast' });
      await pass();
      const { status, message, steps, result } = await running;
      assert.deepEqual([status, message, steps, result], ['completed', 'Done: Open maps.', 4, null]);
      const failed = task('task.run', { task: 'Fail.' });
      failed.catch(() => undefined);
      await pass();
      await assert.rejects(failed, failing('logic'));
    });

    it('steps that use tasks run a task in the background, write to it, wait for it, and cancel it', async () => {
      const started = await task('task.run', { task: 'Open maps.', wait: false });
      assert.equal(started['status'], 'created');
      assert.deepEqual(await task('task.message', { message: 'Hurry.' }, [started]), { sent: true });
      const waiting = task('task.wait', {}, [started]);
      await pass();
      assert.deepEqual(await waiting, { status: 'completed', result: null });
      await assert.rejects(task('task.message', { message: 'Late.' }, [started]), failing('client_error'));
      assert.deepEqual(await task('task.cancel', {}, [started]), { cancelled: false });
      const next = await task('task.run', { task: 'Open maps.', wait: false });
      assert.deepEqual(await task('task.cancel', {}, [next]), { cancelled: true });
      await pass();
      await assert.rejects(task('task.wait', { taskId: next['taskId'] }), failing('logic'));
    });

    it('steps that use tasks fail if the device or the task does not exist', async () => {
      await assert.rejects(
        runStep(sandbox.service, 'task.run', { task: 'x' }, { key: null }),
        failing('device_not_found'),
      );
      await assert.rejects(task('task.wait', {}), failing('client_error'));
      await assert.rejects(task('task.wait', { taskId: MISSING }), failing('client_error'));
    });
  });
});
