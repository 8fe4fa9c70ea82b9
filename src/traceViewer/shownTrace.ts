import type * as vscode from 'vscode';
import type { FailedCheck } from '../appState/failedChecks.ts';
import type { Trace } from '../flow/trace/traceFile.ts';
import type { RunRecordings } from './runRecordings.ts';
import type { RunProgress } from '../traceReading/openTraceState.ts';
import type { Event } from '../util/emitter.ts';

/** A trace that is open in one or several viewers: a file, or a run that may still go on. */
export interface ShownTrace extends vscode.CustomDocument {
  /** Fires when the trace has changed and can be read again. */
  readonly onDidChange: Event<void>;
  /** Set while the run is in progress. */
  readonly progress: RunProgress | undefined;
  /** Reads the trace. Rejects with a sentence for the user if it cannot be read. */
  read(): Promise<Trace>;
  /** Reads the picture of a screen that is not part of the trace. */
  picture(id: string): Promise<Uint8Array | undefined>;
  /** The ID of the connection that has the run and its tasks; undefined for a file, a trial run, and a test. */
  readonly connectionId: string | undefined;
  /** The picture checks of a test that failed after the run. */
  readonly failedChecks: readonly FailedCheck[];
  /** The screen recordings that were made during a run; undefined for a file. */
  readonly recordings: RunRecordings | undefined;
  /** Follows a viewer that was shown or hidden. */
  setVisible(viewer: object, isVisible: boolean): void;
}
