import assert from 'node:assert/strict';
import { createCatalog } from '../../../src/flow/catalog.ts';
import { dataScope } from '../../../src/flow/data/dataScope.ts';
import { parseFlow } from '../../../src/flow/document/flowDocument.ts';
import type { RunStep } from '../../../src/flow/run/runSteps.ts';
import { withRunValues } from '../../../src/flowEditor/runValues.ts';
import { findValues, withUsedPayload } from '../../../src/flowEditor/stepValues.ts';

const READ = '11111111-1111-4111-8111-111111111111';
const TRIGGER = '22222222-2222-4222-8222-222222222222';

const outputSchema = {
  type: 'object',
  properties: {
    total: { type: 'integer', examples: [1] },
    password: { type: 'string' },
    lines: { type: 'array', items: { type: 'string' } },
    code: { type: 'string' },
  },
};

function samples(payloadSchema: object | undefined, text = ''): ReadonlyMap<string, string | undefined> {
  const catalog = createCatalog([{ id: READ, name: 'Read', outputSchema }], {
    triggers: [{ id: TRIGGER, name: 'Order', payloadSchema }],
  });
  const step = (value: string): object => ({ actionId: READ, overrides: { params: { value } } });
  const actions = [step('{{event.payload.city}}'), step('{{event.payload.order.id}}'), step('')];
  const document = parseFlow(JSON.stringify({ triggerId: TRIGGER, actions }));
  const scope = withUsedPayload(dataScope(document, [2], { catalog }), document);
  const output = { total: 42, password: 'hunter2', lines: ['a'], code: 'It is 482913' };
  const ran = (index: number): RunStep => ({ index, output }) as unknown as RunStep;
  const runs = {
    attempts: (path: string) => (path === '1' ? [ran(0), ran(1)] : []),
    passcodes: ['482913'],
  };
  const { choices } = withRunValues(findValues(scope, text, undefined), scope, runs);
  return new Map(choices.map(({ expression, sample }) => [expression, sample]));
}

it('the values of the shown run are shown instead of examples, without secrets', () => {
  const found = samples(undefined);
  assert.equal(found.get('{{steps.read_2.body.total}}'), '42');
  assert.equal(found.get('{{steps.read.body.total}}'), '1');
  const hidden = ['password', 'code'].map(name => found.get(`{{steps.read_2.body.${name}}}`) ?? '');
  assert.doesNotMatch(hidden.join('\n'), /hunter2|482913/);
});

it('the values of the shown run include the fields of the payload that the flow reads, unless the schema has no others', () => {
  const payload = (schema: object | undefined): readonly string[] =>
    [...samples(schema).keys()].filter(one => one.startsWith('{{event.payload.'));
  assert.deepEqual(payload(undefined), ['{{event.payload.city}}', '{{event.payload.order}}']);
  const properties = { name: { type: 'string' } };
  assert.deepEqual(payload({ type: 'object', properties }), [
    '{{event.payload.name}}',
    '{{event.payload.city}}',
    '{{event.payload.order}}',
  ]);
  assert.deepEqual(payload({ type: 'object', properties, additionalProperties: false }), [
    '{{event.payload.name}}',
  ]);
});
