import { randomUUID } from 'node:crypto';
import type { FlowAction, FlowActionChild, FlowActionEntry } from '../../contract/records/flowAction.ts';
import { type Problem, Refusal } from '../refusal.ts';
import type { Store } from '../store/store.ts';
import { sortSteps } from './stepOrder.ts';

type ToLocation = (index: number) => string;

/**
 * Throws a 400 Refusal for steps that share a position with a sibling or refer to an unknown action (wire facts 3).
 * `place` returns the location of a step in the request.
 */
export function checkSteps(store: Store, steps: readonly FlowActionEntry[], toLocation: ToLocation): void {
  const problems = findProblems(store, steps, toLocation);
  const [first] = problems;
  if (first) {
    throw new Refusal(400, 'invalid_request', `${first.location}: ${first.message}`, { problems });
  }
}

/** Stores steps below a parent, or at the top level without one, children after their parent. */
export function storeSteps(
  store: Store,
  flowId: string,
  steps: readonly FlowActionEntry[],
  createdAt: string,
  parent: string | null = null,
): FlowAction[] {
  return steps.flatMap(({ children = [], ...step }) => {
    const stored = store.flowActions.put({
      id: randomUUID(),
      flowId,
      actionId: step.actionId.toLowerCase(),
      parentFlowActionId: parent,
      position: step.position,
      nameOverride: step.nameOverride ?? null,
      continueOnError: step.continueOnError ?? false,
      overrides: step.overrides ?? null,
      createdAt,
    });
    return [stored, ...storeSteps(store, flowId, children, createdAt, stored.id)];
  });
}

/** Converts the stored flat steps of a flow to the nested format of requests. */
export function toEntries(store: Store, flowId: string): FlowActionEntry[] {
  const steps = sortSteps(store.flowActions.all({ flowId }));
  const top = steps.filter(step => step.parentFlowActionId == null);
  return top.map(step => {
    const children = steps.filter(child => child.parentFlowActionId === step.id).map(toEntry);
    return { ...toEntry(step), ...(children.length > 0 ? { children } : {}) };
  });
}

function toEntry({
  actionId,
  position,
  continueOnError,
  nameOverride,
  overrides,
}: FlowAction): FlowActionChild {
  return {
    actionId,
    position,
    continueOnError: continueOnError ?? false,
    nameOverride: nameOverride ?? null,
    overrides: overrides ? { ...overrides, params: overrides.params ?? {} } : null,
  };
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
