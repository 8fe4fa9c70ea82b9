import assert from 'node:assert/strict';
import { describeForm } from '../../../../src/flow/form/describeForm.ts';
import type { FormNode } from '../../../../src/flow/form/formNode.ts';
import { SchemaReader } from '../../../../src/flow/schema/schemaReader.ts';
import { arrangeFields, isFound } from '../../../../src/webview/flowEditor/form/arrangeFields.ts';

function fieldsOf(schema: object, value: object = {}): readonly FormNode[] {
  const form = describeForm(new SchemaReader({ type: 'object', ...schema }), { ownValue: value });
  return form.kind === 'object' ? form.fields : assert.fail('The form is no object.');
}

function arranged(schema: object, value: object = {}, opened: readonly string[] = []): readonly string[][] {
  const { shown, options } = arrangeFields(fieldsOf(schema, value), ({ path }) =>
    opened.includes(String(path[0])),
  );
  return [shown, options].map(fields => fields.map(({ path }) => String(path[0])));
}

const text = { type: 'string' };

describe('webview/flowEditor/arrangeFields', () => {
  const many = { properties: { a: text, b: text, c: text, d: text, e: text }, required: ['d'] };

  it('the order of fields begins with required fields, and has only those in use', () => {
    assert.deepEqual(arranged(many), [['d'], ['a', 'b', 'c', 'e']]);
    assert.deepEqual(arranged(many, { c: 'x' }, ['a']), [
      ['d', 'a', 'c'],
      ['b', 'e'],
    ]);
  });

  it('the order of fields has all fields if few are optional and none of them is a group', () => {
    const { a, b, d } = many.properties;
    assert.deepEqual(arranged({ ...many, properties: { a, b, d } }), [['d', 'a', 'b'], []]);
    const group = { type: 'object', properties: { x: text } };
    assert.deepEqual(arranged({ properties: { a, group } }), [[], ['a', 'group']]);
  });

  it('the order of fields puts a field that depends on another one directly after it, or after the required fields', () => {
    const schema = {
      properties: { first: text, mode: { enum: ['tap', 'swipe'] }, last: text },
      required: ['mode', 'last'],
      if: { properties: { mode: { const: 'swipe' } }, required: ['mode'] },
      then: { properties: { to: text }, required: ['to'] },
      else: { properties: { count: { type: 'integer' } } },
    };
    assert.deepEqual(arranged(schema, { mode: 'swipe' }), [['mode', 'to', 'last', 'first'], []]);
    assert.deepEqual(arranged(schema, { mode: 'tap' }), [['mode', 'last', 'count', 'first'], []]);
    const dependent = {
      properties: { code: text, card: text, other: text },
      dependentRequired: { card: ['code'] },
    };
    assert.deepEqual(arranged(dependent, { card: '1' }), [['card', 'code', 'other'], []]);
  });

  it('the order of fields finds fields by their label, name, and description in any case, also inside others', () => {
    const [field] = fieldsOf({
      properties: {
        place: { title: 'Where', properties: { lat: { type: 'number', description: 'North.' } } },
      },
    });
    assert.ok(field);
    assert.deepEqual(
      ['where', 'PLACE', 'North', 'lat', 'south'].map(word => isFound(field, word)),
      [true, true, true, true, false],
    );
  });
});
