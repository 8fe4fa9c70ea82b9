import assert from 'node:assert/strict';
import { ApiError } from '../../../src/client/failure.ts';
import { TaskStore } from '../../../src/stores/taskStore.ts';
import { SANDBOX } from '../../../src/stores/connection.ts';
import { DeviceStore } from '../../../src/stores/deviceStore.ts';
import { ALL_EXECUTIONS, ExecutionStore } from '../../../src/stores/executionStore.ts';
import { ALL_FLOWS, FlowStore, StepLists } from '../../../src/stores/flowStore.ts';
import { Session } from '../../../src/stores/session.ts';
import { WebhookStore } from '../../../src/stores/webhookStore.ts';
import { until } from '../../support/until.ts';
import { EMPTY_PAGE, type Scripted, scriptedClient } from '../../support/mockService.ts';

const ID = '6f0f2c1e-6f1c-4d8e-9d7f-0a3c52a7b001';
const OTHER = '6f0f2c1e-6f1c-4d8e-9d7f-0a3c52a7b002';
const NO_FILES = { idsIn: () => Promise.resolve([]) };
const MISSING = { status: 404, body: { code: 'not_found', message: 'No route matches.' } };

function sessionWith(...script: Scripted[]): { session: Session; paths: () => string[] } {
  const { client, seen } = scriptedClient(script);
  const session = new Session(() => Promise.resolve(client));
  session.use(SANDBOX);
  return { session, paths: () => seen.map(({ method, path }) => `${method} ${path}`) };
}

function page(...items: object[]): Scripted {
  return { status: 200, body: { ...EMPTY_PAGE, items } };
}

async function idsOf(pages: AsyncIterable<readonly { readonly id: string }[]>): Promise<string[][]> {
  const ids: string[][] = [];
  for await (const page of pages) ids.push(page.map(({ id }) => id));
  return ids;
}

describe('stores/listStore: list store', () => {
  it('a list store of executions shows those of one call, even if the service ignores it', async () => {
    const mine = { id: ID, invocationId: 'call 1' };
    const { session, paths } = sessionWith(page(mine, { id: OTHER, invocationId: null }));
    const executions = new ExecutionStore(session);
    await executions.show({ ...ALL_EXECUTIONS, invocationId: 'call 1' });
    assert.deepEqual(
      executions.state.items.map(({ id }) => id),
      [ID],
    );
    assert.match(paths().join(), /[?&]invocationId=call%201(&|$)/);
  });

  it('a list store reads once for all callers, and again for another filter', async () => {
    const { session, paths } = sessionWith(page({ id: ID, name: 'One' }), page());
    const flows = new FlowStore(session);
    await Promise.all([flows.ensure(), flows.ensure()]);
    assert.equal(flows.byId(ID)?.name, 'One');
    await flows.show({ ...flows.filter, search: 'two', status: 'failing' });
    assert.deepEqual(flows.state.items, []);
    assert.equal(paths().length, 2);
    assert.match(paths()[1]!, /search=two&status=failing/);
  });

  it('a list store shows all records again, in the order that was chosen', async () => {
    const { session, paths } = sessionWith(page(), page(), page(), page());
    const flows = new FlowStore(session);
    await flows.show({ ...flows.filter, search: 'two', status: 'failing' });
    await flows.showAll();
    assert.equal(flows.filter, ALL_FLOWS);
    await flows.show({ ...flows.filter, search: 'two', orderBy: 'name', direction: 'asc' });
    await flows.showAll();
    assert.deepEqual(flows.filter, { ...ALL_FLOWS, orderBy: 'name', direction: 'asc' });
    assert.doesNotMatch(paths().at(-1) ?? '', /search/);
  });

  it('a list store keeps its content and read time if a reload fails', async () => {
    const { session } = sessionWith(page({ id: ID, name: 'One' }), MISSING);
    const flows = new FlowStore(session);
    await flows.ensure();
    const kinds: string[] = [];
    flows.onDidChange(() => kinds.push(flows.state.kind));
    await flows.refresh();
    assert.deepEqual(kinds, ['refreshing', 'failed']);
    const { state } = flows;
    assert.ok(state.kind === 'failed');
    assert.equal(state.items.length, 1);
    assert.equal(typeof state.readAt, 'number');
    assert.ok(flows.notOffered);
  });

  it('a list store has every record for its consumers, whatever the filter, and reads none twice', async () => {
    const more = { page: 1, pageSize: 1, total: 2, pages: 2, hasNext: true, hasPrev: false };
    const first = { status: 200, body: { items: [{ id: ID, name: 'One' }], pagination: more } };
    const { session, paths } = sessionWith(first, page({ id: OTHER, name: 'Two' }), page(), first, page());
    const flows = new FlowStore(session);
    assert.deepEqual(await idsOf(flows.all()), [[ID], [OTHER]]);
    assert.match(paths()[1]!, /page=2/);
    assert.equal(flows.state.items.length, 1);
    await flows.show({ ...flows.filter, search: 'none' });
    assert.deepEqual(await idsOf(flows.all()), [[], [ID], []]);
    assert.doesNotMatch(paths().slice(3).join(), /search/);
    assert.equal(paths().length, 5);
  });

  it('a list store yields a record that its filter shows only once', async () => {
    const [one, two] = [
      { id: ID, name: 'One' },
      { id: OTHER, name: 'Two' },
    ] as const;
    const { session } = sessionWith(page(two), page(one, two));
    const flows = new FlowStore(session);
    await flows.show({ ...flows.filter, search: 'two' });
    assert.deepEqual(await idsOf(flows.all()), [[OTHER], [ID]]);
  });

  it('a list store says that a list is not offered, after the locally known records', async () => {
    const { session } = sessionWith(MISSING);
    const flows = new FlowStore(session);
    await assert.rejects(idsOf(flows.all()), /No route matches/);
  });

  it('a list store forgets everything with the connection', async () => {
    const { session } = sessionWith(page({ id: ID, name: 'One' }));
    const flows = new FlowStore(session);
    await flows.ensure();
    session.use(undefined);
    assert.deepEqual(flows.state, { kind: 'idle', items: [] });
  });
});

describe('stores/listStore: devices of a service without a device list', () => {
  it('the devices of a service without a device list are those added by ID, with only the ID if they cannot be read', async () => {
    const { session, paths } = sessionWith(MISSING, MISSING);
    const devices = new DeviceStore(session, { ids: () => [ID] }, NO_FILES);
    await devices.ensure();
    assert.deepEqual(devices.state.items, [{ id: ID }]);
    assert.match(paths()[1]!, new RegExp(`/devices/${ID}$`));
  });

  it('the devices of a service without a device list keep their known data if one cannot be read, which is reported', async () => {
    const one = { status: 200, body: { id: ID, name: 'One' } };
    const refused = { status: 403, body: { code: 'forbidden', message: 'Not yours.' } };
    const { session } = sessionWith(MISSING, one, refused, MISSING, refused, refused);
    const devices = new DeviceStore(session, { ids: () => [ID, OTHER] }, NO_FILES);
    await devices.ensure();
    const names = (): unknown[] => devices.state.items.map(({ id, name }) => [id, name]);
    assert.deepEqual(names(), [
      [ID, 'One'],
      [OTHER, undefined],
    ]);
    assert.deepEqual([devices.failureOf(ID), devices.failureOf(OTHER)?.status], [undefined, 403]);
    assert.ok(devices.state.kind === 'ready' && devices.state.problem === devices.failureOf(OTHER));
    await devices.refresh();
    assert.deepEqual(names()[0], [ID, 'One']);
    assert.equal(devices.failureOf(ID)?.status, 403);
  });

  it('the devices of a service without a device list fail together if the service requests a wait', async () => {
    const busy = { status: 429, headers: { 'retry-after': '60' }, body: { code: 'busy', message: 'Wait.' } };
    const { session } = sessionWith(MISSING, busy, busy, busy);
    const devices = new DeviceStore(session, { ids: () => [ID] }, NO_FILES);
    await devices.ensure();
    const { state } = devices;
    assert.ok(state.kind === 'failed' && state.error instanceof ApiError);
    assert.equal(state.error.status, 429);
  });

  it('the devices of a service without a device list are reported as not offered if none was added', async () => {
    const { session } = sessionWith(MISSING);
    const devices = new DeviceStore(session, { ids: () => [] }, NO_FILES);
    await devices.ensure();
    assert.ok(devices.notOffered);
  });
});

describe('stores/listStore: list of a service that could not be reached', () => {
  const REFUSED = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  // A read is tried three times before it has failed.
  const CUT = Array.from({ length: 3 }, () => ({ status: 0, error: REFUSED }));

  function cutSession(...script: Scripted[]): Session {
    const session = new Session((_, onExchange) =>
      Promise.resolve(scriptedClient(script, { onExchange }).client),
    );
    session.use(SANDBOX);
    return session;
  }

  it('a list of a service that could not be reached is read again as soon as another list is read, and reports the failure until then', async () => {
    const session = cutSession(page({ id: ID, name: 'One' }), ...CUT, page(), page({ id: ID, name: 'Two' }));
    const flows = new FlowStore(session);
    const devices = new DeviceStore(session, { ids: () => [] }, NO_FILES);
    await flows.ensure();
    await flows.refresh();
    assert.equal(flows.state.kind, 'failed');
    const kinds: string[] = [];
    flows.onDidChange(() => kinds.push(flows.state.kind));
    await devices.ensure();
    await until('the flows are read again', () => flows.byId(ID)?.name, 'Two');
    assert.deepEqual(kinds, ['ready']);
  });

  it('a list of a service that could not be reached is not read again automatically if the service responded with an error', async () => {
    const failed = { status: 400, body: { code: 'bad', message: 'No.' } };
    const session = cutSession(failed, ...CUT, page());
    const flows = new FlowStore(session);
    const devices = new DeviceStore(session, { ids: () => [] }, NO_FILES);
    await flows.ensure();
    await devices.ensure();
    await devices.refresh();
    assert.deepEqual([flows.state.kind, devices.state.kind], ['failed', 'ready']);
  });
});

describe('stores/listStore: lists that a service does not offer', () => {
  it('lists that a service does not offer show the devices that flow files name, each once, and are not polled', async () => {
    const { session, paths } = sessionWith(MISSING, MISSING, MISSING);
    const files = { idsIn: (field: string) => Promise.resolve(field === 'deviceIds' ? [ID, OTHER] : []) };
    const devices = new DeviceStore(session, { ids: () => [ID] }, files);
    await devices.ensure();
    assert.deepEqual(devices.state.items, [{ id: ID }, { id: OTHER }]);
    assert.ok(devices.notOffered);
    assert.equal(paths().length, 3);
  });

  it('lists that a service does not offer show the endpoints created from this window and those that flow files name', async () => {
    const { session } = sessionWith(MISSING);
    const created = { id: ID, url: 'https://example.com/hook' };
    const files = {
      idsIn: (field: string) => Promise.resolve(field === 'notifyWebhookId' ? [ID, OTHER] : []),
    };
    const webhooks = new WebhookStore(session, { all: () => [created] }, files);
    await webhooks.ensure();
    assert.deepEqual(webhooks.state.items, [created, { id: OTHER, url: '' }]);
    assert.ok(webhooks.notOffered);
  });

  it('lists that a service does not offer show the tasks started from this window', async () => {
    const { session } = sessionWith(MISSING, MISSING);
    const tasks = new TaskStore(session);
    await tasks.addStarted({ id: ID, task: 'Go home', status: 'queued' });
    assert.deepEqual(
      tasks.state.items.map(({ task }) => task),
      ['Go home'],
    );
    assert.ok(tasks.notOffered);
  });
});

describe('stores/listStore: lists below records', () => {
  it('the lists below records are read one by one, and again when requested after they expired', async () => {
    const step = { id: ID, actionId: ID, position: 1 };
    const { session, paths } = sessionWith(
      { status: 200, body: { data: [step] } },
      { status: 200, body: { data: [] } },
    );
    const steps = new StepLists(session);
    await steps.of(ID).ensure();
    await steps.of(ID).ensure();
    assert.equal(steps.of(ID).state.items[0]?.position, 1);
    steps.expire(OTHER);
    await steps.of(ID).ensure();
    assert.equal(paths().length, 1);
    steps.expire(ID);
    assert.equal(steps.of(ID).state.items.length, 1);
    await steps.of(ID).ensure();
    assert.deepEqual(steps.of(ID).state.items, []);
    assert.equal(paths().length, 2);
  });

  it('the lists below records keep their content and read time if a reload fails', async () => {
    const step = { id: ID, actionId: ID, position: 1 };
    const { session } = sessionWith({ status: 200, body: { data: [step] } }, MISSING);
    const steps = new StepLists(session);
    await steps.of(ID).ensure();
    steps.expire();
    await steps.of(ID).ensure();
    const { state } = steps.of(ID);
    assert.ok(state.kind === 'failed');
    assert.deepEqual([state.items.length, typeof state.readAt], [1, 'number']);
  });
});
