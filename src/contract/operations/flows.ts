import * as z from 'zod';
import { operation } from '../define.ts';
import { FLOW_STATUSES } from '../enumerations.ts';
import { ActivateFlow, CloneFlow, CreateFlow, Flow, UpdateFlow } from '../records/flow.ts';
import { AddFlowAction, FlowAction, ReplaceFlowActions } from '../records/flowAction.ts';
import { DryRun, DryRunFlow, Repair } from '../records/flowRun.ts';
import { orderQuery, page, pageQuery, searchQuery } from '../records/page.ts';
import { data, Message, QueryFlag, QueryList, Uuid } from '../scalars.ts';

const onFlow = { params: z.object({ flowId: Uuid }), errors: 'flow' } as const;
const oneFlow = { status: 200, body: data(Flow) } as const;
const message = { status: 200, body: Message } as const;

/** Operations on flows and their steps (spec 4.4, 4.5, wire facts 3). */
export const flowOperations = {
  listFlows: operation({
    method: 'GET',
    path: '/flows',
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
  createFlow: operation({
    method: 'POST',
    path: '/flows',
    source: 'spec',
    summary: 'Create a flow',
    body: CreateFlow,
    response: { status: 201, body: data(Flow) },
    errors: 'flow',
  }),
  getFlow: operation({
    ...onFlow,
    method: 'GET',
    path: '/flows/{flowId}',
    summary: 'Get a flow',
    response: oneFlow,
  }),
  updateFlow: operation({
    ...onFlow,
    method: 'PATCH',
    path: '/flows/{flowId}',
    summary: 'Change the settings of a flow',
    body: UpdateFlow,
    response: oneFlow,
  }),
  deleteFlow: operation({
    ...onFlow,
    method: 'DELETE',
    path: '/flows/{flowId}',
    summary: 'Delete a flow',
    response: message,
  }),
  cloneFlow: operation({
    ...onFlow,
    method: 'POST',
    path: '/flows/{flowId}/clone',
    summary: 'Copy a flow with its steps and settings',
    body: CloneFlow.optional(),
    response: oneFlow,
  }),
  dryRunFlow: operation({
    ...onFlow,
    method: 'POST',
    path: '/flows/{flowId}/dry-run',
    summary: 'Tell what a flow would do now, without running it',
    body: DryRunFlow.optional(),
    response: { status: 200, body: data(DryRun) },
    effect: 'read',
    idempotent: true,
  }),
  unblockFlow: operation({
    ...onFlow,
    method: 'POST',
    path: '/flows/{flowId}/unblock',
    summary: 'Let a blocked flow run again',
    response: oneFlow,
    idempotent: true,
  }),
  listFlowRepairs: operation({
    ...onFlow,
    method: 'GET',
    path: '/flows/{flowId}/repairs',
    summary: 'List the repairs of a flow',
    response: { status: 200, body: data(z.array(Repair)) },
  }),
  listFlowActions: operation({
    ...onFlow,
    method: 'GET',
    path: '/flows/{flowId}/actions',
    summary: 'List the steps of a flow',
    response: { status: 200, body: data(z.array(FlowAction)) },
  }),
  addFlowAction: operation({
    ...onFlow,
    method: 'POST',
    path: '/flows/{flowId}/actions',
    summary: 'Add a step to a flow',
    body: AddFlowAction,
    response: { status: 200, body: data(FlowAction) },
  }),
  replaceFlowActions: operation({
    ...onFlow,
    method: 'PUT',
    path: '/flows/{flowId}/actions',
    summary: 'Replace the steps of a flow',
    body: ReplaceFlowActions,
    response: { status: 200, body: data(z.array(FlowAction)) },
  }),
  removeFlowAction: operation({
    method: 'DELETE',
    path: '/flows/{flowId}/actions/{flowActionId}',
    summary: 'Remove a step from a flow',
    params: z.object({ flowId: Uuid, flowActionId: Uuid }),
    response: message,
    errors: 'flow',
  }),
  activateFlow: operation({
    ...onFlow,
    method: 'POST',
    path: '/flows/{flowId}/activate',
    source: 'spec',
    summary: 'Activate a verified flow',
    body: ActivateFlow,
    response: oneFlow,
    idempotent: true,
  }),
} as const;
