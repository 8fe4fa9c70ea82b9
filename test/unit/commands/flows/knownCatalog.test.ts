import assert from 'node:assert/strict';
import type { Client } from '../../../../src/client/client.ts';
import { cachedOrLoadedCatalog } from '../../../../src/commands/flows/knownCatalog.ts';
import { encodeCatalog } from '../../../../src/stores/keptCatalog.ts';
import { CatalogStore } from '../../../../src/stores/catalogStore.ts';
import { SANDBOX } from '../../../../src/stores/connection.ts';
import { Session } from '../../../../src/stores/session.ts';

const TAP = { id: '6f0f2c1e-6f1c-4d8e-9d7f-0a3c52a7b001', name: 'Tap' };

/** The catalog of a service that does not respond, with its cached content. */
function unreachable(kept: Uint8Array | undefined): CatalogStore {
  const listActions = (): Promise<never> => Promise.reject(new Error('away'));
  const session = new Session(() =>
    Promise.resolve({ listActions, getTemplateContext: listActions } as unknown as Client),
  );
  session.use(SANDBOX);
  const keeper = {
    read: () => Promise.resolve(kept),
    write: () => Promise.resolve(),
    delete: () => Promise.resolve(),
  };
  return new CatalogStore(session, keeper, () => undefined);
}

it('the available catalog is the cached one if the service does not respond', async () => {
  const catalog = unreachable(encodeCatalog([TAP], { readAt: 1 }));
  const { searchActions } = await cachedOrLoadedCatalog({ catalog });
  assert.deepEqual(searchActions('', Infinity), [TAP]);
  catalog.dispose();
});

it('the available catalog is undefined if none is cached and none can be read', async () => {
  const catalog = unreachable(undefined);
  await assert.rejects(cachedOrLoadedCatalog({ catalog }), /away/);
  catalog.dispose();
});
