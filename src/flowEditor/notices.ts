import type { Notice } from '../protocol/flowEditor.ts';
import type { CatalogueState } from '../stores/catalogueStore.ts';
import type { SessionState } from '../stores/session.ts';
import { relativeTime } from '../util/relativeTime.ts';

/** What a person should know before working on a flow, most important first; `now` in milliseconds since 1970. */
export function noticesOf(
  window: {
    readonly editable: boolean;
    readonly trusted: boolean;
    readonly session: SessionState;
    readonly catalogue: CatalogueState;
  },
  now: number,
): readonly Notice[] {
  const { editable, trusted, session, catalogue } = window;
  const notices: Notice[] = [];
  if (!editable) {
    notices.push({
      severity: 'information',
      sentence: 'This file is read-only: everything can be looked at, nothing changed.',
      act: undefined,
    });
  }
  if (!trusted) {
    notices.push({
      severity: 'warning',
      sentence:
        'This workspace is not trusted, so nothing is run or written to a service. Reading, checking and editing work.',
      act: { act: 'trust', label: 'Manage Trust' },
    });
  }
  const { count, readAt, reading, kept, error } = catalogue;
  if (count === 0 && !reading) {
    const signIn = session.kind === 'signedOut' || session.kind === 'rejected';
    notices.push({
      severity: 'warning',
      sentence: 'No catalogue of actions is known, so steps show their IDs and parameters are not checked.',
      act: { act: 'connection', label: signIn ? 'Sign In' : 'Connect' },
    });
  } else if (readAt && (error ?? (kept && !reading))) {
    const why = error ? 'The catalogue could not be read anew; ' : 'Offline: ';
    notices.push({
      severity: 'information',
      sentence: `${why}actions are shown as they were ${relativeTime(readAt.getTime(), now)}.`,
      act: { act: 'refreshCatalogue', label: 'Refresh' },
    });
  }
  return notices;
}
