import { counted } from '../flow/check/checkSummary.ts';
import { Command } from '../manifest.ts';
import type { CatalogueState } from '../stores/catalogueStore.ts';
import type { Session } from '../stores/session.ts';
import { relativeTime } from '../util/relativeTime.ts';

const REFRESH = { title: 'Read Anew', command: Command.refreshCatalogue };

/** What the item beside the language of a flow file says. */
export interface CatalogueLook {
  readonly text: string;
  readonly detail: string;
  readonly isWrong: boolean;
  readonly busy: boolean;
  readonly command: { readonly title: string; readonly command: Command };
}

/** What is said of a catalogue at a moment in milliseconds since 1970. */
export function catalogueLook(
  { count, readAt, kept, reading, error }: CatalogueState,
  { connection, state }: Pick<Session, 'connection' | 'state'>,
  now: number,
): CatalogueLook {
  const actions = counted(count, 'action');
  const age = readAt ? `${kept ? 'kept from' : 'read'} ${relativeTime(readAt.getTime(), now)}` : undefined;
  const unknown = 'nothing is known of it';
  const known = age === undefined ? unknown : `${actions} ${age}`;
  const base = { isWrong: false, busy: reading, command: REFRESH };
  if (!connection) {
    const command = { title: 'Choose', command: Command.switchConnection };
    return { ...base, text: 'No catalogue', detail: 'no connection is chosen', command };
  }
  const { name } = connection;
  if (reading) return { ...base, text: 'Reading the catalogue', detail: `${name} · ${known}` };
  if (state.kind === 'signedOut' || state.kind === 'rejected') {
    const command = { title: 'Sign In', command: Command.signIn };
    return {
      ...base,
      text: readAt ? actions : 'No catalogue',
      detail: `${name}, signed out · ${age ?? unknown}`,
      command,
    };
  }
  if (error) {
    const text = 'Catalogue not read';
    return { ...base, text, detail: `${name} · ${known} · ${error.message}`, isWrong: true };
  }
  return { ...base, text: readAt ? actions : 'No catalogue', detail: `${name} · ${age ?? unknown}` };
}
