import type { TraceStep } from '../../contract/sandbox/traces.ts';
import type { Evidence } from '../explain/explanation.ts';
import { canonicalJson } from '../schema/equal.ts';
import { isObject } from '../../util/isObject.ts';
import { pairUp, sameKey } from '../../util/pairUp.ts';

/** The records of a step in two runs, in the same round and on the same or the corresponding device. */
export interface StepPair {
  readonly left: TraceStep | undefined;
  readonly right: TraceStep | undefined;
}

/** A step of a flow with its records in a run. */
interface Definition {
  readonly place: string;
  /** The action with its parameters, without the values that expressions had. */
  readonly content: string;
  readonly kind: string;
  readonly isChild: boolean;
  readonly records: readonly TraceStep[];
}

/**
 * Matches the records of two runs of a flow that may have changed in between. Steps correspond if they do the same, at
 * best at the same place, or else if they have the same action at the same place. Ordered as in the first run; a record
 * that only the second run has follows its predecessor there.
 */
export function matchSteps(left: Evidence, right: Evidence): readonly StepPair[] {
  const matched = pairUp(definitionsIn(left), definitionsIn(right), [
    sameKey(({ place, content }) => `${place} ${content}`),
    sameKey(({ isChild, content }) => `${String(isChild)} ${content}`),
    sameKey(({ place, kind }) => `${place} ${kind}`),
  ]);
  const devices = matchDevices(left, right);
  const partners = new Map<TraceStep, TraceStep>();
  for (const [one, other] of matched) {
    const waiting = Map.groupBy(other.records, record => occurrenceOf(record, record.deviceId));
    for (const record of one.records) {
      const device = devices.get(deviceOf(record)) ?? record.deviceId;
      const partner = waiting.get(occurrenceOf(record, device))?.shift();
      if (partner) partners.set(record, partner);
    }
  }
  return inOrder(left.steps, right.steps, partners);
}

// Records of the second run without a partner are inserted after the partner of their predecessor.
function inOrder(
  left: readonly TraceStep[],
  right: readonly TraceStep[],
  partners: ReadonlyMap<TraceStep, TraceStep>,
): readonly StepPair[] {
  const taken = new Set(partners.values());
  const following = new Map<TraceStep | undefined, StepPair[]>();
  let last: TraceStep | undefined;
  for (const step of right) {
    if (taken.has(step)) {
      last = step;
      continue;
    }
    const others = following.get(last) ?? [];
    others.push({ left: undefined, right: step });
    following.set(last, others);
  }
  return [
    ...(following.get(undefined) ?? []),
    ...left.flatMap((step): StepPair[] => {
      const partner = partners.get(step);
      return [{ left: step, right: partner }, ...((partner && following.get(partner)) ?? [])];
    }),
  ];
}

function definitionsIn({ steps }: Evidence): readonly Definition[] {
  return [...Map.groupBy(steps, tracedPlace)].flatMap(([place, records]) => {
    const complete = records.find(({ params }) => params != null) ?? records[0];
    if (!complete) return [];
    const kind = canonicalJson([complete.method, complete.name ?? null]);
    return [{ place, content: contentOf(complete), kind, isChild: complete.childIndex != null, records }];
  });
}

/** Returns the place of a step in the run, the same for all rounds and devices. */
export function tracedPlace({ index, childIndex }: Pick<TraceStep, 'index' | 'childIndex'>): string {
  return `${index}/${childIndex ?? ''}`;
}

// An expression stands for whatever value it had.
function contentOf({ method, name, params, values }: TraceStep): string {
  let template: unknown = params ?? null;
  for (const { path, expression } of values ?? []) template = replaceAt(template, path, expression);
  return canonicalJson([method, name ?? null, template]);
}

function replaceAt(value: unknown, [first, ...rest]: readonly (string | number)[], text: string): unknown {
  if (first === undefined)
    return typeof value === 'string' && value.startsWith('{{') ? `${value}${text}` : text;
  if (Array.isArray(value))
    return value.map((item: unknown, index) =>
      index === Number(first) ? replaceAt(item, rest, text) : item,
    );
  if (!isObject(value) || !Object.hasOwn(value, first)) return value;
  return { ...value, [first]: replaceAt(value[first], rest, text) };
}

/** Returns the device of the second run for each of the first: the same, or else the next one that is not used. */
function matchDevices(left: Evidence, right: Evidence): ReadonlyMap<string, string> {
  const [own, others] = [left, right].map(
    ({ steps }) => new Set(steps.map(deviceOf).filter(id => id !== '')),
  );
  const shared = new Set([...(own ?? [])].filter(id => others?.has(id)));
  const unused = [...(others ?? [])].filter(id => !shared.has(id));
  return new Map([...(own ?? [])].map(id => [id, shared.has(id) ? id : (unused.shift() ?? id)] as const));
}

function occurrenceOf({ round }: TraceStep, deviceId: string | null | undefined): string {
  return `${round ?? ''} ${deviceId?.toLowerCase() ?? ''}`;
}

function deviceOf({ deviceId }: TraceStep): string {
  return deviceId?.toLowerCase() ?? '';
}
