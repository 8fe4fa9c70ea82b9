import type { FlowAction } from '../../contract/records/flowAction.ts';

/** The steps of a flow as they run: by position, the children of a step right after it. */
export function inOrder(steps: readonly FlowAction[], parent: string | null = null): FlowAction[] {
  return steps
    .filter(step => (step.parentFlowActionId ?? null) === parent)
    .toSorted((a, b) => a.position - b.position)
    .flatMap(step => [step, ...inOrder(steps, step.id)]);
}
