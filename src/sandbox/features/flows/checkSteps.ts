import type { FlowActionEntry } from '../../../contract/records/flowAction.ts';
import { type Problem, refuseProblems } from '../../runtime/refusal.ts';
import type { Store } from '../../store/store.ts';

type ToLocation = (index: number) => string;

/**
 * Throws a 400 Refusal for steps that share a position with a sibling or refer to an unknown action (wire facts 3).
 * `toLocation` returns the location of a step in the request.
 */
export function checkSteps(store: Store, steps: readonly FlowActionEntry[], toLocation: ToLocation): void {
  refuseProblems(findProblems(store, steps, toLocation));
}

function findProblems(store: Store, steps: readonly FlowActionEntry[], toLocation: ToLocation): Problem[] {
  const usedPositions = new Set<number>();
  return steps.flatMap((step, index) => {
    const at = toLocation(index);
    const { actionId, position, children = [] } = step;
    const problems: Problem[] = [];
    if (usedPositions.has(position)) {
      problems.push({
        location: `${at}.position`,
        message: 'another step has this position',
        value: position,
      });
    }
    usedPositions.add(position);
    if (!store.actions.get(actionId)) {
      problems.push({
        location: `${at}.actionId`,
        message: 'there is no action with this id',
        value: actionId,
      });
    }
    return [...problems, ...findProblems(store, children, child => `${at}.children.${child}`)];
  });
}
