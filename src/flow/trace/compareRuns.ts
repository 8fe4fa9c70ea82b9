import type { TraceElement, TraceScreen, TraceStep } from '../../contract/sandbox/traces.ts';
import { explainStep } from '../explain/explainStep.ts';
import { type Evidence, quoted, visibleOn } from '../explain/explanation.ts';
import { secondsText, statusText } from '../run/outcomeText.ts';
import { millisecondsBetween } from '../run/runSteps.ts';
import { matchSteps } from './matchSteps.ts';
import { describeChanges } from './valueChanges.ts';

/** The kind of a difference, the most telling first. */
export type DifferenceKind = 'missing' | 'status' | 'params' | 'output' | 'screen' | 'time';

/** A difference between two runs of a step. */
export interface StepDifference {
  readonly kind: DifferenceKind;
  /** A sentence, such as `It failed, but it succeeded in the other run.` */
  readonly text: string;
}

/** A step in one round on one device, in one or both of two runs. */
export interface ComparedStep {
  readonly left: TraceStep | undefined;
  readonly right: TraceStep | undefined;
  readonly differences: readonly StepDifference[];
}

export interface RunComparison {
  /** The steps in the order of the first run; those that only the second one has follow their predecessors. */
  readonly steps: readonly ComparedStep[];
  /** The first step with a difference; a step that only took longer counts if there is no other. */
  readonly first: ComparedStep | undefined;
  /** The differences between the runs as a whole, such as their payloads. */
  readonly about: readonly string[];
}

/** The elements of two screens whose texts only that screen shows. */
export interface ScreenChanges {
  readonly left: readonly TraceElement[];
  readonly right: readonly TraceElement[];
}

/** The maximum number of results that are explained, since each explanation reads the whole run. */
const MAX_EXPLAINED = 100;
/** The least difference that makes a step slower: a factor, and milliseconds. */
const SLOWER = { factor: 2, ms: 1000 } as const;
const MAX_TEXTS = 3;

/** Returns true if a run is known to have started before another one. */
export function startedBefore(run: Evidence, other: Evidence): boolean {
  return startOf(run) < startOf(other);
}

// A debug run and a saved trace may have the start of their steps only.
function startOf({ run, steps }: Evidence): number {
  const starts = [run.startedAt, ...steps.map(({ startedAt }) => startedAt)];
  return Date.parse(starts.find(start => start != null) ?? '');
}

/** Compares two runs of a flow step by step. Steps are matched by what they do, so they may have moved. */
export function compareRuns(left: Evidence, right: Evidence): RunComparison {
  const screens = [left, right].map(({ screens: known }) => new Map(known.map(one => [one.id, one])));
  let explained = 0;
  const resultOf = (evidence: Evidence, step: TraceStep): string => {
    const reason = explained++ < MAX_EXPLAINED ? explainStep(evidence, step)?.sentence : undefined;
    return `${statusText(step.status)}${reason === undefined ? '.' : `: ${reason}`}`;
  };
  const steps = matchSteps(left, right).map(({ left: one, right: other }): ComparedStep => {
    if (!one || !other) {
      const text = `Only the ${one ? 'first' : 'second'} run has this step.`;
      return { left: one, right: other, differences: [{ kind: 'missing', text }] };
    }
    const [before, after] = [
      screens[0]?.get(one.screenAfter ?? ''),
      screens[1]?.get(other.screenAfter ?? ''),
    ];
    const differences: readonly StepDifference[] = [
      ...(one.status === other.status
        ? []
        : [
            {
              kind: 'status' as const,
              text: `First run: ${resultOf(left, one)} Second run: ${resultOf(right, other)}`,
            },
          ]),
      ...valueDifferences(one, other),
      ...(before && after
        ? screenChanges(before, after).map(text => ({ kind: 'screen' as const, text }))
        : []),
      ...timeChange(one, other).map(text => ({ kind: 'time' as const, text })),
    ];
    return { left: one, right: other, differences };
  });
  const telling = steps.find(({ differences }) => differences.some(({ kind }) => kind !== 'time'));
  const first = telling ?? steps.find(({ differences }) => differences.length > 0);
  return { steps, first, about: aboutRuns(left, right) };
}

function aboutRuns({ run: left }: Evidence, { run: right }: Evidence): readonly string[] {
  const ids = [left, right].map(({ devices }) => (devices ?? []).map(({ id }) => id.toLowerCase()).join(' '));
  // A file that runs as a trial or a test has another ID each time.
  const isSameName = left.flowName != null && left.flowName === right.flowName;
  const isSameFlow =
    left.flowId == null || right.flowId == null || left.flowId === right.flowId || isSameName;
  return [
    ...(isSameFlow ? [] : ['The runs are of different flows.']),
    ...(ids[0] !== ids[1] && ids.every(text => text !== '') ? ['The runs used different devices.'] : []),
    ...describeChanges(left.payload ?? {}, right.payload ?? {}).map(text => `Payload: ${text}`),
  ];
}

function valueDifferences(left: TraceStep, right: TraceStep): readonly StepDifference[] {
  const params =
    left.params != null && right.params != null ? describeChanges(left.params, right.params) : [];
  const found = params.map((text): StepDifference => ({ kind: 'params', text: `Parameter ${text}` }));
  // The outputs of steps that ended differently always differ.
  if (left.status !== right.status) return found;
  const output = describeChanges(left.output ?? {}, right.output ?? {}).map(text => `Output ${text}`);
  const [error, other] = [left.error ?? '', right.error ?? ''];
  const errors = error === other ? [] : [`The errors differ: ${quoted(error)} and ${quoted(other)}.`];
  return [...found, ...[...output, ...errors].map((text): StepDifference => ({ kind: 'output', text }))];
}

function screenChanges(left: TraceScreen, right: TraceScreen): readonly string[] {
  const [app, otherApp] = [left.app ?? 'unknown', right.app ?? 'unknown'];
  if (app !== otherApp)
    return [`The app in front is ${quoted(app)} in the first run and ${quoted(otherApp)} in the second.`];
  const [dialog, otherDialog] = [left.dialog ?? undefined, right.dialog ?? undefined];
  if (dialog !== otherDialog) {
    if (dialog === undefined) return [`Only the second run shows the dialog ${quoted(otherDialog)}.`];
    if (otherDialog === undefined) return [`Only the first run shows the dialog ${quoted(dialog)}.`];
    return [`The dialogs differ: ${quoted(dialog)} and ${quoted(otherDialog)}.`];
  }
  const shown = sidesOf(changedElements(left, right)).flatMap(([side, elements]) => {
    const texts = quotedNames(elements.map(({ text }) => text ?? ''));
    return texts === '' ? [] : [`Only the ${side} screen shows ${texts}.`];
  });
  const checked = sidesOf(switchedElements(left, right)).flatMap(([side, elements]) => {
    const names = quotedNames(elements.filter(isChecked).map(nameOfElement));
    return names === '' ? [] : [`Checked only on the ${side} screen: ${names}.`];
  });
  return [...shown, ...checked];
}

function sidesOf({ left, right }: ScreenChanges) {
  return [['first', left] as const, ['second', right] as const];
}

/** Returns the first of some names in quotes, such as `“Save”, “Cancel”`; empty without names. */
function quotedNames(names: readonly string[]): string {
  return [...new Set(names)].slice(0, MAX_TEXTS).map(quoted).join(', ');
}

/** Returns the elements of two screens whose texts the other screen does not show, or that are checked on one only. */
export function differingElements(left: TraceScreen, right: TraceScreen): ScreenChanges {
  const [changed, switched] = [changedElements(left, right), switchedElements(left, right)];
  return {
    left: [...new Set([...changed.left, ...switched.left])],
    right: [...new Set([...changed.right, ...switched.right])],
  };
}

/** Returns the elements that both screens show, but that are checked on one of them only. */
function switchedElements(left: TraceScreen, right: TraceScreen): ScreenChanges {
  const [one, other] = [left, right].map(screen =>
    Map.groupBy(visibleOn(screen), ({ resourceId, text, description }) =>
      JSON.stringify([resourceId, text, description]),
    ),
  );
  // Elements that look the same cannot be told apart, so they are compared in their order.
  const pairs = [...(one ?? [])].flatMap(([key, elements]) =>
    elements.flatMap((element, at) => {
      const match = other?.get(key)?.[at];
      return match && isChecked(match) !== isChecked(element) ? [[element, match] as const] : [];
    }),
  );
  return { left: pairs.map(([element]) => element), right: pairs.map(([, element]) => element) };
}

function isChecked({ checked }: TraceElement): boolean {
  return checked === true;
}

function nameOfElement({ text, description, resourceId }: TraceElement): string {
  return text || description || resourceId || 'an element without a name';
}

function changedElements(left: TraceScreen, right: TraceScreen): ScreenChanges {
  const [one, other] = [textElements(left), textElements(right)];
  const onlyIn = (
    elements: readonly TraceElement[],
    others: readonly TraceElement[],
  ): readonly TraceElement[] => {
    const known = new Set(others.map(({ text }) => text));
    return elements.filter(({ text }) => !known.has(text));
  };
  return { left: onlyIn(one, other), right: onlyIn(other, one) };
}

// A time of day on the screen is different in every run.
function textElements(screen: TraceScreen): readonly TraceElement[] {
  return visibleOn(screen).filter(({ text }) => text && !/^\d{1,2}:\d{2}/.test(text));
}

function timeChange(left: TraceStep, right: TraceStep): readonly string[] {
  const [one, other] = [left, right].map(({ startedAt, finishedAt }) =>
    millisecondsBetween(startedAt, finishedAt),
  );
  if (one === undefined || other === undefined) return [];
  const [less, more] = one < other ? [one, other] : [other, one];
  if (more - less < SLOWER.ms || more < less * SLOWER.factor) return [];
  return [`It took ${secondsText(one)} in the first run and ${secondsText(other)} in the second.`];
}
