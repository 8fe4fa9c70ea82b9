import assert from 'node:assert/strict';
import fc from 'fast-check';
import { operations } from '../../../src/contract/operations.ts';
import {
  ABSENT_ON_CREATE,
  flowExample,
  type RecordExample,
  recordExamples,
} from '../../support/recordExamples.ts';
import { assertFits, assertRefuses, canonical, uuid } from '../../support/schemas.ts';

type Path = readonly string[];

/** The path of every named field of a value, those inside objects included. */
function fieldPaths(value: unknown, above: Path = []): Path[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    [...above, name],
    ...fieldPaths(inner, [...above, name]),
  ]);
}

/** A copy of `value` in which the field at `path` is `replacement`; undefined takes it out. */
function replaced(value: unknown, [name, ...rest]: Path, replacement: unknown): unknown {
  if (name === undefined) return replacement;
  const object = value as Record<string, unknown>;
  const inner = replaced(object[name], rest, replacement);
  return inner === undefined
    ? Object.fromEntries(Object.entries(object).filter(([key]) => key !== name))
    : { ...object, [name]: inner };
}

function fieldAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>((inner, name) => (inner as Record<string, unknown>)[name], value);
}

function wrongTypesFor(value: unknown): unknown[] {
  if (typeof value === 'string') return [7, true, {}, []];
  if (typeof value === 'number') return ['7', 1.5, true, {}, []];
  if (typeof value === 'boolean') return ['true', 1, {}, []];
  return Array.isArray(value) ? ['x', 1, {}] : ['x', 1, []];
}

/** Returns the fields with a specific type, except for open JSON. */
function typedFields({ record, open }: RecordExample): Path[] {
  return fieldPaths(record).filter(path => {
    const dotted = path.join('.');
    return !open.some(name => dotted === name || dotted.startsWith(`${name}.`));
  });
}

function assertUnchanged(example: RecordExample, record: unknown): void {
  const reply = JSON.parse(JSON.stringify(example.reply(record))) as unknown;
  assert.equal(canonical(example.schema.parse(reply)), canonical(reply));
}

describe('contract/records: records of the specification', () => {
  for (const example of recordExamples) {
    const { name, schema, at, record, reply, required, enumerations } = example;
    const named = (path: Path): string => [...(at === '' ? [] : [at]), ...path].join('.');

    describe(name, () => {
      it(`the record “${name}” is read completely and unchanged`, () => {
        assertUnchanged(example, record);
      });

      it(`the record “${name}” keeps every unknown field, at the top level and nested, byte for byte`, () => {
        const json = fc
          .jsonValue()
          .filter(value => !JSON.stringify(value).includes('"__proto__"'))
          .map(value => JSON.stringify(value));
        const inside = fieldPaths(record).filter(path => {
          const value = fieldAt(record, path);
          return typeof value === 'object' && value !== null && !Array.isArray(value);
        });
        fc.assert(
          fc.property(json, fc.constantFrom<Path>([], ...inside), (text, path) => {
            const unknown = [...path, 'ofNextYear'];
            const parsed = schema.parse(reply(replaced(record, unknown, JSON.parse(text) as unknown)));
            const where = [...(at === '' ? [] : at.split('.')), ...unknown];
            assert.equal(JSON.stringify(fieldAt(parsed, where)), text);
          }),
        );
      });

      it(`the record “${name}” keeps unknown enum values`, () => {
        for (const field of enumerations) {
          const path = field.split('.');
          assert.equal(typeof fieldAt(record, path), 'string', field);
          for (const text of ['of_next_year', '', 'ÜBER']) {
            assertUnchanged(example, replaced(record, path, text));
          }
        }
      });

      it(`the record “${name}” accepts null and absence for every field that is not required`, () => {
        for (const path of fieldPaths(record).filter(path => !required.includes(path.join('.')))) {
          assertUnchanged(example, replaced(record, path, null));
          assertUnchanged(example, replaced(record, path, undefined));
        }
      });

      it(`the record “${name}” requires the required fields, and says which is missing`, () => {
        for (const field of required)
          assertRefuses(schema, reply(replaced(record, [field], undefined)), named([field]));
      });

      it(`the record “${name}” names the field with the wrong type`, () => {
        const typed = typedFields(example);
        assert.ok(typed.length >= 5);
        for (const path of typed) {
          for (const wrong of wrongTypesFor(fieldAt(record, path))) {
            assertRefuses(schema, reply(replaced(record, path, wrong)), named(path));
          }
        }
      });
    });
  }
});

describe('contract/records: responses with records', () => {
  it('responses with records contain a created flow, which lacks four fields (spec 2.1)', () => {
    const created = ABSENT_ON_CREATE.reduce<unknown>(
      (record, field) => replaced(record, [field], undefined),
      flowExample.record,
    );
    const schema = operations.createFlow.response.body;
    assert.equal(canonical(schema.parse({ data: created })), canonical({ data: created }));
  });

  it('responses with records name the invalid entry of a list', () => {
    const pagination = { page: 1, pageSize: 20, pages: 1, total: 2, hasNext: false, hasPrev: false };
    const items = [
      { id: uuid(1), name: 'Tap', service: 'devices_api' },
      { id: 'not a uuid', name: 'Swipe', service: 'devices_api' },
    ];
    assertRefuses(operations.listActions.response.body, { items, pagination }, 'items.1.id');
  });

  it('responses with records accept null for the items of a page, which means none (wire facts 1)', () => {
    const pagination = { page: 1, pageSize: 20, pages: 0, total: 0, hasNext: false, hasPrev: false };
    assertFits(operations.listDevices.response.body, { items: null, pagination });
    assertFits(operations.listMailboxMessages.response.body, { items: null });
  });

  it('responses with records end a cursor list with null, an absent, or an empty cursor (spec 4.3)', () => {
    const schema = operations.listMailboxMessages.response.body;
    for (const nextCursor of [null, undefined, '', 'more']) assertFits(schema, { items: [], nextCursor });
    assertRefuses(schema, { items: [], nextCursor: 5 }, 'nextCursor');
  });

  it('responses with records accept a capacity for mailboxes with fields that are absent, null, or unknown (wire facts 15)', () => {
    const schema = operations.getMailboxCapacity.response.body;
    const full = { included: 3, includedRemaining: 1, remaining: 20, status: 'of_next_year', domains: 1 };
    assert.deepEqual(schema.parse({ data: full }), { data: full });
    assertFits(schema, { data: { included: null, includedRemaining: null, remaining: null, status: null } });
    assertFits(schema, { data: {} });
    for (const field of ['included', 'includedRemaining', 'remaining'])
      assertRefuses(schema, { data: { [field]: '3' } }, `data.${field}`);
    assertRefuses(schema, { data: { status: 3 } }, 'data.status');
  });

  it('responses with records recognize a usable mailbox by a null redirectUrl (spec 4.1)', () => {
    const usable = {
      connectionId: uuid(1),
      mailboxId: uuid(2),
      redirectUrl: null,
      status: 'active',
      address: null,
    };
    assert.deepEqual(operations.connectMailbox.response.body.parse(usable), usable);
  });

  it('responses with records cannot change the prototype of what is read', () => {
    const hostile = JSON.parse(`{"data":{"id":"${uuid()}","__proto__":{"polluted":true}}}`) as unknown;
    const { data } = operations.getApp.response.body.parse(hostile);
    assert.equal(Object.getPrototypeOf(data), Object.prototype);
    assert.equal('polluted' in data, false);
  });

  it('responses with records accept null inside the conditions of a trigger', () => {
    const trigger = {
      id: uuid(),
      name: 'SMS',
      activation: 'event',
      conditions: { all: null, any: [{ a: 1 }] },
    };
    assert.deepEqual(operations.getTrigger.response.body.parse({ data: trigger }), { data: trigger });
  });
});
