import assert from 'node:assert/strict';
import { type CatalogAction, createCatalog } from '../../../../src/flow/catalog.ts';
import { parseFlow } from '../../../../src/flow/document/flowDocument.ts';
import { describeForm } from '../../../../src/flow/form/describeForm.ts';
import { nodesWithin } from '../../../../src/flow/form/childNodes.ts';
import { completionsAt } from '../../../../src/flow/language/completion.ts';
import { readerOf, SchemaReader } from '../../../../src/flow/schema/schemaReader.ts';
import { BUDGETS } from '../../../../src/util/budgets.ts';
import type { JsonObject } from '../../../../src/util/isObject.ts';
import { nullableSchema, taggedSchema, taggedValue } from '../../../support/largeSchemas.ts';

const MAX = BUDGETS.form.parts['units of work'];
const ID = 'aaaaaaaa-0000-4000-8000-0000000000aa';

/** The work of completing a name in parameters, and the number of names that are offered. */
function complete(
  paramsSchema: JsonObject,
  params: string,
): { readonly work: number; readonly names: number } {
  const action: CatalogAction = {
    id: ID,
    name: 'Large',
    service: 'tasks_api',
    method: 'large',
    paramsSchema,
  };
  const before = `{"actions":[{"actionId":"${ID}","position":1,"overrides":{"params":${params}"`;
  const document = parseFlow(`${before}"}}}]}`);
  const reader = readerOf(paramsSchema);
  const began = reader.work;
  const { items } = completionsAt(document, before.length, createCatalog([action]));
  return { work: reader.work - began, names: items.length };
}

it('a large schema with forty alternatives and values of 2.4 KB is described within a limit of work, and completely', () => {
  const reader = new SchemaReader(taggedSchema(40));
  const form = describeForm(reader, { ownValue: taggedValue() });
  // One test for each property of each alternative took 40 times as much.
  assert.ok(reader.work < 2_000_000, `${reader.work}`);
  assert.ok(nodesWithin(form).every(node => node.kind !== 'json' || !node.why.includes('too large')));
  const unions = nodesWithin(form).flatMap(node => (node.kind === 'union' ? [node] : []));
  assert.deepEqual(
    unions.map(({ branches, chosen }) => [branches.length, chosen]),
    Array.from({ length: 6 }, () => [40, 30]),
  );
  // The members that fit another alternative are kept when it is chosen.
  const [other] = unions[0]?.branches ?? [];
  assert.equal(Object.keys(other?.start as object).length, 101);
});

it('a large schema with more alternatives than can be compared is shown as JSON where the limit is reached', () => {
  const reader = new SchemaReader(taggedSchema(400));
  const form = describeForm(reader, { ownValue: taggedValue() });
  assert.ok(reader.work < 2 * MAX, `${reader.work}`);
  const last = nodesWithin(form).find(({ pointer }) => pointer === '/part5');
  assert.ok(last?.kind === 'json');
  assert.equal(last.why, 'The form is too large to show completely.');
  assert.deepEqual(last.value, { value: taggedValue()['part5'] });
});

it('a large schema has all its names offered, with work that grows as the schema does', () => {
  const [small, medium, large] = [20, 40, 80].map(count => complete(nullableSchema(count), '{'));
  assert.deepEqual([small?.names, medium?.names, large?.names], [20, 40, 80]);
  // The schema has four times as many properties each time; describing all for each would take eight times as much.
  for (const [one, other] of [
    [small, medium],
    [medium, large],
  ] as const)
    assert.ok((other?.work ?? 0) < 5 * (one?.work ?? 0), `${one?.work}, ${other?.work}`);
  assert.ok((large?.work ?? Infinity) < MAX, `${large?.work}`);
});

it('a large schema has the names after its other values offered within the limit', () => {
  const values = JSON.stringify(taggedValue()).replace(/,"part5".*/, ',');
  const { work, names } = complete(taggedSchema(400), values);
  assert.equal(names, 1);
  assert.ok(work < 3 * MAX, `${work}`);
});
