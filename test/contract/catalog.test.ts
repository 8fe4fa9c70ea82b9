import assert from 'node:assert/strict';
import { Agent } from 'undici';
import { ActionChoices } from '../../src/appState/actionChoices.ts';
import { type Client, createClient } from '../../src/client/client.ts';
import { demoActionId, demoCatalog } from '../../src/sandbox/demo/demoCatalog.ts';
import { deliveryOptionsIn } from '../../src/flowEditor/deliveryOptions.ts';
import { demoFlowId } from '../../src/sandbox/demo/flows.ts';
import { demoDeviceId } from '../../src/sandbox/demo/devices.ts';
import { CatalogStore, type KeptCatalogs, type KeptOutputs } from '../../src/stores/catalogStore.ts';
import { SANDBOX, serviceConnection } from '../../src/stores/connection.ts';
import { Session } from '../../src/stores/session.ts';
import { Gateway } from '../support/gateway.ts';
import { createMemento } from '../support/memoryStorage.ts';
import { uuid } from '../support/schemas.ts';
import { testSandbox, type TestSandbox } from '../support/sandbox.ts';
import { until } from '../support/until.ts';

describe('catalog', () => {
  let sandbox: TestSandbox;

  before(async () => {
    sandbox = await testSandbox();
  });

  after(() => sandbox.stop());

  /** A place to keep catalogs in memory, and what is in it. */
  function memory(): KeptCatalogs & { readonly kept: Map<string, Uint8Array> } {
    const kept = new Map<string, Uint8Array>();
    return {
      kept,
      read: id => Promise.resolve(kept.get(id)),
      write: (id, packed) => Promise.resolve(void kept.set(id, packed)),
      delete: id => Promise.resolve(void kept.delete(id)),
    };
  }

  /** A connection that never opens. */
  const never = new Promise<Client>(() => undefined);

  /** Follows a connection whose client is given, not open yet. */
  function follow(
    client: Client | Promise<Client>,
    keeper: KeptCatalogs = memory(),
    outputs?: KeptOutputs,
  ): { store: CatalogStore; session: Session; errors: unknown[] } {
    const session = new Session(() => Promise.resolve(client));
    session.use(serviceConnection('Test', sandbox.baseUrl));
    const errors: unknown[] = [];
    const store = new CatalogStore(session, keeper, error => errors.push(error), outputs);
    store.start();
    assert.equal(store.catalog.isComplete, false);
    return { store, session, errors };
  }

  it('the catalog of flow files is read completely when a connection opens and forgotten when it closes', async () => {
    const { store, session, errors } = follow(sandbox.client);
    await store.refresh();
    const { catalog, count, kept, readAt, reading } = store.state;
    assert.deepEqual(errors, []);
    assert.ok(catalog.isComplete && !kept && !reading && readAt);
    assert.equal(count, demoCatalog.length);
    for (const { method, name } of demoCatalog)
      assert.equal(catalog.action(demoActionId(method))?.name, name);
    assert.ok(catalog.devices?.length && catalog.triggers?.length && catalog.webhooks?.length);
    session.use(undefined);
    assert.equal(store.catalog.isComplete, false);
    assert.deepEqual(store.catalog.searchActions('', 10), []);
    assert.equal(store.state.readAt, undefined);
    store.dispose();
  });

  it('the catalog of flow files has the apps on a device once it was asked for them, and none of a device that cannot be read', async () => {
    const { store } = follow(sandbox.client);
    await store.refresh();
    const phone = demoDeviceId('phone');
    assert.equal(store.catalog.installedApps?.(phone), undefined);
    const known = await until('the apps', () => store.catalog.installedApps?.(phone));
    assert.ok(known?.some(({ id, name }) => id === 'org.sandbox.messages' && name === 'Messages'));
    await assert.rejects(store.installedApps.read(uuid(1)));
    assert.equal(store.catalog.installedApps?.(uuid(1)), undefined);
    assert.equal((await store.installedApps.read(phone)).length, known?.length);
    store.dispose();
  });

  it('the catalog of flow files has beside it the delivery options of a flow, once somebody has asked for them', async () => {
    const { store, session } = follow(sandbox.client);
    await store.refresh();
    const options = deliveryOptionsIn(session);
    const flow = demoFlowId('tour');
    let changes = 0;
    options.onDidChange(() => changes++);
    assert.equal(options.of(flow), undefined);
    const known = await until('the options', () => options.of(flow));
    assert.equal(known?.recordingMode, 'flow');
    assert.equal(changes, 1);
    await assert.rejects(options.read(uuid(1)));
    assert.equal(options.of(uuid(1)), undefined);
    store.dispose();
  });

  it('the catalog of flow files keeps for each connection what runs tell about outputs', async () => {
    const texts = new Map<string, string>();
    const outputs: KeptOutputs = {
      read: id => Promise.resolve(texts.get(id)),
      write: (id, text) => Promise.resolve(void texts.set(id, text)),
      delete: id => Promise.resolve(void texts.delete(id)),
    };
    const actionId = demoActionId('webhooks.request');
    const learnedBy = ({ catalog }: CatalogStore): string =>
      JSON.stringify(catalog.learnedOutput?.(actionId) ?? {});
    const { store, session } = follow(sandbox.client, memory(), outputs);
    await store.refresh();
    await store.learnOutputs([
      { actionId, status: 'success', output: { body: { user: 'ada', token: 'x1' } } },
    ]);
    assert.match(
      learnedBy(store),
      /"user":\{"type":"string","examples":\["xxx"\]\},"token":\{"type":"string"\}/,
    );
    assert.doesNotMatch([...texts.values()].join(), /ada|x1/);
    await store.refresh();
    assert.match(learnedBy(store), /user/, 'a new catalog has it too');
    const { connection } = session;
    assert.ok(connection);
    store.dispose();
    const again = new CatalogStore(session, memory(), () => undefined, outputs);
    again.start();
    await until('it is read from the store', () => learnedBy(again).includes('user'));
    await again.forget(connection.id);
    assert.equal(texts.size, 0);
    assert.equal(again.catalog.learnedOutput, undefined);
    again.dispose();
  });

  it('the catalog of flow files opens a closed connection, including one selected later, and reports failures', async () => {
    const { store, session } = follow(sandbox.client);
    await until('the catalog is read', () => store.catalog.isComplete);
    assert.equal(session.state.kind, 'open');
    session.use(serviceConnection('Other', sandbox.baseUrl));
    await until('the other one is open', () => session.state.kind, 'open');
    await until('its catalog is read', () => store.catalog.isComplete);
    store.dispose();
    const kinds: string[] = [];
    const shut = new Session(() => Promise.reject(new Error('shut')));
    shut.onDidChange(({ kind }) => kinds.push(kind));
    const unread = new CatalogStore(shut, memory(), () => undefined);
    unread.start();
    shut.onDidChange(({ kind }) => kinds.push(`late ${kind}`));
    shut.use(serviceConnection('Shut', sandbox.baseUrl));
    await until('the failure is known', () => shut.state.kind, 'failed');
    assert.deepEqual(
      kinds,
      ['closed', 'opening', 'failed'].flatMap(kind => [kind, `late ${kind}`]),
      'everybody hears of the states in their order, and nothing is tried again',
    );
    unread.dispose();
  });

  it('the catalog of flow files is stored for the next start if it was read before the connection opened', async () => {
    const keeper = memory();
    const before = follow(sandbox.client, keeper);
    await before.store.refresh();
    before.store.dispose();
    const { store } = follow(never, keeper);
    if (!store.state.readAt) await new Promise<void>(done => store.onDidChange(done));
    assert.deepEqual(store.state.readAt, before.store.state.readAt);
    assert.ok(store.state.kept);
    assert.equal(store.state.count, demoCatalog.length);
    const [method] = demoCatalog.map(action => action.method);
    assert.ok(store.catalog.action(demoActionId(method!)));
    assert.equal(store.catalog.isComplete, false, 'an old catalog cannot tell what is wrong');
    assert.ok(store.catalog.devices?.length);
    assert.equal(store.catalog.webhooks, undefined, 'addresses of webhooks are not kept');
    assert.doesNotMatch(Buffer.concat([...keeper.kept.values()]).toString(), /whsec_|https?:\/\/127/);
    store.dispose();
  });

  it('the catalog of flow files is stored without the parameters that schemas mark as passwords, which stay in memory', async () => {
    const id = '0f8fad5b-d9cb-469f-a165-70867728950e';
    const paramsSchema = { properties: { word: { type: 'string', format: 'password' } } };
    const item = {
      id,
      name: 'Sign in',
      service: 'devices_api',
      params: { word: 'canary', user: 'me' },
      paramsSchema,
    };
    const listActions: Client['listActions'] = async () => {
      const reply = await sandbox.client.listActions({ query: { pageSize: 1 } });
      return {
        ...reply,
        value: { items: [item], pagination: { ...reply.value.pagination, hasNext: false } },
      };
    };
    const keeper = memory();
    const { store } = follow({ ...sandbox.client, listActions }, keeper);
    await store.refresh();
    assert.deepEqual(store.catalog.action(id)?.params, item.params);
    store.dispose();
    const kept = Buffer.concat([...keeper.kept.values()]).toString();
    assert.match(kept, /"user":"me"/);
    assert.doesNotMatch(kept, /canary/);
  });

  it('the catalog of flow files is deleted when its connection is removed, even while it is being read', async () => {
    const keeper = memory();
    const { store, session } = follow(sandbox.client, keeper);
    const { id } = session.require();
    await store.refresh();
    assert.equal(keeper.kept.size, 1);
    await store.forget('another');
    assert.deepEqual([keeper.kept.size, store.catalog.isComplete], [1, true]);
    await store.forget(id);
    assert.deepEqual([keeper.kept.size, store.state.count], [0, 0]);
    const begun = new Promise<void>(done => store.onDidChange(done));
    const reading = store.refresh();
    await begun;
    assert.ok(store.state.reading);
    await store.forget(id);
    await reading;
    assert.deepEqual([keeper.kept.size, store.state.count, store.state.reading], [0, 0, false]);
    store.dispose();
  });

  it('the catalog of flow files of an earlier version is deleted, since it may contain data that is no longer stored', async () => {
    const keeper = memory();
    keeper.kept.set(serviceConnection('Test', sandbox.baseUrl).id, Buffer.from('{"form":1}\n'));
    const { store } = follow(never, keeper);
    await until('the file is gone', () => keeper.kept.size, 0);
    assert.equal(store.state.count, 0);
    store.dispose();
  });

  it('the catalog of flow files keeps its content if a reload fails, and is complete after the next reload', async () => {
    let broken = false;
    const listActions: Client['listActions'] = (...given) =>
      broken ? Promise.reject(new Error('broken')) : sandbox.client.listActions(...given);
    const { store, errors } = follow({ ...sandbox.client, listActions });
    await store.refresh();
    broken = true;
    await assert.rejects(store.refresh(), /broken/);
    assert.equal(store.state.count, demoCatalog.length);
    assert.equal(errors.length, 1);
    broken = false;
    await store.refresh();
    assert.equal(store.state.error, undefined);
    store.dispose();
  });

  it('the catalog of flow files has the answers of the user about its actions, also after a reload', async () => {
    const choices = new ActionChoices(createMemento(new Map()));
    const session = new Session(() => Promise.resolve(sandbox.client));
    session.use(SANDBOX);
    const store = new CatalogStore(session, memory(), () => undefined, undefined, choices);
    await store.refresh();
    const id = demoActionId('device.tap');
    const before = store.catalog;
    await choices.setElementParam(SANDBOX.id, id, { path: ['target'], by: 'text' });
    // Whoever follows the catalog reads its actions again.
    assert.notEqual(store.catalog, before);
    const inList = () => store.catalog.searchActions('', Infinity).find(action => action.id === id);
    assert.deepEqual(store.catalog.action(id)?.elementParam, { path: ['target'], by: 'text' });
    assert.deepEqual(inList()?.elementParam, { path: ['target'], by: 'text' });
    await store.refresh();
    assert.deepEqual(store.catalog.action(id)?.elementParam, { path: ['target'], by: 'text' });
    await choices.chooseActions(SANDBOX.id, { tap: id });
    assert.equal(await choices.forget('another'), 0);
    assert.equal(await choices.forget(SANDBOX.id), 2);
    assert.deepEqual(
      [store.catalog.action(id)?.elementParam, inList()?.elementParam, choices.actionsOf(SANDBOX.id)],
      [undefined, undefined, {}],
    );
    store.dispose();
    session.dispose();
  });

  it('the catalog of flow files works without the lists that the service does not offer', async () => {
    const client = { ...sandbox.client, listDevices: () => Promise.reject(new Error('not offered')) };
    const { store } = follow(client);
    await store.refresh();
    assert.ok(store.catalog.isComplete);
    assert.equal(store.catalog.devices, undefined);
    assert.ok(store.catalog.triggers);
    store.dispose();
  });

  it('the catalog of flow files is read again automatically when an unreachable service responds to other requests', async () => {
    const gateway = await Gateway.start(() => true);
    const dispatcher = new Agent();
    const { baseUrl, key } = gateway;
    const session = new Session((_, onExchange) =>
      Promise.resolve(
        createClient({
          baseUrl,
          dispatcher,
          key: () => Promise.resolve(key),
          onExchange,
          wait: () => Promise.resolve(),
        }),
      ),
    );
    session.use(serviceConnection('Cut', baseUrl));
    const store = new CatalogStore(session, memory(), () => undefined);
    try {
      const client = await session.client();
      await gateway.cut();
      await assert.rejects(store.refresh(), { operation: 'listActions' });
      await gateway.restore();
      await client.listFlows({});
      await until('the catalog is read', () => store.catalog.isComplete);
      assert.equal(store.state.error, undefined);
    } finally {
      store.dispose();
      await dispatcher.destroy();
      await gateway.stop();
    }
  });

  it('the catalog of flow files stays unknown and reports the error if the actions cannot be read', async () => {
    const client = { ...sandbox.client, listActions: () => Promise.reject(new Error('broken')) };
    const { store, errors } = follow(client);
    await assert.rejects(store.refresh(), /broken/);
    assert.equal(store.catalog.isComplete, false);
    assert.equal(errors.length, 1);
    store.dispose();
  });
});
