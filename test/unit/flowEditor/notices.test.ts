import assert from 'node:assert/strict';
import { createCatalog } from '../../../src/flow/catalog.ts';
import { noticesOf } from '../../../src/flowEditor/notices.ts';
import type { CatalogState } from '../../../src/stores/catalogStore.ts';
import { SANDBOX } from '../../../src/stores/connection.ts';
import type { SessionState } from '../../../src/stores/session.ts';

const NOW = Date.UTC(2026, 2, 14, 10);
const READ: CatalogState = {
  catalog: createCatalog([]),
  count: 40,
  services: [],
  readAt: new Date(NOW - 7_200_000),
  kept: false,
  reading: false,
  error: undefined,
};
const FINE = { editable: true, trusted: true, session: { kind: 'none' }, catalog: READ } as const;

describe('flowEditor/notices', () => {
  const acts = (changed: Partial<Parameters<typeof noticesOf>[0]>): (string | undefined)[] =>
    noticesOf({ ...FINE, ...changed }, NOW).map(({ act }) => act?.act);

  it('the notices of the visual editor are empty without problems', () => {
    assert.deepEqual(acts({}), []);
    assert.deepEqual(acts({ catalog: { ...READ, kept: true, reading: true } }), []);
  });

  it('the notices of the visual editor show the age of a cached catalog, and that it could not be refreshed', () => {
    const [offline] = noticesOf({ ...FINE, catalog: { ...READ, kept: true } }, NOW);
    assert.match(offline?.sentence ?? '', /Offline.*2 hr\. ago/);
    const [failed] = noticesOf({ ...FINE, catalog: { ...READ, error: new Error('No way') } }, NOW);
    assert.match(failed?.sentence ?? '', /could not be refreshed.*2 hr\. ago/);
    assert.equal(failed?.act?.act, 'refreshCatalog');
  });

  it('the notices of the visual editor say why the actions are unknown, and what helps', () => {
    const unknown = { ...READ, count: 0, readAt: undefined };
    const said = (session: SessionState, catalog: CatalogState = unknown): unknown =>
      noticesOf({ ...FINE, session, catalog }, NOW).map(({ sentence, act }) => [
        sentence.slice(0, sentence.indexOf(',')),
        act?.act,
        act?.label,
      ]);
    const on = { connection: SANDBOX };
    assert.deepEqual(said({ kind: 'none' }), [
      ['No connection is selected', 'connection', 'Choose Connection'],
    ]);
    assert.deepEqual(said({ kind: 'signedOut', ...on }), [
      ['“Sandbox” is signed out', 'connection', 'Sign In'],
    ]);
    assert.deepEqual(said({ kind: 'rejected', ...on }), [
      ['“Sandbox” refused the API key', 'connection', 'Sign In'],
    ]);
    const failed = ['The actions of “Sandbox” could not be read', 'refreshCatalog', 'Try Again'];
    assert.deepEqual(said({ kind: 'failed', ...on, error: new Error('No way') }), [failed]);
    assert.deepEqual(said({ kind: 'closed', ...on }, { ...unknown, error: new Error('No way') }), [failed]);
    assert.deepEqual(said({ kind: 'closed', ...on }, { ...unknown, readAt: READ.readAt }), [
      ['“Sandbox” has no actions', undefined, undefined],
    ]);
    for (const kind of ['closed', 'opening'] as const) assert.deepEqual(said({ kind, ...on }), []);
    assert.deepEqual(said({ kind: 'none' }, { ...unknown, reading: true }), []);
  });

  it('the notices of the visual editor say that a file is read-only, and that a workspace is untrusted', () => {
    assert.deepEqual(acts({ editable: false, trusted: false }), [undefined, 'trust']);
  });
});
