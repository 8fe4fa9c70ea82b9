import type { TraceStep } from '../contract/sandbox/traces.ts';
import { secondsText } from '../flow/run/outcomeText.ts';
import { hideSecrets } from '../flow/run/outputTree.ts';
import { passcodesIn } from '../flow/run/passcodes.ts';
import { millisecondsBetween } from '../flow/run/runSteps.ts';
import { wantedBy } from '../flow/explain/wanted.ts';
import { wordsOf } from '../flow/wordsOf.ts';
import type { TraceDocument } from '../flow/trace/traceFile.ts';
import type { RowState, TraceRow } from '../protocol/traceViewer.ts';
import { isObject } from '../util/isObject.ts';

/** The part of a row that does not depend on the screens. */
export type PlainRow = Omit<TraceRow, 'strip' | 'frame'>;

const STATES: ReadonlyMap<string, RowState> = new Map([
  ['success', 'succeeded'],
  ['failed', 'failed'],
  ['invalid', 'failed'],
  ['running', 'running'],
  ['pending', 'running'],
  ['stopped', 'aborted'],
  ['cancelled', 'aborted'],
  ['aborted', 'aborted'],
  ['skipped', 'skipped'],
]);
/** The state of a group is the first of these that any of its steps has. */
const RANKS: readonly RowState[] = ['running', 'failed', 'aborted', 'unknown', 'succeeded', 'skipped'];
const MAX_DETAIL_LENGTH = 200;
const MAX_NAME_LENGTH = 500;

/** A step with its index in the trace. */
interface Indexed {
  readonly step: TraceStep;
  readonly at: number;
}

/** Returns the steps of a run as a tree: below devices if there are several, children below parents and rounds. */
export function traceRows({ run, steps }: Pick<TraceDocument, 'run' | 'steps'>): readonly PlainRow[] {
  const all = steps.map((step, at): Indexed => ({ step, at }));
  const passcodes = passcodesIn(steps.map(({ output }) => ({ output })));
  const byDevice = Map.groupBy(all, ({ step }) => step.deviceId ?? '');
  if (byDevice.size < 2) return stepRows(all, 1, passcodes);
  return [...byDevice].flatMap(([id, own]) => [
    groupRow(`device ${id}`, nameOfDevice(run, id), own, 1),
    ...stepRows(own, 2, passcodes),
  ]);
}

/** Returns the state of a step or a run by its status. */
export function rowState(status: string | null | undefined): RowState {
  return STATES.get(status ?? '') ?? 'unknown';
}

/** Returns the name of a device of a run, or its ID. */
export function nameOfDevice({ devices }: TraceDocument['run'], id: string): string {
  if (id === '') return 'Without a device';
  return devices?.find(device => device.id === id)?.name ?? id;
}

/** Returns the key of the row of a step by its index in the trace. */
export function stepRowKey(at: number, { id }: TraceStep): string {
  return `step ${at} ${id}`;
}

/** Returns the name of a step, such as `Tap`. */
export function stepTitle({ name, method }: TraceStep): string {
  const title = name ?? (wordsOf(method.slice(0, MAX_NAME_LENGTH).split('.').at(-1)) || 'Step');
  return title.slice(0, MAX_NAME_LENGTH);
}

/** Returns the number of a step from 1, such as `2.1`. */
export function stepNumberText({ index, childIndex }: TraceStep): string {
  return `${index + 1}${childIndex == null ? '' : `.${childIndex + 1}`}`;
}

/** Returns the name of a part of a path in a tree, which numbers items from 1. */
export function nameOfSegment(segment: string | number): string {
  return typeof segment === 'number' ? String(segment + 1) : segment;
}

/** Returns the duration of a step in words; empty if unknown or if it did not run. */
export function stepTime({ startedAt, finishedAt, status }: TraceStep): string {
  const ms = status === 'skipped' ? undefined : millisecondsBetween(startedAt, finishedAt);
  return ms === undefined ? '' : secondsText(ms);
}

function stepRows(own: readonly Indexed[], level: number, passcodes: readonly string[]): PlainRow[] {
  const byIndex = Map.groupBy(own, ({ step }) => step.index);
  return [...byIndex].flatMap(([index, same]) => {
    const parents = same.filter(({ step }) => step.childIndex == null);
    const children = same.filter(({ step }) => step.childIndex != null);
    const rounds = Map.groupBy(children, ({ step }) => step.round ?? -1);
    const first = parents.map(one => rowOf(one, level, passcodes));
    const inner = parents.length > 0 ? level + 1 : level;
    if ([...rounds.keys()].every(round => round === -1))
      return [...first, ...children.map(one => rowOf(one, inner, passcodes))];
    return [
      ...first,
      ...[...rounds].flatMap(([round, inside]) => [
        groupRow(
          `round ${inside[0]?.step.deviceId ?? ''} ${index} ${round}`,
          round === -1 ? 'Without a round' : `Round ${round + 1}`,
          inside,
          inner,
        ),
        ...inside.map(one => rowOf(one, inner + 1, passcodes)),
      ]),
    ];
  });
}

function rowOf({ step, at }: Indexed, level: number, passcodes: readonly string[]): PlainRow {
  return {
    key: stepRowKey(at, step),
    step: at,
    level,
    number: stepNumberText(step),
    name: stepTitle(step),
    detail: detailOf(step, passcodes),
    state: rowState(step.status),
    time: stepTime(step),
    before: step.screenBefore ?? undefined,
    after: step.screenAfter ?? undefined,
    touches: step.target != null || (step.gestures ?? []).some(({ path }) => path.length > 0),
    compared: undefined,
  };
}

function groupRow(key: string, name: string, own: readonly Indexed[], level: number): PlainRow {
  const states = new Set(own.map(({ step }) => rowState(step.status)));
  const times = own.flatMap(({ step }) => [step.startedAt, step.finishedAt]).flatMap(time => time ?? []);
  const ms = millisecondsBetween(times.reduce(least, times[0] ?? ''), times.reduce(most, ''));
  return {
    key,
    step: undefined,
    level,
    number: '',
    name,
    detail: '',
    state: RANKS.find(state => states.has(state)) ?? 'unknown',
    time: ms === undefined ? '' : secondsText(ms),
    before: undefined,
    after: undefined,
    touches: false,
    compared: undefined,
  };
}

function least(one: string, other: string): string {
  return other < one ? other : one;
}

function most(one: string, other: string): string {
  return other > one ? other : one;
}

/** Returns what tells a step apart from others of the same name: the element, or its most telling text in one line. */
function detailOf({ target, values, ...step }: TraceStep, passcodes: readonly string[]): string {
  const hidden = hideSecrets(step.params, passcodes);
  const params = isObject(hidden) ? hidden : {};
  const texts = Object.entries(params).flatMap(([name, value]) =>
    typeof value === 'string' ? [{ name, value }] : [],
  );
  const computed = texts.find(({ name }) => name === values?.[0]?.path[0]);
  const longest = texts.toSorted((one, other) => other.value.length - one.value.length)[0];
  const text = target?.text ?? wantedBy({ ...step, params })?.value ?? (computed ?? longest)?.value ?? '';
  // Cut first, since a text can be very long.
  return text
    .slice(0, 2 * MAX_DETAIL_LENGTH)
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_DETAIL_LENGTH);
}
