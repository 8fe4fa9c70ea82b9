import type { FlowActionEntry } from '../../../contract/records/flowAction.ts';
import { type RequestProblem, refuseProblems } from '../../runtime/refusal.ts';
import type { Store } from '../../store/store.ts';

type ToLocation = (index: number) => string;

/**
 * Throws a 400 Refusal for steps that share a position with a sibling, share a key, or refer to an unknown action (wire
 * facts 3, 18).
 * `toLocation` returns the location of a step in the request.
 */
export function checkSteps(store: Store, steps: readonly FlowActionEntry[], toLocation: ToLocation): void {
  refuseProblems(findProblems(store, steps, toLocation));
  refuseProblems(findKeyProblems(steps, toLocation));
}

/** Throws a 400 Refusal for a step without a key, which version 3 of templates requires of a replacement. */
export function requireKeys(steps: readonly FlowActionEntry[], toLocation: ToLocation): void {
  const message = 'is required, so that expressions keep their steps';
  const missing = withLocations(steps, toLocation).filter(({ step }) => step.key == null);
  refuseProblems(missing.map(({ at }) => ({ location: `${at}.key`, message, value: undefined })));
}

function findKeyProblems(steps: readonly FlowActionEntry[], toLocation: ToLocation): RequestProblem[] {
  const used = new Set<string>();
  return withLocations(steps, toLocation).flatMap(({ step: { key }, at }) => {
    if (key == null) return [];
    if (used.has(key)) return [{ location: `${at}.key`, message: 'another step has this key', value: key }];
    used.add(key);
    return [];
  });
}

/** Returns the steps with their locations in the request, children after their parent. */
function withLocations(steps: readonly FlowActionEntry[], toLocation: ToLocation) {
  return steps.flatMap((step, index) => {
    const at = toLocation(index);
    const children = (step.children ?? []).map((child, place) => ({
      step: child,
      at: `${at}.children.${place}`,
    }));
    return [{ step, at }, ...children];
  });
}

function findProblems(
  store: Store,
  steps: readonly FlowActionEntry[],
  toLocation: ToLocation,
): RequestProblem[] {
  const usedPositions = new Set<number>();
  return steps.flatMap((step, index) => {
    const at = toLocation(index);
    const { actionId, position, children = [] } = step;
    const problems: RequestProblem[] = [];
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
