import assert from 'node:assert/strict';
import { nodesWithin } from '../../../../src/flow/form/childNodes.ts';
import { describeForm, type FormValues } from '../../../../src/flow/form/describeForm.ts';
import type { FormNode } from '../../../../src/flow/form/formNode.ts';
import { SchemaReader } from '../../../../src/flow/schema/schemaReader.ts';

/** The form of a schema with values. */
function formOf(schema: unknown, values: FormValues = { ownValue: undefined }): FormNode {
  return describeForm(new SchemaReader(schema), values);
}

/** The part of a form at a place, the chosen form of unions gone into. */
function at(node: FormNode, pointer: string): FormNode {
  const found = nodesWithin(node).find(one => one.pointer === pointer);
  return found ?? assert.fail(`There is nothing at ${pointer}.`);
}

/** The part of a form for one value. */
function fieldOf(schema: unknown, value?: unknown): FormNode {
  const own = value === undefined ? {} : { field: value };
  return at(formOf({ type: 'object', properties: { field: schema } }, { ownValue: own }), '/field');
}

/** Some of what a part says. */
function some(node: FormNode, ...names: string[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(node).filter(([name]) => names.includes(name)));
}

describe('flow/form/describeForm', () => {
  it('the form of a schema has a field for each property in schema order, labeled with its title or name', () => {
    const form = formOf({
      type: 'object',
      required: ['tapCount'],
      properties: { tapCount: { type: 'integer' }, x: { title: 'Left', type: 'number' } },
    });
    assert.equal(form.kind, 'object');
    assert.deepEqual(
      nodesWithin(form).map(({ kind, label, required }) => [kind, label, required]),
      [
        ['object', '', true],
        ['number', 'Tap count', true],
        ['number', 'Left', false],
      ],
    );
  });

  it('the form of a schema says whether a value is set by the step, by the action, or not at all', () => {
    const schema = { type: 'object', properties: { a: {}, b: { type: 'string' }, c: {}, d: {} } };
    const form = formOf(schema, {
      ownValue: { a: 1, c: { x: 1 } },
      inherited: { a: 2, b: 'B', c: { y: 2 } },
    });
    const origins = ['/a', '/b', '/c', '/d'].map(pointer => {
      const { origin, value, inherited } = at(form, pointer);
      return [origin, value?.value, inherited?.value];
    });
    assert.deepEqual(origins, [
      ['own', 1, 2],
      ['inherited', 'B', 'B'],
      ['own', { x: 1 }, { y: 2 }],
      ['absent', undefined, undefined],
    ]);
  });

  it('the form of a schema keeps and shows values that the schema does not define', () => {
    const form = formOf(
      { type: 'object', properties: { a: {} }, additionalProperties: false },
      { ownValue: { a: 1, mine: 'x', more: { deep: 1 } } },
    );
    assert.deepEqual(some(at(form, '/mine'), 'kind', 'unknown', 'label'), {
      kind: 'text',
      unknown: true,
      label: 'Mine',
    });
    assert.equal(at(form, '/more').kind, 'json');
    assert.equal('addition' in form, false);
  });

  const inputs: readonly (readonly [schema: object, input: string])[] = [
    [{ type: 'string' }, 'line'],
    [{ type: 'string', maxLength: 4000 }, 'area'],
    [{ type: 'string', format: 'email' }, 'email'],
    [{ type: 'string', format: 'uri' }, 'url'],
    [{ type: 'string', format: 'date' }, 'date'],
    [{ type: 'string', format: 'time' }, 'time'],
    [{ type: 'string', format: 'date-time' }, 'date-time'],
    [{ type: 'string', format: 'color' }, 'color'],
    [{ type: 'string', format: 'password' }, 'password'],
    [{ type: 'string', writeOnly: true }, 'password'],
    [{ type: 'string', format: 'never-heard-of' }, 'line'],
    [{ type: 'string', contentMediaType: 'application/json' }, 'code'],
    [{ type: 'string', contentMediaType: 'text/plain' }, 'area'],
    [{ type: 'string', examples: ['a\nb'] }, 'area'],
  ];
  for (const [schema, input] of inputs) {
    it(`the form of a schema shows ${JSON.stringify(schema)} as: ${input}`, () => {
      assert.deepEqual(some(fieldOf(schema), 'kind', 'input'), { kind: 'text', input });
    });
  }

  const starts: readonly (readonly [schema: object, start: unknown])[] = [
    [{ type: 'number' }, 0],
    [{ type: 'integer', minimum: 3 }, 3],
    [{ type: 'integer', exclusiveMinimum: 3 }, 4],
    [{ type: 'integer', maximum: -2 }, -2],
    [{ type: 'number', exclusiveMinimum: 0, exclusiveMaximum: 1 }, 0.5],
    [{ type: 'number', minimum: 0.25, multipleOf: 0.1 }, 0.3],
    [{ type: 'integer', exclusiveMaximum: 0, multipleOf: 5 }, -5],
    [{ type: ['null', 'string'] }, ''],
    [{ enum: ['b', 'a'] }, 'b'],
    [{ type: 'boolean', default: true }, true],
    [{ minItems: 2, items: { type: 'integer' } }, [0, 0]],
    [{ type: 'array', contains: { const: 'a' } }, ['a']],
    [{ type: 'array', items: { type: 'integer' }, contains: { minimum: 5 }, minContains: 2 }, [5, 5]],
    [{ required: ['a', 'c'], properties: { a: { const: 1 }, b: {}, c: { type: 'boolean' } } }, { a: 1 }],
  ];
  for (const [schema, start] of starts) {
    it(`the form of a schema initializes ${JSON.stringify(schema)} with ${JSON.stringify(start)}`, () => {
      assert.deepEqual(fieldOf(schema).start, start);
    });
  }

  it('the form of a schema initializes a recursive schema with a form that is not recursive', () => {
    const schema = {
      $defs: {
        test: {
          oneOf: [
            {
              required: ['all'],
              properties: { all: { type: 'array', minItems: 1, items: { $ref: '#/$defs/test' } } },
            },
            { required: ['not'], properties: { not: { $ref: '#/$defs/test' } } },
            { required: ['seen'], properties: { seen: { type: 'string' } } },
          ],
        },
      },
      properties: { if: { $ref: '#/$defs/test' } },
    };
    const union = at(formOf(schema, { ownValue: { if: { seen: 'x' } } }), '/if');
    assert.deepEqual(union.kind === 'union' && union.branches.map(({ start }) => start), [
      { all: [{ seen: '' }] },
      { not: { seen: '' } },
      { seen: 'x' },
    ]);
  });

  it('the form of a schema uses the narrowest of all bounds', () => {
    const schema = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $defs: { small: { maximum: 9 } },
      type: 'number',
      minimum: 1,
      allOf: [{ minimum: 3, multipleOf: 0.5 }, { exclusiveMaximum: 20 }],
    };
    assert.deepEqual(some(fieldOf(schema), 'minimum', 'maximum', 'exclusiveMaximum', 'step', 'integer'), {
      minimum: 3,
      exclusiveMaximum: 20,
      step: 0.5,
      integer: false,
    });
  });

  it('the form of a schema reads the draft 4 flags with their meaning', () => {
    const schema = {
      $schema: 'http://json-schema.org/draft-04/schema#',
      type: 'object',
      properties: { n: { type: 'integer', minimum: 0, exclusiveMinimum: true } },
    };
    assert.deepEqual(some(at(formOf(schema), '/n'), 'minimum', 'exclusiveMinimum'), { exclusiveMinimum: 0 });
  });

  it('the form of a schema takes null where OpenAPI 3.0 permits it, also beside a reference', () => {
    const schema = {
      $defs: { text: { type: 'string' } },
      properties: {
        own: { type: 'string', nullable: true },
        far: { $ref: '#/$defs/text', nullable: true },
        not: { $ref: '#/$defs/text', nullable: false },
      },
    };
    const fields = nodesWithin(formOf(schema)).slice(1);
    assert.deepEqual(
      fields.map(({ kind, nullable }) => [kind, nullable]),
      [
        ['text', true],
        ['text', true],
        ['text', false],
      ],
    );
  });

  it('the form of a schema has its fields also if keywords cannot be read, and requires what a flag requires', () => {
    const schema = {
      properties: {
        a: { type: 'string', required: true, pattern: '(?P<x>' },
        b: { type: 'any' },
        c: { type: 'x' },
      },
      required: 'a',
    };
    const fields = nodesWithin(formOf(schema)).slice(1);
    assert.deepEqual(
      fields.map(({ kind, required }) => [kind, required]),
      [
        ['text', true],
        ['json', false],
        ['json', false],
      ],
    );
  });

  it('the form of a schema offers all choices, and shows a current value that is not one of them', () => {
    assert.deepEqual(some(fieldOf({ enum: ['a', 'b', null] }, 'z'), 'kind', 'nullable', 'options'), {
      kind: 'choice',
      nullable: true,
      options: [
        { value: 'a', label: 'a' },
        { value: 'b', label: 'b' },
        { value: 'z', label: 'z', wrong: true },
      ],
    });
    const titled = {
      oneOf: [
        { const: 1, title: 'One' },
        { const: 2, title: 'Two', description: 'More' },
      ],
    };
    assert.deepEqual(some(fieldOf(titled), 'kind', 'options'), {
      kind: 'choice',
      options: [
        { value: 1, label: 'One' },
        { value: 2, label: 'Two', description: 'More' },
      ],
    });
    assert.deepEqual(some(fieldOf({ const: 7 }), 'kind', 'constant'), { kind: 'constant', constant: 7 });
  });

  it('the form of a schema documents each choice from the schema', () => {
    const part = fieldOf({ enum: ['up', 'down'], enumDescriptions: ['Further down.', 'Further up.'] });
    assert.deepEqual(part.kind === 'choice' && part.options.map(({ description }) => description), [
      'Further down.',
      'Further up.',
    ]);
  });

  it('the form of a schema initializes each of several exclusive forms without the properties of the others', () => {
    const wait = {
      type: 'object',
      oneOf: ['seconds', 'duration', 'until'].map(name => ({ title: name, required: [name] })),
      properties: {
        seconds: { type: 'number', examples: [5] },
        duration: { type: 'string', examples: ['PT30S'] },
        until: { type: 'string', examples: ['2026-01-15T08:30:00Z'] },
        note: { type: 'string' },
      },
      additionalProperties: false,
    };
    const startsOf = (schema: unknown, own: object): unknown => {
      const form = formOf(schema, { ownValue: own });
      return form.kind === 'union' && form.branches.map(({ start }) => start);
    };
    const starts = [
      { seconds: 7, note: 'x' },
      { duration: '', note: 'x' },
      { until: '', note: 'x' },
    ];
    assert.deepEqual(startsOf(wait, { seconds: 7, note: 'x' }), starts);
    // Switching also repairs what holds several of them.
    assert.deepEqual(startsOf(wait, { seconds: 7, duration: 'PT1S', until: 'now', note: 'x' }), [
      { seconds: 7, note: 'x' },
      { duration: 'PT1S', note: 'x' },
      { until: 'now', note: 'x' },
    ]);
    const repeat = {
      type: 'object',
      properties: { times: { type: 'integer', examples: [3] }, items: { type: 'array' } },
      anyOf: [
        { required: ['times'], title: 'Times' },
        { required: ['items'], title: 'Items' },
      ],
      not: { required: ['times', 'items'] },
    };
    assert.deepEqual(startsOf(repeat, { times: 4 }), [{ times: 4 }, { items: [] }]);
  });

  it('the form of a schema names what it needs one of like its fields', () => {
    const schema = {
      properties: { times: { type: 'integer' }, itemIds: { $ref: '#/$defs/list' }, url: { type: 'string' } },
      anyOf: [{ required: ['times'] }, { required: ['itemIds'] }, { required: ['url'] }],
      $defs: { list: { type: 'array', title: 'List' } },
    };
    const form = formOf(schema, { ownValue: {} });
    assert.deepEqual(form.notes, ['Needs one of “Times”, “List” or “URL”.']);
    assert.deepEqual(form.kind === 'object' && form.fields.map(({ label }) => label), [
      'Times',
      'List',
      'URL',
    ]);
  });

  it('the form of a schema shows a union in the form that matches its value', () => {
    const schema = {
      oneOf: [
        { title: 'By text', type: 'object', required: ['text'], properties: { text: { type: 'string' } } },
        { title: 'By place', type: 'object', required: ['x'], properties: { x: { type: 'number' } } },
      ],
    };
    const union = fieldOf(schema, { x: 4 });
    assert.deepEqual(some(union, 'kind', 'chosen'), { kind: 'union', chosen: 1 });
    assert.equal(at(union, '/field/x').kind, 'number');
    assert.deepEqual(union.kind === 'union' && union.branches.map(({ label, start }) => [label, start]), [
      ['By text', { text: '' }],
      ['By place', { x: 4 }],
    ]);
  });

  it('the form of a schema keeps the form whose properties are written, also with wrong values', () => {
    const schema = {
      oneOf: [
        {
          title: 'Points',
          required: ['startX', 'endX'],
          properties: { startX: { type: 'number' }, endX: { type: 'number' } },
          additionalProperties: false,
        },
        {
          title: 'Direction',
          required: ['direction'],
          properties: { direction: { enum: ['up', 'down'] }, distance: { type: 'number', maximum: 1 } },
          additionalProperties: false,
        },
      ],
    };
    const chosen = (value: object): unknown => some(fieldOf(schema, value), 'chosen')['chosen'];
    assert.equal(chosen({ direction: 'upp' }), 1);
    assert.equal(chosen({ direction: 5, distance: 'far' }), 1);
    assert.equal(chosen({ direction: 'upp', distance: 7 }), 1);
    assert.equal(chosen({ startX: 'left' }), 0);
  });

  it('the form of a schema has words for a pattern only if the schema says nothing itself', () => {
    const hint = (more: object): unknown => {
      const part = fieldOf({ type: 'string', pattern: '^[A-Za-z0-9-]+(\\.[A-Za-z0-9-]+)+$', ...more });
      return part.kind === 'text' && part.hint;
    };
    assert.equal(hint({}), 'a host name');
    for (const said of [{ title: 'App' }, { description: 'An app.' }, { examples: ['org.sandbox.form'] }])
      assert.equal(hint(said), undefined, JSON.stringify(said));
    assert.equal(hint({ title: 'Sender', format: 'email' }), 'an email address');
  });

  it('the form of a schema names the property that tells the forms of a value apart', () => {
    const by = (kind: string): object => ({ required: ['kind'], properties: { kind: { const: kind } } });
    assert.equal(some(fieldOf({ oneOf: [by('text'), by('file')] }, {}), 'by')['by'], 'Kind');
    assert.equal(
      some(fieldOf({ oneOf: [by('text'), { required: ['x'], properties: { x: {} } }] }), 'by')['by'],
      undefined,
    );
  });

  it('the form of a schema follows conditions and dependencies for the current values', () => {
    const schema = {
      type: 'object',
      properties: { mode: { enum: ['tap', 'swipe'] }, card: { type: 'string' } },
      if: { properties: { mode: { const: 'swipe' } }, required: ['mode'] },
      then: { properties: { to: { type: 'integer' } }, required: ['to'] },
      else: { properties: { count: { type: 'integer' } } },
      dependentRequired: { card: ['code'] },
      dependentSchemas: { card: { properties: { code: { type: 'string', minLength: 3 } } } },
    };
    const names = (own: object): string[] =>
      nodesWithin(formOf(schema, { ownValue: own })).map(
        ({ pointer, required }) => pointer + (required ? '!' : ''),
      );
    assert.deepEqual(names({ mode: 'tap' }), ['!', '/mode', '/count', '/card']);
    assert.deepEqual(names({ mode: 'swipe' }), ['!', '/mode', '/to!', '/card']);
    assert.deepEqual(names({ mode: 'tap', card: '1' }), ['!', '/mode', '/count', '/card', '/code!']);
  });

  it('the form of a schema shows lists, tuples, and multiple choices', () => {
    const list = fieldOf({ type: 'array', minItems: 1, items: { type: 'integer', default: 5 } }, [1, 'x']);
    assert.deepEqual(
      list.kind === 'array' && [list.items.map(({ kind }) => kind), list.addition, list.minItems],
      [['number', 'json'], { start: 5 }, 1],
    );
    const tuple = fieldOf({
      type: 'array',
      prefixItems: [{ type: 'number' }, { type: 'string' }],
      items: false,
    });
    assert.deepEqual(
      tuple.kind === 'array' && [tuple.items.map(({ kind }) => kind), tuple.tuple, tuple.maxItems],
      [['number', 'text'], 2, undefined],
    );
    const several = fieldOf({ type: 'array', uniqueItems: true, items: { enum: ['a', 'b'] } }, ['a']);
    assert.deepEqual(several.kind === 'array' && several.options?.map(({ value }) => value), ['a', 'b']);
  });

  it('the form of a schema accepts custom names if the schema allows them', () => {
    const schema = {
      type: 'object',
      patternProperties: { '^x-': { type: 'integer' } },
      additionalProperties: false,
    };
    const map = fieldOf(schema, { 'x-a': 1, other: 2 });
    assert.deepEqual(map.kind === 'map' && map.addition, {
      ...{ start: 0, starts: [{ pattern: '^x-', start: 0 }], patterns: ['^x-'] },
    });
    assert.deepEqual(map.kind === 'map' && map.others.map(({ kind, unknown }) => [kind, unknown]), [
      ['number', false],
      ['number', false],
    ]);
    const none = fieldOf({ type: 'object', maxProperties: 0 }, {});
    assert.deepEqual([none.kind, 'addition' in none], ['map', false]);
  });

  it('the form of a schema expands recursive schemas only as far as there are values', () => {
    const schema = {
      $defs: {
        node: { type: 'object', properties: { next: { $ref: '#/$defs/node' }, n: { type: 'integer' } } },
      },
      $ref: '#/$defs/node',
    };
    const form = formOf(schema, { ownValue: { next: { next: { n: 1 } } } });
    assert.equal(at(form, '/next/next/n').kind, 'number');
    assert.deepEqual(some(at(form, '/next/next/next'), 'kind', 'folded'), { kind: 'object', folded: true });
  });

  it('the form of a schema accepts a template expression for any kind', () => {
    assert.deepEqual(some(fieldOf({ type: 'integer' }, '{{event.payload.n}}'), 'kind', 'instead'), {
      kind: 'text',
      instead: 'number',
    });
  });

  it('the form of a schema always terminates: what cannot be shown is edited as JSON', () => {
    assert.equal(fieldOf({}).kind, 'json');
    assert.equal(fieldOf({ type: 'integer' }, 'seven').kind, 'json');
    assert.deepEqual(some(fieldOf({ allOf: [false] }), 'kind', 'why'), {
      kind: 'json',
      why: 'No value is allowed here.',
    });
    assert.deepEqual(some(fieldOf(false, 1), 'kind', 'unknown'), { kind: 'number', unknown: true });
    for (const reference of [{ $ref: '#/nowhere' }, { $dynamicRef: '#/nowhere' }, { $ref: '/root#/nowhere' }])
      assert.deepEqual(some(fieldOf(reference), 'kind', 'why'), {
        kind: 'json',
        why: `Its schema, ${Object.values(reference)[0]}, does not exist.`,
      });
    const broken = formOf({ allOf: [{ $ref: '#' }] }, { ownValue: { a: 1 } });
    assert.equal(broken.kind, 'json');
    assert.deepEqual(broken.value, { value: { a: 1 } });
    assert.match(JSON.stringify(some(broken, 'why')), /The schema of these parameters /);
    for (const nothing of [undefined, null, true, 7, 'x', []]) {
      assert.ok(['object', 'json', 'map'].includes(formOf(nothing).kind), JSON.stringify(nothing));
    }
  });

  it('the form of a schema limits the fields of a huge value', () => {
    const own = { list: Array.from({ length: 10_000 }, (_, index) => index) };
    const schema = { type: 'object', properties: { list: { type: 'array', items: { type: 'integer' } } } };
    const parts = nodesWithin(formOf(schema, { ownValue: own }));
    assert.equal(parts.length, 10_002);
    assert.match(JSON.stringify(parts.at(-1)), /too large/);
  });

  it('the form of a schema can be serialized as JSON', () => {
    const form = formOf(
      {
        properties: {
          a: { type: ['integer', 'null'] },
          b: { anyOf: [{ type: 'string' }, { type: 'array' }] },
        },
      },
      { ownValue: { a: null, b: [1], c: {} } },
    );
    assert.deepEqual(JSON.parse(JSON.stringify(form)), form);
  });
});
