import type {
  DebugCommand,
  DebugStop,
  DebugThread as ThreadRecord,
} from '../../../contract/sandbox/debug.ts';
import type { PlannedStep } from '../../engine/plan.ts';
import { conflict, invalidValue, type Refusal } from '../../runtime/refusal.ts';
import type { RunDecision, RunPlace } from '../../runtime/runControl.ts';
import { isSameStep, stepIn } from './breakpoints.ts';

/** The next stop of a thread, apart from breakpoints; depth 0 is the top level, and 1 inside a step. */
type Goal =
  | { readonly kind: 'none' }
  | { readonly kind: 'depth'; readonly depth: number; readonly reason: 'entry' | 'step' | 'goto' }
  | { readonly kind: 'step'; readonly index: number; readonly childIndex: number | null };

/** A stop with its place, and the function that ends it. */
interface Stopped {
  readonly stop: DebugStop;
  readonly place: RunPlace;
  readonly resume: (decision: RunDecision) => void;
}

const EVERY_DEPTH = 1;

/** A device of a debug run: its state, and the goal of the last command. */
export class DeviceThread {
  readonly id: number;
  readonly deviceId: string | null;
  readonly #name: string;
  #goal: Goal = { kind: 'none' };
  #isPausing = false;
  #status: 'waiting' | 'running' | 'ended' = 'waiting';
  stopped: Stopped | undefined;

  constructor(id: number, deviceId: string | null, name: string) {
    this.id = id;
    this.deviceId = deviceId;
    this.#name = name;
  }

  get isRunning(): boolean {
    return this.#status === 'running' && !this.stopped;
  }

  /** True if the last command was to stop again. */
  get isStepping(): boolean {
    return this.#goal.kind === 'depth';
  }

  /** Starts the thread; `stops` stops it before its first step. */
  enter(stops: boolean): void {
    this.#status = 'running';
    if (stops && !this.#isPausing) this.#goal = { kind: 'depth', depth: EVERY_DEPTH, reason: 'entry' };
  }

  end(): void {
    this.#status = 'ended';
    this.stopped = undefined;
  }

  /** Stops a thread before its next step. */
  pause(): void {
    if (!this.stopped) this.#isPausing = true;
  }

  /** Lets a thread run without stopping. */
  release(): void {
    this.#goal = { kind: 'none' };
    this.#isPausing = false;
    this.stopped?.resume({ kind: this.stopped.stop.reason === 'failure' ? 'fail' : 'run' });
  }

  /** Returns the reason to stop at a step, apart from breakpoints. */
  reasonAt(place: RunPlace): 'pause' | 'entry' | 'step' | 'goto' | undefined {
    if (this.#isPausing) return 'pause';
    if (this.#goal.kind === 'step') return isSameStep(this.#goal, place) ? 'step' : undefined;
    const depth = place.childIndex === null ? 0 : 1;
    return this.#goal.kind === 'depth' && depth <= this.#goal.depth ? this.#goal.reason : undefined;
  }

  /** Stops until `resume` is called. */
  stop(stopped: Stopped): void {
    this.#goal = { kind: 'none' };
    this.#isPausing = false;
    this.stopped = stopped;
  }

  /** Carries out a command for a stopped thread. Throws a Refusal if it cannot. */
  command(command: DebugCommand, plan: readonly PlannedStep[]): void {
    const stopped = this.stopped;
    if (!stopped) throw notStopped();
    const { goal, decision } = planMove(command, stopped, plan);
    this.#goal = goal;
    stopped.resume(decision);
  }

  toRecord(): ThreadRecord {
    return {
      id: this.id,
      deviceId: this.deviceId,
      name: this.#name,
      status: this.stopped ? 'stopped' : this.#status,
      ...(this.stopped ? { stop: this.stopped.stop } : {}),
    };
  }
}

/** Returns what a command makes of a stopped thread. Throws a Refusal if it cannot be carried out. */
function planMove(
  { command, step }: DebugCommand,
  { place, stop }: Stopped,
  plan: readonly PlannedStep[],
): { readonly goal: Goal; readonly decision: RunDecision } {
  const isFailure = stop.reason === 'failure';
  const decision: RunDecision = { kind: isFailure ? 'fail' : 'run' };
  const depth = place.childIndex === null ? 0 : 1;
  const over: Goal = { kind: 'depth', depth, reason: 'step' };
  switch (command) {
    case 'next':
      return { goal: over, decision };
    case 'stepIn':
      return { goal: { ...over, depth: EVERY_DEPTH }, decision };
    case 'stepOut':
      return { goal: { ...over, depth: depth - 1 }, decision };
    case 'skip':
      return { goal: over, decision: { kind: 'skip' } };
    case 'again':
      if (isFailure) return { goal: over, decision: { kind: 'run' } };
      throw conflict('nothing_failed', 'Only a failed step can run again. Go to a step to repeat it.');
    case 'runTo':
      return { goal: { kind: 'step', ...requireStep(step, plan) }, decision };
    case 'goto': {
      const target = requireStep(step, plan);
      const isSameList = place.childIndex !== null && target.index === place.index;
      if (target.childIndex === null || isSameList)
        return {
          goal: { ...over, depth: EVERY_DEPTH, reason: 'goto' },
          decision: { kind: 'goto', ...target },
        };
      const message = 'Only steps of the same list and top-level steps can be next.';
      throw conflict('step_not_reachable', message);
    }
    case 'continue':
    case 'pause':
      return { goal: { kind: 'none' }, decision };
  }
}

/** Returns the refusal of a call that needs a stopped thread. */
export function notStopped(): Refusal {
  return conflict('thread_not_stopped', 'The thread is not stopped.');
}

function requireStep(
  step: DebugCommand['step'],
  plan: readonly PlannedStep[],
): { readonly index: number; readonly childIndex: number | null } {
  if (step && stepIn(plan, step)) return { index: step.index, childIndex: step.childIndex ?? null };
  throw invalidValue('body.step', 'the flow has no such step', step);
}
