import type { RowState } from '../../protocol/traceViewer.ts';

/** The icon of each state. */
export const STATE_ICONS: Readonly<Record<RowState, string>> = {
  succeeded: 'pass',
  failed: 'error',
  running: 'sync',
  aborted: 'circle-slash',
  skipped: 'circle-large',
  unknown: 'question',
};

/** The words for the states that an icon shows. */
export const STATE_WORDS: Readonly<Record<RowState, string>> = {
  succeeded: 'succeeded',
  failed: 'failed',
  running: 'running',
  aborted: 'aborted',
  skipped: 'not run',
  unknown: 'unknown',
};
