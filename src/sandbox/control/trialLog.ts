import type { ExecutionStep } from '../../contract/records/execution.ts';
import type { PlannedStep } from '../engine/plan.ts';
import type { TrialPart } from '../engine/runJob.ts';
import { describeStep } from '../engine/stepContext.ts';

/** The plan of a run that starts with a step, and where it runs. */
interface FirstStep {
  readonly plan: readonly PlannedStep[];
  readonly target: Pick<TrialPart, 'index' | 'childIndex'>;
  /** The round of a repeated step in which the step is, from 0. */
  readonly round?: number;
  readonly deviceId: string | null;
}

/**
 * Returns the records of all steps before the one that runs first or alone, so that the engine takes them as ended: the given
 * results, and `skipped` for a step without one. Results of another action are ignored.
 */
export function earlierRecords(
  given: readonly ExecutionStep[],
  { plan, target: { index, childIndex }, deviceId, round: last = 0 }: FirstStep,
): readonly ExecutionStep[] {
  const before = plan
    .slice(0, index)
    .flatMap((step, at) => [
      ...recordsOf(step, given, { deviceId, index: at, childIndex: null }),
      ...step.children.flatMap((child, place) =>
        recordsOf(child, given, { deviceId, index: at, childIndex: place }),
      ),
    ]);
  const parent = plan[index];
  if (!parent || childIndex === null) return before;
  const rounds = parent.method === 'flow.repeat' ? Array.from({ length: last + 1 }, (_, at) => at) : [null];
  const siblings = rounds.flatMap(round => {
    const isLast = round === null || round === last;
    return parent.children.slice(0, isLast ? childIndex : undefined).map((child, place) => {
      const [first, ...others] = recordsOf(child, given, { deviceId, index, childIndex: place });
      return { ...(others.find(record => record.round === round) ?? first), round };
    });
  });
  return [...before, ...siblings];
}

function recordsOf(
  step: PlannedStep,
  given: readonly ExecutionStep[],
  position: Required<Pick<ExecutionStep, 'index' | 'childIndex' | 'deviceId'>>,
): readonly ExecutionStep[] {
  const same = given.filter(
    ({ index, childIndex, actionId }) =>
      index === position.index &&
      (childIndex ?? null) === position.childIndex &&
      actionId?.toLowerCase() === step.actionId,
  );
  const base = { ...describeStep(step), ...position };
  if (same.length === 0) return [{ ...base, round: null, status: 'skipped' }];
  return same.map(({ round, status, startedAt, finishedAt, output, error, code }) => ({
    ...base,
    round: round ?? null,
    // No step of another run is still running here.
    status: status === 'running' ? 'stopped' : (status ?? 'success'),
    startedAt,
    finishedAt,
    output,
    error,
    code,
  }));
}
