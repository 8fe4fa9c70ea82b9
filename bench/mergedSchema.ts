import jsonLanguage, { type JSONSchema } from 'vscode-json-languageservice';
import { entrySchema, settingsSchema } from '../src/flow/envelopeSchema.ts';
import type { FlowFixture } from './flowFixture.ts';
import { type Figures, median, timed } from './figures.ts';

/** Times of one validation with a merged schema, in milliseconds. */
interface MergedTimes {
  readonly anyOf: number;
  readonly ifThen: number;
}

/** Measures the standard JSON language service with one schema for all actions, in the two common handwritten forms. */
export async function measureMerged(figures: Figures, fixture: FlowFixture): Promise<MergedTimes> {
  const anyOf = await measureForm(fixture, anyOfForm(fixture), 3);
  const ifThen = await measureForm(fixture, ifThenForm(fixture), 1);
  figures.add('edit: JSON language service, merged anyOf schema', anyOf, 'ms');
  figures.add('edit: JSON language service, merged if/then schema', ifThen, 'ms');
  return { anyOf, ifThen };
}

async function measureForm(
  fixture: FlowFixture,
  { items, definitions }: Form,
  rounds: number,
): Promise<number> {
  const service = jsonLanguage.getLanguageService({});
  const { properties } = settingsSchema;
  const schema = {
    ...settingsSchema,
    definitions,
    properties: { ...properties, actions: { ...properties.actions, items } },
  } as unknown as JSONSchema;
  service.configure({ schemas: [{ uri: 'flow.json', fileMatch: ['*'], schema }] });
  const validate = async (round: number): Promise<void> => {
    const { start, end } = fixture.value;
    const text = `${fixture.text.slice(0, start)}value ${round}${fixture.text.slice(end)}`;
    const document = jsonLanguage.TextDocument.create('file:///a.flow.json', 'json', round, text);
    const found = await service.doValidation(document, service.parseJSONDocument(document));
    // A schema that rejects the valid flow would give a meaningless time.
    if (found.length > 0) throw new Error(`The merged schema finds ${JSON.stringify(found[0])}.`);
  };
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) times.push(await timed(() => validate(round)));
  return median(times);
}

/** A schema for all entries, with its definitions. */
interface Form {
  readonly items: object;
  readonly definitions: Readonly<Record<string, object>>;
}

function anyOfForm({ actions }: FlowFixture): Form {
  const definitions: Record<string, object> = {};
  // The language service checks the first property of a branch first, so that must be the constant ID.
  const branches = actions.map(action => {
    const overridden = { actionId: { const: action.id }, overrides: overridesOf(action, definitions) };
    const properties = Object.entries({ ...entrySchema.properties, ...overridden });
    return { properties: Object.fromEntries(properties) };
  });
  return { items: { anyOf: branches }, definitions };
}

function ifThenForm({ actions }: FlowFixture): Form {
  const definitions: Record<string, object> = {};
  const rules = actions.map(action => ({
    if: { properties: { actionId: { const: action.id } } },
    then: { properties: { overrides: overridesOf(action, definitions) } },
  }));
  return { items: { ...entrySchema, allOf: rules }, definitions };
}

/**
 * Returns the schema of an action for a merged document, and adds its local definitions to the shared ones under unique
 * names.
 */
function overridesOf(action: FlowFixture['actions'][number], definitions: Record<string, object>): object {
  const text = JSON.stringify(action.paramsSchema).replaceAll(
    /"#\/(?:\$defs|definitions)\/([^"]*)"/g,
    (_match, name: string) => JSON.stringify(`#/definitions/${action.id}-${name}`),
  );
  const params = JSON.parse(text) as Record<string, object> & { required?: readonly string[] };
  for (const keyword of ['$defs', 'definitions']) {
    for (const [name, part] of Object.entries(params[keyword] ?? {})) {
      definitions[`${action.id}-${name}`] = part as object;
    }
    Reflect.deleteProperty(params, keyword);
  }
  Reflect.deleteProperty(params, '$schema');
  // A merged schema cannot contain the parameters that the action itself sets, so these must not be required.
  const set = Object.keys((action.params as object | undefined) ?? {});
  if (params.required) params.required = params.required.filter(name => !set.includes(name));
  return { type: 'object', properties: { params } };
}
