import type { FlowAction } from '../../contract/records/flowAction.ts';
import { sortSteps } from '../records/flowSteps.ts';
import type { Store } from '../store/store.ts';

/** A step of a flow for a run, with its parameters merged over the action's. */
export interface PlannedStep {
  readonly flowActionId: string;
  /** The key by which expressions address the step. */
  readonly key: string;
  readonly actionId: string;
  readonly name: string;
  readonly service: string;
  readonly method: string;
  readonly continueOnError: boolean;
  /** The parameters before template expressions are resolved. */
  readonly params: Readonly<Record<string, unknown>>;
  readonly children: readonly PlannedStep[];
  /** True if the step is selected for recording; absent in the plans of older runs. */
  readonly recordingEnabled?: boolean;
}

/** Returns the steps of a flow in order of execution; stored with a run, so that later changes do not affect it. */
export function createPlan(store: Store, flowId: string): readonly PlannedStep[] {
  const steps = sortSteps(store.flowActions.all({ flowId }));
  const planBelow = (parent: string | null): readonly PlannedStep[] =>
    steps
      .filter(step => (step.parentFlowActionId ?? null) === parent)
      .map(step => ({ ...planStep(store, step), children: planBelow(step.id) }));
  return planBelow(null);
}

/** Returns the part of a plan that ends with a step. */
export function planUntil(
  plan: readonly PlannedStep[],
  { index, childIndex }: { readonly index: number; readonly childIndex: number | null },
): readonly PlannedStep[] {
  return plan.slice(0, index + 1).map((step, at) => {
    const isParent = at === index && childIndex !== null;
    return isParent ? { ...step, children: step.children.slice(0, childIndex + 1) } : step;
  });
}

function planStep(store: Store, step: FlowAction): Omit<PlannedStep, 'children'> {
  const action = store.actions.get(step.actionId);
  const actionParams = typeof action?.params === 'object' ? action.params : {};
  return {
    flowActionId: step.id,
    key: step.key ?? '',
    actionId: step.actionId,
    name: step.nameOverride ?? action?.name ?? 'Unknown action',
    service: action?.service ?? '',
    method: action?.method ?? '',
    continueOnError: step.continueOnError ?? false,
    params: { ...actionParams, ...step.overrides?.params },
    recordingEnabled: step.recordingEnabled ?? false,
  };
}
