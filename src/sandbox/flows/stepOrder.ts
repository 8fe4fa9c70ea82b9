import type { FlowAction } from '../../contract/records/flowAction.ts';

/** Returns the steps of a flow in order of execution: by position, each followed by its children. */
export function sortSteps(steps: readonly FlowAction[], parent: string | null = null): FlowAction[] {
  return steps
    .filter(step => (step.parentFlowActionId ?? null) === parent)
    .toSorted((a, b) => a.position - b.position)
    .flatMap(step => [step, ...sortSteps(steps, step.id)]);
}
