import type { TextRange } from '../document/diagnostic.ts';
import { type StepModel, textOf } from '../document/entryModel.ts';
import type { FlowDocument } from '../document/flowDocument.ts';
import type { PathSegment } from '../template.ts';
import type { RunStep } from './runSteps.ts';

/** What became of a step of a file, over all rounds and devices that it ran on. */
export interface StepOutcome {
  /** Where it stands in the file, such as `['actions', 0, 'children', 1]`. */
  readonly path: readonly PathSegment[];
  readonly range: TextRange;
  /** Where it stands in the run: counts the steps at the top from 0, and below one its children. */
  readonly index: number;
  readonly child: number | undefined;
  readonly state: OutcomeState;
  /** How often it ran, or was begun. */
  readonly runs: number;
  /** Milliseconds of all its runs; undefined where none tells. */
  readonly tookMs: number | undefined;
  /** What the first run that failed said. */
  readonly error: string | undefined;
}

/** A step that runs is shown before one that failed, that before one that ended well. */
export type OutcomeState = 'running' | 'failed' | 'success' | 'skipped';

/** A step of a file in the order that it runs, with its place as it is written. */
interface Placed {
  readonly step: StepModel;
  readonly path: readonly PathSegment[];
  readonly start: number;
}

/**
 * Lays the steps of an execution onto the steps of a file, which run in the order of their positions. A step
 * with another action than the file now has at its place is left out: the file has changed since.
 */
export function stepOutcomes(document: FlowDocument, ran: readonly RunStep[]): readonly StepOutcome[] {
  const top = document.entries.map(({ step }, index): Placed => {
    return { step, path: ['actions', index], start: document.starts[index] ?? 0 };
  });
  return inOrder(top).flatMap((placed, index) => [
    ...outcomeOf(placed, ran, index, undefined),
    ...inOrder(childrenOf(placed)).flatMap((child, place) => outcomeOf(child, ran, index, place)),
  ]);
}

function childrenOf({ step, path, start }: Placed): Placed[] {
  return step.children.map((child, index) => ({ step: child, path: [...path, 'children', index], start }));
}

function outcomeOf(
  { step, path, start }: Placed,
  ran: readonly RunStep[],
  index: number,
  child: number | undefined,
): readonly StepOutcome[] {
  const actionId = textOf(step.actionId)?.toLowerCase();
  const own = ran.filter(
    one => one.index === index && one.child === child && (one.actionId ?? actionId) === actionId,
  );
  if (own.length === 0) return [];
  const times = own.flatMap(({ tookMs }) => (tookMs === undefined ? [] : [tookMs]));
  const { offset, length } = step.node;
  return [
    {
      path,
      index,
      child,
      range: { start: start + offset, end: start + offset + length },
      state: stateOf(own),
      runs: own.filter(({ status }) => status !== 'skipped').length,
      tookMs: times.length === 0 ? undefined : times.reduce((sum, ms) => sum + ms, 0),
      error: own.find(({ error }) => error !== undefined)?.error,
    },
  ];
}

function stateOf(steps: readonly RunStep[]): OutcomeState {
  const has = (...wanted: string[]): boolean => steps.some(({ status }) => wanted.includes(status ?? ''));
  if (has('running', 'pending')) return 'running';
  if (has('failed', 'invalid', 'cancelled')) return 'failed';
  return steps.every(({ status }) => status === 'skipped') ? 'skipped' : 'success';
}

function inOrder(steps: readonly Placed[]): readonly Placed[] {
  return steps
    .map((placed, index) => ({ placed, position: positionOf(placed.step, index) }))
    .toSorted((one, other) => one.position - other.position)
    .map(({ placed }) => placed);
}

function positionOf({ position }: StepModel, index: number): number {
  return position?.type === 'number' ? (position.value as number) : index;
}
