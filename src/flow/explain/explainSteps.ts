import type { Execution } from '../../contract/records/execution.ts';
import type { TraceStep } from '../../contract/sandbox/traces.ts';
import { hidePasscodes, passcodesIn } from '../run/passcodes.ts';
import { needsExplanation, executionSteps, type RunStep, type StepExplanation } from '../run/runSteps.ts';
import { explainStep } from './explainStep.ts';
import type { Evidence, Explanation } from './explanation.ts';

/** The maximum number of steps that are explained, failed ones first. */
const MAX_EXPLAINED = 200;

/** The position of a step in a run; no two steps of a run have the same. */
type Position = Pick<RunStep, 'index' | 'child' | 'round' | 'deviceId'>;

/**
 * Returns the steps of a run, those that failed or did not run with the reason. A step about which the evidence shows no
 * more than its error has none. Errors are those of the evidence, in which secrets are hidden.
 */
export function explainSteps(steps: readonly RunStep[], evidence: Evidence): readonly RunStep[] {
  const known = new Map(evidence.steps.map(step => [keyOf(positionOf(step)), step]));
  const passcodes = passcodesIn(steps);
  const wanting = steps.filter(needsExplanation);
  const chosen = new Set(
    [
      ...wanting.filter(({ status }) => status !== 'skipped'),
      ...wanting.filter(({ status }) => status === 'skipped'),
    ].slice(0, MAX_EXPLAINED),
  );
  return steps.map(step => {
    const given = chosen.has(step) ? known.get(keyOf(step)) : undefined;
    if (!given) return step;
    const error = given.error == null ? step.error : hidePasscodes(given.error, passcodes);
    const found = explainStep(evidence, given);
    const isTold = found && found.cause !== 'unknown';
    return { ...step, error, ...(isTold ? { explanation: shownOf(found, passcodes) } : {}) };
  });
}

/** Returns the evidence in the result of an execution: the steps with their errors, without screens and parameters. */
export function resultEvidence(execution: Execution): Evidence {
  const { id: executionId, flowId, flowName, triggerName, kind, status, startedAt, finishedAt } = execution;
  const recordings = [execution.recordingId, ...(execution.recordings ?? []).map(one => one.recordingId)];
  const recordingIds = [...new Set(recordings.filter(id => id != null))];
  const run = {
    executionId,
    flowId,
    flowName,
    triggerName,
    kind,
    status,
    startedAt,
    finishedAt,
    ...(recordingIds.length === 0 ? {} : { recordingIds }),
    ...(execution.recordings?.some(({ scope }) => scope === 'step') === true ? { recordsSteps: true } : {}),
  };
  const steps = executionSteps(execution).map(
    ({ index, child, round, deviceId, actionId, name, status: state, error, output }, order): TraceStep => ({
      id: String(order),
      index,
      childIndex: child,
      round,
      deviceId,
      actionId,
      name,
      method: '',
      status: state ?? '',
      error,
      output,
    }),
  );
  return { run, steps, screens: [] };
}

function positionOf({ index, childIndex, round, deviceId }: TraceStep): Position {
  return {
    index,
    child: childIndex ?? undefined,
    round: round ?? undefined,
    deviceId: deviceId ?? undefined,
  };
}

function keyOf({ index, child, round, deviceId }: Position): string {
  return [index, child ?? '', round ?? '', deviceId?.toLowerCase() ?? ''].join(' ');
}

function shownOf(
  { sentence, facts, actions, fix }: Explanation,
  passcodes: readonly string[],
): StepExplanation {
  const hide = (text: string): string => hidePasscodes(text, passcodes);
  const value = JSON.stringify(fix?.value ?? null);
  return {
    sentence: hide(sentence),
    facts: facts.map(hide),
    actions: actions.map(hide),
    fix: hide(value) === value ? fix : undefined,
  };
}
