import assert from 'node:assert/strict';
import type { Client } from '../../../src/client/client.ts';
import { cachedOrLoadedCatalogue } from '../../../src/commands/knownCatalogue.ts';
import { packActions, packCatalogue } from '../../../src/flow/packedCatalogue.ts';
import { CatalogueStore } from '../../../src/stores/catalogueStore.ts';
import { SANDBOX } from '../../../src/stores/connection.ts';
import { Session } from '../../../src/stores/session.ts';

const TAP = { id: '6f0f2c1e-6f1c-4d8e-9d7f-0a3c52a7b001', name: 'Tap' };

/** The catalogue of a service that does not answer, with what was kept of it. */
function unreachable(kept: Uint8Array | undefined): CatalogueStore {
  const listActions = (): Promise<never> => Promise.reject(new Error('away'));
  const session = new Session(() => Promise.resolve({ listActions } as unknown as Client));
  session.use(SANDBOX);
  const keeper = {
    read: () => Promise.resolve(kept),
    write: () => Promise.resolve(),
    delete: () => Promise.resolve(),
  };
  return new CatalogueStore(session, keeper, () => undefined);
}

describe('the catalogue that is at hand', () => {
  it('is the one kept from an earlier time where the service does not answer', async () => {
    const catalogue = unreachable(packCatalogue(packActions([TAP]), { readAt: 1 }));
    const { searchActions } = await cachedOrLoadedCatalogue({ catalogue });
    assert.deepEqual(searchActions('', Infinity), [TAP]);
    catalogue.dispose();
  });

  it('is none where nothing is known and nothing can be read', async () => {
    const catalogue = unreachable(undefined);
    await assert.rejects(cachedOrLoadedCatalogue({ catalogue }), /away/);
    catalogue.dispose();
  });
});
