import { counted } from '../util/counted.ts';
import { Command } from '../manifest.ts';
import type { CatalogState } from '../stores/catalogStore.ts';
import type { Session } from '../stores/session.ts';
import { relativeTime } from '../util/relativeTime.ts';

const REFRESH = { title: 'Refresh', command: Command.refreshCatalog };

/** The content of the language status item of a flow file. */
interface CatalogStatus {
  readonly text: string;
  readonly detail: string;
  /** `warning` if no actions are known, because flow files are then barely checked. */
  readonly severity: 'information' | 'warning' | 'error';
  readonly busy: boolean;
  readonly command: { readonly title: string; readonly command: Command };
}

/** Returns the content of the status item; `now` is in milliseconds since 1970. */
export function describeCatalog(
  { count, readAt, kept, reading, error }: CatalogState,
  { connection, state }: Pick<Session, 'connection' | 'state'>,
  now: number,
): CatalogStatus {
  const isKnown = count > 0 || readAt !== undefined;
  const actions = counted(count, 'action');
  const age = ageOf(isKnown, kept, readAt, now);
  const known = isKnown ? `${actions} ${age}` : age;
  const text = isKnown ? actions : 'No catalog';
  const severity = isKnown ? 'information' : 'warning';
  const base = { text, severity, busy: reading, command: REFRESH } as const;
  if (!connection) {
    const command = { title: 'Choose', command: Command.switchConnection };
    return { ...base, detail: 'no connection is selected', command };
  }
  const { name } = connection;
  if (reading) {
    return { ...base, text: 'Reading the catalog', severity: 'information', detail: `${name} · ${known}` };
  }
  if (state.kind === 'signedOut' || state.kind === 'rejected') {
    const command = { title: 'Sign In', command: Command.signIn };
    return { ...base, detail: `${name}, signed out · ${age}`, command };
  }
  const failure = error ?? (state.kind === 'failed' ? state.error : undefined);
  if (failure) {
    const detail = `${name} · ${known} · ${failure.message}`;
    return { ...base, text: 'Catalog not read', detail, severity: 'error' };
  }
  return { ...base, detail: `${name} · ${age}` };
}

function ageOf(isKnown: boolean, kept: boolean, readAt: Date | undefined, now: number): string {
  if (!isKnown) return 'not read yet';
  if (readAt === undefined) return 'actions of a new sandbox';
  return `${kept ? 'cached' : 'read'} ${relativeTime(readAt.getTime(), now)}`;
}
