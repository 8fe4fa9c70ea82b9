import type { ExpressionProblem } from '../flow/data/describeExpression.ts';
import type { ExpressionReason, FlowDiagnostic } from '../flow/document/diagnostic.ts';

/** Settings by their fields, with what is said of one that has no effect. */
const UNUSED: Readonly<Record<string, string>> = {
  notifyOnSuccess: 'This has no effect until you choose a webhook.',
  notifyOnFailure: 'This has no effect until you choose a webhook.',
  notifyWebhookId: 'The webhook gets no notifications: neither success nor failure is notified.',
  cooldownScope: 'This has no effect without a cooldown.',
  selfHealingMaxAttempts: 'This has no effect while self-healing is off.',
  recordingPolicy: 'Nothing is recorded: no step is selected.',
  recordingEnabled: 'This has no effect: the flow does not record selected steps.',
};

/**
 * Returns what a form says about a problem of a field, since it shows no JSON and counts steps from 1; undefined if the
 * message of the problem fits there too.
 */
export function formSentence({ code, data }: FlowDiagnostic, field: unknown): string | undefined {
  if (data?.reason) return explainProblem(data.reason);
  if (code === 'nothing-to-notify' || code === 'unused-setting') return UNUSED[String(field)];
  if (code === 'template-key') return 'Choose this value again, so that it keeps its step.';
  if (code === 'nested-children')
    return 'Steps can be nested one level only. Remove the steps inside this one.';
  // The form of the settings has no field for the steps.
  const isShort = data?.path?.[0] === 'actions' && data.keyword === 'minItems';
  return isShort || data?.missing === 'actions' ? 'Add a step. A flow needs at least one.' : undefined;
}

/** Returns the reason that an expression has no value, for people who see its label; undefined if it can have one. */
export function explainProblem(problem: ExpressionProblem | ExpressionReason): string | undefined {
  switch (problem.kind) {
    case 'syntax':
      return 'This is not a value that can be read. Choose another one.';
    case 'missingStep':
      return 'The step that this reads is gone. Choose another value.';
    case 'laterStep':
      return `Step ${problem.step.number} has not run when this step begins.`;
    case 'outsideRound':
      return 'This has a value only in the steps inside a step that repeats them.';
    case 'unknownName':
      return problem.isCertain ? `There is no “${problem.name}”.` : undefined;
    case 'unknownRoot':
      return undefined;
  }
}
