import type { TraceStep } from '../../contract/sandbox/traces.ts';
import type { TextRange } from '../document/diagnostic.ts';
import { textOf } from '../document/stepModel.ts';
import type { FlowDocument } from '../document/flowDocument.ts';
import { valueOf } from '../document/jsonTree.ts';
import { NOT_RUN } from '../run/runSteps.ts';
import { stepOutcomes } from '../run/stepOutcomes.ts';
import { canonicalJson } from '../schema/equal.ts';
import { isWholeExpression, type PathSegment, templateExpressions } from '../template.ts';
import { changeTexts } from '../../util/changeTexts.ts';
import { isObject } from '../../util/isObject.ts';
import { pairUp } from '../../util/pairUp.ts';
import { tracedPlace } from './matchSteps.ts';

/** The step of a file that a step of a trace ran as. */
export interface TracedStepPlace {
  readonly path: readonly PathSegment[];
  readonly range: TextRange;
  /** True if its parameters differ from those that ran. */
  readonly isChanged: boolean;
}

/** The share of equal parameters from which a step at another place counts as the same one. */
const LEAST_SHARE = 0.5;
/** The maximum length in characters of a value within a text; traces of the sandbox cut values there. */
const MAX_WORD_LENGTH = 2000;

/** A step of the file with its place in execution order. */
interface Candidate extends Omit<TracedStepPlace, 'isChanged'> {
  readonly place: string;
  readonly actionId: string | undefined;
  readonly params: unknown;
}

/**
 * Finds the step of a file that a step of a trace ran as, by its action and parameters; undefined if it was removed.
 * A moved step is found, and a step at another place is not taken for it if another step of the trace ran as that one.
 */
export function findTracedStep(
  document: FlowDocument,
  steps: readonly TraceStep[],
  wanted: TraceStep,
): TracedStepPlace | undefined {
  const found = matchTrace(document, [...steps, wanted]).get(wanted);
  return found && { path: found.path, range: found.range, isChanged: !isSame(found, wanted) };
}

/** Returns the indexes of the steps of a trace that ran as the step at a path of a file, in all rounds and devices. */
export function stepsTracedAs(
  document: FlowDocument,
  steps: readonly TraceStep[],
  [entry, child]: readonly [number, number?],
): readonly number[] {
  const path = String(child === undefined ? ['actions', entry] : ['actions', entry, 'children', child]);
  const matched = [...matchTrace(document, steps)].find(([, found]) => String(found.path) === path);
  if (!matched) return [];
  const place = tracedPlace(matched[0]);
  return steps.flatMap((step, index) => (tracedPlace(step) === place ? [index] : []));
}

/**
 * Returns the steps of a file by the steps of a trace that ran as them. The last step of a place stands for all its
 * rounds and devices.
 */
export function matchTrace(
  document: FlowDocument,
  steps: readonly TraceStep[],
): ReadonlyMap<TraceStep, Candidate> {
  const traced = new Map(steps.map(step => [tracedPlace(step), step]));
  const atPlace = { keyOfLeft: tracedPlace, keyOfRight: ({ place }: Candidate) => place };
  const byAction = {
    keyOfLeft: (step: TraceStep) => actionOf(step) ?? '',
    keyOfRight: ({ actionId }: Candidate) => actionId ?? '',
  };
  return pairUp([...traced.values()], candidatesIn(document), [
    { ...atPlace, fits: (step, one) => isSameAction(step, one) && isSame(one, step) },
    { ...byAction, fits: (step, one) => isSame(one, step) },
    { ...atPlace, fits: isSameAction },
    { ...byAction, fits: (step, one) => shareOf(one, step) >= LEAST_SHARE },
  ]);
}

function actionOf({ actionId }: TraceStep): string | undefined {
  return actionId?.toLowerCase();
}

// A service may not tell the action of a step.
function isSameAction(step: TraceStep, { actionId }: Candidate): boolean {
  return (actionOf(step) ?? actionId) === actionId;
}

function isSame(candidate: Candidate, step: TraceStep): boolean {
  return step.params == null || shareOf(candidate, step) === 1;
}

/** Returns the share of the parameters in the file that had the same value when the step ran. */
function shareOf({ params }: Candidate, step: TraceStep): number {
  const own = isObject(params) ? Object.entries(params) : [];
  if (own.length === 0) return 1;
  const same = own.filter(
    ([name, value]) =>
      canonicalJson(resolved(value, step) ?? null) === canonicalJson(step.params?.[name] ?? null),
  );
  return same.length / own.length;
}

/** Replaces the expressions of a value by those that they had when the step ran. */
function resolved(value: unknown, { values }: Pick<TraceStep, 'values'>): unknown {
  const valueOfExpression = (text: string): unknown => {
    const found = values?.find(({ expression }) => expression === text);
    return found ? found.value : text;
  };
  return changeTexts(value, text => {
    if (isWholeExpression(text)) return valueOfExpression(text);
    // A value is not searched for expressions again, since a trace of others could let the text grow without end.
    const expressions = templateExpressions(text);
    const parts = expressions.map(({ start, end }, index) => {
      const before = text.slice(expressions[index - 1]?.end ?? 0, start);
      return before + wordOf(valueOfExpression(text.slice(start, end))).slice(0, MAX_WORD_LENGTH);
    });
    return parts.join('') + text.slice(expressions.at(-1)?.end ?? 0);
  });
}

function wordOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}

/** Returns the steps of a file with their places in execution order. */
function candidatesIn(document: FlowDocument): readonly Candidate[] {
  const places = document.entries.flatMap((step, index) => [
    { index, child: undefined },
    ...step.children.map((_, child) => ({ index, child })),
  ]);
  // Every place counts as run, so that all steps are returned.
  const ran = places.map(place => ({ ...place, ...NOT_RUN }));
  return stepOutcomes(document, ran).flatMap(({ path, range, index, child }) => {
    const [, entry, , inner] = path;
    const model = document.entries[Number(entry)];
    const step = inner === undefined ? model : model?.children[Number(inner)];
    if (!step) return [];
    return [
      {
        path,
        range,
        place: tracedPlace({ index, childIndex: child }),
        actionId: textOf(step.actionId)?.toLowerCase(),
        params: step.params && valueOf(step.params),
      },
    ];
  });
}
