import type { SandboxClient } from '../client/sandboxClient.ts';
import type { ClockState } from '../contract/sandbox/control.ts';
import type { ActiveFault } from '../contract/sandbox/fault.ts';
import type { Snapshot } from '../contract/sandbox/state.ts';
import { Disposables } from '../util/disposables.ts';
import { Emitter, type Event } from '../util/emitter.ts';
import { toError } from '../util/errors.ts';
import { type Polled, Poller } from './poller.ts';
import { durationText } from '../util/duration.ts';
import { SerialQueue } from '../util/serialQueue.ts';

/** The faults, clock and snapshots of a running sandbox. The clock is undefined until read. */
interface SandboxState {
  readonly faults: readonly ActiveFault[];
  readonly clock: ClockState | undefined;
  readonly snapshots: readonly Snapshot[];
  /** Error of the last read. */
  readonly problem: Error | undefined;
}

const NOTHING: SandboxState = { faults: [], clock: undefined, snapshots: [], problem: undefined };
const POLL_MS = 2000;

/** Faults, clock and snapshots of the sandbox. Other clients may change them, so they are polled while watched. */
export class SandboxStore extends Disposables {
  readonly #open: () => Promise<SandboxClient>;
  readonly #changed = this.add(new Emitter<void>());
  readonly #poller = this.add(new Poller(() => this.#poll(), POLL_MS));
  readonly #watchers = new Set<string>();
  #running = false;
  /** Incremented on each start and stop, so that results from an earlier run are dropped. */
  #turn = 0;
  #read = false;
  #state = NOTHING;
  readonly #reads = new SerialQueue();

  readonly onDidChange = this.#changed.event;

  /** `open` is called only while the sandbox runs; `running` reports starts and stops. */
  constructor(open: () => Promise<SandboxClient>, running: Event<boolean>) {
    super();
    this.#open = open;
    this.add(
      running(isRunning => {
        this.#running = isRunning;
        this.#turn++;
        this.#read = false;
        this.#setState(NOTHING);
        if (isRunning && this.#watchers.size > 0) void this.refresh();
      }),
    );
  }

  get state(): SandboxState {
    return this.#state;
  }

  /** True if the clock is frozen or differs from real time. */
  get clockMoved(): boolean {
    const { clock } = this.#state;
    return clock !== undefined && (clock.frozen || clock.aheadMs !== 0);
  }

  /** Reads everything if that has not been done yet. */
  async ensure(): Promise<void> {
    if (!this.#read) await this.refresh();
  }

  /** Reads everything again after a read in progress. Errors are kept in the state, not thrown. */
  async refresh(): Promise<void> {
    await this.#reads.run(() => this.#readAll());
  }

  /** Starts or stops polling for one of several watchers. */
  watch(watcher: string, isWatched: boolean): void {
    if (isWatched) this.#watchers.add(watcher);
    else this.#watchers.delete(watcher);
    this.#poller.watch(this.#watchers.size > 0);
  }

  async #poll(): Promise<Polled> {
    await this.refresh();
    return this.#state.problem;
  }

  async #readAll(): Promise<void> {
    const turn = this.#turn;
    if (!this.#running) return;
    try {
      const client = await this.#open();
      const [faults, clock, snapshots] = await Promise.all([
        client.listFaults({}),
        client.getClock({}),
        client.listSnapshots({}),
      ]);
      if (turn !== this.#turn) return;
      this.#read = true;
      this.#setState({
        faults: faults.value.data,
        clock: clock.value.data,
        snapshots: snapshots.value.data,
        problem: undefined,
      });
    } catch (error) {
      if (turn !== this.#turn) return;
      const problem = toError(error);
      this.#setState({ ...this.#state, problem });
    }
  }

  #setState(state: SandboxState): void {
    const isUnchanged = signature(state) === signature(this.#state);
    this.#state = state;
    if (!isUnchanged) this.#changed.fire();
  }
}

// The passing of time alone does not change what is shown, so a running clock counts only by its offset.
function signature({ faults, clock, snapshots, problem }: SandboxState): string {
  const time = clock?.frozen ? clock.now : (clock?.aheadMs ?? 0);
  return JSON.stringify([faults, time, snapshots, problem?.message]);
}

/** Returns the sandbox clock as text, such as “2 h ahead” or “frozen at 2026-11-21 12:00:00 UTC”. */
export function sandboxClockText({ now, frozen, aheadMs }: ClockState): string {
  if (frozen) return `frozen at ${now.replace('T', ' ').replace(/\..*|Z$/, '')} UTC`;
  if (aheadMs === 0) return 'same as this computer';
  return `${durationText(Math.abs(aheadMs))} ${aheadMs > 0 ? 'ahead' : 'behind'}`;
}
