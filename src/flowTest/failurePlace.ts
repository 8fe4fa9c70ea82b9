import type { Execution } from '../contract/records/execution.ts';
import type { FlowDocument } from '../flow/document/flowDocument.ts';
import { executionSteps } from '../flow/run/runSteps.ts';
import { stepOutcomes } from '../flow/run/stepOutcomes.ts';
import type { TestFailure } from './checkRun.ts';

/** Returns the offset of the step of each failure in the flow file; 0 for a failure of the whole run. */
export function failureOffsets(
  document: FlowDocument,
  execution: Execution | undefined,
  failures: readonly TestFailure[],
): readonly number[] {
  const outcomes = stepOutcomes(document, executionSteps(execution ?? {}));
  return failures.map(({ step }) => {
    const found = outcomes.find(({ index, child }) => index === step?.index && child === step.child);
    return found?.range.start ?? 0;
  });
}
