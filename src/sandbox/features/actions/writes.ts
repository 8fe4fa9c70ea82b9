import { randomUUID } from 'node:crypto';
import type { Action } from '../../../contract/records/action.ts';
import { checkSchema } from '../../../flow/schema/compileSchema.ts';
import { timestamp } from '../../runtime/clock.ts';
import type { Handlers } from '../../runtime/handler.ts';
import { requireRecord } from '../../runtime/paging.ts';
import { conflict, invalidValue, refuseProblems } from '../../runtime/refusal.ts';
import { OWNED } from '../../records/owner.ts';

/** Handlers that create, update and delete actions (wire facts 4). */
export const actionWrites = {
  createAction: ({ body, service: { store, clock } }) => {
    const entry = store.catalogEntries.get(body.catalogEntryId);
    if (!entry) {
      const message = 'there is no catalog entry with this id';
      throw invalidValue('body.catalogEntryId', message, body.catalogEntryId);
    }
    checkOwnParams(entry.paramsSchema, body.params);
    const now = timestamp(clock);
    const action: Action = {
      ...body,
      id: randomUUID(),
      catalogEntryId: entry.id,
      description: body.description ?? entry.description ?? null,
      service: entry.service,
      method: entry.method ?? null,
      paramsSchema: entry.paramsSchema,
      ...('outputSchema' in entry ? { outputSchema: entry['outputSchema'] } : {}),
      createdAt: now,
      updatedAt: now,
      ...OWNED,
    };
    return { data: store.actions.put(action) };
  },
  updateAction: ({ params, body, service: { store, clock } }) => {
    const action = requireRecord(store.actions, params.actionId, 'action');
    checkOwnParams(action.paramsSchema, body.params);
    const {
      name = action.name,
      description = action.description,
      params: actionParams = action.params,
    } = body;
    const changed = { ...action, name, description, params: actionParams, updatedAt: timestamp(clock) };
    return { data: store.actions.put(changed) };
  },
  deleteAction: ({ params, service: { store } }) => {
    const action = requireRecord(store.actions, params.actionId, 'action');
    const uses = store.flowActions.count({ where: { actionId: action.id } });
    if (uses > 0) {
      const message = `${uses === 1 ? 'A step uses' : `${uses} steps use`} this action; take it out of their flows first.`;
      throw conflict('action_in_use', message);
    }
    store.actions.delete(action.id);
    return { message: `The action “${action.name}” was deleted.` };
  },
} as const satisfies Handlers;

/** Keywords that require parameters, alone or in combination; a step may still supply those. */
const ASKING = ['required', 'minProperties', 'dependentRequired', 'dependentSchemas', 'dependencies'];
const COMBINING = ['oneOf', 'anyOf', 'allOf', 'not', 'if', 'then', 'else'];

// A saved action's parameters are defaults for steps, so they may be incomplete but not invalid.
function checkOwnParams(paramsSchema: unknown, params: Readonly<Record<string, unknown>> | undefined): void {
  if (params === undefined || typeof paramsSchema !== 'object' || paramsSchema === null) return;
  const keywords = Object.entries(paramsSchema).filter(([name]) => ![...ASKING, ...COMBINING].includes(name));
  const problems = checkSchema(Object.fromEntries(keywords), params).map(({ path, message }) => ({
    location: ['body.params', ...path].join('.'),
    message,
    value: undefined,
  }));
  refuseProblems(problems, 'invalid_params');
}
