import * as z from 'zod';
import { Uuid } from '../../contract/scalars.ts';
import type { CatalogAction, FlowCatalog } from '../../flow/catalog.ts';
import { newStep } from '../../flow/form/newStep.ts';
import { keptAction } from '../../flow/form/keptAction.ts';
import { hideFlowText } from '../../flow/secrets/hideFlowText.ts';
import { summarizeParameters } from '../../flow/schemaSummary.ts';
import { ActionSearch, noActionSentence } from '../../wording/actionSearch.ts';
import { mark, Marked, markIfAny, markSchema, token } from '../marked.ts';
import { connectionInput } from '../schemas.ts';
import { defineTool } from '../tool.ts';

const MAX_ACTIONS = 25;
const MAX_SCHEMA_LENGTH = 6000;

/** Finds actions by words or IDs. */
export const findActions = defineTool({
  name: 'find_actions',
  title: 'Find Actions',
  description:
    'Find the actions that steps of a flow can use, by words of their names, methods and descriptions. Pass actionIds to get the JSON schema of their parameters and an example step.',
  input: z.strictObject({
    ...connectionInput,
    query: z.string().max(200).optional(),
    actionIds: z.array(Uuid).max(10).optional(),
    limit: z.int().min(1).max(MAX_ACTIONS).default(10),
  }),
  output: z.object({
    total: z.int(),
    hint: z.string().optional(),
    actions: z.array(
      z.object({
        actionId: z.string(),
        method: z.string().optional(),
        name: Marked,
        description: Marked.optional(),
        params: Marked.optional(),
        schema: Marked.optional(),
        exampleStep: Marked.optional(),
      }),
    ),
  }),
  effects: ['read'],
  runsOn: 'connection',
  example: { query: 'launch app' },
  run: async ({ query = '', actionIds, limit }, { connection, signal }) => {
    const catalog = await connection.catalog(signal);
    const found = actionIds ? actionsWith(actionIds, catalog) : new ActionSearch().find(catalog, query);
    const actions = found.slice(0, limit).map(action => describe(action, actionIds !== undefined));
    const hint = found.length === 0 && !actionIds ? noActionSentence(query) : undefined;
    return { output: { total: found.length, hint, actions } };
  },
});

function actionsWith(ids: readonly string[], catalog: FlowCatalog): readonly CatalogAction[] {
  return ids.flatMap(id => catalog.action(id) ?? catalog.action(id.toLowerCase()) ?? []);
}

function describe(action: CatalogAction, isWhole: boolean) {
  const { id, name, method, description, paramsSchema } = action;
  const params = summarizeParameters(paramsSchema).map(
    one => `${one.name}${one.required ? '' : '?'}: ${one.type}`,
  );
  return {
    actionId: token(id) ?? '',
    method: token(method),
    name: mark('service', name),
    description: markIfAny('service', description, isWhole ? 1000 : 200),
    params: params.length === 0 ? undefined : markSchema(params.join('; '), 500),
    ...(isWhole
      ? {
          schema: markSchema(JSON.stringify(paramsSchema ?? {}), MAX_SCHEMA_LENGTH),
          exampleStep: markSchema(exampleOf(action), 2000),
        }
      : {}),
  };
}

function exampleOf(action: CatalogAction): string {
  const step = newStep(keptAction(action), 'examples');
  return hideFlowText(JSON.stringify(step), { action: () => action }).text;
}
