import * as z from 'zod';
import { Uuid } from '../../contract/scalars.ts';
import type { CatalogAction, FlowCatalog } from '../../flow/catalog.ts';
import { newStep } from '../../flow/form/newStep.ts';
import { keptAction } from '../../flow/form/keptAction.ts';
import { hideFlowText } from '../../flow/secrets/hideFlowText.ts';
import { summarizeParameters } from '../../flow/schema/schemaSummary.ts';
import { counted } from '../../util/counted.ts';
import { isObject, without } from '../../util/isObject.ts';
import { ActionSearch, noActionSentence } from '../../wording/actionSearch.ts';
import { mark, Marked, markSchema, token, Words } from '../marked.ts';
import { connectionInput } from '../schemas.ts';
import { defineTool } from '../tool.ts';

const MAX_ACTIONS = 25;
const MAX_SCHEMA_LENGTH = 6000;
/** The number of found actions with an example step. */
const MAX_EXAMPLES = 3;

/** A JSON value of the sandbox, or the text of one of a service. */
const Json = z.union([Marked, z.looseObject({})]);
type Json = z.output<typeof Json>;

/** Finds actions by words or IDs. */
export const findActions = defineTool({
  name: 'find_actions',
  title: 'Find Actions',
  description:
    'Find the actions that steps of a flow can use, best first, by words for what they do, such as “open app” or “sms code”, or by their method. The first ones have an example step. Pass actionIds to get the JSON schema of their parameters.',
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
        name: Words,
        description: Words.optional(),
        params: Words.optional(),
        schema: Json.optional(),
        exampleStep: Json.optional(),
      }),
    ),
  }),
  effects: ['read'],
  runsOn: 'connection',
  example: { query: 'launch app' },
  run: async ({ query = '', actionIds, limit }, { connection, signal }) => {
    const catalog = await connection.catalog(signal);
    const { found, hint } = actionIds ? withIds(actionIds, catalog) : byWords(query, catalog);
    const describe = connection.sandboxClient ? describeOwn : describeForeign;
    const actions = found
      .slice(0, limit)
      .map((action, index) =>
        describe(action, { hasSchema: actionIds !== undefined, hasExample: index < MAX_EXAMPLES }),
      );
    return { output: { total: found.length, hint, actions } };
  },
});

interface Found {
  readonly found: readonly CatalogAction[];
  /** The next thing to do if nothing was found for certain. */
  readonly hint?: string;
}

function withIds(ids: readonly string[], catalog: FlowCatalog): Found {
  const found = ids.flatMap(id => catalog.action(id) ?? catalog.action(id.toLowerCase()) ?? []);
  if (found.length > 0) return { found };
  return { found, hint: `No action has such an ID. Search ${allActions(catalog)} by words with query.` };
}

function byWords(query: string, catalog: FlowCatalog): Found {
  const search = new ActionSearch();
  const found = search.find(catalog, query);
  if (found.length > 0) return { found };
  const some = search.findSome(catalog, query);
  const all = allActions(catalog);
  if (some.length === 0)
    return { found: some, hint: `${noActionSentence(query)} Without query, ${all} are listed by name.` };
  return { found: some, hint: `None of ${all} matches every word. These match some.` };
}

function allActions(catalog: FlowCatalog): string {
  return `the ${counted(catalog.actionNames().length, 'action')}`;
}

interface Shown {
  readonly hasSchema: boolean;
  readonly hasExample: boolean;
}

/** Describes an action of the sandbox, whose words are those of this product. */
function describeOwn(action: CatalogAction, { hasSchema, hasExample }: Shown) {
  const { name, description, paramsSchema } = action;
  return {
    ...identify(action),
    name,
    description: description ?? undefined,
    params: hasSchema ? undefined : paramsOf(action),
    schema: hasSchema ? without(isObject(paramsSchema) ? paramsSchema : {}, ['$schema']) : undefined,
    exampleStep: hasSchema || hasExample ? (JSON.parse(exampleOf(action)) as Json) : undefined,
  };
}

function describeForeign(action: CatalogAction, { hasSchema, hasExample }: Shown) {
  const { name, description, paramsSchema } = action;
  const params = hasSchema ? undefined : paramsOf(action);
  return {
    ...identify(action),
    name: mark('service', name),
    description: description ? mark('service', description, hasSchema ? 1000 : 200) : undefined,
    params: params === undefined ? undefined : markSchema(params, 500),
    schema: hasSchema ? markSchema(JSON.stringify(paramsSchema ?? {}), MAX_SCHEMA_LENGTH) : undefined,
    exampleStep: hasSchema || hasExample ? markSchema(exampleOf(action), 2000) : undefined,
  };
}

function identify({ id, method }: CatalogAction) {
  return { actionId: token(id) ?? '', method: token(method) };
}

function paramsOf({ paramsSchema }: CatalogAction): string | undefined {
  const params = summarizeParameters(paramsSchema).map(
    one => `${one.name}${one.required ? '' : '?'}: ${one.type}`,
  );
  return params.length === 0 ? undefined : params.join('; ');
}

function exampleOf(action: CatalogAction): string {
  const step = newStep(keptAction(action), 'examples');
  return hideFlowText(JSON.stringify(step), { action: () => action }).text;
}
