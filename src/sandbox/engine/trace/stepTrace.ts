import type { ExecutionStep } from '../../../contract/records/execution.ts';
import type { TraceStep, TraceValue } from '../../../contract/sandbox/traces.ts';
import { HIDDEN } from '../../../util/hidden.ts';
import { stepPositionKey } from '../stepLog.ts';
import type { TimedPoint } from '../../phone/geometry.ts';
import { StepFailure, type StepNote } from '../../runtime/step.ts';
import type { StoredGesture } from '../../store/stored.ts';

type Params = Readonly<Record<string, unknown>>;
type Lists = {
  [Name in 'gestures' | 'requests' | 'mails' | 'events' | 'log' | 'attempts']: NonNullable<TraceStep[Name]>;
};

/** The maximum length of each list of a step. */
const MAX_ENTRIES = 50;
/** The distance in pixels up to which a path counts as straight. */
const STRAIGHT_PX = 0.5;
/** The methods that type, with the parameter that may be a password. */
const TYPED: Readonly<Record<string, string>> = { 'device.typeText': 'text', 'device.pressKey': 'key' };

/** The evidence of a step while it runs. */
export class StepTrace {
  readonly #changed: () => void;
  readonly #lists: Lists = { gestures: [], requests: [], mails: [], events: [], log: [], attempts: [] };
  #params: Params | undefined;
  #values: readonly TraceValue[] = [];
  #target: TraceStep['target'];
  #leftOut = 0;
  #isInputShown = false;
  record: ExecutionStep;
  readonly screenBefore: string | undefined;

  /** `changed` is called when there is more to store. */
  constructor(record: ExecutionStep, screenBefore: string | undefined, changed: () => void) {
    this.record = record;
    this.screenBefore = screenBefore;
    this.#changed = changed;
  }

  /** Sets the resolved parameters and the values of their expressions, both without secret parameters. */
  resolved(params: Params, values: readonly TraceValue[]): void {
    this.#params = params;
    this.#values = values;
    this.#changed();
  }

  /** Adds a fact that the step reports. */
  note(note: StepNote): void {
    if (note.kind === 'target') this.#target = note.target;
    else if (note.kind === 'request') this.add('requests', note.request);
    else this.add('log', note.line);
    this.#changed();
  }

  /** Adds a gesture of the step's device. */
  addGesture({ path, ...gesture }: StoredGesture): void {
    if (gesture.kind === 'text' || gesture.kind === 'key') this.#isInputShown ||= gesture.input !== null;
    this.add('gestures', {
      ...gesture,
      deviceId: undefined,
      path: compactPath(path).map(point => ({ ...point })),
    });
  }

  /** Adds an entry to a list, unless it is full. */
  add<Name extends keyof Lists>(name: Name, entry: Lists[Name][number]): void {
    const list: Lists[Name][number][] = this.#lists[name];
    if (list.length < MAX_ENTRIES) list.push(entry);
    else this.#leftOut++;
    this.#changed();
  }

  /** Runs the step and keeps the failure of this attempt. */
  async attempt<T>(params: Params, now: () => string, run: () => Promise<T>): Promise<T> {
    const startedAt = now();
    try {
      return await run();
    } catch (error) {
      if (error instanceof StepFailure)
        this.add('attempts', { startedAt, finishedAt: now(), error: error.message, params: { ...params } });
      throw error;
    }
  }

  /** Returns the evidence so far; secrets in values are not hidden yet. */
  toStep(screenAfter: string | undefined): TraceStep {
    const { attempts, ...lists } = this.#lists;
    const isFinalOnly = attempts.length === 1 && this.record.status === 'failed';
    const typed = this.#isInputShown ? undefined : TYPED[this.record.method ?? ''];
    return {
      ...toTraceStep(this.record),
      ...Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0)),
      ...(attempts.length > 0 && !isFinalOnly
        ? { attempts: attempts.map(attempt => hideIn(attempt, typed)) }
        : {}),
      params: hideParam(this.#params, typed),
      values: this.#values.map(entry => (entry.path[0] === typed ? { ...entry, value: HIDDEN } : entry)),
      target: this.#target,
      screenBefore: this.screenBefore,
      screenAfter,
      ...(this.#leftOut > 0 ? { leftOut: this.#leftOut } : {}),
    };
  }

  /** Returns what was typed and must not be shown: everything that may have gone into a password field. */
  hiddenInput(): unknown {
    const typed = TYPED[this.record.method ?? ''];
    return typed === undefined || this.#isInputShown ? undefined : this.#params?.[typed];
  }
}

/** Returns what the result of a step says, without evidence. */
export function toTraceStep(record: ExecutionStep): TraceStep {
  const { index, method, status, ...rest } = record;
  return {
    ...rest,
    id: stepPositionKey(record),
    index: index ?? 0,
    method: method ?? '',
    status: status ?? '',
  };
}

function hideParam(
  params: Params | undefined,
  name: string | undefined,
): Record<string, unknown> | undefined {
  if (params === undefined) return undefined;
  return name !== undefined && Object.hasOwn(params, name) ? { ...params, [name]: HIDDEN } : { ...params };
}

function hideIn(
  attempt: NonNullable<TraceStep['attempts']>[number],
  name: string | undefined,
): typeof attempt {
  return { ...attempt, params: hideParam(attempt.params ?? undefined, name) };
}

// A straight movement at constant speed is given by its ends.
function compactPath(path: readonly TimedPoint[]): readonly TimedPoint[] {
  const [first, last] = [path[0], path.at(-1)];
  if (!first || !last || path.length < 3) return path;
  const isStraight = path.every(({ x, y, ms }) => {
    const part = last.ms === first.ms ? 0 : (ms - first.ms) / (last.ms - first.ms);
    const off = Math.hypot(first.x + (last.x - first.x) * part - x, first.y + (last.y - first.y) * part - y);
    return off <= STRAIGHT_PX;
  });
  if (isStraight) return [first, last];
  return path.map(({ x, y, ms }) => ({ x: Math.round(x * 10) / 10, y: Math.round(y * 10) / 10, ms }));
}
