import { isObject } from '../../util/isObject.ts';
import type { FlowCatalog } from '../catalog.ts';
import type { FlowDocument } from '../document/flowDocument.ts';
import { propertyOf } from '../document/jsonTree.ts';
import type { PathSegment } from '../template.ts';
import { NOT_RUN, type RunStep } from './runSteps.ts';
import { stepOutcomes } from './stepOutcomes.ts';
import { type StepPlace, stepPlaces } from './stepPlaces.ts';

/** A kind of decision: the condition of a branch, or the failure of a step with `continueOnError`. */
export type DecisionKind = 'branch' | 'failure';

/** The number of times that each side of a decision was taken. */
export interface DecisionCount {
  readonly kind: DecisionKind;
  /** The branch was taken, or the step succeeded. */
  readonly yes: number;
  /** The branch was not taken, or the step failed and the run went on. */
  readonly no: number;
}

/** The number of times that a step and the sides of its decisions ran, over all runs, rounds, and devices. */
export interface StepCount {
  readonly runs: number;
  /** The number of rounds of a repeated step; undefined for others. */
  readonly rounds: number | undefined;
  readonly decisions: readonly DecisionCount[];
}

/** A step of a file with its counts. */
export interface CoveredStep extends StepCount {
  readonly place: StepPlace;
}

/** The coverage of a file, and the text that ran. */
export interface FlowCoverage {
  readonly text: string;
  readonly steps: readonly CoveredStep[];
}

/** The names of the sides of decisions. */
export const DECISION_SIDES: Readonly<Record<DecisionKind, readonly [yes: string, no: string]>> = {
  branch: ['taken', 'not taken'],
  failure: ['success', 'failure'],
};

/**
 * Counts the steps that ran in executions of exactly this text, in the order of the text. `runs` has the steps of each
 * execution.
 */
export function coverFlow(
  document: FlowDocument,
  catalog: Pick<FlowCatalog, 'action'>,
  runs: readonly (readonly RunStep[])[],
): readonly CoveredStep[] {
  const found = runs.map(groupSteps);
  return stepPlaces(document).map(place => {
    const { actionId = '' } = place.step.facts;
    const method = catalog.action(actionId)?.method ?? '';
    const canFail = propertyOf(place.node, 'continueOnError')?.value === true;
    const counts = found.map(steps => countStep(place, method, canFail, steps));
    return { place, ...counts.reduce(addCounts, emptyCount(method, canFail)) };
  });
}

/**
 * Returns the paths of the steps of a file that did not run, such as `['actions', 0, 'children', 1]`. A step that was
 * edited since is left out; a moved one is not.
 */
export function stepsNotRun(
  document: FlowDocument,
  { text, steps }: FlowCoverage,
): readonly (readonly PathSegment[])[] {
  const notRun = steps
    .filter(({ runs }) => runs === 0)
    .map(({ place: { step } }) => ({ ...NOT_RUN, index: step.index, child: step.child }));
  return stepOutcomes(document, notRun, text).map(({ path }) => path);
}

/** Returns the sum of the counts of the same step. */
export function addCounts(one: StepCount, other: StepCount): StepCount {
  return {
    runs: one.runs + other.runs,
    rounds: one.rounds === undefined ? undefined : one.rounds + (other.rounds ?? 0),
    decisions: one.decisions.map(({ kind, yes, no }, index) => ({
      kind,
      yes: yes + (other.decisions[index]?.yes ?? 0),
      no: no + (other.decisions[index]?.no ?? 0),
    })),
  };
}

type Grouped = ReadonlyMap<string, readonly RunStep[]>;

function groupSteps(steps: readonly RunStep[]): Grouped {
  return Map.groupBy(steps, ({ index, child }) => keyOf(index, child));
}

function keyOf(index: number, child: number | undefined): string {
  return `${index}/${child ?? ''}`;
}

function emptyCount(method: string, canFail: boolean): StepCount {
  const kinds: DecisionKind[] = [
    ...(method === 'flow.branch' ? (['branch'] as const) : []),
    ...(canFail ? (['failure'] as const) : []),
  ];
  return {
    runs: 0,
    rounds: method === 'flow.repeat' ? 0 : undefined,
    decisions: kinds.map(kind => ({ kind, yes: 0, no: 0 })),
  };
}

function countStep({ step }: StepPlace, method: string, canFail: boolean, steps: Grouped): StepCount {
  const own = (steps.get(keyOf(step.index, step.child)) ?? []).filter(({ status }) => status !== 'skipped');
  const sides: Readonly<Record<DecisionKind, (ran: RunStep) => boolean | undefined>> = {
    branch: ran => isTaken(ran, step.children.length, steps),
    failure: ({ status }) => (status === 'success' ? true : status === 'failed' ? false : undefined),
  };
  const empty = emptyCount(method, canFail);
  return {
    runs: own.length,
    rounds:
      empty.rounds === undefined
        ? undefined
        : own.reduce((sum, ran) => sum + roundsOf(ran, step.children.length, steps), 0),
    decisions: empty.decisions.map(({ kind }) => {
      const taken = own.map(sides[kind]);
      return {
        kind,
        yes: taken.filter(side => side === true).length,
        no: taken.filter(side => side === false).length,
      };
    }),
  };
}

/** Returns true if a run of a branch was taken; undefined if it ended before that was decided. */
function isTaken(ran: RunStep, children: number, steps: Grouped): boolean | undefined {
  const { output } = ran;
  const taken = isObject(output) ? output['taken'] : undefined;
  if (typeof taken === 'boolean') return taken;
  // A step inside can end the run, and then the branch has no output.
  return insideOf(ran, children, steps).length > 0 ? true : undefined;
}

/** Returns the number of rounds that a run of a repeated step started. */
function roundsOf(ran: RunStep, children: number, steps: Grouped): number {
  const { output } = ran;
  // Without steps inside, only the output says it.
  const given = children === 0 && isObject(output) ? output['rounds'] : undefined;
  if (typeof given === 'number') return given;
  return new Set(insideOf(ran, children, steps).map(({ round }) => round)).size;
}

/** Returns the steps that ran inside a run of a top-level step, in all its rounds. */
function insideOf({ index, child, deviceId }: RunStep, children: number, steps: Grouped): readonly RunStep[] {
  if (child !== undefined) return [];
  return Array.from({ length: children }, (_, at) => steps.get(keyOf(index, at)) ?? [])
    .flat()
    .filter(inner => inner.status !== 'skipped' && inner.deviceId === deviceId);
}
