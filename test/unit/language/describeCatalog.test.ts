import assert from 'node:assert/strict';
import { createCatalog } from '../../../src/flow/catalog.ts';
import { describeCatalog } from '../../../src/language/describeCatalog.ts';
import { Command } from '../../../src/manifest.ts';
import type { CatalogState } from '../../../src/stores/catalogStore.ts';
import { SANDBOX } from '../../../src/stores/connection.ts';
import type { Session } from '../../../src/stores/session.ts';

const NOW = Date.UTC(2026, 2, 14, 9, 30);
const nothing: CatalogState = {
  catalog: createCatalog([]),
  count: 0,
  services: [],
  readAt: undefined,
  kept: false,
  reading: false,
  error: undefined,
};
const read = { ...nothing, count: 41, readAt: new Date(NOW - 180_000) };
const open = { connection: SANDBOX, state: { kind: 'closed' } } as Pick<Session, 'connection' | 'state'>;
const signedOut = { ...open, state: { kind: 'signedOut' } } as typeof open;

describe('language/describeCatalog', () => {
  const cases: readonly (readonly [what: string, state: CatalogState, session: typeof open, said: string])[] =
    [
      ['a catalog that was read', read, open, '41 actions | Sandbox · read 3 min. ago'],
      ['a single action', { ...read, count: 1 }, open, '1 action | Sandbox · read 3 min. ago'],
      ['a cached catalog', { ...read, kept: true }, open, '41 actions | Sandbox · cached 3 min. ago'],
      ['a catalog that is not loaded yet', nothing, open, 'No catalog | Sandbox · not read yet'],
      [
        'a catalog that is loading',
        { ...nothing, reading: true },
        open,
        'Reading the catalog | Sandbox · not read yet',
      ],
      ['a signed-out connection', nothing, signedOut, 'No catalog | Sandbox, signed out · not read yet'],
      [
        'the built-in catalog',
        { ...read, readAt: undefined, kept: true },
        open,
        '41 actions | Sandbox · actions of a new sandbox',
      ],
      [
        'a catalog whose connection could not be opened',
        nothing,
        { ...open, state: { kind: 'failed', connection: SANDBOX, error: new Error('It ended.') } },
        'Catalog not read | Sandbox · not read yet · It ended.',
      ],
      [
        'a catalog that could not be reloaded',
        { ...read, error: new Error('The service cannot be reached.') },
        open,
        'Catalog not read | Sandbox · 41 actions read 3 min. ago · The service cannot be reached.',
      ],
      [
        'no connection',
        nothing,
        { ...open, connection: undefined },
        'No catalog | no connection is selected',
      ],
    ];
  for (const [what, state, session, said] of cases) {
    it(`the status of the catalog describes ${what}`, () => {
      const { text, detail } = describeCatalog(state, session, NOW);
      assert.equal(`${text} | ${detail}`, said);
    });
  }
  it('the status of the catalog offers what helps: reloading, signing in, or selecting a connection', () => {
    const command = (session: typeof open): string => describeCatalog(nothing, session, NOW).command.command;
    assert.equal(command(open), Command.refreshCatalog);
    assert.equal(command(signedOut), Command.signIn);
    assert.equal(command({ ...open, connection: undefined }), Command.switchConnection);
  });
  it('the status of the catalog is busy only while loading, a warning while nothing is known, and an error only after a failure', () => {
    const states = [read, { ...read, reading: true }, nothing, { ...read, error: new Error('No.') }];
    assert.deepEqual(
      states.map(state => {
        const { busy, severity } = describeCatalog(state, open, NOW);
        return [busy, severity];
      }),
      [
        [false, 'information'],
        [true, 'information'],
        [false, 'warning'],
        [false, 'error'],
      ],
    );
  });
});
