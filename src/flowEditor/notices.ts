import { explain } from '../wording/explain.ts';
import type { Notice } from '../protocol/flowEditor.ts';
import type { CatalogState } from '../stores/catalogStore.ts';
import type { SessionState } from '../stores/session.ts';
import { relativeTime } from '../util/relativeTime.ts';

/** Returns the notices about a flow, most important first; `now` is in epoch milliseconds. */
export function noticesOf(
  window: {
    readonly editable: boolean;
    readonly trusted: boolean;
    readonly session: SessionState;
    readonly catalog: CatalogState;
  },
  now: number,
): readonly Notice[] {
  const { editable, trusted, session, catalog } = window;
  const notices: Notice[] = [];
  if (!editable) {
    notices.push({
      severity: 'information',
      sentence: 'This file is read-only.',
      act: undefined,
    });
  }
  if (!trusted) {
    notices.push({
      severity: 'warning',
      sentence:
        'This workspace is in Restricted Mode: nothing runs, and nothing is written to a service. You can still read, check and edit flows.',
      act: { act: 'trust', label: 'Manage Trust' },
    });
  }
  const { count, readAt, reading, kept, error } = catalog;
  if (count === 0 && !reading) {
    const notice = describeUnknownActions(session, catalog);
    if (notice) notices.push(notice);
  } else if (readAt && (error ?? (kept && !reading))) {
    const why = error ? 'The action catalog could not be refreshed. ' : 'Offline. ';
    notices.push({
      severity: 'information',
      sentence: `${why}Showing the actions as of ${relativeTime(readAt.getTime(), now)}.`,
      act: { act: 'refreshCatalog', label: 'Refresh' },
    });
  }
  return notices;
}

/** Returns the notice about an empty action catalog; undefined until it has been read or has failed. */
function describeUnknownActions(session: SessionState, { readAt, error }: CatalogState): Notice | undefined {
  const lack = 'so steps show IDs instead of names, and parameters are not checked.';
  const severity = 'warning';
  if (session.kind === 'none') {
    const action = { act: 'connection', label: 'Choose Connection' } as const;
    return { severity, sentence: `No connection is selected, ${lack}`, act: action };
  }
  const { name } = session.connection;
  if (session.kind === 'signedOut' || session.kind === 'rejected') {
    const why = session.kind === 'rejected' ? 'refused the API key' : 'is signed out';
    return { severity, sentence: `“${name}” ${why}, ${lack}`, act: { act: 'connection', label: 'Sign In' } };
  }
  const failure = error ?? (session.kind === 'failed' ? session.error : undefined);
  if (failure) {
    const sentence = `The actions of “${name}” could not be read, ${lack} ${explain(failure).summary}`;
    return { severity, sentence, act: { act: 'refreshCatalog', label: 'Try Again' } };
  }
  if (!readAt) return undefined;
  return { severity, sentence: `“${name}” has no actions, so no step can be checked.`, act: undefined };
}
