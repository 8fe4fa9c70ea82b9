import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { checkSchema, compileSchema } from '../../../../src/flow/schema/compileSchema.ts';
import { describeForm } from '../../../../src/flow/form/describeForm.ts';
import type { ObjectNode } from '../../../../src/flow/form/formNode.ts';
import { propertiesAt, valuesAt } from '../../../../src/flow/form/schemasAt.ts';
import { startValue } from '../../../../src/flow/form/startValue.ts';
import { readerOf } from '../../../../src/flow/schema/schemaReader.ts';
import type { SchemaProblem } from '../../../../src/flow/schema/problem.ts';

function said(schema: unknown, value: unknown): string[] {
  return checkSchema(schema, value).map(({ path, message }) => [path.join('.'), message].join(' ').trim());
}

function withTemplates(schema: unknown, value: unknown): string[] {
  return compileSchema(schema)
    .check(value, { templates: true })
    .map(({ path, message }) => [path.join('.'), message].join(' ').trim());
}

describe('flow/schema/compileSchema: message of an invalid value', () => {
  const cases: readonly (readonly [name: string, schema: unknown, value: unknown, ...said: string[]])[] = [
    ['a type', { type: 'number' }, 'abc', 'must be a number, not "abc"'],
    ['several types', { type: ['array', 'null'] }, {}, 'must be an array or null, not an object'],
    ['a limit', { properties: { x: { maximum: 90 } } }, { x: 95.5 }, 'x must be at most 90, not 95.5'],
    ['a draft 4 limit', { minimum: 0, exclusiveMinimum: true }, 0, 'must be more than 0, not 0'],
    ['a multiple', { multipleOf: 0.1 }, 0.35, 'must be a multiple of 0.1, not 0.35'],
    ['values', { enum: ['a', 'b', 1] }, 'c', 'must be "a", "b", or 1, not "c"'],
    ['many values', { enum: [1, 2, 3, 4, 5, 6, 7, 8] }, 9, 'must be 1, 2, 3, 4, 5, 6, or 2 others, not 9'],
    ['a constant', { const: { a: 1 } }, 1, 'must be {"a":1}, not 1'],
    ['a length', { maxLength: 1 }, '🦄🦄', 'must have at most 1 character, not 2'],
    ['a format', { format: 'uuid' }, 'x', 'must be a UUID, not "x"'],
    ['a format for an empty string', { format: 'uuid' }, '', 'must be a UUID and is empty'],
    ['a pattern', { pattern: '^[a-z]+$' }, 'A', 'must match the pattern ^[a-z]+$, not "A"'],
    ['a missing property', { required: ['a', 'b'] }, { a: 1 }, 'must have the property “b”'],
    [
      'an unexpected property',
      { properties: { a: true, b: true }, additionalProperties: false },
      { c: 1 },
      'c is not a known property; known are "a" or "b"',
    ],
    [
      'a property name',
      { propertyNames: { maxLength: 1 } },
      { ab: 1 },
      'ab is not a name that fits: it must have at most 1 character, not 2',
    ],
    [
      'duplicate items',
      { uniqueItems: true },
      [1, { a: 1 }, { a: 1 }],
      'must not have the same item twice, but items 2 and 3 are equal',
    ],
    [
      'several locations',
      { items: { type: 'string' } },
      ['a', 1, 2],
      '1 must be a string, not 1',
      '2 must be a string, not 2',
    ],
  ];
  for (const [name, schema, value, ...sentences] of cases) {
    it(`the message of an invalid value names ${name}`, () =>
      assert.deepEqual(said(schema, value), sentences));
  }

  const forms = {
    oneOf: [
      {
        title: 'By text',
        required: ['text'],
        properties: { by: { const: 'text' }, text: { type: 'string' } },
      },
      { title: 'By place', required: ['x'], properties: { by: { const: 'place' }, x: { type: 'number' } } },
    ],
  };
  it('the message of an invalid value reports the problem in the form that a constant property selects', () => {
    assert.deepEqual(said(forms, { by: 'place', x: 'left' }), ['x must be a number, not "left"']);
  });
  it('the message of an invalid value names the constants of all forms if a property has none of them', () => {
    assert.deepEqual(said(forms, { by: 'sound', text: 'OK' }), ['by must be "text" or "place", not "sound"']);
  });
  it('the message of an invalid value lists the forms if nothing that is written selects one', () => {
    assert.deepEqual(said(forms, {}), [
      'must have one of the forms “By text”, “By place”; it must have the property “text”',
    ]);
  });

  const coordinates = ['startX', 'startY', 'endX', 'endY'];
  const gesture = (isClosed: boolean): object => {
    const closed = isClosed ? { additionalProperties: false } : {};
    return {
      oneOf: [
        {
          title: 'Points',
          type: 'object',
          required: coordinates,
          properties: Object.fromEntries(coordinates.map(name => [name, { type: 'number' }])),
          ...closed,
        },
        {
          title: 'Direction',
          type: 'object',
          required: ['direction'],
          properties: { direction: { enum: ['up', 'down', 'left', 'right'] }, distance: { type: 'number' } },
          ...closed,
        },
      ],
    };
  };
  for (const isClosed of [true, false]) {
    const forms = isClosed ? 'closed forms' : 'open forms';
    it(`the message of an invalid value reports a wrong option in the one of ${forms} whose properties are written`, () => {
      assert.deepEqual(said(gesture(isClosed), { direction: 'upp' }), [
        'direction must be "up", "down", "left", or "right", not "upp"',
      ]);
    });
    it(`the message of an invalid value reports all problems in the one of ${forms} that knows most of what is written`, () => {
      assert.deepEqual(said(gesture(isClosed), { startX: 'a', startY: 'b', endX: 'c', endY: 'd' }), [
        ...coordinates.map((name, index) => `${name} must be a number, not "${'abcd'[index]}"`),
      ]);
    });
  }
  it('the message of an invalid value reports what is missing in the form whose property is written, beside forms with forms of their own', () => {
    const target = {
      oneOf: [
        {
          title: 'Point',
          required: ['left', 'top'],
          properties: { left: {}, top: {} },
          additionalProperties: false,
        },
        { $ref: '#/$defs/element' },
      ],
      $defs: { element: forms },
    };
    assert.deepEqual(said(target, { left: 1 }), ['must have the property “top”']);
    assert.deepEqual(said(target, { by: 'txt', text: 'OK' }), ['by must be "text" or "place", not "txt"']);
  });
});

describe('flow/schema/compileSchema: invalid schema', () => {
  const endless = { allOf: [{ $ref: '#' }] };
  let deep: unknown = {};
  for (let level = 0; level < 5000; level++) deep = { not: deep };
  const cases: readonly (readonly [name: string, schema: unknown, why: RegExp])[] = [
    ['is not a schema', 5, /a schema is an object, true or false/],
    ['refers to itself', endless, /refers to itself without end/],
    ['is nested without measure', deep, /the schema is nested deeper than 300 levels/],
    [
      'has too many subschemas',
      { enum: [], allOf: Array.from({ length: 100_001 }, () => ({})) },
      /more than 100000 parts/,
    ],
  ];
  for (const [name, schema, why] of cases) {
    it(`an invalid schema ${name}, and is reported`, () => {
      const checker = compileSchema(schema);
      assert.match(checker.unusable ?? '', /^cannot be checked: /);
      assert.match(checker.unusable ?? '', why);
      assert.deepEqual(checker.check({}), []);
    });
  }

  const unread: readonly (readonly [keyword: string, schema: object, value: unknown, note: string])[] = [
    ['a type', { items: { type: 'strnig' } }, [1, 2], '0 the keyword type names "strnig", which is no type'],
    ['a pattern', { pattern: '(' }, 'x', 'the pattern "(" is not a regular expression'],
    ['required', { required: 'a' }, {}, 'the keyword required must hold an array of names, not "a"'],
    [
      'properties',
      { properties: [] },
      { a: 1 },
      'the keyword properties must hold an object, not an empty array',
    ],
    [
      'a number',
      { properties: { a: { minimum: '1' } } },
      { a: 0 },
      'a the keyword minimum must hold a number, not "1"',
    ],
    ['a divisor', { multipleOf: 0 }, 3, 'the keyword multipleOf must be more than 0'],
    [
      'a subschema',
      { properties: { a: 'string' } },
      { a: 1 },
      'a the keyword properties must hold a schema, not "string"',
    ],
    [
      'an alternative',
      { oneOf: [7, { type: 'string' }] },
      'x',
      'the keyword oneOf must hold a schema, not 7',
    ],
    ['a refused schema', { not: 7 }, 'x', 'the keyword not must hold a schema, not 7'],
    [
      'the pattern of a name',
      { patternProperties: { '^(a': {} } },
      {},
      'the pattern "^(a" is not a regular expression',
    ],
    ['a reference', { $ref: '#/$defs/a' }, 1, 'the schema refers to #/$defs/a, which is not there'],
    ['a broken reference', { $ref: '#/nope%' }, 1, 'the schema refers to #/nope%, which is not there'],
    [
      'a reference to a text',
      { $ref: '#/properties/there/type' },
      1,
      'the schema refers to #/properties/there/type, which is no schema',
    ],
  ];
  for (const [keyword, schema, value, note] of unread) {
    it(`an invalid schema leaves ${keyword} unchecked, and says so once, where the value is`, () => {
      const checker = compileSchema({
        required: ['there'],
        properties: { here: schema, there: { type: 'string' } },
      });
      assert.deepEqual([checker.unusable, checker.unchecked], [undefined, undefined]);
      assert.ok(checker.unread?.startsWith('cannot be checked completely: '), checker.unread);
      const notes: string[] = [];
      const onUnread = ({ path, message }: SchemaProblem): unknown =>
        notes.push([...path.slice(1), message.replace('cannot be checked completely: ', '')].join(' '));
      const problems = checker.check({ here: value, there: 5 }, { onUnread });
      assert.deepEqual(
        problems.map(({ path, keyword: wrong }) => [...path, wrong]),
        [['there', 'type']],
      );
      assert.deepEqual(notes, [note]);
      assert.deepEqual(checker.check({ there: 'x' }, { onUnread }), []);
      assert.equal(notes.length, 1);
      assert.ok(checker.fits({ here: value, there: 'x' }));
    });
  }

  for (const [keyword, schema] of unread) {
    it(`an invalid schema has forms and completions beside ${keyword} that cannot be read`, () => {
      const there = { type: 'string' };
      for (const here of [schema, { oneOf: [schema, { type: 'number' }] }, { anyOf: [there, schema] }]) {
        const reader = readerOf({ properties: { here, there } });
        for (const value of [undefined, { here: { a: { a: 1 } } }, { here: [true] }, { here: true }]) {
          const { fields } = describeForm(reader, { ownValue: value }) as ObjectNode;
          assert.deepEqual(
            fields.map(({ path }) => path.join('.')),
            ['here', 'there'],
          );
          const offered = propertiesAt({ reader, path: [], value });
          assert.ok(offered.has('there'));
          propertiesAt({ reader, path: ['here'], value });
          valuesAt({ reader, path: ['here'], value });
          startValue(reader, [reader.root], { isWhole: true, fill: 'examples' });
        }
      }
    });
  }

  it('an invalid schema is not certain about what an unread keyword could describe', () => {
    const closed = { properties: { a: {} }, additionalProperties: false };
    assert.deepEqual(said({ ...closed, patternProperties: { '^(b': {} } }, { b: 1 }), []);
    assert.deepEqual(said({ properties: 5, additionalProperties: false }, { b: 1 }), []);
    assert.deepEqual(said({ unevaluatedProperties: false, allOf: [{ properties: 5 }] }, { b: 1 }), []);
    assert.deepEqual(said({ unevaluatedProperties: false, allOf: [{ $ref: '#/$defs/a' }] }, { b: 1 }), []);
    assert.deepEqual(said({ oneOf: [{ pattern: '(' }, { maxLength: 2 }] }, 'x'), []);
    assert.deepEqual(said({ if: { pattern: '(' }, then: false }, 'x'), []);
  });

  it('an invalid schema says nothing about an unread keyword of an alternative that does not apply', () => {
    const schema = { oneOf: [{ type: 'string', pattern: '(' }, { type: 'number' }] };
    compileSchema(schema).check(5, { onUnread: () => assert.fail() });
  });

  it('an invalid schema closes no object that another document can describe', () => {
    for (const reference of [{ $ref: 'https://example.com/x.json' }, { allOf: [{ $ref: 'x.json' }] }]) {
      assert.deepEqual(
        said({ properties: { a: {} }, ...reference, unevaluatedProperties: false }, { b: 1 }),
        [],
      );
      assert.deepEqual(said({ ...reference, unevaluatedItems: false }, [1]), []);
    }
  });

  it('an invalid schema refers elsewhere, and accepts every value there only', () => {
    const schema = {
      properties: { far: { $ref: 'https://example.com/x.json#/$defs/y' }, near: { type: 'string' } },
      not: { required: ['no'], properties: { far: { $ref: 'y.json' } } },
    };
    const checker = compileSchema(schema);
    assert.equal(checker.unusable, undefined);
    assert.match(
      checker.unchecked ?? '',
      /refers to another document, https:\/\/example\.com\/x\.json, schema/,
    );
    assert.deepEqual(checker.check({ far: 5, near: 'a', no: 1 }), []);
    assert.deepEqual(
      checker.check({ far: 5, near: 5 }).map(({ path }) => path),
      [['near']],
    );
  });

  it('an invalid schema never throws, whatever it is', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (schema, value) => {
        assert.ok(Array.isArray(compileSchema(schema).check(value)));
      }),
    );
  });
});

describe('flow/schema/compileSchema: schema of an older or related notation', () => {
  const cases: readonly (readonly [name: string, schema: unknown, value: unknown, ...said: string[]])[] = [
    ['null by a flag', { type: 'string', nullable: true }, null],
    ['null by a flag beside options', { enum: ['a'], nullable: true }, null],
    [
      'null by a flag beside a reference',
      { $ref: '#/$defs/a', nullable: true, $defs: { a: { type: 'string' } } },
      null,
    ],
    ['no null without the flag', { type: 'string', nullable: false }, null, 'must be a string, not null'],
    [
      'a required property by a flag',
      { properties: { a: { required: true } } },
      {},
      'must have the property “a”',
    ],
    [
      'an optional property by a flag',
      { properties: { a: { type: 'string', required: false } } },
      { a: 1 },
      'a must be a string, not 1',
    ],
    ['any type', { type: 'any' }, 5],
    [
      'a pattern that ignores cases',
      { pattern: '(?i)^on$' },
      'OFF',
      'must match the pattern (?i)^on$, not "OFF"',
    ],
  ];
  for (const [name, schema, value, ...sentences] of cases) {
    it(`a schema of an older or related notation has ${name}`, () => {
      assert.deepEqual(said(schema, value), sentences);
      assert.equal(compileSchema(schema).unread, undefined);
    });
  }
});

describe('flow/schema/compileSchema: unbounded work', () => {
  const catastrophes = [
    '^(a+)+$',
    '^(a|a)*$',
    '^(a|b|ab)*c$',
    '(x+x+)+y',
    '^(\\w+\\s?)*$',
    '^((ab)*)*$',
    'a*a*a*a*a*a*a*b',
  ];
  for (const pattern of catastrophes) {
    it(`unbounded work is avoided for the pattern ${pattern}`, () => {
      const text = `${'a'.repeat(5000)}!`;
      assert.deepEqual(
        checkSchema({ pattern }, text).map(one => one.keyword),
        ['pattern'],
      );
      const [first] = checkSchema({ pattern: '^(a+)+$' }, 'aaa');
      assert.equal(first, undefined);
    });
  }

  it('unbounded work is avoided for a pattern with backreferences, which is not checked', () => {
    const [problem] = checkSchema({ pattern: '^(a+)+\\1$' }, 'a'.repeat(40));
    assert.equal(problem?.keyword, 'cannotCheck');
    assert.match(problem.message, /^cannot be checked: a pattern refers back to its groups/);
  });

  it('unbounded work is avoided for a value with unlimited nesting', () => {
    let value: unknown = 1;
    for (let level = 0; level < 2000; level++) value = [value];
    const [problem] = checkSchema(
      { $ref: '#/$defs/tree', $defs: { tree: { items: { $ref: '#/$defs/tree' } } } },
      value,
    );
    assert.equal(problem?.keyword, 'cannotCheck');
    assert.deepEqual(problem.path, [0]);
    assert.match(problem.message, /: it is nested deeper than the \d+ levels that a check goes into$/);
  });

  it('the limit of nesting distinguishes a value that is too deep from a circular schema', () => {
    // Three subschemas for each level of the value, so that few levels are many subschemas.
    const group = { allOf: [{ anyOf: [{ $ref: '#' }] }] };
    let value: unknown = 1;
    for (let level = 0; level < 90; level++) value = { not: value };
    const [tooDeep] = checkSchema({ properties: { not: group } }, { not: value });
    assert.match(tooDeep?.message ?? '', /: it is nested deeper than the \d+ levels/);
    const endless = {
      $dynamicAnchor: 'again',
      properties: { a: { $id: 'inner', $dynamicAnchor: 'again', allOf: [{ $dynamicRef: '#again' }] } },
      allOf: [{ $ref: '#/$defs/back' }],
      $defs: { back: { $id: 'back', $dynamicRef: '#again', $defs: { own: { $dynamicAnchor: 'again' } } } },
    };
    const [without] = checkSchema(endless, {});
    assert.equal(without?.message, 'cannot be checked: the schema refers to itself without end');
  });

  it('unbounded work is avoided if each level doubles the choices', () => {
    const both = { properties: { a: { $ref: '#' } } };
    let value: unknown = 1;
    for (let level = 0; level < 40; level++) value = { a: value };
    const [problem] = checkSchema(
      { not: { allOf: [both, both, { type: 'number' }] }, allOf: [both, both] },
      value,
    );
    assert.match(problem?.message ?? '', /takes too long/);
  });

  const numbers = Array.from({ length: 2000 }, (_, index) => index);
  const lists = numbers.map(() => [...numbers]);
  const object = Object.fromEntries(numbers.map(number => [`name ${number}`, number]));
  const often = (schema: object): object => ({ allOf: numbers.map(() => schema) });
  for (const [what, schema, value] of [
    ['compared with a long list', { items: { const: numbers } }, lists],
    ['compared with several long lists', { items: { enum: [numbers] } }, lists],
    ['compared with a constant of long lists', { items: { anyOf: [{ const: numbers }] } }, lists],
    ['checked for duplicates', often({ uniqueItems: true }), numbers.map(String)],
    ['checked for their length', often({ minLength: 1 }), '👋'.repeat(100_000)],
    ['checked for unexpected names', often({ patternProperties: { '^x': false } }), object],
    ['checked for their number of names', often({ maxProperties: 2000 }), object],
    ['visited', { ...often({ additionalProperties: true }), unevaluatedProperties: false }, object],
    ['matched with a pattern', often({ pattern: '(a+)+b' }), 'a'.repeat(2000)],
    [
      'checked for required properties',
      { items: { required: numbers.map(String) } },
      numbers.map(() => ({})),
    ],
  ] as const) {
    it(`unbounded work is avoided if too many values have to be ${what}`, () => {
      const [problem] = checkSchema(schema, value).filter(({ keyword }) => keyword === 'cannotCheck');
      assert.match(problem?.message ?? '', /takes too long/);
    });
  }

  it('unbounded work does not include large values with cheap checks', () => {
    const items = { type: 'object', required: ['id'], properties: { id: { type: 'integer' } } };
    const entries = numbers.map(id => ({ id }));
    assert.deepEqual(checkSchema({ type: 'array', uniqueItems: true, items }, entries), []);
    assert.deepEqual(checkSchema({ const: lists.slice(0, 20) }, structuredClone(lists.slice(0, 20))), []);
  });
});

describe('flow/schema/compileSchema: template expressions', () => {
  const schema = {
    type: 'object',
    required: ['count'],
    properties: {
      count: { type: 'integer', minimum: 1 },
      name: { type: 'string', maxLength: 3, enum: ['a', 'b'] },
      never: false,
    },
  };
  it('template expressions match a value of any kind as a whole', () => {
    assert.deepEqual(withTemplates(schema, { count: '{{steps[0].output.n}}', name: '{{item}}' }), []);
  });
  it('template expressions are a string of unknown content within a string', () => {
    assert.deepEqual(withTemplates(schema, { count: 'no {{index}}', name: 'number {{index}}' }), [
      'count must be an integer, not "no {{index}}"',
    ]);
  });
  it('template expressions do not make forbidden properties valid', () => {
    assert.deepEqual(withTemplates(schema, { count: 1, never: '{{item}}' }), ['never must not be there']);
  });
  it('template expressions are plain strings unless enabled', () => {
    assert.deepEqual(said(schema, { count: '{{item}}' }), ['count must be an integer, not "{{item}}"']);
  });
  it('template expressions never violate a rule that depends on their value', () => {
    const conditional = {
      if: { properties: { kind: { const: 'a' } } },
      then: { required: ['a'] },
      else: { required: ['b'] },
      not: { properties: { kind: { const: 'c' } } },
    };
    assert.deepEqual(withTemplates(conditional, { kind: '{{item}}' }), []);
    const one = { oneOf: [{ properties: { k: { const: 1 } } }, { properties: { k: { const: 2 } } }] };
    assert.deepEqual(withTemplates(one, { k: '{{item}}' }), []);
  });
});
