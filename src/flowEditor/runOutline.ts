import { FINISHED_EXECUTIONS } from '../contract/enumerations.ts';
import type { Execution } from '../contract/records/execution.ts';
import type { FlowDocument } from '../flow/document/flowDocument.ts';
import { secondsText } from '../flow/run/outcomeText.ts';
import type { RunStep } from '../flow/run/runSteps.ts';
import { type StepOutcome, stepOutcomes } from '../flow/run/stepOutcomes.ts';
import type { OpenFlow, StepRun } from '../protocol/flowEditor.ts';
import { relativeTimestamp } from '../util/relativeTime.ts';

/** What a run did with a step, by the place of the step (`0`, `0.1`). */
export type RunOutline = (place: string) => StepRun | undefined;

/** An execution as it is laid onto a file. */
export interface LaidRun {
  readonly execution: Execution;
  readonly steps: readonly RunStep[];
}

/** What a run did with each step of a file; of those that it does not tell of, whether they are still to come. */
export function runOutline(run: LaidRun, document: FlowDocument): RunOutline {
  const known = new Map(
    stepOutcomes(document, run.steps).map(outcome => {
      const [, entry, , child] = outcome.path;
      return [child === undefined ? String(entry) : `${entry}.${child}`, stepRun(outcome)] as const;
    }),
  );
  if (known.size === 0) return () => undefined;
  const ended = FINISHED_EXECUTIONS.includes(run.execution.status ?? '');
  const untold: StepRun = { state: ended ? 'skipped' : 'waiting', time: '', error: undefined };
  return place => known.get(place) ?? untold;
}

/** A run in words: when it began and how it stands; `now` in milliseconds since 1970. */
export function runLook({ startedAt, status, kind }: Execution, now: number): NonNullable<OpenFlow['run']> {
  const what = kind === 'dry_run' ? 'Trial' : 'Run';
  const label = startedAt == null ? what : `${what} of ${relativeTimestamp(startedAt, now)}`;
  const live = status != null && !FINISHED_EXECUTIONS.includes(status);
  return { label, state: status ?? '', live };
}

function stepRun({ state, runs, tookMs, error }: StepOutcome): StepRun {
  const took = tookMs === undefined || state === 'skipped' ? '' : secondsText(tookMs);
  return {
    state: state === 'success' ? 'succeeded' : state,
    time: runs > 1 ? [`${runs} times`, took].filter(Boolean).join(', ') : took,
    error,
  };
}
