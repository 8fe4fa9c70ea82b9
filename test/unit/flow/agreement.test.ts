import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import * as fc from 'fast-check';
import { nodesWithin } from '../../../src/flow/form/childNodes.ts';
import { isSecretParameter } from '../../../src/flow/secrets/markedSecrets.ts';
import { demoCatalog } from '../../../src/sandbox/demo/demoCatalog.ts';
import { startValue } from '../../../src/flow/form/startValue.ts';
import { propertiesAt, valuesAt } from '../../../src/flow/form/schemasAt.ts';
import { readerOf, SchemaReader } from '../../../src/flow/schema/schemaReader.ts';
import { SchemaViews } from '../../support/schemaAgreement.ts';
import { schemaGallery } from '../../support/schemaGallery.ts';

type Schema = Readonly<Record<string, unknown>>;

/** A schema, a value that it accepts, and the definitions that it refers to. */
interface Sample {
  readonly schema: Schema;
  readonly defs: Schema;
  readonly value: unknown;
}

function compare({ schema, defs, value }: Sample): unknown {
  return new SchemaViews({ ...schema, $defs: defs }).compare(value);
}

function assertAgreed(schema: Schema, value: unknown): SchemaViews {
  const views = new SchemaViews(schema);
  assert.deepEqual(views.check(value), []);
  assert.deepEqual(views.compare(value), []);
  return views;
}

/** The pointers of the fields of a form. */
function pointers(views: SchemaViews, value: unknown): readonly string[] {
  return nodesWithin(views.form(value)).flatMap(({ pointer, unknown }) => (unknown ? [] : [pointer]));
}

function refer({ schema, defs, value }: Sample): Sample {
  const name = createHash('sha1').update(JSON.stringify(schema)).digest('hex').slice(0, 8);
  return { schema: { $ref: `#/$defs/${name}` }, defs: { ...defs, [name]: schema }, value };
}

const plain: fc.Arbitrary<Sample> = fc.oneof(
  fc.string().map(value => ({ schema: { type: 'string', description: 'A text.' }, defs: {}, value })),
  fc.integer({ min: 0, max: 9 }).map(value => ({ schema: { type: 'integer', minimum: 0 }, defs: {}, value })),
  fc.constantFrom('a', 'b', 3).map(value => ({ schema: { enum: ['a', 'b', 3] }, defs: {}, value })),
);

const FORMS = ['open', 'closed', 'all', 'one', 'condition', 'dependent'] as const;

const { object } = fc.letrec<{ sample: Sample; object: Sample }>(tie => ({
  sample: fc
    .tuple(fc.oneof({ maxDepth: 2 }, plain, tie('object'), tie('object')), fc.boolean())
    .map(([inner, isReferred]) => (isReferred ? refer(inner) : inner)),
  object: fc
    .record({
      form: fc.constantFrom(...FORMS),
      first: fc.dictionary(fc.constantFrom('a', 'b'), tie('sample'), { minKeys: 1, noNullPrototype: true }),
      second: fc.dictionary(fc.constantFrom('c', 'd'), tie('sample'), { minKeys: 1, noNullPrototype: true }),
      absent: fc.subarray(['a', 'b', 'c', 'd']),
    })
    .map(({ form, first, second, absent }) => {
      const members = { ...first, ...second };
      const some = propertiesOf(first);
      const others = propertiesOf(second);
      const defs = Object.assign({}, ...Object.values(members).map(member => member.defs)) as Schema;
      const values = Object.entries(members).map(([name, { value }]) => [name, value] as const);
      const present = Object.fromEntries(values.filter(([name]) => !absent.includes(name)));
      const part = refer({ schema: { properties: others }, defs, value: undefined });
      const kind = (value: string): Schema => ({ kind: { const: value } });
      const one = { properties: { ...kind('one'), ...others }, required: ['kind'] };
      const two = { properties: { ...kind('two'), other: {} }, required: ['kind'] };
      const tagged = refer({ schema: one, defs, value: undefined });
      const ifOne = { properties: kind('one'), required: ['kind'] };
      const schemas: Readonly<Record<(typeof FORMS)[number], Schema>> = {
        open: { properties: { ...some, ...others } },
        closed: { properties: { ...some, ...others }, additionalProperties: false },
        all: { properties: some, allOf: [part.schema], unevaluatedProperties: false },
        one: { properties: some, oneOf: [two, tagged.schema], unevaluatedProperties: false },
        condition: { properties: { ...some, kind: {} }, if: ifOne, then: part.schema, else: {} },
        dependent: { properties: { ...some, kind: {} }, dependentSchemas: { kind: part.schema } },
      };
      const isTagged = form === 'one' || form === 'condition' || form === 'dependent';
      return {
        schema: { type: 'object', ...schemas[form] },
        defs: { ...defs, ...part.defs, ...tagged.defs },
        value: isTagged ? { kind: 'one', ...present } : present,
      };
    }),
}));

function propertiesOf(members: Readonly<Record<string, Sample>>): Schema {
  return Object.fromEntries(Object.entries(members).map(([name, { schema }]) => [name, schema]));
}

/** Returns the labels and initial values of the alternatives of a form. */
function labels(views: SchemaViews, value: unknown): readonly string[] {
  return nodesWithin(views.form(value)).flatMap(node =>
    node.kind === 'union'
      ? node.branches.map(({ label, start }) => `${label}: ${JSON.stringify(start)}`)
      : [],
  );
}

describe('flow/agreement', () => {
  it('form, completion, hover and check offer the same properties and options, which the check accepts', () => {
    const property = fc.property(object, generated => assert.deepEqual(compare(generated), []));
    fc.assert(property, { numRuns: 30 });
  }).timeout(60_000);

  for (const { file, paramsSchema, right } of schemaGallery()) {
    it(`form, completion, hover and check agree on ${file}`, () => {
      const views = new SchemaViews(paramsSchema);
      assert.deepEqual(views.compare({}), []);
      assert.deepEqual(views.compare(right), []);
      for (const value of [{}, right]) assert.deepEqual(views.choose(value).found, []);
    });
  }

  it('form, completion, hover and check follow references within allOf and oneOf', () => {
    const schema = {
      $defs: {
        base: { properties: { near: { type: 'string', description: 'Close.' } } },
        outer: { allOf: [{ $ref: '#/$defs/base' }] },
        far: { oneOf: [{ $ref: '#/$defs/km' }, { properties: { kind: { const: 'none' } } }] },
        km: { properties: { kind: { const: 'km' }, distance: { type: 'number' } } },
      },
      allOf: [{ $ref: '#/$defs/outer' }, { $ref: '#/$defs/far' }],
    };
    const views = assertAgreed(schema, { kind: 'km', near: 'x' });
    assert.deepEqual(pointers(views, { kind: 'km' }).toSorted().slice(-3), ['/distance', '/kind', '/near']);
  });

  it('form, completion, hover and check keep the fields of combinations under unevaluatedProperties', () => {
    const schema = {
      $defs: { size: { properties: { width: { type: 'number' } } } },
      allOf: [{ $ref: '#/$defs/size' }, { properties: { color: {} } }],
      if: { properties: { color: { const: 'red' } }, required: ['color'] },
      then: { properties: { shade: { type: 'string' } } },
      unevaluatedProperties: false,
    };
    const views = assertAgreed(schema, { width: 1, color: 'red' });
    const fields = pointers(views, { color: 'red' });
    for (const pointer of ['/width', '/color', '/shade']) assert.ok(fields.includes(pointer), pointer);
    assert.ok(!pointers(views, { color: 'blue' }).includes('/shade'));
    const cousin = { allOf: [{ properties: { a: {} } }, { unevaluatedProperties: false }] };
    assert.ok(!pointers(new SchemaViews(cousin), {}).includes('/a'));
  });

  it('form, completion, hover and check show each alternative of the demo actions once it is chosen, without the properties of another', () => {
    for (const { paramsSchema } of demoCatalog) {
      const views = new SchemaViews(paramsSchema);
      const form = views.form({});
      const starts = form.kind === 'union' ? form.branches.map(({ start }) => start) : [];
      for (const value of [{}, ...starts]) assert.deepEqual(views.choose(value).found, []);
    }
    const wait = new SchemaViews(demoCatalog.find(({ name }) => name === 'Wait')?.paramsSchema);
    const form = wait.form({ seconds: 5 });
    assert.ok(form.kind === 'union');
    assert.deepEqual(
      form.branches.map(({ start }) => Object.keys(start as object)),
      [['seconds'], ['duration'], ['until']],
    );
  });

  it('form, completion, hover and check offer an alternative only with a value that is shown as it', () => {
    const at = (...anyOf: readonly Schema[]): SchemaViews =>
      new SchemaViews({ properties: { x: { anyOf } } });
    const numbers = at({ type: 'integer' }, { type: 'number' }, { type: 'string' });
    assert.deepEqual(labels(numbers, {}), ['Whole number: 0', 'Number: 0.5', 'Text: ""']);
    assert.deepEqual(numbers.choose({}).found, []);
    const same = at({ type: 'string', title: 'A' }, { type: 'string', title: 'B' }, { type: 'boolean' });
    assert.deepEqual(labels(same, {}), ['A: ""', 'Yes or no: false']);
    assert.deepEqual(same.choose({ x: false }).found, []);
    const lists = at(
      { items: { type: 'string' }, type: 'array' },
      { items: { type: 'number' }, type: 'array' },
    );
    assert.deepEqual(labels(lists, {}), ['List: text: []', 'List: number: [0]']);
  });

  it('form, completion, hover and check offer no alternative of a type that the schema around it does not accept', () => {
    const at = (type: string | readonly string[], ...anyOf: readonly unknown[]): SchemaViews =>
      new SchemaViews({ properties: { x: { type, anyOf } }, required: ['x'] });
    const list = at('array', { type: 'string' }, { type: 'array' });
    assert.deepEqual(labels(list, {}), []);
    assert.equal(list.form({}).kind, 'object');
    const texts = at(
      ['string', 'array'],
      { type: 'string' },
      { items: { type: 'string' } },
      { type: 'number' },
    );
    assert.deepEqual(labels(texts, {}).slice(0, 2), ['Text: ""', 'Option 2: []']);
    assert.deepEqual(labels(texts, { x: 5 }).slice(0, 2), ['Text: ""', 'Option 2: []']);
    const numbers = at('integer', { minimum: 3 }, { type: 'number', maximum: 2, default: 0.5 }, false);
    assert.deepEqual(
      labels(numbers, {}).map(label => label.split(': ')[1]),
      ['3', '0'],
    );
    for (const views of [list, texts, numbers]) assert.deepEqual(views.choose({}).found, []);
  });

  it('form, completion, hover and check offer an alternative whose texts are still to be entered', () => {
    const views = new SchemaViews({
      type: 'object',
      anyOf: [
        { title: 'Without name', not: { required: ['name'] } },
        { title: 'With name', properties: { name: { type: 'string', minLength: 1 } } },
      ],
    });
    assert.deepEqual(labels(views, {}), ['Without name: {}', 'With name: {"name":""}']);
  });

  it('form, completion, hover and check start a list of different items without equal ones', () => {
    const at = (list: object): readonly string[] => {
      const unique = { type: 'array', uniqueItems: true, minItems: 3, ...list };
      return labels(new SchemaViews({ properties: { x: { anyOf: [{ type: 'string' }, unique] } } }), {});
    };
    assert.deepEqual(at({ items: { type: 'boolean' } }), ['Text: ""', 'List: [false,true]']);
    assert.deepEqual(at({ items: { enum: ['a', 'b', 'c'] } }), ['Text: ""', 'List: ["a","b","c"]']);
    const number = { type: 'number' };
    assert.deepEqual(at({ prefixItems: [number, number, { type: 'string' }] }), [
      'Text: ""',
      'List: [0,1,""]',
    ]);
  });

  it('form, completion, hover and check start a list with as many items as it needs, different where they must be', () => {
    const at = (list: Schema): unknown => {
      const reader = readerOf({ type: 'array', uniqueItems: true, minItems: 2, ...list });
      return startValue(reader, [reader.root], { fill: 'empty' });
    };
    assert.deepEqual(at({ items: { type: 'string' } }), ['', '2']);
    assert.deepEqual(at({ items: { type: 'number' } }), [0, 1]);
    assert.deepEqual(at({ items: { type: 'integer', maximum: 0 } }), [0, -1]);
    assert.deepEqual(at({ items: { required: ['a'], properties: { a: { type: 'number' } } } }), [
      { a: 0 },
      { a: 1 },
    ]);
    assert.deepEqual(at({ items: { type: 'string', format: 'uuid' } }), ['', '']);
  });

  it('form, completion, hover and check start a value with an alternative that no other one accepts, too', () => {
    const reader = readerOf({
      oneOf: [
        { required: ['x'], properties: { x: { type: 'string' } } },
        { properties: { y: { type: 'string' } } },
      ],
    });
    assert.deepEqual(startValue(reader, [reader.root], { fill: 'empty' }), {});
    assert.deepEqual(startValue(reader, [reader.root], { fill: 'examples' }), {});
  });

  it('form, completion, hover and check start an entry with a value that all schemas of the map accept', () => {
    const starts = (schema: Schema): unknown => {
      const form = new SchemaViews(schema).form({});
      return form.kind === 'object' || form.kind === 'map'
        ? [form.addition?.start, form.addition?.starts]
        : assert.fail();
    };
    const text = { type: 'string' };
    const options = { enum: ['a', 'b'] };
    assert.deepEqual(starts({ allOf: [{ additionalProperties: text }, { additionalProperties: options }] }), [
      'a',
      [],
    ]);
    const [, byName] = starts({
      allOf: [{ patternProperties: { '^x': { ...text, default: 'z' } } }, { additionalProperties: options }],
    }) as [unknown, unknown];
    assert.deepEqual(byName, [{ pattern: '^x', start: 'a' }]);
  });

  it('form, completion, hover and check start an alternative with what the schemas around it allow, although a text is to be entered', () => {
    const views = new SchemaViews({
      properties: { kind: { enum: ['b', 'c'] } },
      oneOf: [
        {
          properties: {
            kind: { enum: ['a', 'b'] },
            id: { type: 'string', default: 'wrong', pattern: '^\\d+$' },
          },
          required: ['kind', 'id'],
        },
        { properties: { kind: { const: 'c' } }, required: ['kind'] },
      ],
    });
    const starts = nodesWithin(views.form({})).flatMap(node => (node.kind === 'union' ? node.branches : []));
    assert.deepEqual(
      starts.map(({ start }) => (start as { kind?: string }).kind),
      ['b', 'c'],
    );
  });

  it('form, completion, hover and check give a property that tells alternatives apart the value of the chosen one, also if it is optional', () => {
    const pets = (name: string, more: Schema): Schema => ({
      properties: { pets: { enum: [name] }, ...more },
      required: Object.keys(more),
    });
    const oneOf = [
      pets('No', {}),
      pets('Yes: One', { age: { type: 'number' } }),
      pets('Yes: Two', { old: { type: 'boolean' } }),
    ];
    for (const schema of [{ oneOf }, { properties: { note: {} }, dependentSchemas: { pets: { oneOf } } }]) {
      const views = new SchemaViews(schema);
      const starts = nodesWithin(views.form({ pets: 'No', note: 'x' })).flatMap(node =>
        node.kind === 'union' ? node.branches : [],
      );
      assert.deepEqual(
        starts.map(({ start }) => start),
        ['No', 'Yes: One', 'Yes: Two'].map(name => ({ pets: name, note: 'x' })),
      );
      assert.deepEqual(views.choose({ pets: 'No' }).found, []);
    }
    const closed = ['a', 'b'].map(kind => ({
      properties: { kind: { const: kind }, [`${kind}Only`]: { type: 'boolean' } },
      required: [`${kind}Only`],
      additionalProperties: false,
    }));
    const [, other] = nodesWithin(
      new SchemaViews({ anyOf: closed }).form({ kind: 'a', aOnly: true }),
    ).flatMap(node => (node.kind === 'union' ? node.branches : []));
    assert.equal((other?.start as { kind?: string } | undefined)?.kind, 'b');
  });

  it('form, completion, hover and check offer the alternatives of each of several unions', () => {
    const kinds = (name: string, ...values: readonly string[]): Schema => ({
      oneOf: values.map(value => ({
        properties: { [name]: { const: value }, [`${value}Only`]: { type: 'string' } },
        required: [name],
      })),
    });
    const views = new SchemaViews({
      allOf: [kinds('size', 'small', 'large'), kinds('color', 'red', 'blue')],
    });
    const value = { size: 'large', color: 'blue' };
    assert.deepEqual(views.compare(value), []);
    const form = nodesWithin(views.form(value));
    assert.deepEqual(
      form.flatMap(node => (node.kind === 'union' ? [node.chosen] : [])),
      [1, 1],
    );
    assert.deepEqual(views.choose(value), { count: 4, found: [] });
  });

  const three = { type: 'object', properties: { a: {}, b: {}, c: {} } };
  const excluding: readonly (readonly [name: string, schema: Schema, value: Schema, offered: string])[] = [
    [
      'two forms that exclude each other',
      {
        oneOf: [
          { required: ['a'], not: { required: ['b'] } },
          { required: ['b'], not: { required: ['a'] } },
        ],
      },
      { a: 1 },
      'c',
    ],
    ['one of two properties', { oneOf: [{ required: ['a'] }, { required: ['b'] }] }, { b: 1 }, 'c'],
    ['none of two properties yet', { oneOf: [{ required: ['a'] }, { required: ['b'] }] }, {}, 'a b c'],
    ['two properties that exclude each other', { not: { required: ['a', 'b'] } }, { a: 1 }, 'c'],
    ['two such properties, none of them yet', { not: { required: ['a', 'b'] } }, {}, 'a b c'],
    ['a property that is never allowed', { not: { required: ['a'] } }, {}, 'b c'],
    [
      'properties that exclude others',
      { not: { anyOf: [{ required: ['a', 'b'] }, { required: ['a', 'c'] }] } },
      { a: 1 },
      '',
    ],
    ['no place for more', { maxProperties: 1 }, { b: 1 }, ''],
    ['a place for one more', { maxProperties: 1 }, {}, 'a b c'],
    ['a required property in the last place', { maxProperties: 1, required: ['b'] }, {}, 'b'],
    ['a dependency that excludes', { dependentSchemas: { a: { not: { required: ['b'] } } } }, { b: 1 }, 'c'],
    [
      'a condition that excludes',
      { if: { required: ['a'] }, then: { properties: { b: false } } },
      { b: 1 },
      'c',
    ],
    [
      'a wrong value beside',
      { not: { required: ['a', 'b'] }, properties: { ...three.properties, a: { type: 'string' } } },
      { a: 1 },
      'c',
    ],
    [
      'a property missing beside',
      { oneOf: [{ required: ['a'] }, { required: ['b'] }], required: ['c'] },
      { a: 1 },
      'c',
    ],
  ];
  for (const [name, schema, value, offered] of excluding) {
    it(`form, completion, hover and check offer what the check accepts with ${name}`, () => {
      const views = new SchemaViews({ ...three, ...schema });
      const fields = nodesWithin(views.form(value)).filter(
        ({ path, origin }) => path.length === 1 && origin === 'absent',
      );
      assert.equal(
        fields
          .map(({ path }) => path[0])
          .toSorted()
          .join(' '),
        offered,
      );
      assert.deepEqual(views.compare(value), []);
      const properties = propertiesAt({ reader: readerOf({ ...three, ...schema }), path: [], value });
      assert.equal(
        [...properties.keys()]
          .filter(one => !Object.hasOwn(value, one))
          .toSorted()
          .join(' '),
        offered,
      );
    });
  }

  it('form, completion, hover and check offer only the values that all schemas accept, in both editors', () => {
    const cases: readonly (readonly [schema: Schema, values: readonly unknown[]])[] = [
      [{ allOf: [{ enum: ['x', 'y'] }, { enum: ['y', 'z'] }] }, ['y']],
      [{ enum: ['x', 'yy', 5], type: 'string', not: { const: 'x' } }, ['yy']],
      [{ enum: ['x', 'yy', 'zz'], default: 'x', minLength: 2 }, ['yy', 'zz']],
      [{ oneOf: [{ const: 1 }, { const: 2 }, { const: 3 }], maximum: 2 }, [1, 2]],
    ];
    for (const [own, values] of cases) {
      const schema = { properties: { a: own } };
      const place = { reader: readerOf(schema), path: ['a'], value: { a: undefined } };
      assert.deepEqual(valuesAt(place), values);
      const [, field] = nodesWithin(new SchemaViews(schema).form({}));
      const options = field?.kind === 'choice' ? field.options.map(({ value }) => value) : undefined;
      assert.deepEqual(options ?? (field?.kind === 'constant' ? [field.constant] : []), values);
    }
  });

  it('form, completion, hover and check offer the name that can replace another one in a full object', () => {
    const place = { reader: readerOf({ ...three, maxProperties: 1 }), path: [], value: { a: 1 } };
    assert.deepEqual([...propertiesAt(place, 'a').keys()], ['a', 'b', 'c']);
  });

  it('form, completion, hover and check add no entry to a full map', () => {
    const views = new SchemaViews({ additionalProperties: { type: 'string' }, maxProperties: 1 });
    const canAdd = [{}, { a: 'x' }].map(value => 'addition' in views.form(value));
    assert.deepEqual(canAdd, [true, false]);
  });

  it('form, completion, hover and check give up only the location whose schema is in another document', () => {
    const schema = {
      properties: { near: { type: 'string' }, far: { $ref: 'https://example.com/far.json' } },
      required: ['near'],
      additionalProperties: false,
    };
    const views = assertAgreed(schema, { near: 'x', far: 5 });
    const [near, far] = nodesWithin(views.form({})).slice(1);
    assert.deepEqual([near?.kind, far?.kind], ['text', 'json']);
    assert.match(
      far?.kind === 'json' ? far.why : '',
      /in another document, https:\/\/example\.com\/far\.json/,
    );
    assert.deepEqual(
      views.check({ far: 5 }).map(({ missing }) => missing),
      ['near'],
    );
    const reader = new SchemaReader(schema);
    assert.deepEqual([isSecretParameter(reader, 'near'), isSecretParameter(reader, 'far')], [false, true]);
    assert.ok(isSecretParameter(new SchemaReader({ allOf: [{ $ref: 'far.json' }] }), 'any'));
  });
});
