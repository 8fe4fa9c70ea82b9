import { shownRepair, type ShownRepair, type TraceRow } from '../../protocol/traceViewer.ts';
import { Latest } from '../common/latest.ts';
import { type Ask, Pictures, pictureSource, type DrawableScreen } from './pictures.ts';
import type { TracePort } from './tracePort.ts';

/** The proposed repair of the selected step, with its screens. */
export class RepairModel {
  readonly #ask: Ask;
  readonly #changed: () => void;
  readonly #reads = new Latest();
  readonly #passed: Pictures;
  readonly #now: Pictures;
  /** Counts the traces, so that what was read of a former one is not shown. */
  #trace = 0;
  /** The key of the row that the repair belongs to. */
  repairOf: string | undefined;
  repair: ShownRepair | undefined;
  before: DrawableScreen | undefined;
  now: DrawableScreen | undefined;

  constructor(ask: Ask, port: TracePort, changed: () => void) {
    this.#ask = ask;
    this.#changed = changed;
    this.#passed = new Pictures(pictureSource(ask, 'passedScreen', 'passedPicture'), port);
    this.#now = new Pictures(pictureSource(ask, 'screen', 'picture'), port);
  }

  /** Gives up what was read of a trace that has changed. */
  clear(): void {
    this.#trace++;
    this.repairOf = undefined;
    this.repair = undefined;
    this.#passed.clear();
    this.#now.clear();
  }

  /** Reads the repair of a row; only failed steps have one. */
  follow(row: TraceRow | undefined): void {
    this.#reads.run(() => this.#read(row));
  }

  async #read(row: TraceRow | undefined): Promise<void> {
    if (row?.step === undefined || row.state !== 'failed') return;
    if (this.repairOf === row.key) return;
    const trace = this.#trace;
    // A run whose evidence cannot be compared has no proposals.
    const found = await this.#ask({ kind: 'repair', step: row.step }).catch(() => undefined);
    if (!shownRepair(found)) return;
    const screens = await Promise.all([
      this.#passed.read(found.before.screen).catch(() => undefined),
      this.#now.read(found.now.screen).catch(() => undefined),
    ]);
    // What was cleared is read again for the trace as it is now.
    if (trace !== this.#trace) return;
    [this.before, this.now] = screens;
    this.repair = found;
    this.repairOf = row.key;
    this.#changed();
  }
}
