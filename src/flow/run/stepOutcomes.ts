import type { TextRange } from '../document/diagnostic.ts';
import { type StepModel, textOf } from '../document/stepModel.ts';
import { type FlowDocument, parseFlow } from '../document/flowDocument.ts';
import { rangeOf, valueOf } from '../document/jsonTree.ts';
import { inRunOrder } from '../document/runOrder.ts';
import { canonicalJson } from '../schema/equal.ts';
import { isObject, without } from '../../util/isObject.ts';
import { pairUp, sameKey } from '../../util/pairUp.ts';
import type { PathSegment } from '../template.ts';
import type { RunStep } from './runSteps.ts';

/** The outcome of a step in a file, over all its rounds and devices. */
export interface StepOutcome {
  /** The path in the file, such as `['actions', 0, 'children', 1]`. */
  readonly path: readonly PathSegment[];
  readonly range: TextRange;
  /** The ID of its action, without quotes. */
  readonly action: TextRange | undefined;
  /** The index of the top-level step in execution order, from 0; `child` is the index among its children. */
  readonly index: number;
  readonly child: number | undefined;
  readonly state: OutcomeState;
  /** The number of runs, including unfinished ones. */
  readonly runs: number;
  /** The total duration in milliseconds; undefined if no run has one. */
  readonly tookMs: number | undefined;
  /** The explanation or else the error of the first run that failed. */
  readonly error: string | undefined;
  /** The runs of all rounds and devices, in execution order. */
  readonly attempts: readonly RunStep[];
}

/** The combined state of all runs; the first that any run has applies, in this order. */
export type OutcomeState = 'running' | 'failed' | 'aborted' | 'success' | 'skipped';

/** A step of a file with its path. */
interface Placed {
  readonly step: StepModel;
  readonly path: readonly PathSegment[];
}

/**
 * Matches the steps of an execution with those of a file, which run in the order of their positions. Omits steps whose
 * action differs from the one in the file, or that were edited since the execution, when the file had the text `before`.
 * A step that was moved or renamed keeps its outcome.
 */
export function stepOutcomes(
  document: FlowDocument,
  ran: readonly RunStep[],
  before = document.text,
): readonly StepOutcome[] {
  return outcomesSince(document, ran, before).outcomes;
}

/** Returns the outcomes like `stepOutcomes`, and those of the steps that were edited where they are. */
export function outcomesSince(
  document: FlowDocument,
  ran: readonly RunStep[],
  before = document.text,
): { readonly outcomes: readonly StepOutcome[]; readonly edited: readonly StepOutcome[] } {
  if (before === document.text) return { outcomes: outcomesIn(document, ran), edited: [] };
  const executed = parseFlow(before);
  const now = unchanged(executed, document);
  const taken = new Set([...now.values()].map(({ path }) => String(path)));
  const others = new Map(
    placedIn(document).flatMap(placed => {
      const key = String(placed.path);
      return taken.has(key) ? [] : [[`${key} ${actionOf(placed)}`, placed] as const];
    }),
  );
  const actions = new Map(placedIn(executed).map(placed => [String(placed.path), actionOf(placed)]));
  const outcomes: StepOutcome[] = [];
  const edited: StepOutcome[] = [];
  for (const outcome of outcomesIn(executed, ran)) {
    const key = String(outcome.path);
    const placed = now.get(key);
    const other = others.get(`${key} ${actions.get(key) ?? ''}`);
    if (placed) outcomes.push({ ...outcome, ...placeOf(placed) });
    else if (other) edited.push({ ...outcome, ...placeOf(other) });
  }
  return { outcomes, edited };
}

function actionOf({ step }: Placed): string {
  return textOf(step.actionId)?.toLowerCase() ?? '';
}

/** Returns the steps that are equal in both versions but for their names: their locations in `now`, by path in `before`. */
function unchanged(before: FlowDocument, now: FlowDocument): ReadonlyMap<string, Placed> {
  // Steps with the same name are preferred, and among equal ones the one at the same path.
  const pairs = pairUp(
    placedIn(before),
    placedIn(now),
    [(placed: Placed) => contentOf(placed), contentWithoutName].flatMap(keyOf => [
      sameKey(placed => `${String(placed.path)} ${keyOf(placed)}`),
      sameKey(keyOf),
    ]),
  );
  return new Map([...pairs].map(([{ path }, placed]) => [String(path), placed]));
}

/** Returns the canonical content of a step, without its key, position, children, and the `omitted` fields. */
function contentOf({ step }: Placed, omitted: readonly string[] = []): string {
  const value: unknown = valueOf(step.node);
  return canonicalJson(isObject(value) ? without(value, ['key', 'position', 'children', ...omitted]) : value);
}

function contentWithoutName(placed: Placed): string {
  return contentOf(placed, ['nameOverride']);
}

function placedIn(document: FlowDocument): readonly Placed[] {
  return topOf(document).flatMap(placed => [placed, ...childrenOf(placed)]);
}

function topOf(document: FlowDocument): readonly Placed[] {
  return document.entries.map((step, index) => ({ step, path: ['actions', index] }));
}

/** Returns the place of a step in the text; the range of the action ID is without its quotes. */
function placeOf({ step, path }: Placed): Pick<StepOutcome, 'path' | 'range' | 'action'> {
  const { node, actionId } = step;
  const action = actionId?.type === 'string' ? rangeOf(actionId) : undefined;
  return {
    path,
    range: rangeOf(node),
    action: action && { start: action.start + 1, end: action.end - 1 },
  };
}

function outcomesIn(document: FlowDocument, ran: readonly RunStep[]): readonly StepOutcome[] {
  return inOrder(topOf(document)).flatMap((placed, index) => [
    ...outcomeOf(placed, ran, index, undefined),
    ...inOrder(childrenOf(placed)).flatMap((child, place) => outcomeOf(child, ran, index, place)),
  ]);
}

function childrenOf({ step, path }: Placed): Placed[] {
  return step.children.map((child, index) => ({ step: child, path: [...path, 'children', index] }));
}

function outcomeOf(
  placed: Placed,
  ran: readonly RunStep[],
  index: number,
  child: number | undefined,
): readonly StepOutcome[] {
  const actionId = actionOf(placed) || undefined;
  const own = ran.filter(
    one => one.index === index && one.child === child && (one.actionId ?? actionId) === actionId,
  );
  if (own.length === 0) return [];
  const failed = own.find(({ error }) => error !== undefined);
  const times = own.flatMap(({ tookMs }) => (tookMs === undefined ? [] : [tookMs]));
  return [
    {
      ...placeOf(placed),
      index,
      child,
      state: stateOf(own),
      runs: own.filter(({ status }) => status !== 'skipped').length,
      tookMs: times.length === 0 ? undefined : times.reduce((sum, ms) => sum + ms, 0),
      error: failed?.explanation?.sentence ?? failed?.error,
      attempts: own,
    },
  ];
}

function stateOf(steps: readonly RunStep[]): OutcomeState {
  const has = (...wanted: string[]): boolean => steps.some(({ status }) => wanted.includes(status ?? ''));
  if (has('running', 'pending')) return 'running';
  if (has('failed', 'invalid')) return 'failed';
  if (has('stopped', 'cancelled', 'aborted')) return 'aborted';
  return steps.every(({ status }) => status === 'skipped') ? 'skipped' : 'success';
}

function inOrder(steps: readonly Placed[]): readonly Placed[] {
  return inRunOrder(steps, ({ step }) => step.position?.value);
}
