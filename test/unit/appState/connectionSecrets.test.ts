import assert from 'node:assert/strict';
import { RememberedPendingMailboxes } from '../../../src/appState/pendingMailboxes.ts';
import { ConnectionSecrets } from '../../../src/appState/connectionSecrets.ts';
import { newPendingMailbox } from '../../../src/stores/pendingMailbox.ts';
import { createMemento, createSecretStorage } from '../../support/memoryStorage.ts';

describe('appState/connectionSecrets', () => {
  let stored: Map<string, string>;

  beforeEach(() => {
    stored = new Map();
  });

  it('the secrets of connections are read, replaced, and deleted by name', async () => {
    const secrets = new ConnectionSecrets(createSecretStorage(stored), 'kind');
    await secrets.store('c', 'one', '1');
    await secrets.store('c', 'one', '2');
    await secrets.store('c', 'two', '3');
    assert.deepEqual(await Promise.all(['one', 'two', 'three'].map(name => secrets.read('c', name))), [
      '2',
      '3',
      undefined,
    ]);
    assert.equal(await secrets.read('other', 'one'), undefined);
    await secrets.delete('c', 'one');
    await secrets.delete('c', 'one');
    assert.equal(await secrets.read('c', 'one'), undefined);
    await secrets.delete('c', 'two');
    assert.equal(stored.size, 0);
  });

  it('the secrets of connections are all deleted with their connection, including those of another window, and no others', async () => {
    const here = new ConnectionSecrets(createSecretStorage(stored), 'kind');
    const there = new ConnectionSecrets(createSecretStorage(stored), 'kind');
    await Promise.all(['a', 'b', 'c'].map(name => here.store('c', name, name)));
    await there.store('c', 'd', 'd');
    await there.store('other', 'a', 'kept');
    await here.deleteAll('c');
    assert.deepEqual([...stored.values()].toSorted(), ['a', 'kept']);
    assert.equal(await here.read('other', 'a'), 'kept');
    await here.deleteAll('c');
    await here.deleteAll('other');
    assert.equal(stored.size, 0);
  });

  it('the secrets of connections can be changed after a failed change', async () => {
    const storage = createSecretStorage(stored);
    const locked = { ...storage, store: () => Promise.reject(new Error('locked')) };
    let inner: typeof storage = locked;
    const secrets = new ConnectionSecrets(
      { ...storage, store: (key, value) => inner.store(key, value) },
      'kind',
    );
    await assert.rejects(secrets.store('c', 'a', '1'), /locked/);
    inner = storage;
    await secrets.store('c', 'a', '2');
    assert.equal(await secrets.read('c', 'a'), '2');
  });

  it('the secrets of connections of webhooks and mailboxes are deleted completely, including pending mailboxes', async () => {
    const state = new Map<string, unknown>();
    const webhooks = new ConnectionSecrets(createSecretStorage(stored), 'webhook');
    const intents = new RememberedPendingMailboxes(createMemento(state), createSecretStorage(stored));
    await webhooks.store('c', 'ENDPOINT', 'whsec');
    assert.equal(await webhooks.read('c', 'endpoint'), 'whsec');
    const { pending, secret } = newPendingMailbox('Mine', new Date(0));
    await intents.add('c', pending, secret);
    const elsewhere = new RememberedPendingMailboxes(createMemento(new Map()), createSecretStorage(stored));
    await elsewhere.add('c', { ...pending, id: 'elsewhere' }, 'secret-elsewhere');
    await webhooks.deleteAll('c');
    await intents.removeAll('c');
    assert.deepEqual([stored.size, state.size, intents.all('c')], [0, 0, []]);
  });
});
