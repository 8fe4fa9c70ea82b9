import type { Random } from '../util/random.ts';
import type { Clock } from './clock.ts';
import type { Events } from './events.ts';
import type { JobQueue } from './jobs/queue.ts';
import type { Log } from './log.ts';
import type { StepKinds } from './step.ts';
import type { Store } from './store/store.ts';

/** How a sandbox behaves, fixed at its start. */
export interface ServiceSettings {
  /** Tells whether deliveries may go to every port of this computer. */
  readonly loopbackWebhooks: boolean;
  /** Factor of what the sandbox itself takes: 1 as the real service, 0.01 a hundred times faster, 0 at once. */
  readonly timeScale: number;
  /** True if schedules start flows; otherwise only people, events and calls do. */
  readonly schedules: boolean;
}

/** What every handler and job works with. */
export interface Service {
  readonly store: Store;
  readonly clock: Clock;
  /** Repeatable with `--seed-number`; never for secrets or ids, which come from `node:crypto`. */
  readonly random: Random;
  readonly events: Events;
  readonly jobs: JobQueue;
  /** What carries out the methods of the action catalogue. */
  readonly steps: StepKinds;
  readonly settings: ServiceSettings;
  /** Ports of this computer that a person named, which steps and deliveries may call. */
  readonly loopbackPorts: Set<number>;
  /** Aborted when the sandbox ends. */
  readonly ending: AbortSignal;
  readonly log: Log;
  /** Where the sandbox answers, without the version segment, such as `http://127.0.0.1:4000`. */
  readonly origin: string;
}
