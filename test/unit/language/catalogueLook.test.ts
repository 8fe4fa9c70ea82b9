import assert from 'node:assert/strict';
import { createCatalogue } from '../../../src/flow/catalogue.ts';
import { catalogueLook } from '../../../src/language/catalogueLook.ts';
import { Command } from '../../../src/manifest.ts';
import type { CatalogueState } from '../../../src/stores/catalogueStore.ts';
import { SANDBOX } from '../../../src/stores/connection.ts';
import type { Session } from '../../../src/stores/session.ts';

const NOW = Date.UTC(2026, 2, 14, 9, 30);
const nothing: CatalogueState = {
  catalogue: createCatalogue([]),
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

describe('what is said of the catalogue', () => {
  const cases: readonly (readonly [
    what: string,
    state: CatalogueState,
    session: typeof open,
    said: string,
  ])[] = [
    ['one that was read', read, open, '41 actions | Sandbox · read 3 min. ago'],
    ['a single action', { ...read, count: 1 }, open, '1 action | Sandbox · read 3 min. ago'],
    [
      'one from an earlier time',
      { ...read, kept: true },
      open,
      '41 actions | Sandbox · kept from 3 min. ago',
    ],
    ['none yet', nothing, open, 'No catalogue | Sandbox · nothing is known of it'],
    [
      'one that is being read',
      { ...nothing, reading: true },
      open,
      'Reading the catalogue | Sandbox · nothing is known of it',
    ],
    ['none signed out', nothing, signedOut, 'No catalogue | Sandbox, signed out · nothing is known of it'],
    [
      'one that could not be read again',
      { ...read, error: new Error('The service cannot be reached.') },
      open,
      'Catalogue not read | Sandbox · 41 actions read 3 min. ago · The service cannot be reached.',
    ],
    ['no connection', nothing, { ...open, connection: undefined }, 'No catalogue | no connection is chosen'],
  ];
  for (const [what, state, session, said] of cases) {
    it(`tells of ${what}`, () => {
      const { text, detail } = catalogueLook(state, session, NOW);
      assert.equal(`${text} | ${detail}`, said);
    });
  }
  it('leads to what helps: reading anew, signing in, or choosing a connection', () => {
    const command = (session: typeof open): string => catalogueLook(nothing, session, NOW).command.command;
    assert.equal(command(open), Command.refreshCatalogue);
    assert.equal(command(signedOut), Command.signIn);
    assert.equal(command({ ...open, connection: undefined }), Command.switchConnection);
  });
  it('is busy only while it is read, and wrong only after a failure', () => {
    assert.deepEqual(
      [read, { ...read, reading: true }, { ...read, error: new Error('No.') }].map(state => {
        const { busy, isWrong } = catalogueLook(state, open, NOW);
        return [busy, isWrong];
      }),
      [
        [false, false],
        [true, false],
        [false, true],
      ],
    );
  });
});
