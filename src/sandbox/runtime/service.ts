import type { LayoutFault, SlowScreenFault } from '../../contract/sandbox/fault.ts';
import type { Random } from '../../util/random.ts';
import type { Clock } from './clock.ts';
import type { Events } from './events.ts';
import type { JobQueue } from './jobQueue.ts';
import type { Log } from './log.ts';
import type { PhoneDriver } from './phoneDriver.ts';
import type { DisplayPictures } from './pictures.ts';
import type { RunControl } from './runControl.ts';
import type { StepKinds } from './step.ts';
import type { Store } from '../store/store.ts';

/** Settings of a sandbox that are fixed at startup. */
export interface ServiceSettings {
  /** True if deliveries may call every port of this computer. */
  readonly loopbackWebhooks: boolean;
  /** The factor for simulated durations: 1 like the real service, 0.01 a hundred times faster, 0 instant. */
  readonly timeScale: number;
  /** True if schedules start flows; otherwise only users, events and calls do. */
  readonly schedules: boolean;
  readonly traces: TraceRetention;
}

/** The limits for keeping the evidence of runs. */
export interface TraceRetention {
  /** The maximum number of runs of each flow with evidence; 0 records none. */
  readonly runs: number;
  /** The maximum age in days. */
  readonly days: number;
}

/** The dependencies of handlers and jobs. */
export interface Service {
  readonly store: Store;
  readonly clock: Clock;
  /** Repeatable with `--seed-number`; never for secrets or IDs, which come from `node:crypto`. */
  readonly random: Random;
  readonly events: Events;
  readonly jobs: JobQueue;
  /** The implementations of the action catalog's methods. */
  readonly steps: StepKinds;
  readonly settings: ServiceSettings;
  /** The ports of this computer that steps and deliveries may call. */
  readonly loopbackPorts: Set<number>;
  /** The debuggers of running executions, by execution ID. */
  readonly controls: Map<string, RunControl>;
  /** The connected real phones, by device ID. */
  readonly drivers: Map<string, PhoneDriver>;
  readonly pictures: DisplayPictures;
  /** Returns the other layout that the apps of a device have for now; undefined for the usual one. */
  readonly layoutOf: (deviceId: string) => LayoutFault | undefined;
  /** Returns the fault by which the apps of a device load slowly; undefined if their screens change at once. */
  readonly slowScreenOf: (deviceId: string) => SlowScreenFault | undefined;
  /** Aborted when the sandbox stops. */
  readonly ending: AbortSignal;
  readonly log: Log;
  /** The origin of the sandbox without the version segment, such as `http://127.0.0.1:4000`. */
  readonly origin: string;
}
