import assert from 'node:assert/strict';
import type { Client } from '../../../src/client/client.ts';
import { CommandActions, CommandList, CommandTasks } from '../../../src/commands/commandLists.ts';
import { CommandSession } from '../../../src/commands/commandSession.ts';
import { CommandCatalog } from '../../../src/commands/commandStores.ts';
import { ActionStore } from '../../../src/stores/actionStore.ts';
import { CatalogStore } from '../../../src/stores/catalogStore.ts';
import { type Connection, serviceConnection } from '../../../src/stores/connection.ts';
import { FlowStore } from '../../../src/stores/flowStore.ts';
import { NotConnectedError, Session } from '../../../src/stores/session.ts';
import { TaskStore } from '../../../src/stores/taskStore.ts';
import { EMPTY_PAGE, type Scripted, type Seen, scriptedClient } from '../../support/mockService.ts';

const MINE = serviceConnection('Mine', 'https://mine.example/v1');
const OTHER = serviceConnection('Other', 'https://other.example/v1');
const ID = '6f0f2c1e-6f1c-4d8e-9d7f-0a3c52a7b001';
const PAGE = {
  status: 200,
  body: { ...EMPTY_PAGE, items: [{ id: ID, name: 'One', service: 'flow-control' }] },
};
const MORE = {
  status: 200,
  body: { ...PAGE.body, pagination: { ...EMPTY_PAGE.pagination, hasNext: true, total: 2, pages: 2 } },
};

/** A session with two services, on the first of them. */
function twoServices(script: readonly Scripted[] = [PAGE, PAGE, PAGE, PAGE]): {
  session: Session;
  mine: CommandSession;
  asked: (connection: Connection) => readonly Seen[];
} {
  const services = new Map([MINE, OTHER].map(({ id }) => [id, scriptedClient(script)]));
  const session = new Session(({ id }) => Promise.resolve(services.get(id)?.client));
  session.use(MINE);
  return {
    session,
    mine: new CommandSession(session, MINE),
    asked: ({ id }) => services.get(id)?.seen ?? [],
  };
}

describe('the session of a command', () => {
  it('keeps the connection that was active when the command started', async () => {
    const { session, mine, asked } = twoServices();
    session.use(OTHER);
    assert.deepEqual([mine.require(), mine.isActive, mine.state.kind], [MINE, false, 'closed']);
    await (await mine.client()).listFlows({});
    assert.deepEqual([asked(MINE).length, asked(OTHER).length], [1, 0]);
    session.use(undefined);
    await (await mine.client()).listFlows({});
    assert.equal(asked(MINE).length, 2);
  });

  it('has no connection if none was active, whatever is selected later', async () => {
    const session = new Session(() => Promise.resolve({} as Client));
    const none = new CommandSession(session, undefined);
    session.use(OTHER);
    assert.throws(() => none.require(), NotConnectedError);
    await assert.rejects(none.client(), NotConnectedError);
  });

  it('knows which operations the service has performed, or may have', async () => {
    const { client } = scriptedClient([
      { status: 200, body: { data: { id: ID, name: 'One', enabled: false } } },
      { status: 502, body: 'bad gateway' },
      { status: 404, body: { code: 'not_found', message: 'Gone.' } },
    ]);
    const session = new Session(() => Promise.resolve(client));
    session.use(MINE);
    const mine = new CommandSession(session, MINE);
    const noting = await mine.client();
    const given = { params: { flowId: ID } };
    await noting.cloneFlow({ ...given, body: { name: 'Two' } });
    await assert.rejects(noting.dryRunFlow({ ...given, body: { payload: {} } }));
    await assert.rejects(noting.unblockFlow(given));
    assert.deepEqual(mine.mayHaveDone, ['cloneFlow', 'dryRunFlow']);
  });
});

describe('a list in a command', () => {
  it('is that of its connection, and sends nothing to another one', async () => {
    const { session, mine, asked } = twoServices();
    const store = new FlowStore(session);
    const flows = new CommandList(mine, store);
    await store.ensure();
    assert.equal(flows.byId(ID)?.name, 'One');
    session.use(OTHER);
    assert.deepEqual([flows.items, flows.byId(ID), flows.notOffered], [[], undefined, false]);
    await Promise.all([flows.refresh(), flows.retry(), flows.more(), flows.show(flows.filter)]);
    const pages: string[] = [];
    for await (const page of flows.all()) pages.push(...page.map(({ id }) => id));
    assert.deepEqual(pages, [ID]);
    assert.deepEqual([asked(MINE).length, asked(OTHER).length], [2, 0]);
  });

  it('continues on its connection if another one is selected between two pages', async () => {
    const { session, mine, asked } = twoServices([MORE, PAGE, PAGE, PAGE]);
    const store = new FlowStore(session);
    const flows = new CommandList(mine, store);
    const sizes: number[] = [];
    for await (const page of flows.all()) {
      sizes.push(page.length);
      session.use(OTHER);
    }
    // Both pages have the same record.
    assert.deepEqual(sizes, [1, 0]);
    assert.deepEqual([asked(MINE).length, asked(OTHER).length], [2, 0]);
    assert.equal(store.state.kind, 'idle');
  });

  it('of actions is not read for another connection', async () => {
    const { session, mine, asked } = twoServices();
    const keeper = {
      read: () => Promise.resolve(undefined),
      write: () => Promise.resolve(),
      delete: () => Promise.resolve(),
    };
    const catalog = new CatalogStore(session, keeper, () => undefined);
    const actions = new CommandActions(mine, new ActionStore(session, catalog));
    session.use(OTHER);
    actions.show({ ...actions.filter, search: 'a' });
    await Promise.all([actions.ensure(), actions.refresh(), actions.retry()]);
    assert.equal(actions.of('flow-control'), undefined);
    assert.deepEqual([asked(MINE), asked(OTHER), actions.filter.search], [[], [], '']);
  });

  it('of tasks adds a task of its connection', async () => {
    const missing = { status: 404, body: { code: 'not_found', message: 'No route matches.' } };
    const { session, mine, asked } = twoServices([missing, missing, missing]);
    const store = new TaskStore(session);
    const tasks = new CommandTasks(mine, store);
    session.use(OTHER);
    await tasks.add({ id: ID, task: 'Go home', status: 'queued' });
    assert.equal(asked(OTHER).length, 0);
    await store.ensure();
    assert.deepEqual(store.state.items, []);
    session.use(MINE);
    await store.ensure();
    assert.deepEqual(
      store.state.items.map(({ id }) => id),
      [ID],
    );
  });
});

describe('the catalog in a command', () => {
  it('is that of its connection, read only for the command if another one is active', async () => {
    const { session, mine, asked } = twoServices(Array.from({ length: 12 }, () => PAGE));
    const keeper = {
      read: () => Promise.resolve(undefined),
      write: () => Promise.resolve(),
      delete: () => Promise.resolve(),
    };
    const store = new CatalogStore(session, keeper, () => undefined);
    const catalog = new CommandCatalog(mine, store);
    session.use(OTHER);
    assert.equal(catalog.state.readAt, undefined);
    await catalog.refresh();
    assert.equal(catalog.catalog.action(ID)?.name, 'One');
    assert.equal(store.state.readAt, undefined, 'what is shown stays as it was');
    assert.ok(asked(MINE).length > 0);
    assert.equal(asked(OTHER).length, 0);
    store.dispose();
  });
});
