import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import * as z from 'zod';
import { type CheckedReply, checkReply, MAX_PROBLEMS } from '../../../src/contract/checkReply.ts';
import { operations } from '../../../src/contract/operations.ts';
import { record } from '../../../src/contract/scalars.ts';

const item = record({ id: z.string() }, { size: z.number(), tags: z.array(z.string()) });
const schema = record(
  { items: z.array(item).nullable() },
  { note: z.string(), sizes: z.record(z.string(), item) },
);

/** Sizes in bytes with which a reply counts as small, and as large. */
const [FEW, MANY] = [1, 1e6];

function check(value: unknown, bytes: number): Promise<CheckedReply> {
  return checkReply(schema, value, bytes, nextTurn);
}

/** The value as far as it fits, once checked as a small reply and once as a large one. */
async function readable(value: unknown): Promise<unknown> {
  const [few, many] = await Promise.all([check(value, FEW), check(value, MANY)]);
  assert.deepEqual(few, many);
  return few.value;
}

async function problems(value: unknown): Promise<string[]> {
  const { error } = await check(value, MANY);
  return (error?.issues ?? []).map(({ path, message }) => `${path.join('.')}: ${message}`);
}

describe('contract/checkReply: response checked against its schema', () => {
  it('a response checked against its schema is unchanged if it is valid, with unknown fields and nulls', async () => {
    for (const value of [
      { items: null },
      { items: [], note: null, other: { deep: [1] } },
      { items: [{ id: 'a', size: 1, tags: ['x'], more: 1 }], sizes: { a: { id: 'a' } } },
    ]) {
      assert.deepEqual(await readable(value), value);
      assert.deepEqual(await problems(value), []);
    }
  });

  it('a response checked against its schema has the same problems in the same order as in zod', async () => {
    for (const value of [
      { items: [{ id: 1, tags: ['x', 2] }, 5, { size: 'x' }], note: 7, sizes: { a: {}, b: [] } },
      { items: 'none' },
      { items: {} },
      {},
      [],
      'text',
      null,
    ]) {
      const wanted = schema.safeParse(value).error?.issues ?? [];
      assert.deepEqual((await check(value, FEW)).error?.issues, wanted);
    }
  });

  it('a response checked against its schema is readable without invalid optional fields', async () => {
    const items = [
      { id: 'a', size: 'x' },
      { id: 'b', size: 2, tags: 7 },
    ];
    assert.deepEqual(await readable({ items, note: 5, other: 1 }), {
      items: [{ id: 'a' }, { id: 'b', size: 2 }],
      other: 1,
    });
  });

  it('a response checked against its schema is readable without invalid entries, in order', async () => {
    const items = [{ id: 1 }, { id: 'b', tags: ['x', 3, 'y'] }, 5, { id: 'd', size: 'x' }, { size: 3 }];
    const sizes = { a: { id: 'a' }, b: { id: 2 } };
    assert.deepEqual(await readable({ items, note: 'n', sizes }), {
      items: [{ id: 'b', tags: ['x', 'y'] }, { id: 'd' }],
      note: 'n',
      sizes: { a: { id: 'a' } },
    });
  });

  it('a response checked against its schema is not readable if a required field is invalid', async () => {
    for (const value of ['text', null, [], { items: 'none' }, { note: 'n' }]) {
      assert.equal(await readable(value), undefined);
    }
  });

  it('a response checked against its schema changes no object through a field with the name of its prototype', async () => {
    const text = '{"items":[{"id":"a","__proto__":{"size":"x"}},1],"__proto__":{"note":1}}';
    const read = await readable(JSON.parse(text));
    assert.deepEqual(read, { items: [{ id: 'a' }] });
    assert.equal(Object.getPrototypeOf(read), Object.prototype);
  });

  it('a response checked against its schema has a hundred problems at most, at any location', async () => {
    const wrong = Array.from({ length: 250 }, () => ({
      size: 'x',
      tags: Array.from({ length: 250 }, () => 1),
    }));
    const { error, value } = await check({ items: [...wrong, { id: 'a' }] }, MANY);
    assert.equal(error?.issues.length, MAX_PROBLEMS);
    assert.deepEqual(error.issues[0]?.path, ['items', 0, 'id']);
    assert.deepEqual(value, { items: [{ id: 'a' }] });
  });

  it('a response checked against its schema yields to other work while it is checked', async () => {
    let turns = 0;
    const turn = (): Promise<void> => {
      turns++;
      return nextTurn();
    };
    const items = Array.from({ length: 400_000 }, () => ({}));
    await checkReply(schema, { items }, MANY, turn);
    assert.ok(turns > 1, `${turns} turns`);
  });
});

describe('contract/checkReply: schema of every response of a service', () => {
  const rows = Object.entries(operations);
  const KNOWN = ['string', 'number', 'boolean', 'unknown', 'literal', 'enum'];

  /** Schemas that a check of entries does not know, such as a rule of a list as a whole, or a list in one of several forms. */
  function unknownIn(one: z.core.$ZodType, seen: Set<z.core.$ZodType>, isOneOfSeveral = false): string[] {
    if (seen.has(one)) return [];
    seen.add(one);
    const definition = (one as z.core.$ZodTypes)._zod.def;
    const { type } = definition;
    const inside = (...schemas: readonly z.core.$ZodType[]): string[] => {
      const rules = !isOneOfSeveral && definition.checks?.length ? [`a rule of ${type}`] : [];
      return [...rules, ...schemas.flatMap(next => unknownIn(next, seen, isOneOfSeveral))];
    };
    const endless = isOneOfSeveral ? [`${type} in one of several forms`] : [];
    switch (type) {
      case 'object': {
        const isOpen = isOneOfSeveral || definition.catchall?._zod.def.type === 'unknown';
        return [...inside(...Object.values(definition.shape)), ...(isOpen ? [] : ['a closed object'])];
      }
      case 'record':
        return [...inside(definition.valueType), ...endless];
      case 'array':
        return [...inside(definition.element), ...endless];
      case 'lazy':
        return [...inside(definition.getter()), ...endless];
      case 'optional':
      case 'nullable':
        return inside(definition.innerType);
      case 'union':
        return definition.options.flatMap(option => unknownIn(option, seen, true));
      default:
        return KNOWN.includes(type) ? [] : [type];
    }
  }

  for (const [id, { response }] of rows) {
    if (typeof response.body === 'string') continue;
    const { body } = response;
    it(`the schema of every response of a service of ${id} can be checked entry by entry`, () => {
      assert.deepEqual(unknownIn(body, new Set()), []);
    });
  }
});
