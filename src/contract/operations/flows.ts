import * as z from 'zod';
import { operation } from '../define.ts';
import { FLOW_STATUSES } from '../enumerations.ts';
import {
  ActivateFlow,
  CloneFlow,
  CreateFlow,
  DeliveryOptions,
  Flow,
  FlowCapacity,
  FlowValidation,
  TemplateContext,
  UpdateFlow,
  ValidateFlow,
} from '../records/flow.ts';
import { AddFlowAction, FlowAction, ReplaceFlowActions } from '../records/flowAction.ts';
import {
  DryRun,
  DryRunFlow,
  RepairAttempt,
  RunFlow,
  StartedRuns,
  Verification,
  VerifyFlow,
} from '../records/flowRun.ts';
import { orderQuery, page, pageQuery, searchQuery } from '../records/page.ts';
import { data, IdempotencyHeader, Message, queryInteger, QueryFlag, QueryList, Uuid } from '../scalars.ts';

const onFlow = { params: z.object({ flowId: Uuid }), errors: 'flow' } as const;
// The specification and older services have no key for these requests (wire facts 16).
const keyed = { headers: IdempotencyHeader, mayIgnoreKey: true } as const;
const oneFlow = { status: 200, body: data(Flow) } as const;
const message = { status: 200, body: Message } as const;

/** Operations on flows and their steps (spec 4.4, 4.5, wire facts 3). */
export const flowOperations = {
  listFlows: operation('GET', '/flows', {
    summary: 'List flows',
    query: z.object({
      search: searchQuery,
      triggerId: Uuid.optional(),
      enabled: QueryFlag.optional(),
      status: QueryList.meta({ 'x-known-values': FLOW_STATUSES }).optional(),
      mine: QueryFlag.optional(),
      createdBy: Uuid.optional(),
      ...orderQuery(['name', 'createdAt', 'updatedAt']),
      ...pageQuery,
    }),
    response: { status: 200, body: page(Flow) },
    errors: 'flow',
    paging: 'page',
  }),
  createFlow: operation('POST', '/flows', {
    ...keyed,
    source: 'spec',
    summary: 'Create a flow',
    body: CreateFlow,
    response: { status: 201, body: data(Flow) },
    errors: 'flow',
  }),
  getFlow: operation('GET', '/flows/{flowId}', {
    ...onFlow,
    summary: 'Get a flow',
    response: oneFlow,
  }),
  updateFlow: operation('PATCH', '/flows/{flowId}', {
    ...onFlow,
    summary: 'Change the settings of a flow',
    body: UpdateFlow,
    response: oneFlow,
  }),
  deleteFlow: operation('DELETE', '/flows/{flowId}', {
    ...onFlow,
    summary: 'Archive a flow for good',
    response: message,
  }),
  validateFlow: operation('POST', '/flows/validate', {
    summary: 'Check a flow without creating it',
    body: ValidateFlow,
    response: { status: 200, body: data(FlowValidation) },
    errors: 'flow',
    effect: 'read',
    idempotent: true,
  }),
  getFlowCapacity: operation('GET', '/flows/capacity', {
    summary: 'Tell how many flows can be created',
    response: { status: 200, body: data(FlowCapacity) },
    errors: 'flow',
  }),
  getTemplateContext: operation('GET', '/flows/template-context', {
    summary: 'Tell what expressions can read',
    query: z.object({ templateResolutionVersion: queryInteger(1).optional() }),
    response: { status: 200, body: data(TemplateContext) },
    errors: 'flow',
  }),
  getDeliveryOptions: operation('GET', '/flows/{flowId}/delivery-options', {
    ...onFlow,
    summary: 'Tell what a flow can deliver after a run, and where',
    response: { status: 200, body: data(DeliveryOptions) },
  }),
  cloneFlow: operation('POST', '/flows/{flowId}/clone', {
    ...onFlow,
    ...keyed,
    summary: 'Copy a flow with its steps and settings',
    body: CloneFlow.optional(),
    response: oneFlow,
  }),
  dryRunFlow: operation('POST', '/flows/{flowId}/dry-run', {
    ...onFlow,
    summary: 'Tell what a flow would do now, without running it',
    body: DryRunFlow.optional(),
    response: { status: 200, body: data(DryRun) },
    effect: 'read',
    idempotent: true,
  }),
  verifyFlow: operation('POST', '/flows/{flowId}/verify', {
    ...onFlow,
    summary: 'Run a flow, enabled or not, to activate it with this execution',
    body: VerifyFlow,
    response: { status: 202, body: data(Verification) },
    effect: 'act',
    // The invocation ID identifies the run.
    idempotent: true,
  }),
  runFlow: operation('POST', '/flows/{flowId}/run', {
    ...onFlow,
    ...keyed,
    summary: 'Run a flow on each of its devices, whatever its trigger is',
    body: RunFlow.optional(),
    response: { status: 202, body: data(StartedRuns) },
    effect: 'act',
  }),
  unblockFlow: operation('POST', '/flows/{flowId}/unblock', {
    ...onFlow,
    summary: 'Let a blocked flow run again',
    response: oneFlow,
    idempotent: true,
  }),
  listFlowRepairs: operation('GET', '/flows/{flowId}/repairs', {
    ...onFlow,
    summary: 'List the repairs of a flow',
    response: { status: 200, body: data(z.array(RepairAttempt)) },
  }),
  listFlowActions: operation('GET', '/flows/{flowId}/actions', {
    ...onFlow,
    summary: 'List the steps of a flow',
    response: { status: 200, body: data(z.array(FlowAction)) },
  }),
  addFlowAction: operation('POST', '/flows/{flowId}/actions', {
    ...onFlow,
    ...keyed,
    summary: 'Add a step to a flow',
    body: AddFlowAction,
    response: { status: 200, body: data(FlowAction) },
  }),
  replaceFlowActions: operation('PUT', '/flows/{flowId}/actions', {
    ...onFlow,
    summary: 'Replace the steps of a flow',
    body: ReplaceFlowActions,
    response: { status: 200, body: data(z.array(FlowAction)) },
  }),
  removeFlowAction: operation('DELETE', '/flows/{flowId}/actions/{flowActionId}', {
    summary: 'Remove a step from a flow',
    params: z.object({ flowId: Uuid, flowActionId: Uuid }),
    response: message,
    errors: 'flow',
  }),
  activateFlow: operation('POST', '/flows/{flowId}/activate', {
    ...onFlow,
    source: 'spec',
    summary: 'Activate a verified flow',
    body: ActivateFlow,
    response: oneFlow,
    idempotent: true,
  }),
} as const;
