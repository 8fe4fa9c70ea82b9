import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  isWholeExpression,
  keyReferences,
  openExpressions,
  resolveKnown,
  resolveTemplates,
  templateExpressions,
  TemplateError,
} from '../../../src/flow/template.ts';

describe('flow/template', () => {
  const scope = {
    event: { payload: { orderId: 2041, email: 'ada@example.com', 'odd key': [true, null] } },
    steps: { passcode: { body: { code: '482913' } }, 'read-text': { body: { bounds: { left: 1 } } } },
    item: 'berlin',
    index: 0,
  };

  const values: readonly [text: string, value: unknown][] = [
    ['{{event.payload.orderId}}', 2041],
    ['{{ steps.passcode.body.code }}', '482913'],
    ['{{steps.read-text.body.bounds}}', { left: 1 }],
    ['{{event.payload["odd key"][0]}}', true],
    ['{{event.payload["odd key"][1]}}', null],
    ['Order {{event.payload.orderId}} of {{item}}', 'Order 2041 of berlin'],
    ['At {{steps.read-text.body.bounds}}', 'At {"left":1}'],
    ['part-{{index}}', 'part-0'],
    ['{{index}} ', '0 '],
    ['no expression } {{', 'no expression } {{'],
  ];
  for (const [text, value] of values) {
    it(`template expressions resolve ${text}`, () => assert.deepEqual(resolveTemplates(text, scope), value));
  }

  const open: readonly [text: string, ...found: string[]][] = [
    ['{{steps.passcode.body.code', '{{steps.passcode.body.code'],
    ['Hello {{ event.payload.name, how are you', '{{ event.payload.name,'],
    ['{{item} and {{item}} and {{index', '{{item', '{{index'],
    ['{{device {{item}}', '{{device'],
    // Text that is not an expression of the sandbox may be literal.
    ['Hello {{'],
    ['{{ name'],
    ['{{items'],
    ['{{item-1'],
    ['{{{item}}}'],
    ['item}} {item'],
  ];
  for (const [text, ...found] of open) {
    it(`template expressions ${found.length > 0 ? 'are not closed' : 'are closed'} in ${text}`, () =>
      assert.deepEqual(
        openExpressions(text).map(({ start, end }) => text.slice(start, end)),
        found,
      ));
  }

  it('template expressions are found in every string of a value, but not in property names', () => {
    const given = { '{{item}}': ['{{item}}', 1, null, { at: '{{index}}' }] };
    assert.deepEqual(resolveTemplates(given, scope), { '{{item}}': ['berlin', 1, null, { at: 0 }] });
  });

  const missing = [
    '{{steps.none.body.code}}',
    '{{event.payload.constructor}}',
    '{{item.length}}',
    '{{__proto__}}',
    '{{nobody}}',
    '{{}}',
    '{{a..b}}',
    '{{[0]}}',
    '{{.a}}',
    '{{a b}}',
    '{{1 + 1}}',
    '{{item["\\x"]}}',
  ];
  for (const text of missing) {
    it(`template expressions refuse ${text}, or read it as an empty string`, () => {
      assert.throws(() => resolveTemplates(text, scope), TemplateError);
      assert.equal(resolveTemplates(text, scope, true), '');
      assert.equal(resolveTemplates(`<${text}>`, scope, true), '<>');
    });
  }

  it('template expressions report their ranges and whether they are the whole string', () => {
    const [one, two] = templateExpressions('a{{item}}{{ b c }}');
    assert.deepEqual([one?.start, one?.end, one?.path], [1, 9, ['item']]);
    assert.deepEqual([two?.start, two?.end, two?.source, two?.path], [9, 18, 'b c', undefined]);
    assert.equal(isWholeExpression('{{item}}'), true);
    assert.equal(isWholeExpression('{{item}}{{item}}'), false);
    assert.equal(isWholeExpression('x'), false);
  });

  it('template expressions make no text longer than a million characters', () => {
    const long = { item: 'x'.repeat(600_000) };
    assert.equal(resolveTemplates('{{item}}', long), long.item);
    assert.equal(String(resolveTemplates('{{item}}.', long)).length, 600_001);
    const said = { name: 'TemplateError', message: 'The text becomes longer than 1,000,000 characters.' };
    for (const isLenient of [false, true])
      assert.throws(() => resolveTemplates('{{item}}{{item}}', long, isLenient), said);
  });

  it('template expressions stay in a text that cannot be resolved, if asked', () => {
    const given = ['{{item}}', '{{nobody}}', { text: '{{item}}'.repeat(200_000) }];
    const { text } = given[2] as { text: string };
    assert.deepEqual(resolveKnown(given, scope), ['berlin', '{{nobody}}', { text }]);
    assert.deepEqual(resolveKnown(given, scope, true), ['berlin', '', { text }]);
  });

  it('template expressions do not change a value without them', () => {
    const plain = fc.jsonValue().filter(value => !JSON.stringify(value).includes('{{'));
    fc.assert(fc.property(plain, value => assert.deepEqual(resolveTemplates(value, scope), value)));
  });

  it('template expressions can use every path of a payload', () => {
    const name = fc.string({ minLength: 1 }).filter(one => !/[{}\p{Cc}]/u.test(one));
    fc.assert(
      fc.property(name, fc.jsonValue(), (key, value) => {
        const payload = Object.fromEntries([[key, value]]);
        const text = `{{event.payload[${JSON.stringify(key)}]}}`;
        assert.deepEqual(resolveTemplates(text, { event: { payload } }), payload[key]);
      }),
    );
  });

  it('template expressions report what is undefined', () => {
    const payload = { name: 'Ada', items: [{}], grid: [[0]], steps: [] };
    const scope = { event: { payload }, steps: { 'read-text': { body: {} } } };
    const said = (text: string): string => {
      try {
        return String(resolveTemplates(text, scope));
      } catch (error) {
        return error instanceof Error ? error.message : '';
      }
    };
    assert.equal(said('{{event.payload.name}}'), 'Ada');
    assert.equal(
      said('{{event.payload.subject}}'),
      '{{event.payload.subject}} is undefined: payload has no “subject”.',
    );
    assert.equal(
      said('{{steps.read-text.body.code.first}}'),
      '{{steps.read-text.body.code.first}} is undefined: body has no “code”.',
    );
    assert.equal(
      said('{{steps.none.body}}'),
      '{{steps.none.body}} is undefined: no step with the key “none” has run.',
    );
    assert.equal(
      said('{{steps.read-text.none}}'),
      '{{steps.read-text.none}} is undefined: read-text has no “none”.',
    );
    const lacking = (path: string): string => said(`{{event.payload.${path}}}`).split(': ')[1] ?? '';
    assert.equal(lacking('items[0].name'), 'item 1 of items has no “name”.');
    assert.equal(lacking('items[2]'), 'items has no item 3.');
    assert.equal(lacking('grid[0][1]'), 'item 1 of grid has no item 2.');
    assert.equal(lacking('steps[1]'), 'steps has no item 2.');
  });

  const references: readonly [text: string, keys: readonly (readonly [key: string, written: string])[]][] = [
    [
      '{{steps.a.body.a}} {{ steps.b-c.status }}',
      [
        ['a', 'a'],
        ['b-c', 'b-c'],
      ],
    ],
    ['{{steps["s"].body.s}}', [['s', 's']]],
    [String.raw`{{steps["\u0062"].body.b}}`, [['b', String.raw`\u0062`]]],
    [String.raw`{{steps["a\"]b"].body}}`, [['a"]b', String.raw`a\"]b`]]],
    ['{{steps[0].body}} {{steps}} {{x.steps.a}} steps.a {{steps.a b}}', []],
  ];
  for (const [text, keys] of references)
    it(`a template names the steps that it reads where they are written: ${text}`, () => {
      const found = keyReferences(text).map(({ key, start, end }) => [key, text.slice(start, end)]);
      assert.deepEqual(found, keys);
    });
});
