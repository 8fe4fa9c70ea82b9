import { isFinished } from '../contract/enumerations.ts';
import type { Execution } from '../contract/records/execution.ts';
import type { FlowDocument } from '../flow/document/flowDocument.ts';
import { secondsText, runLabel } from '../flow/run/outcomeText.ts';
import { passcodesIn } from '../flow/run/passcodes.ts';
import type { RunStep } from '../flow/run/runSteps.ts';
import { type StepOutcome, stepOutcomes } from '../flow/run/stepOutcomes.ts';
import type { OpenFlow, StepRun } from '../protocol/flowEditor.ts';

/** Returns the result of a step in a run by its dotted path, such as `0` or `0.1`; undefined if there is none. */
export type RunOutline = (path: string) => StepRun | undefined;

/** The results of a run, mapped to the steps of a file. */
export interface StepRuns {
  readonly outline: RunOutline;
  /** Returns the records of a step for each iteration and device, by its dotted path. */
  readonly attempts: (path: string) => readonly RunStep[];
  /** The passcodes that its steps have read, which are not shown. */
  readonly passcodes: readonly string[];
}

/** An execution to map to the steps of a file. */
export interface LaidRun {
  readonly execution: Execution;
  readonly steps: readonly RunStep[];
  /** The text of the file when the run was first shown. */
  readonly text?: string | undefined;
  /** True for a run of a test, which no service knows. */
  readonly isTest?: boolean | undefined;
}

/** Maps a run to the steps of a file. A step without a record is `waiting`, or `skipped` once the run has ended. */
export function stepRuns(run: LaidRun, document: FlowDocument): StepRuns {
  const { steps, text } = run;
  const outcomes = new Map(
    stepOutcomes(document, steps, text).map(outcome => [dottedPath(outcome), outcome] as const),
  );
  const attempts: StepRuns['attempts'] = path => outcomes.get(path)?.attempts ?? [];
  const passcodes = passcodesIn(steps);
  if (outcomes.size === 0) return { outline: () => undefined, attempts, passcodes };
  const ended = isFinished(run.execution);
  const missing: StepRun = { state: ended ? 'skipped' : 'waiting', time: '', error: undefined };
  const isSame = text === undefined || text === document.text;
  const outline: RunOutline = path => {
    const outcome = outcomes.get(path);
    // The run has no result for steps that were edited or inserted since.
    return outcome ? stepRun(outcome) : isSame ? missing : undefined;
  };
  return { outline, attempts, passcodes };
}

function dottedPath({ path: [, entry, , child] }: StepOutcome): string {
  return child === undefined ? String(entry) : `${entry}.${child}`;
}

/** Returns the label of a run and the command that it offers; `now` is in epoch milliseconds. */
export function describeRun(
  { execution, isTest }: Pick<LaidRun, 'execution' | 'isTest'>,
  now: number,
): NonNullable<OpenFlow['run']> {
  const isLive = execution.status != null && !isFinished(execution);
  const shown = { label: runLabel(execution, isTest, now), hasTrace: isTest !== true };
  if (execution.kind === 'trial') return { ...shown, action: isLive ? 'stopTrial' : undefined };
  const action = isTest ? undefined : isLive ? 'abortRun' : 'runAgain';
  return { ...shown, action };
}

function stepRun({ state, runs, tookMs, error }: StepOutcome): StepRun {
  const took = tookMs === undefined || state === 'skipped' ? '' : secondsText(tookMs);
  return {
    state: state === 'success' ? 'succeeded' : state,
    time: runs > 1 ? [`${runs} times`, took].filter(Boolean).join(', ') : took,
    error,
  };
}
