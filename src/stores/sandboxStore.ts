import type { SandboxClient } from '../client/sandboxClient.ts';
import type { ClockState } from '../contract/sandbox/control.ts';
import type { ActiveFault } from '../contract/sandbox/fault.ts';
import type { Snapshot } from '../contract/sandbox/state.ts';
import { type Disposable, Disposables } from '../util/disposables.ts';
import { Emitter, type Event } from '../util/emitter.ts';
import { type Polled, Poller } from './poller.ts';

/** What a running sandbox was told to do, and what it keeps; undefined until that was read. */
export interface SandboxState {
  readonly faults: readonly ActiveFault[];
  readonly clock: ClockState | undefined;
  readonly snapshots: readonly Snapshot[];
  /** Why the last read failed. */
  readonly problem: Error | undefined;
}

const NOTHING: SandboxState = { faults: [], clock: undefined, snapshots: [], problem: undefined };
const POLL_MS = 2000;

/** Faults, clock and snapshots of the sandbox; others may change them too, so they are read while somebody looks. */
export class SandboxStore implements Disposable {
  readonly #open: () => Promise<SandboxClient>;
  readonly #owned = new Disposables();
  readonly #changed = this.#owned.add(new Emitter<void>());
  readonly #poller = this.#owned.add(new Poller(() => this.#poll(), POLL_MS));
  readonly #watchers = new Set<string>();
  #running = false;
  /** Counts starts and ends; what was read from an earlier run says nothing of this one. */
  #turn = 0;
  #read = false;
  #state = NOTHING;
  #last: Promise<void> = Promise.resolve();

  readonly onDidChange = this.#changed.event;

  /** Takes how to reach the sandbox, which is not used before it runs, and whether it runs. */
  constructor(open: () => Promise<SandboxClient>, running: Event<boolean>) {
    this.#open = open;
    this.#owned.add(
      running(now => {
        this.#running = now;
        this.#turn++;
        this.#read = false;
        this.#become(NOTHING);
        if (now && this.#watchers.size > 0) void this.refresh();
      }),
    );
  }

  get state(): SandboxState {
    return this.#state;
  }

  /** Whether the clock was moved or stands still. */
  get clockMoved(): boolean {
    const { clock } = this.#state;
    return clock !== undefined && (clock.frozen || clock.aheadMs !== 0);
  }

  /** Reads everything unless that was done. */
  async ensure(): Promise<void> {
    if (!this.#read) await this.refresh();
  }

  /** Reads everything anew, after what is being read; a failure is kept in the state. */
  async refresh(): Promise<void> {
    this.#last = this.#last.then(() => this.#readAll());
    await this.#last;
  }

  /** Starts or stops reading again and again for one of those who look. */
  watch(watcher: string, wanted: boolean): void {
    if (wanted) this.#watchers.add(watcher);
    else this.#watchers.delete(watcher);
    this.#poller.watch(this.#watchers.size > 0);
  }

  dispose(): void {
    this.#owned.dispose();
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
      this.#become({
        faults: faults.value.data,
        clock: clock.value.data,
        snapshots: snapshots.value.data,
        problem: undefined,
      });
    } catch (error) {
      if (turn !== this.#turn) return;
      const problem = error instanceof Error ? error : new Error(String(error));
      this.#become({ ...this.#state, problem });
    }
  }

  #become(state: SandboxState): void {
    const same = signature(state) === signature(this.#state);
    this.#state = state;
    if (!same) this.#changed.fire();
  }
}

// The time goes on between two reads, which changes nothing that is shown, nor does a clock that was not moved.
function signature({ faults, clock, snapshots, problem }: SandboxState): string {
  const time = clock?.frozen ? clock.now : (clock?.aheadMs ?? 0);
  return JSON.stringify([faults, time, snapshots, problem?.message]);
}
