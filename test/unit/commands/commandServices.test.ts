import assert from 'node:assert/strict';
import type { DriftStore } from '../../../src/appState/driftStore.ts';
import { type Scope, Scopes } from '../../../src/appState/scopes.ts';
import type { ShownRuns } from '../../../src/appState/shownRuns.ts';
import { type Services, servicesIn, type WindowServices } from '../../../src/commands/commandServices.ts';
import { CatalogStore } from '../../../src/stores/catalogStore.ts';
import { type Connection, serviceConnection } from '../../../src/stores/connection.ts';
import { openStores } from '../../../src/stores/openStores.ts';
import { NotConnectedError, type Session } from '../../../src/stores/session.ts';
import { Disposables } from '../../../src/util/disposables.ts';
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
const NOTHING_KEPT = {
  read: () => Promise.resolve(undefined),
  write: () => Promise.resolve(),
  delete: () => Promise.resolve(),
};

describe('commands/commandServices', () => {
  const owned = new Disposables();
  let scopes: Scopes;
  let asked: (connection: Connection) => readonly Seen[];

  /** Opens a window with two services, on the first of them. */
  function open(script: readonly Scripted[] = Array.from({ length: 12 }, () => PAGE)): void {
    const services = new Map([MINE, OTHER].map(({ id }) => [id, scriptedClient(script)]));
    const remembered = {
      addedDevices: { ids: () => [] },
      createdWebhooks: { all: () => [] },
      flowFileIds: { idsIn: () => Promise.resolve([]) },
      intents: { all: () => [] } as never,
      readMessages: { of: () => ({ readBefore: [], read: [] }), keep: () => Promise.resolve() },
    };
    const openScope = (session: Session): Scope => {
      const catalog = owned.add(new CatalogStore(session, NOTHING_KEPT, () => undefined));
      const stores = openStores(item => owned.add(item), session, remembered, catalog);
      const runs = { clear: () => undefined } as unknown as ShownRuns;
      return { ...stores, session, catalog, runs, drift: {} as DriftStore };
    };
    scopes = owned.add(new Scopes(({ id }) => Promise.resolve(services.get(id)?.client), openScope));
    scopes.use(MINE);
    asked = ({ id }) => services.get(id)?.seen ?? [];
  }

  /** The services of a command that begins now. */
  const begin = (): Services =>
    servicesIn(scopes.current, { scopes } as WindowServices, () => Promise.resolve());

  beforeEach(() => open());

  after(() => owned.dispose());

  it('the services of a command keep the connection that was active when the command started', async () => {
    const { session } = begin();
    scopes.use(OTHER);
    assert.deepEqual([session.require(), session.isActive, session.state.kind], [MINE, false, 'closed']);
    await (await session.client()).listFlows({});
    scopes.use(undefined);
    await (await session.client()).listFlows({});
    assert.deepEqual([asked(MINE).length, asked(OTHER).length], [2, 0]);
  });

  it('the services of a command have no connection if none was active, whatever is selected later', async () => {
    scopes.use(undefined);
    const { session } = begin();
    scopes.use(OTHER);
    assert.throws(() => session.require(), NotConnectedError);
    await assert.rejects(session.client(), NotConnectedError);
  });

  it('the services of a command know which operations the service has performed, or may have', async () => {
    open([
      { status: 200, body: { data: { id: ID, name: 'One', enabled: false } } },
      { status: 502, body: 'bad gateway' },
      { status: 404, body: { code: 'not_found', message: 'Gone.' } },
    ]);
    const { session, mayHaveDone } = begin();
    const client = await session.client();
    const given = { params: { flowId: ID } };
    await client.cloneFlow({ ...given, body: { name: 'Two' } });
    await assert.rejects(client.dryRunFlow({ ...given, body: { payload: {} } }));
    await assert.rejects(client.unblockFlow(given));
    assert.deepEqual([...mayHaveDone], ['cloneFlow', 'dryRunFlow']);
  });

  it('the services of a command list the records of their connection, and ask no other one for them', async () => {
    const { flows } = begin();
    await flows.ensure();
    assert.equal(flows.byId(ID)?.name, 'One');
    scopes.use(OTHER);
    assert.deepEqual(flows.state.items, [], 'what was read is forgotten');
    const pages: string[] = [];
    for await (const page of flows.all()) pages.push(...page.map(({ id }) => id));
    await flows.refresh();
    assert.deepEqual(pages, [ID]);
    assert.equal(asked(OTHER).length, 0);
    assert.equal(scopes.current.flows.state.kind, 'idle', 'the list of the other one is not read');
  });

  it('the services of a command continue to list on their connection if another one is selected between two pages', async () => {
    open([MORE, PAGE, PAGE, PAGE]);
    const { flows } = begin();
    const sizes: number[] = [];
    for await (const page of flows.all()) {
      sizes.push(page.length);
      scopes.use(OTHER);
    }
    // Both pages have the same record.
    assert.deepEqual(sizes, [1, 0]);
    assert.deepEqual([asked(MINE).length, asked(OTHER).length], [2, 0]);
  });

  it('the services of a command keep the catalog of their connection, and read it there', async () => {
    const { catalog } = begin();
    scopes.use(OTHER);
    await catalog.refresh();
    assert.equal(catalog.catalog.action(ID)?.name, 'One');
    assert.equal(scopes.current.catalog.state.readAt, undefined, 'the other catalog stays as it was');
    assert.equal(asked(OTHER).length, 0);
  });

  it('the services of a command read the catalog to the end if another connection is selected meanwhile', async () => {
    const { catalog } = begin();
    const reading = catalog.refresh();
    scopes.use(OTHER);
    await reading;
    assert.equal(catalog.catalog.action(ID)?.name, 'One');
  });

  it('the services of a command remember a started task for their connection only', async () => {
    const missing = { status: 404, body: { code: 'not_found', message: 'No route matches.' } };
    open([missing, missing, missing]);
    const { tasks } = begin();
    scopes.use(OTHER);
    await tasks.addStarted({ id: ID, task: 'Go home', status: 'queued' });
    assert.equal(asked(OTHER).length, 0);
    const { followed } = scopes;
    await followed.tasks.ensure();
    assert.deepEqual(followed.tasks.state.items, []);
    scopes.use(MINE);
    await followed.tasks.ensure();
    assert.deepEqual(
      followed.tasks.state.items.map(({ id }) => id),
      [ID],
    );
  });

  it('the services of a command are those of another connection on request', async () => {
    const { session } = begin().on(OTHER);
    assert.equal(session.isActive, false);
    await (await session.client()).listFlows({});
    assert.deepEqual([asked(MINE).length, asked(OTHER).length], [0, 1]);
  });

  it('the services of a command leave what follows the active connection to the events of that connection', async () => {
    const { flows, session } = scopes.followed;
    const heard: string[] = [];
    session.onDidChange(({ kind }) => heard.push(`session ${kind}`));
    const subscription = flows.onDidChange(() => heard.push(`flows ${flows.state.kind}`));
    const mine = begin();
    scopes.use(OTHER);
    assert.deepEqual(heard.toSorted(), ['flows idle', 'session closed']);
    heard.length = 0;
    await mine.flows.ensure();
    assert.deepEqual(heard, [], 'the list of a connection that is not active changes nothing in sight');
    subscription.dispose();
    await flows.ensure();
    assert.deepEqual(heard, ['session opening', 'session open']);
  });
});
