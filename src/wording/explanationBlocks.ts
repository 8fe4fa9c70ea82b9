import type { StepExplanation } from '../flow/run/runSteps.ts';
import { escapeLine } from '../util/markdownDocument.ts';

/** Returns the reason for the result of a step as Markdown blocks: a sentence, its facts with the error, and what to do. */
export function explanationBlocks(
  { sentence, facts, actions }: StepExplanation,
  error: string | undefined,
): readonly string[] {
  const details = [...facts, ...(error === undefined ? [] : [`Error message: ${error}`])];
  return [
    escapeLine(sentence),
    ...(details.length === 0 ? [] : [details.map(detail => `- ${escapeLine(detail)}`).join('\n')]),
    ...actions.map(action => `**Suggestion:** ${escapeLine(action)}`),
  ];
}
