import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { receivedReport } from '../../../src/commands/reports/receivedReport.ts';
import { deliveryHeaders, sign } from '../../../src/contract/signature.ts';
import { KEPT, LocalReceiver } from '../../../src/appState/localReceiver.ts';
import { eventTypeOf, type RequestSink } from '../../../src/appState/received.ts';
import { MAX_DELIVERY_BYTES } from '../../../src/webhooks/receiver/listen.ts';
import { createMemento } from '../../support/memoryStorage.ts';
import {
  deliver,
  untilDeliveries,
  post,
  REGISTRATION,
  SECRET,
  untilSettled,
  testReceiver,
  type TestReceiver,
} from '../../support/localReceiver.ts';

const BODY = '{"type":"in.the.body","data":{"ë":1}}';

describe('webhooks/localReceiver', () => {
  let test: TestReceiver;
  let address: string;

  beforeEach(async () => {
    test = await testReceiver();
    address = await test.receiver.start();
  });

  afterEach(async () => {
    await test.stop();
  });

  it('the local receiver listens on the loopback address and verifies deliveries', async () => {
    assert.match(address, /^http:\/\/127\.0\.0\.1:\d+\/hook$/);
    const { statusCode } = await deliver(address, BODY);
    assert.equal(statusCode, 200);
    const [delivery] = await untilSettled(test.receiver, 1);
    assert.deepEqual(delivery?.verification, { kind: 'verified', explanation: 'The signature is right.' });
    assert.equal(Buffer.from(delivery.body!).toString(), BODY);
    assert.equal(delivery.answered?.status, 200);
    assert.equal(eventTypeOf(delivery), 'webhook.test');
    assert.ok(delivery.headers.some(([name]) => name === 'X-Acme-Signature'));
  });

  it('the local receiver says why a delivery is not verified', async () => {
    await deliver(address, BODY, { secret: 'whsec_other' });
    await deliver(address, BODY, { at: Date.now() - 400_000 });
    await post(address, BODY);
    const [unsigned, old, wrong] = await untilSettled(test.receiver, 3);
    assert.equal(wrong?.verification.kind, 'refused');
    assert.match(wrong.verification.explanation, /not the secret the delivery was signed with/);
    assert.equal(old?.verification.kind, 'old');
    assert.match(old.verification.explanation, /40\d s behind/);
    assert.match(unsigned?.verification.explanation ?? '', /No header ends with "-Timestamp"/);
    assert.equal(unsigned && eventTypeOf(unsigned), 'in.the.body');
  });

  it('the local receiver reads the headers of its connection if a gateway puts others before them', async () => {
    const names = deliveryHeaders('Acme');
    const timestamp = String(Math.floor(Date.now() / 1000));
    await post(address, BODY, {
      'X-Gateway-Request-Timestamp': '7',
      'X-Gateway-Event': 'passed.on',
      [names.timestamp]: timestamp,
      [names.signature]: await sign(SECRET, timestamp, Buffer.from(BODY)),
      [names.event]: 'webhook.test',
    });
    const [delivery] = await untilSettled(test.receiver, 1);
    assert.deepEqual(
      [delivery?.verification.kind, delivery && eventTypeOf(delivery)],
      ['verified', 'webhook.test'],
    );
  });

  it('the local receiver says that no secret is known', async () => {
    test.keep(undefined);
    await deliver(address, BODY);
    const [withoutSecret] = await untilSettled(test.receiver, 1);
    assert.match(
      withoutSecret?.verification.explanation ?? '',
      /the secret of the endpoint is not stored on this computer/,
    );
    await test.receiver.register(undefined);
    await deliver(address, BODY);
    const [unregistered] = await untilSettled(test.receiver, 2);
    assert.match(unregistered?.verification.explanation ?? '', /the receiver is not registered/);
  });

  it('the local receiver keeps the newest 200 deliveries', async () => {
    await test.receiver.register(undefined);
    for (let number = 1; number <= KEPT.deliveries + 5; number++) await post(address, String(number));
    const deliveries = await untilSettled(test.receiver, KEPT.deliveries);
    const bodies = deliveries.map(({ body }) => Buffer.from(body!).toString());
    assert.deepEqual([bodies[0], bodies.at(-1)], ['205', '6']);
  });

  it('the local receiver keeps fewer if they are large', async () => {
    await test.receiver.register(undefined);
    const large = Buffer.alloc(MAX_DELIVERY_BYTES);
    for (let number = 0; number < 18; number++) await post(address, large);
    await untilSettled(test.receiver, KEPT.bytes / MAX_DELIVERY_BYTES);
  });

  it('the local receiver checks no delivery that was discarded before its turn', async () => {
    let sink: RequestSink | undefined;
    const checked: string[] = [];
    const receiver = new LocalReceiver(
      () =>
        Promise.resolve({
          listen: (port, given) => {
            sink = given;
            return Promise.resolve({ port, close: () => Promise.resolve() });
          },
          verify: ({ path }) => {
            checked.push(path);
            return Promise.resolve({ kind: 'verified', explanation: '' });
          },
          replay: () => assert.fail(),
        }),
      { read: () => Promise.resolve(SECRET) },
      createMemento(new Map()),
      () => undefined,
    );
    await receiver.register(REGISTRATION);
    await receiver.start();
    sink?.take({ path: '/discarded', headers: [], body: Buffer.alloc(1), bodyBytes: 1 });
    receiver.clear();
    sink?.take({ path: '/kept', headers: [], body: Buffer.alloc(1), bodyBytes: 1 });
    await untilDeliveries(receiver, ([delivery]) => delivery?.verification.kind === 'verified');
    assert.deepEqual(checked, ['/kept']);
    receiver.dispose();
  });

  it('the local receiver refuses a body that is too large, and keeps a part of it', async () => {
    const { statusCode } = await deliver(address, Buffer.alloc(MAX_DELIVERY_BYTES + 1));
    assert.equal(statusCode, 413);
    const [delivery] = await untilSettled(test.receiver, 1);
    assert.equal(delivery?.body, undefined);
    assert.match(delivery?.verification.explanation ?? '', /1048577 bytes is larger than the receiver keeps/);
    await assert.rejects(test.receiver.replay(delivery!, address), /too large to be kept/);
  });

  it('the local receiver sends the selected response', async () => {
    for (const status of [500, 302, 200] as const) {
      test.receiver.answerWith({ status, afterSeconds: 0 });
      const response = await deliver(address, BODY);
      assert.equal(response.statusCode, status);
      assert.equal(response.headers.location, status === 302 ? '/redirected' : undefined);
    }
  });

  it('the local receiver shows a delivery before it sends a slow response, and reports that the caller did not wait', async () => {
    test.receiver.answerWith({ status: 200, afterSeconds: 60 });
    const outgoing = httpRequest(address, { method: 'POST' });
    const lost = once(outgoing, 'error');
    outgoing.end(BODY);
    const [waiting] = await untilDeliveries(test.receiver, deliveries => deliveries.length === 1);
    assert.equal(waiting?.answered, undefined);
    outgoing.destroy(new Error('left'));
    await lost;
    const [left] = await untilSettled(test.receiver, 1);
    assert.equal(left?.answered?.status, undefined);
    assert.match(receivedReport(left!), /\| Answered \| the caller disconnected after \d+ ms +\|/);
  });

  it('the local receiver accepts nothing from web pages and no requests that are not deliveries', async () => {
    assert.equal((await post(address, '{}', { origin: 'https://evil.example' })).statusCode, 403);
    const got = await post(address, '', {}, 'GET');
    assert.deepEqual([got.statusCode, got.headers.allow], [405, 'POST']);
    assert.deepEqual(test.receiver.deliveries, []);
  });

  it('the local receiver replays a delivery to itself byte for byte, and recognizes it', async () => {
    await deliver(address, BODY);
    const [delivery] = await untilSettled(test.receiver, 1);
    test.receiver.answerWith({ status: 500, afterSeconds: 0 });
    const { status, tooOldSeconds } = await test.receiver.replay(delivery!, address);
    assert.deepEqual([status, tooOldSeconds], [500, undefined]);
    const [again] = await untilSettled(test.receiver, 2);
    assert.deepEqual([delivery?.repeated, again?.repeated], [false, true]);
    assert.equal(again?.verification.kind, 'verified');
    assert.deepEqual(again.body, delivery?.body);
    const signed = (headers: typeof again.headers): typeof again.headers =>
      headers.filter(([name]) => name.startsWith('X-Acme-'));
    assert.equal(signed(again.headers).length, 4);
    assert.deepEqual(signed(again.headers), signed(delivery!.headers));
  });

  it('the local receiver replays to another address, and reports that the timestamp is too old now', async () => {
    await deliver(address, BODY, { at: Date.now() - 500_000 });
    const [delivery] = await untilSettled(test.receiver, 1);
    const bodies: string[] = [];
    const other = createServer((request, response) => {
      request.on('data', (part: Buffer) => bodies.push(part.toString()));
      request.on('end', () => response.writeHead(202).end());
    }).listen(0, '127.0.0.1');
    await once(other, 'listening');
    const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}/elsewhere`;
    const { status, tooOldSeconds } = await test.receiver.replay(delivery!, url);
    other.closeAllConnections();
    other.close();
    await once(other, 'close');
    assert.equal(status, 202);
    assert.deepEqual(bodies, [BODY]);
    assert.ok(tooOldSeconds! >= 500);
    await assert.rejects(
      test.receiver.replay(delivery!, url),
      /could not be sent to .*\/elsewhere: .*REFUSED/,
    );
  });

  it('the local receiver deletes its deliveries when it is cleared or stopped', async () => {
    await deliver(address, BODY);
    await untilSettled(test.receiver, 1);
    test.receiver.clear();
    assert.deepEqual(test.receiver.deliveries, []);
    test.receiver.answerWith({ status: 500, afterSeconds: 0 });
    await test.receiver.stop();
    assert.equal(test.receiver.address, undefined);
    assert.equal(test.receiver.answer.status, 200);
    await assert.rejects(post(address, '{}'), /ECONNREFUSED/);
  });

  it('the local receiver reuses the port of its registered address, and reports that it was in use', async () => {
    const port = Number(new URL(address).port);
    assert.equal(test.receiver.isMisplaced, true);
    await test.receiver.register({ ...REGISTRATION, port });
    assert.equal(test.receiver.isMisplaced, false);
    await test.receiver.stop();
    assert.equal(await test.receiver.start(), address);
    await test.receiver.stop();
    const thief = createServer().listen(port, '127.0.0.1');
    await once(thief, 'listening');
    assert.notEqual(await test.receiver.start(), address);
    assert.equal(test.receiver.isMisplaced, true);
    thief.close();
    await once(thief, 'close');
  });

  it('the local receiver starts once for concurrent calls', async () => {
    assert.equal(await test.receiver.start(), address);
  });

  it('the local receiver shows a delivery as a document that its content cannot break, and without the secret', async () => {
    await deliver(address, '{"text":"```\\n# not a heading"}\n```\n# Not a heading either', {
      secret: 'whsec_x',
    });
    const [delivery] = await untilSettled(test.receiver, 1);
    const report = receivedReport(delivery!);
    assert.match(report, /^# webhook\.test\n\n\*\*Not verified\.\*\* This is not the secret/);
    assert.match(report, /\| Answered \| 200 after \d+ ms +\|/);
    assert.match(report, /```http\n[\s\S]*X-Acme-Signature: [0-9a-f]{64}\n[\s\S]*\n```/);
    assert.match(report, /\n````\n\{"text"[\s\S]*\n````\n/);
    assert.doesNotMatch(report, /whsec|canary/);
    await deliver(address, Buffer.from([0xff, 0xfe]));
    const [binary] = await untilSettled(test.receiver, 2);
    assert.match(receivedReport(binary!), /not UTF-8; here it is as base64\.\n\n```\n\/\/4=\n```/);
  });
});
