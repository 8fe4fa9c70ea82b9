import assert from 'node:assert/strict';
import { dereference, type SchemaDraft, validate, Validator } from '@cfworker/json-schema';
import json from 'vscode-json-languageservice';
import * as z from 'zod';
import { ACTION_SERVICES, FLOW_FAILURE_CODES } from '../../../../src/contract/enumerations.ts';
import { demoActionId, demoCatalogEntryId, demoCatalog } from '../../../../src/sandbox/demo/demoCatalog.ts';

const drafts: Readonly<Record<string, SchemaDraft>> = {
  'https://json-schema.org/draft/2020-12/schema': '2020-12',
  'http://json-schema.org/draft-07/schema#': '7',
  'http://json-schema.org/draft-04/schema#': '4',
};

const withSchema = demoCatalog.flatMap(({ method, params, paramsSchema }) =>
  typeof paramsSchema === 'object'
    ? [{ method, params, schema: paramsSchema, draft: drafts[String(paramsSchema['$schema'])]! }]
    : [],
);

/** Every schema inside a schema, itself included. */
function* schemasIn(value: unknown): Generator<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) yield value as Record<string, unknown>;
  for (const [key, part] of Object.entries(value))
    if (!['examples', 'default', 'const', 'enum'].includes(key)) yield* schemasIn(part);
}

function keywordsIn(schema: unknown): Set<string> {
  return new Set([...schemasIn(schema)].flatMap(part => Object.keys(part)));
}

describe('sandbox/demo/catalog', () => {
  it('the demo catalog has at least 34 actions in the four services, each method once', () => {
    assert.ok(demoCatalog.length >= 34);
    assert.deepEqual(new Set(demoCatalog.map(action => action.service)), new Set<string>(ACTION_SERVICES));
    assert.equal(new Set(demoCatalog.map(action => action.method)).size, demoCatalog.length);
    const ids = demoCatalog.flatMap(({ method }) => [demoActionId(method), demoCatalogEntryId(method)]);
    assert.equal(new Set(ids).size, 2 * demoCatalog.length);
  });

  it('the demo catalog has only known fields, of the right types', () => {
    const field = z.looseObject({ description: z.string(), examples: z.array(z.unknown()).optional() });
    const outputSchema = z.strictObject({
      type: z.literal('object'),
      additionalProperties: z.literal(false),
      properties: z.record(z.string(), field),
    });
    const action = z.strictObject({
      id: z.uuid(),
      service: z.enum(ACTION_SERVICES),
      method: z.string().regex(/^[a-z]+\.[a-zA-Z]+$/),
      name: z.string().min(1),
      description: z.string().min(1),
      params: z.record(z.string(), z.unknown()).optional(),
      paramsSchema: z.union([z.boolean(), z.record(z.string(), z.unknown())]).optional(),
      effect: z.string().min(1),
      outputSchema,
    });
    assert.equal(z.array(action).safeParse(demoCatalog).error, undefined);
  });

  it('the demo catalog has the ids that are derived from the methods', () => {
    assert.deepEqual(
      demoCatalog.map(({ id }) => id),
      demoCatalog.map(({ method }) => demoActionId(method)),
    );
  });

  it('the demo catalog keeps the ids that flow files in the wild refer to', () => {
    assert.equal(demoActionId('device.tap'), 'edb39883-3307-445f-968c-770dca9e7e3e');
    assert.match(
      demoCatalogEntryId('device.tap'),
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
  });

  it('the demo catalog has an action without a schema and one that takes anything', () => {
    assert.ok(demoCatalog.some(action => action.paramsSchema === undefined));
    assert.ok(demoCatalog.some(action => action.paramsSchema === true));
  });

  it('the demo catalog covers the features of real schemas', () => {
    const used = new Set(withSchema.flatMap(({ schema }) => [...keywordsIn(schema)]));
    const wanted =
      '$defs $ref additionalItems additionalProperties allOf anyOf const default definitions dependencies dependentRequired deprecated description else enum enumDescriptions examples exclusiveMaximum exclusiveMinimum format if items maxItems maxLength maximum minItems minLength minProperties minimum multipleOf not oneOf pattern patternProperties prefixItems propertyNames readOnly required then title type unevaluatedProperties uniqueItems writeOnly';
    assert.deepEqual(
      wanted.split(' ').filter(keyword => !used.has(keyword)),
      [],
    );
    const formats = new Set(
      withSchema.flatMap(({ schema }) => [...schemasIn(schema)].map(part => part['format'])),
    );
    for (const format of ['uri', 'email', 'uuid', 'date-time', 'duration', 'regex', 'password'])
      assert.ok(formats.has(format), format);
    assert.deepEqual(new Set(withSchema.map(one => one.draft)), new Set(['2020-12', '7', '4']));
  });

  it('the demo catalog uses only the failure codes of the interface', () => {
    for (const { method, effect } of demoCatalog) {
      for (const [, code] of effect.matchAll(/code `(\w+)`/g))
        assert.ok((FLOW_FAILURE_CODES as readonly string[]).includes(code!), `${method}: ${code!}`);
    }
  });

  for (const { method, params, schema, draft } of withSchema) {
    describe(method, () => {
      it(`the action ${method} of the demo catalog has a schema that is valid in its dialect`, async () => {
        const service = json.getLanguageService({});
        const document = json.TextDocument.create('demo://schema.json', 'json', 1, JSON.stringify(schema));
        const problems = await service.doValidation(document, service.parseJSONDocument(document), {
          schemaValidation: 'error',
        });
        assert.deepEqual(
          problems.map(problem => problem.message),
          [],
        );
      });

      it(`the action ${method} of the demo catalog accepts its own defaults and examples`, () => {
        const lookup = dereference(schema);
        const uri = Object.keys(lookup)[0];
        assert.ok(uri !== undefined);
        for (const part of schemasIn(schema)) {
          const values = [...((part['examples'] as unknown[] | undefined) ?? [])];
          if ('default' in part) values.push(part['default']);
          for (const value of values) {
            const { valid, errors } = validate(value, part, draft, lookup);
            assert.ok(valid, `${JSON.stringify(value)}: ${JSON.stringify(errors)}`);
          }
        }
      });

      it(`the action ${method} of the demo catalog has parameters that lack at most what a step must add`, () => {
        const { errors } = new Validator(schema, draft, false).validate(params ?? {});
        const wrong = errors.filter(error => error.instanceLocation !== '#');
        assert.deepEqual(wrong, []);
        for (const name of Object.keys(params ?? {}))
          assert.ok(name in (schema['properties'] as object), `${name} is not a parameter of ${method}`);
      });
    });
  }

  it('the demo catalog says what an activity is, and takes it with and without the package', () => {
    const { schema, draft } = withSchema.find(({ method }) => method === 'device.launchApp')!;
    const activity = [...schemasIn(schema)].find(({ title }) => title === 'Activity');
    assert.ok(activity?.['description'] && activity['examples']);
    const takes = (given: string): boolean =>
      validate({ platform: 'android', app: 'org.app', activity: given }, schema, draft).valid;
    for (const given of ['.Main', 'Main', 'org.app.Main', 'org.app/.Main', 'org.app/org.app.ui.Main'])
      assert.ok(takes(given), given);
    for (const given of ['', '/.Main', 'org.app/', 'org.app//.Main', '.org/.Main', 'a b'])
      assert.ok(!takes(given), given);
  });

  it('the demo catalog refuses what the rules between parameters forbid', () => {
    const wrong: readonly (readonly [string, unknown])[] = [
      ['device.tap', { target: { by: 'text', resourceId: 'a:id/b' } }],
      ['device.typeText', { text: 'a', errorRate: 0.1 }],
      ['device.typeText', { text: 'a', wordsPerMinute: 40, errorRate: 0.5 }],
      [
        'device.followRoute',
        {
          route: [
            [13, 52, 5, 1],
            [13, 52],
          ],
        },
      ],
      ['device.launchApp', { platform: 'ios', app: 'com.example.notes', activity: '.Main' }],
      ['device.launchApp', { platform: 'android', app: 'notes' }],
      ['device.swipe', { gesture: { direction: 'up', distance: 0.51 } }],
      ['flow.wait', { seconds: 1, duration: 'PT1S' }],
      ['flow.branch', { left: 1, operator: 'equals' }],
      ['flow.repeat', {}],
      ['flow.stop', { outcome: 'failed' }],
      ['mailbox.findMessage', { mailboxId: demoActionId('x'), where: { all: [{ not: { hasOtp: 1 } }] } }],
      ['agent.decide', { question: 'Is it?', confidence: 0 }],
      ['agent.classify', { text: 'a', labels: ['a', 'a'] }],
      ['agent.extract', { source: { kind: 'screen' }, fields: { Total: { type: 'number' } } }],
      ['webhooks.request', { url: 'https://example.com', method: 'GET', body: {} }],
      ['webhooks.log', { message: 'a', tags: ['device', 'Not Lower'] }],
    ];
    for (const [method, params] of wrong) {
      const one = withSchema.find(action => action.method === method)!;
      assert.equal(
        new Validator(one.schema, one.draft).validate(params).valid,
        false,
        `${method} ${JSON.stringify(params)}`,
      );
    }
  });
});
