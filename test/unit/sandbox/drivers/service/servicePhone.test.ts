import assert from 'node:assert/strict';
import type { UiNode } from '../../../../../src/contract/records/uiState.ts';
import { ServicePhone } from '../../../../../src/sandbox/drivers/service/servicePhone.ts';
import { PhoneFailure, type PhoneFailureKind } from '../../../../../src/sandbox/runtime/phoneDriver.ts';
import { BUDGETS } from '../../../../../src/util/budgets.ts';
import { PNG_SIGNATURE } from '../../../../../src/util/pngSize.ts';
import { type Answer, faults, FaultyServer, json } from '../../../../support/faultyServer.ts';

const deviceId = '8f4f2c1e-6f1c-4d8e-9d7f-0a3c52a7b001';
const TOKEN = 'token-of-the-relay-5b1c';
const limits = { signal: new AbortController().signal };
const boundsInScreen = { left: 0, top: 0, right: 100, bottom: 100 };
const HOME = {
  a11y_tree: { text: 'Home', children: [] },
  device_context: { screen_bounds: { width: 1080, height: 2400 }, display_metrics: { density: 2.5 } },
  phone_state: { packageName: 'com.example.home' },
};

describe('sandbox/drivers/service/servicePhone', () => {
  let server: FaultyServer;
  let driver: ServicePhone;
  let lost: PhoneFailure[];
  /** The answers to operations by method and the end of the path; all others are empty. */
  let answers: Record<string, Answer>;

  beforeEach(async () => {
    lost = [];
    answers = {
      [`GET ${deviceId}`]: json(200, { id: deviceId, name: 'Far phone', state: 'ready' }),
      'GET capabilities': json(200, { capabilities: { accessibility: true, clipboard: false } }),
      'GET ui-state': json(200, HOME),
    };
    server = await new FaultyServer().start();
    server.answer = (request, response) => {
      const path = new URL(request.url ?? '/', server.baseUrl).pathname;
      const answer = answers[`${request.method ?? ''} ${path.split('/').at(-1) ?? ''}`];
      if (answer) answer(request, response);
      else response.writeHead(204).end();
    };
    const address = { baseUrl: server.baseUrl, token: TOKEN, deviceId, name: 'Far phone' };
    driver = await ServicePhone.open(address, limits, failure => lost.push(failure));
  });

  afterEach(async () => {
    await driver.close();
    await server.stop();
  });

  const sent = (end: string): number => server.requests.filter(line => line.endsWith(end)).length;

  function isFailure(kind: PhoneFailureKind, message = /./): (error: unknown) => boolean {
    return error => {
      assert.ok(error instanceof PhoneFailure, String(error));
      assert.equal(error.kind, kind, error.message);
      assert.match(error.message, message);
      assert.ok(!error.message.includes(TOKEN));
      return true;
    };
  }

  const tap = (timeoutMs?: number): Promise<void> =>
    driver.tap(0, { x: 10, y: 20 }, timeoutMs === undefined ? limits : { ...limits, timeoutMs });

  it('the phone of a service has the capabilities of its record, and those that it does not mention', () => {
    assert.equal(driver.capabilities.accessibility, true);
    assert.equal(driver.capabilities.clipboard, false);
    assert.equal(driver.capabilities.files, true);
  });

  it('the phone of a service that is not ready cannot be opened', async () => {
    answers[`GET ${deviceId}`] = json(200, { id: deviceId, state: 'stopped' });
    const address = { baseUrl: server.baseUrl, token: TOKEN, deviceId, name: 'Far phone' };
    await assert.rejects(
      ServicePhone.open(address, limits),
      isFailure('disconnected', /Far phone is stopped at its service/),
    );
  });

  for (const [status, type, kind] of [
    [422, 'unsupported_feature', 'unsupported'],
    [409, 'device_state', 'disconnected'],
    [409, 'is_directory', 'refused'],
    [404, 'device_not_found', 'disconnected'],
    [404, 'app_not_installed', 'refused'],
    [401, 'unauthorized', 'unauthorized'],
    [403, 'forbidden', 'unauthorized'],
    [500, 'screen_off', 'locked'],
    [500, 'internal_error', 'refused'],
    [503, 'busy', 'disconnected'],
    [504, 'gateway_timeout', 'timeout'],
  ] as const)
    it(`the phone of a service says of ${status} ${type} that it is ${kind}`, async () => {
      const detail = 'This is what happened';
      answers['POST tap'] = json(status, { title: 'Error', detail, type: `urn:problem:${type}` });
      await assert.rejects(tap(), isFailure(kind, /This is what happened\.$/));
      assert.equal(lost.length, kind === 'disconnected' || kind === 'unauthorized' ? 1 : 0);
      assert.equal(sent('/tap'), 1);
    });

  it('the phone of a service whose picture is refused has its screen off or locked', async () => {
    answers['GET screenshot'] = json(500, { code: 'internal_error', message: 'No picture.' });
    await assert.rejects(driver.picture(0, limits), isFailure('locked', /No picture\./));
  });

  it('an action that was too much at once is sent again after the pause, and no other one', async () => {
    const busy = json(429, { message: 'Slow down.' }, { 'retry-after': '0.02' });
    answers['POST tap'] = (request, response) =>
      sent('/tap') < 3 ? busy(request, response) : response.writeHead(204).end();
    await tap();
    assert.equal(sent('/tap'), 3);
    answers['POST tap'] = (request, response) => {
      request.resume();
      response.socket?.destroy();
    };
    await assert.rejects(tap(), isFailure('disconnected', /was disconnected during “Tap the screen”/));
    assert.equal(sent('/tap'), 4);
    assert.equal(lost.length, 1);
  });

  it('a pause that is longer than the time limit ends the call at once', async () => {
    answers['POST tap'] = faults.limited;
    await assert.rejects(tap(), isFailure('timeout', /asks to wait 600 seconds/));
    assert.equal(sent('/tap'), 1);
  });

  it('a service that does not answer ends at the time limit, and at once when the call is aborted', async () => {
    const silent: Answer = request => void request.resume();
    answers['POST tap'] = silent;
    await assert.rejects(tap(50), isFailure('timeout', /within 0\.1 seconds/));
    assert.equal(sent('/tap'), 1);
    const aborted = new AbortController();
    const tapped = driver.tap(0, { x: 1, y: 1 }, { signal: aborted.signal });
    const reason = new Error('stopped by the user');
    aborted.abort(reason);
    await assert.rejects(tapped, reason);
    const waiting = tap();
    await driver.close();
    await assert.rejects(waiting, isFailure('disconnected', /was closed/));
    assert.equal(lost.length, 0);
  });

  it('a redirect is not followed', async () => {
    const other = await new FaultyServer().start();
    try {
      answers['GET ui-state'] = (_, response) =>
        response.writeHead(302, { location: `${other.baseUrl}/ui-state` }).end();
      await assert.rejects(driver.tree(0, limits), isFailure('refused', /answered 302/));
      assert.deepEqual(other.requests, []);
    } finally {
      await other.stop();
    }
  });

  it('a reply that is a page, cut off, or of another form is refused', async () => {
    for (const [answer, kind, message] of [
      [faults.html, 'refused', /is not JSON/],
      [faults.cutOff, 'disconnected', /was disconnected/],
      [faults.empty, 'refused', /is not JSON/],
      [json(200, ['no', 'object']), 'refused', /breaks the contract/],
    ] as const) {
      answers['GET ui-state'] = answer;
      await assert.rejects(driver.tree(0, limits), isFailure(kind, message));
    }
  });

  it('a picture that is none, or too large, is refused', async () => {
    const size = Buffer.alloc(4);
    size.writeUInt32BE(60_000);
    const header = Buffer.from('0000000d49484452', 'hex');
    const huge = Buffer.concat([Buffer.from(PNG_SIGNATURE), header, size, size, Buffer.alloc(100)]);
    for (const [bytes, message] of [
      [Buffer.from('<html>'), /is not a PNG picture/],
      [huge, /its picture is too large/],
      [Buffer.alloc(BUDGETS.reply.bytes + 1), /its reply is too large/],
    ] as const) {
      answers['GET screenshot'] = (_, response) => response.writeHead(200).end(bytes);
      await assert.rejects(driver.picture(0, limits), isFailure('refused', message));
    }
  });

  it('a tree of more elements than the budget is cut, and one that is too large or too deep is refused', async () => {
    const children = Array.from({ length: 100_000 }, () => ({}));
    answers['GET ui-state'] = json(200, { ...HOME, a11y_tree: { children } });
    const countOf = (node: UiNode): number =>
      1 + (node.children ?? []).reduce((sum, child) => sum + countOf(child), 0);
    const { a11y_tree: root } = await driver.tree(0, limits);
    assert.equal(root && countOf(root), BUDGETS.tree.parts.elements);
    assert.equal(root?.childCount, root?.children?.length);
    const described = { text: 'x', isClickable: true, boundsInScreen };
    answers['GET ui-state'] = json(200, { a11y_tree: { children: children.map(() => described) } });
    await assert.rejects(
      driver.tree(0, { ...limits, isFresh: true }),
      isFailure('refused', /more than 500000 values/),
    );
    let deep: UiNode = {};
    for (let level = 0; level < 1000; level++) deep = { children: [deep] };
    answers['GET ui-state'] = json(200, { a11y_tree: deep });
    await assert.rejects(driver.tree(0, { ...limits, isFresh: true }), isFailure('refused', /nested deeper/));
  });

  it('the text of a password is in no tree, whatever the service sends', async () => {
    answers['GET ui-state'] = json(200, {
      ...HOME,
      a11y_tree: {
        children: [{ isPassword: true, isFocused: true, boundsInScreen, text: 'hunter2hunter2' }],
      },
      phone_state: { isEditable: true, focusedElement: { text: 'hunter2hunter2' } },
    });
    assert.ok(!JSON.stringify(await driver.tree(0, limits)).includes('hunter2'));
    assert.equal(driver.hasPasswordFocus(), true);
  });

  it('the elements are read once until the next action', async () => {
    await Promise.all([driver.tree(0, limits), driver.tree(0, limits)]);
    assert.equal(sent('/ui-state'), 1);
    assert.ok(driver.knownTree(0));
    await tap();
    assert.equal(driver.knownTree(0), undefined);
    await driver.tree(0, limits);
    assert.equal(sent('/ui-state'), 2);
  });

  it('a name that leads to another path is not sent', async () => {
    const before = server.requests.length;
    for (const name of ['..', '.', '', 'a/../../b', 'a\\b', 'a\nb'])
      await assert.rejects(driver.apps.start(name, limits), isFailure('refused', /cannot|not a name/));
    assert.equal(server.requests.length, before);
  });
});
