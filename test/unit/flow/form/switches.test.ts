import assert from 'node:assert/strict';
import { describeForm } from '../../../../src/flow/form/describeForm.ts';
import type { FormNode } from '../../../../src/flow/form/formNode.ts';
import { SchemaReader } from '../../../../src/flow/schema/schemaReader.ts';

const text = { type: 'string' };

function whenKind(kind: string, properties: object): object {
  return { if: { properties: { kind: { const: kind } }, required: ['kind'] }, then: { properties } };
}

const decided = {
  type: 'object',
  properties: { first: text, kind: { enum: ['a', 'b', 'c'] }, last: text, loud: { type: 'boolean' } },
  allOf: [
    whenKind('a', { only: text, shared: { type: 'integer' } }),
    whenKind('b', { shared: { type: 'integer', maximum: 5 }, other: text }),
    { if: { required: ['only'] }, then: { properties: { deeper: text } } },
    {
      if: { properties: { loud: { const: true } }, required: ['loud'] },
      then: { properties: { volume: { type: 'integer' } } },
    },
  ],
};

function fieldsOf(schema: object, ownValue: object, inherited?: object): readonly FormNode[] {
  const form = describeForm(new SchemaReader(schema), { ownValue, inherited });
  return form.kind === 'object' ? form.fields : assert.fail();
}

function field(fields: readonly FormNode[], name: string): FormNode {
  return fields.find(({ path }) => path[0] === name) ?? assert.fail(`no ${name}`);
}

function wholes(name: string, ownValue: object, inherited?: object): object {
  const { switches = [] } = field(fieldsOf(decided, ownValue, inherited), name);
  return Object.fromEntries(switches.map(({ value, whole }) => [String(value), whole]));
}

describe('flow/form/switches: field that decides which others apply', () => {
  it('a field that decides which others apply is followed by them', () => {
    const names = fieldsOf(decided, { kind: 'a', only: 'x' }).map(({ path }) => path[0]);
    assert.deepEqual(names, ['first', 'kind', 'only', 'deeper', 'shared', 'last', 'loud']);
  });

  it('a field that decides which others apply is followed by fields that it makes required', () => {
    const schema = {
      properties: { name: text, proxy: text, port: { type: 'integer' } },
      dependentRequired: { proxy: ['port'] },
      dependentSchemas: { name: { properties: { title: text } } },
    };
    const names = fieldsOf(schema, { name: 'x', proxy: 'y' }).map(({ path }) => path[0]);
    assert.deepEqual(names, ['name', 'title', 'proxy', 'port']);
  });

  it('a field that decides which others apply removes what does not apply to another value, and keeps what does', () => {
    assert.deepEqual(wholes('kind', { kind: 'a', only: 'x', deeper: 'y', shared: 3, first: 'z', extra: 1 }), {
      b: { kind: 'b', shared: 3, first: 'z', extra: 1 },
      c: { kind: 'c', first: 'z', extra: 1 },
    });
    assert.deepEqual(wholes('kind', { kind: 'a', shared: 9 }), { b: { kind: 'b' }, c: { kind: 'c' } });
    assert.deepEqual(wholes('kind', { kind: 'a', shared: '{{payload.n}}' }), { c: { kind: 'c' } });
    assert.deepEqual(wholes('loud', { loud: true, volume: 5 }), { false: { loud: false } });
  });

  it('a field that decides which others apply removes nothing without other fields, or those of the action', () => {
    assert.deepEqual(wholes('kind', { kind: 'a', first: 'x' }), {});
    assert.deepEqual(wholes('kind', { kind: 'a' }, { only: 'x' }), {});
  });
});

describe('flow/form/switches: alternatives of a value', () => {
  const schema = {
    type: 'object',
    properties: { note: text },
    oneOf: [
      {
        required: ['by'],
        properties: { by: { const: 'a' }, count: { type: 'integer' }, only: text },
        anyOf: [{ properties: { left: text } }, { properties: { right: text }, required: ['right'] }],
      },
      { required: ['by'], properties: { by: { const: 'b' }, count: { type: 'integer', maximum: 5 } } },
    ],
  };

  const other = (ownValue: object): unknown => {
    const form = describeForm(new SchemaReader(schema), { ownValue });
    return form.kind === 'union' ? form.branches[1 - form.chosen]?.start : assert.fail();
  };

  it('the alternatives of a value do not offer what would make another one apply', () => {
    const exclusive = {
      type: 'object',
      properties: { seconds: { type: 'number' }, until: text, note: text },
      oneOf: [
        { title: 'For', required: ['seconds'] },
        { title: 'Until', required: ['until'] },
      ],
    };
    const names = (ownValue: object): readonly unknown[] => {
      const form = describeForm(new SchemaReader(exclusive), { ownValue });
      const content = form.kind === 'union' ? form.content : assert.fail();
      return content.kind === 'object' ? content.fields.map(({ path }) => path[0]) : assert.fail();
    };
    assert.deepEqual(names({}), ['seconds', 'note']);
    assert.deepEqual(names({ until: 'noon' }), ['until', 'note']);
    assert.deepEqual(names({ seconds: 1, until: 'noon' }), ['seconds', 'until', 'note']);
  });

  it('the alternatives of a value keep valid values of properties that both have, and properties that neither describes', () => {
    const both = { note: 'x', extra: [1] };
    assert.deepEqual(other({ by: 'a', count: 3, only: 'y', left: 'z', ...both }), {
      by: 'b',
      count: 3,
      ...both,
    });
    assert.deepEqual(other({ by: 'a', count: 9 }), { by: 'b' });
    assert.deepEqual(other({ by: 'a', count: '{{payload.n}}' }), { by: 'b', count: '{{payload.n}}' });
    assert.deepEqual(other({ by: 'b', count: 3, ...both }), { by: 'a', count: 3, ...both });
  });
});
