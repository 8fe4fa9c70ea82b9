import { explain } from '../wording/explain.ts';
import type { Command } from '../manifest.ts';
import { isUnusable, NotConnectedError, type Session } from '../stores/session.ts';
import { type Row, noticeRow } from './row.ts';
import type { RowSource } from './rowTree.ts';
import { failureNotices, nextSteps } from './notice.ts';

/** The content of a view of the active connection. */
export interface ConnectionSource extends Omit<RowSource, 'onDidReset'> {
  /** The ID of the view, with which the IDs of its rows begin. */
  readonly view: string;
  /** The command that reads everything again. */
  readonly refresh: Command;
  /** Returns true if the view has rows even without a connection. */
  readonly isLocal?: () => boolean;
}

/** Completes a source with the state of the connection: failures, the next step, and nothing while signed out. */
export function connectionSource(session: Session, source: ConnectionSource): RowSource {
  const { view, refresh } = source;
  const retry = { title: 'Retry', command: refresh };
  // Not cached, since the session may change during a read.
  const isUsable = (): boolean => !isUnusable(session.state);
  // If the connection itself failed, for example because the sandbox stopped, the lists do not show an error.
  const nextStep = (): Row[] => {
    const { state } = session;
    const id = `${view}/session`;
    if (!isUsable()) return failureNotices(id, new NotConnectedError(state), retry).map(noticeRow);
    if (state.kind !== 'failed' || source.message() !== '') return [];
    return nextSteps(id, state.error, retry).map(noticeRow);
  };
  let isWatched = false;
  return {
    ...source,
    watch: value => {
      isWatched = value;
      source.watch(value);
    },
    onDidReset: listener =>
      session.onDidChange(state => {
        // Another connection may have become active, whose lists are not watched yet.
        source.watch(isWatched);
        listener(state);
      }),
    ensure: async () => {
      if (isUsable()) await source.ensure();
    },
    rows: () => {
      const rows = isUsable() || source.isLocal?.() ? source.rows() : [];
      // An empty view shows the welcome content from package.json, which explains how to connect.
      return rows.length === 0 && !isUsable() ? [] : [...nextStep(), ...rows];
    },
    message: () => {
      const { state } = session;
      if (!isUsable()) return '';
      return state.kind === 'failed' ? explain(state.error).summary : source.message();
    },
  };
}
