import { COMPARISON_WORDS } from '../comparisons.ts';
import type { TraceStep } from '../../contract/sandbox/traces.ts';
import { lastSteps } from '../run/failureText.ts';
import { deviceRules } from './deviceRules.ts';
import {
  areOnOneDevice,
  type Case,
  explanation,
  type Evidence,
  type Explanation,
  stepReference,
  quoted,
  screenWith,
} from './explanation.ts';
import { screenRules } from './screenRules.ts';
import { serviceRules } from './serviceRules.ts';
import { valueRules } from './valueRules.ts';

const RULES = [explainEnd, ...valueRules, ...deviceRules, ...serviceRules, ...screenRules];
/**
 * Explains why a step of a run failed or did not run; undefined for a step that succeeded or still runs, or if the
 * evidence does not show why it did not run.
 */
export function explainStep(evidence: Evidence, step: TraceStep): Explanation | undefined {
  if (step.status === 'skipped') return explainSkipped(evidence, step);
  if (!hasFailed(step)) return undefined;
  const ofDevice = evidence.steps.filter(other => areOnOneDevice(other, step));
  const at = ofDevice.indexOf(step);
  const given: Case = {
    evidence,
    step,
    error: step.error ?? '',
    before: ofDevice.slice(0, Math.max(at, 0)),
    after: ofDevice.slice(at + 1),
    screen: screenWith(evidence, step.screenAfter ?? step.screenBefore),
  };
  for (const rule of RULES) {
    const found = rule(given);
    if (found) return found;
  }
  return explanation('unknown', step.error ?? 'The step failed without an error.');
}

/** Explains why a run failed, by the step that ended it or else the first that failed; undefined if none failed. */
export function explainRun(evidence: Evidence): (Explanation & { readonly step: TraceStep }) | undefined {
  const { run, steps } = evidence;
  // No step ran after the one that ended a failed run on its device.
  const end = run.status === 'success' ? undefined : lastSteps(steps).find(hasFailed);
  const first = end ?? innermostOf(steps.filter(hasFailed));
  const found = first && explainStep(evidence, first);
  return found && { ...found, step: first };
}

// A parent fails with its child and comes before it.
function innermostOf(failed: readonly TraceStep[]): TraceStep | undefined {
  return failed.find(step => step.childIndex != null && failed[0]?.index === step.index) ?? failed[0];
}

// A step that ends the run as failed has done so successfully.
function hasFailed({ status, method, params }: TraceStep): boolean {
  return (
    status === 'failed' ||
    status === 'stopped' ||
    (method === 'flow.stop' && params?.['outcome'] === 'failed')
  );
}

function explainEnd({ step, error }: Case): Explanation | undefined {
  if (step.method === 'flow.stop' || step.status === 'stopped') {
    const reason = step.params?.['reason'];
    if (step.method === 'flow.stop')
      return explanation(
        'stopped',
        `The flow ended the run here${reason == null ? '.' : `: ${quoted(reason)}`}`,
      );
    return explanation('stopped', 'The run was ended during this step.');
  }
  if (error.startsWith('The sandbox ended during this step'))
    return explanation(
      'interrupted',
      'The sandbox ended during this step, so it is not known what the step did.',
      { actions: ['Check the device, and run the flow again.'] },
    );
  const deleted = /^The (flow was deleted|action of this step does not exist)/.exec(error);
  if (!deleted) return undefined;
  const sentence = deleted[1]?.startsWith('flow')
    ? 'The flow was deleted while it ran.'
    : 'The action of this step was deleted.';
  return explanation('deleted', sentence, { actions: ['Deploy the flow again.'] });
}

function explainSkipped({ steps }: Evidence, step: TraceStep): Explanation | undefined {
  const ofDevice = steps.filter(other => areOnOneDevice(other, step));
  const parent = ofDevice.find(({ index, childIndex }) => index === step.index && childIndex == null);
  if (step.childIndex != null && parent?.method === 'flow.branch' && parent.status === 'success') {
    const { left, operator, right } = parent.params ?? {};
    const compared = operator === 'exists' ? '' : ` ${quoted(JSON.stringify(right ?? null))}`;
    const condition = `${quoted(JSON.stringify(left ?? null))} ${COMPARISON_WORDS.get(String(operator)) ?? String(operator)}${compared}`;
    const source = parent.values?.[0]?.expression;
    return explanation(
      'condition',
      `The condition of ${stepReference(parent)} was not met: it is not true that ${condition}.`,
      {
        facts:
          source === undefined
            ? []
            : [`${source} is ${quoted(JSON.stringify(parent.values?.[0]?.value ?? null))}.`],
        actions: ['Check the value that the condition compares.'],
      },
    );
  }
  const at = ofDevice.indexOf(step);
  // A step without rounds is skipped, too, but the run goes on.
  if (ofDevice.slice(at).some(({ status }) => status !== 'skipped')) return undefined;
  const failed = ofDevice.slice(0, at).findLast(({ status }) => status === 'failed' || status === 'stopped');
  const cause = failed ? `because ${stepReference(failed)} failed` : 'because the run ended before it';
  return explanation('earlierFailure', `The step did not run ${cause}.`);
}
