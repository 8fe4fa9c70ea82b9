import assert from 'node:assert/strict';
import { createCatalogue } from '../../../src/flow/catalogue.ts';
import { noticesOf } from '../../../src/flowEditor/notices.ts';
import type { CatalogueState } from '../../../src/stores/catalogueStore.ts';

const NOW = Date.UTC(2026, 2, 14, 10);
const READ: CatalogueState = {
  catalogue: createCatalogue([]),
  count: 40,
  services: [],
  readAt: new Date(NOW - 7_200_000),
  kept: false,
  reading: false,
  error: undefined,
};
const FINE = { editable: true, trusted: true, session: { kind: 'none' }, catalogue: READ } as const;

describe('the notices of the visual editor', () => {
  const acts = (changed: Partial<Parameters<typeof noticesOf>[0]>): (string | undefined)[] =>
    noticesOf({ ...FINE, ...changed }, NOW).map(({ act }) => act?.act);

  it('say nothing while all is well', () => {
    assert.deepEqual(acts({}), []);
    assert.deepEqual(acts({ catalogue: { ...READ, kept: true, reading: true } }), []);
  });

  it('tell how old a kept catalogue is, and that one could not be read anew', () => {
    const [offline] = noticesOf({ ...FINE, catalogue: { ...READ, kept: true } }, NOW);
    assert.match(offline?.sentence ?? '', /Offline.*2 hr\. ago/);
    const [failed] = noticesOf({ ...FINE, catalogue: { ...READ, error: new Error('No way') } }, NOW);
    assert.match(failed?.sentence ?? '', /could not be read anew.*2 hr\. ago/);
    assert.equal(failed?.act?.act, 'refreshCatalogue');
  });

  it('tell that nothing is known of the actions, and what to do', () => {
    const unknown = { ...READ, count: 0, readAt: undefined };
    assert.deepEqual(acts({ catalogue: unknown }), ['connection']);
    assert.deepEqual(acts({ catalogue: { ...unknown, reading: true } }), []);
  });

  it('tell that a file cannot be changed, and that a workspace is not trusted', () => {
    assert.deepEqual(acts({ editable: false, trusted: false }), [undefined, 'trust']);
  });
});
