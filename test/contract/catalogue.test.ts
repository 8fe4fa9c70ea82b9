import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { Client } from '../../src/client/client.ts';
import { demoActionId, demoCatalogue } from '../../src/sandbox/demo/catalogue/demoCatalogue.ts';
import { CatalogueStore } from '../../src/stores/catalogueStore.ts';
import { serviceConnection } from '../../src/stores/connection.ts';
import { Session } from '../../src/stores/session.ts';
import { testSandbox, type TestSandbox } from '../support/sandbox.ts';

describe('the catalogue that flow files are checked against', () => {
  let sandbox: TestSandbox;

  before(async () => {
    sandbox = await testSandbox();
  });

  after(() => sandbox.stop());

  /** Connects with a client and waits until the store has changed or an error was told. */
  async function follow(
    client: Client,
  ): Promise<{ store: CatalogueStore; session: Session; errors: unknown[] }> {
    const session = new Session(() => Promise.resolve(client));
    session.use(serviceConnection('Test', sandbox.baseUrl));
    const told = new EventTarget();
    const happened = once(told, 'told');
    const errors: unknown[] = [];
    const store = new CatalogueStore(session, error => {
      errors.push(error);
      told.dispatchEvent(new Event('told'));
    });
    store.onDidChange(() => told.dispatchEvent(new Event('told')));
    assert.equal(store.catalogue.complete, false);
    await session.client();
    await happened;
    return { store, session, errors };
  }

  it('is read whole when a connection opens, and forgotten when it is left', async () => {
    const { store, session, errors } = await follow(sandbox.client);
    const { catalogue } = store;
    assert.deepEqual(errors, []);
    assert.ok(catalogue.complete);
    for (const { method, name } of demoCatalogue)
      assert.equal(catalogue.action(demoActionId(method))?.name, name);
    assert.ok(catalogue.devices?.length && catalogue.triggers?.length && catalogue.webhooks?.length);
    session.use(undefined);
    assert.equal(store.catalogue.complete, false);
    assert.deepEqual(store.catalogue.searchActions('', 10), []);
    store.dispose();
  });

  it('goes without what the service does not list', async () => {
    const client = { ...sandbox.client, listDevices: () => Promise.reject(new Error('not offered')) };
    const { store } = await follow(client);
    assert.ok(store.catalogue.complete);
    assert.equal(store.catalogue.devices, undefined);
    assert.ok(store.catalogue.triggers);
    store.dispose();
  });

  it('stays unknown when the actions cannot be read, and says so', async () => {
    const client = { ...sandbox.client, listActions: () => Promise.reject(new Error('broken')) };
    const { store, errors } = await follow(client);
    assert.equal(store.catalogue.complete, false);
    assert.equal(errors.length, 1);
    store.dispose();
  });
});
