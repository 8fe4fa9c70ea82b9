import { stepRepair, type StepRepair, type TraceRequest, type TraceRow } from '../../protocol/traceViewer.ts';
import { Latest } from './latest.ts';
import { Pictures, type ShownScreen } from './pictures.ts';
import type { TracePort } from './tracePort.ts';

/** The proposed repair of the selected step, with its screens. */
export class RepairModel {
  readonly #ask: (request: TraceRequest) => Promise<unknown>;
  readonly #changed: () => void;
  readonly #reads = new Latest();
  readonly #passed: Pictures;
  readonly #now: Pictures;
  /** The key of the row that the repair belongs to. */
  repairOf: string | undefined;
  repair: StepRepair | undefined;
  before: ShownScreen | undefined;
  now: ShownScreen | undefined;

  constructor(
    ask: (request: TraceRequest) => Promise<unknown>,
    port: Pick<TracePort, 'openPicture' | 'closePicture'>,
    changed: () => void,
  ) {
    this.#ask = ask;
    this.#changed = changed;
    this.#passed = new Pictures(
      {
        screen: id => ask({ kind: 'passedScreen', id }),
        picture: id => ask({ kind: 'passedPicture', id }),
      },
      port,
    );
    this.#now = new Pictures(
      { screen: id => ask({ kind: 'screen', id }), picture: id => ask({ kind: 'picture', id }) },
      port,
    );
  }

  /** Gives up what was read of a trace that has changed. */
  clear(): void {
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
    // A run whose evidence cannot be compared has no proposals.
    const found = await this.#ask({ kind: 'repair', step: row.step }).catch(() => undefined);
    if (!stepRepair(found)) return;
    const screens = await Promise.all([
      this.#passed.read(found.before.screen).catch(() => undefined),
      this.#now.read(found.now.screen).catch(() => undefined),
    ]);
    [this.before, this.now] = screens;
    this.repair = found;
    this.repairOf = row.key;
    this.#changed();
  }
}
