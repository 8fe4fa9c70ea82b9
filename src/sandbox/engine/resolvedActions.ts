import type * as z from 'zod';
import type { Flow } from '../../contract/records/flow.ts';
import type { ResolvedAction } from '../../contract/records/flowRun.ts';
import { resolveKnown, type TemplateScope } from '../../flow/template.ts';
import type { Service } from '../runtime/service.ts';
import { createPlan, type PlannedStep } from './plan.ts';

type Resolved = z.output<typeof ResolvedAction>;

/**
 * Returns the actions that a flow would run with a payload (wire facts 3). Expressions that need a run, such as
 * `{{steps.tap.body.code}}`, stay unresolved.
 */
export function resolveActions(
  { store }: Service,
  flow: Flow,
  triggerName: string | null,
  payload: Readonly<Record<string, unknown>>,
): Resolved[] {
  const scope = { event: { name: triggerName, payload }, flow: { id: flow.id, name: flow.name } };
  return createPlan(store, flow.id).map(step => ({
    ...describeAction(step, scope),
    ...(step.children.length > 0
      ? { children: step.children.map(child => describeAction(child, scope)) }
      : {}),
  }));
}

function describeAction(
  { name, service, method, continueOnError, params, flowActionId, recordingEnabled = false }: PlannedStep,
  scope: TemplateScope,
): Resolved {
  const known = resolveKnown(params, scope);
  return { name, service, method, continueOnError, params: known, flowActionId, recordingEnabled };
}
