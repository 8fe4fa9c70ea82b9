import {
  type OpenTrace,
  recordedMoment,
  type RecordedMoment,
  runRecordings,
  type RunRecording,
  type TraceRow,
} from '../../protocol/traceViewer.ts';
import { bytesOf } from '../common/bytes.ts';
import { HostFailure } from '../common/host.ts';
import { Latest } from '../common/latest.ts';
import type { Ask } from './pictures.ts';

/** The screen recordings of a run, one of which can be played beside the steps. */
export class RecordingModel {
  readonly #ask: Ask;
  readonly #changed: () => void;
  readonly #reads = new Latest();
  /** The state of the trace that was looked at last. */
  #looked: OpenTrace | undefined;
  #row: TraceRow | undefined;
  /** The recordings that can be played. */
  offered: readonly RunRecording[] = [];
  /** True while a recording is shown in place of the screens. */
  isShown = false;
  moment: RecordedMoment | undefined;
  /** The video that was read last. */
  video: { readonly id: string; readonly bytes: Uint8Array } | undefined;
  problem: string | undefined;

  constructor(ask: Ask, changed: () => void) {
    this.#ask = ask;
    this.#changed = changed;
  }

  /** Looks for recordings of a trace; one that goes on has none yet. Rejects if they cannot be listed. */
  async find(trace: OpenTrace | undefined): Promise<void> {
    this.#looked = trace;
    if (!trace || trace.live || trace.comparison) {
      this.offered = [];
      this.isShown = false;
      return;
    }
    let found: unknown;
    try {
      found = await this.#ask({ kind: 'recordings' });
    } catch (error) {
      if (this.#looked === trace) throw error;
      return;
    }
    // An answer about an earlier state is outdated.
    if (this.#looked !== trace) return;
    // A service without recordings has no button.
    this.offered = runRecordings(found) ? found : [];
    this.isShown &&= this.offered.length > 0;
    this.#changed();
  }

  /** Shows or hides the recording. */
  toggle(): void {
    this.isShown = !this.isShown;
    this.#changed();
    this.#follow();
  }

  /** Goes to the time of a row. */
  follow(row: TraceRow | undefined): void {
    // A device or a round has no time, so the position stays.
    if (row?.step === undefined && this.moment) return;
    this.#row = row;
    this.#follow();
  }

  #follow(): void {
    if (this.isShown) this.#reads.run(() => this.#read());
  }

  async #read(): Promise<void> {
    try {
      const step = this.#row?.step ?? 0;
      const moment = await this.#ask({ kind: 'recordedMoment', step });
      this.moment = recordedMoment(moment) ? moment : undefined;
      if (recordedMoment(moment) && this.video?.id !== moment.id) {
        this.video = undefined;
        this.#changed();
        const bytes = bytesOf(await this.#ask({ kind: 'video', id: moment.id }));
        if (bytes) this.video = { id: moment.id, bytes };
      }
      this.problem = this.moment ? undefined : 'This step was not recorded.';
    } catch (error) {
      this.problem = error instanceof HostFailure ? error.message : String(error);
    }
    this.#changed();
  }
}
