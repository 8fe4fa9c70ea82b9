import type { ExecutionStep } from '../../contract/records/execution.ts';
import type { TemplateScope } from '../../flow/template.ts';
import type { RunPlace } from '../runtime/runControl.ts';
import type { PlannedStep } from './plan.ts';
import type { StepPosition } from './stepLog.ts';

/** The context of a list of steps: device, parent step, round, and values for template expressions. */
export interface StepContext {
  readonly deviceId: string | null;
  readonly parent: number | null;
  readonly round: number | null;
  readonly rounds: number | null;
  /** True if the parent step has `continueOnError`. */
  readonly isCaught: boolean;
  readonly scope: TemplateScope;
}

/** Returns the position of a step in a list. */
export function positionIn({ deviceId, parent, round }: StepContext, index: number): StepPosition {
  return parent === null
    ? { deviceId, index, childIndex: null, round: null }
    : { deviceId, index: parent, childIndex: index, round };
}

/** Returns a step for a debugger. */
export function runPlaceOf(step: PlannedStep, context: StepContext, position: StepPosition): RunPlace {
  return {
    deviceId: context.deviceId,
    index: position.index ?? 0,
    childIndex: position.childIndex ?? null,
    round: context.round,
    rounds: context.rounds,
    name: step.name,
    method: step.method,
    isFailureCaught: step.continueOnError || context.isCaught,
    isStarted: false,
    scope: context.scope,
  };
}

/** Returns what the record of a step says about the step itself. */
export function describeStep({
  flowActionId,
  key,
  actionId,
  name,
  service,
  method,
}: PlannedStep): ExecutionStep {
  return { flowActionId, key, actionId, name, service, method };
}
