import jsonLanguage, { type JSONSchema } from 'vscode-json-languageservice';
import { entrySchema, settingsSchema } from '../src/flow/envelopeSchema.ts';
import type { FlowFixture } from './flowFixture.ts';
import { type Figures, median, timed } from './figures.ts';

/** Milliseconds of one validation with a merged schema. */
interface MergedTimes {
  readonly anyOf: number;
  readonly ifThen: number;
}

/** The standard JSON language service with one schema for all actions, in the two forms that people build by hand. */
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
    // An unusable schema would make it look fast.
    if (found.length > 0) throw new Error(`The merged schema finds ${JSON.stringify(found[0])}.`);
  };
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) times.push(await timed(() => validate(round)));
  return median(times);
}

/** A schema for all entries, and what it refers to. */
interface Form {
  readonly items: object;
  readonly definitions: Readonly<Record<string, object>>;
}

function anyOfForm({ actions }: FlowFixture): Form {
  const definitions: Record<string, object> = {};
  // The service looks at the first property of a branch first, so the fixed id must be that.
  const branches = actions.map(action => {
    const own = { actionId: { const: action.id }, overrides: overridesOf(action, definitions) };
    const properties = Object.entries({ ...entrySchema.properties, ...own });
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

/** The schema of an action in a document of many: what it refers to within itself stands beside all others. */
function overridesOf(action: FlowFixture['actions'][number], definitions: Record<string, object>): object {
  const own = JSON.stringify(action.paramsSchema).replaceAll(
    /"#\/(?:\$defs|definitions)\/([^"]*)"/g,
    (_match, name: string) => JSON.stringify(`#/definitions/${action.id}-${name}`),
  );
  const params = JSON.parse(own) as Record<string, object> & { required?: readonly string[] };
  for (const keyword of ['$defs', 'definitions']) {
    for (const [name, part] of Object.entries(params[keyword] ?? {})) {
      definitions[`${action.id}-${name}`] = part as object;
    }
    Reflect.deleteProperty(params, keyword);
  }
  Reflect.deleteProperty(params, '$schema');
  // A merged schema cannot know what the action itself sets, so it must not ask for that.
  const set = Object.keys((action.params as object | undefined) ?? {});
  if (params.required) params.required = params.required.filter(name => !set.includes(name));
  return { type: 'object', properties: { params } };
}
