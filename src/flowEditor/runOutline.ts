import { isFinished } from '../contract/enumerations.ts';
import type { Execution } from '../contract/records/execution.ts';
import type { FlowCatalog } from '../flow/catalog.ts';
import type { FlowDocument } from '../flow/document/flowDocument.ts';
import { propertyOf } from '../flow/document/jsonTree.ts';
import { textOf } from '../flow/document/stepModel.ts';
import { secondsText, runLabel } from '../flow/run/outcomeText.ts';
import { passcodesIn } from '../flow/run/passcodes.ts';
import type { RunStep } from '../flow/run/runSteps.ts';
import { outcomesSince, type StepOutcome } from '../flow/run/stepOutcomes.ts';
import type { OpenFlow, StepRun } from '../protocol/flowEditor.ts';
import { isUuid } from '../util/isUuid.ts';
import { memoize } from '../util/once.ts';
import type { FlowReading } from './flowReading.ts';

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
  readonly isDebug?: boolean | undefined;
}

/** Maps a run to the steps of a file. A step without a record is `waiting`, or `skipped` once the run has ended. */
export function stepRuns(run: LaidRun, document: FlowDocument): StepRuns {
  return runsIn(document)(run);
}

const runsIn = memoize((document: FlowDocument) => memoize((run: LaidRun) => mapRun(run, document)));

function mapRun(run: LaidRun, document: FlowDocument): StepRuns {
  const { steps, text } = run;
  const since = outcomesSince(document, steps, text);
  const [outcomes, edited] = [byPath(since.outcomes), byPath(since.edited)];
  const attempts: StepRuns['attempts'] = path => (outcomes.get(path) ?? edited.get(path))?.attempts ?? [];
  const passcodes = passcodesIn(steps);
  if (outcomes.size + edited.size === 0) return { outline: () => undefined, attempts, passcodes };
  const ended = isFinished(run.execution);
  const missing: StepRun = { state: ended ? 'skipped' : 'waiting', time: '', error: undefined };
  const isSame = text === undefined || text === document.text;
  const outline: RunOutline = path => {
    const outcome = outcomes.get(path);
    if (outcome) return stepRun(outcome);
    // The result of a step that was edited stays in its form, so that the fields stay where they are.
    if (edited.has(path)) return { state: 'edited', time: '', error: undefined };
    // The run has no result for steps that were inserted since.
    return isSame ? missing : undefined;
  };
  return { outline, attempts, passcodes };
}

function byPath(outcomes: readonly StepOutcome[]): ReadonlyMap<string, StepOutcome> {
  return new Map(outcomes.map(outcome => [dottedPath(outcome), outcome]));
}

function dottedPath({ path: [, entry, , child] }: StepOutcome): string {
  return child === undefined ? String(entry) : `${entry}.${child}`;
}

/** The states of an execution that did not do what it should. */
const FAILURES: readonly string[] = ['failed', 'invalid'];

/**
 * Returns the label of a run and the commands that it offers; `now` is in epoch milliseconds, and `paused` says where a
 * debug session is stopped.
 */
export function describeRun(
  run: Pick<LaidRun, 'execution' | 'isTest' | 'isDebug'>,
  now: number,
  paused?: string,
): Omit<NonNullable<OpenFlow['run']>, 'waitsForMail'> {
  const { execution, isTest } = run;
  const isLive = execution.status != null && !isFinished(execution);
  const status = isLive ? (paused ?? execution.status) : execution.status;
  const label = runLabel({ ...run, execution: { ...execution, status } }, now);
  // A run of the file stops with the button that has started it.
  const hasFailed = FAILURES.includes(execution.status ?? '');
  if (isTest || execution.kind === 'trial') return { label, hasFailed, action: undefined };
  return { label, hasFailed, action: isLive ? 'abortRun' : 'runAgain' };
}

/** The method of the step that waits for a passcode. */
const WAIT_FOR_PASSCODE = 'mailbox.waitForPasscode';

/**
 * Returns the mailbox in which a step of a run waits for a passcode now: its ID, empty if an expression decides it;
 * undefined if no step waits.
 */
export function waitedMailbox(
  run: LaidRun | undefined,
  { document, steps }: Pick<FlowReading, 'document' | 'steps'>,
  catalog: Pick<FlowCatalog, 'action'>,
): string | undefined {
  if (!run || run.isTest || isFinished(run.execution)) return undefined;
  const { outline } = stepRuns(run, document);
  const waiting = steps.find(
    ({ step, model }) =>
      outline(step.join('.'))?.state === 'running' &&
      catalog.action(textOf(model.actionId) ?? '')?.method === WAIT_FOR_PASSCODE,
  );
  if (!waiting) return undefined;
  const id = textOf(propertyOf(waiting.model.params, 'mailboxId'));
  return id !== undefined && isUuid(id) ? id : '';
}

function stepRun({ state, runs, tookMs, error }: StepOutcome): StepRun {
  const took = tookMs === undefined || state === 'skipped' ? '' : secondsText(tookMs);
  return {
    state: state === 'success' ? 'succeeded' : state,
    time: runs > 1 ? [`${runs} times`, took].filter(Boolean).join(', ') : took,
    error,
  };
}
