import assert from 'node:assert/strict';
import { readText } from '../../../support/memoryFlow.ts';
import { newStep } from '../../../../src/flow/form/newStep.ts';
import { sampleCatalog } from '../../../support/sampleCatalog.ts';

describe('flow/form/newStep', () => {
  const catalog = sampleCatalog();

  for (const action of catalog.searchActions('', 100)) {
    it(`a new step lacks only what a person must enter: ${action.name}`, () => {
      const actions = [{ position: 1, ...newStep(action) }];
      const { problems } = readText(JSON.stringify({ actions }), catalog);
      const others = problems
        .filter(({ step }) => step !== undefined)
        .map(({ message }) => message)
        .filter(
          message =>
            !/must have the property|must have at least 1 (character|property)|must be a UUID/.test(message),
        );
      assert.deepEqual(others, []);
    });
  }

  it('a new step has no default or constant that its own schema refuses', () => {
    const paramsSchema = {
      type: 'object',
      required: ['speed', 'side', 'mode', 'point'],
      properties: {
        speed: { type: 'integer', minimum: 1, default: 'fast' },
        side: { enum: ['left', 'right'], default: 'top' },
        mode: { type: 'string', default: 'tap' },
        point: { type: 'object', required: ['x'], properties: { x: { const: 1 } }, default: {} },
      },
    };
    const params = { mode: 'tap', point: { x: 1 } };
    assert.deepEqual(newStep({ id: 'a', name: 'A', paramsSchema }).overrides, { params });
  });

  it('a new step has no examples and no first option as values, but what its schema decides', () => {
    const paramsSchema = {
      type: 'object',
      required: ['text', 'side', 'mode', 'speed', 'target', 'words'],
      properties: {
        text: { type: 'string', examples: ['Hello'] },
        side: { enum: ['left', 'right'] },
        mode: { const: 'tap' },
        speed: { type: 'number', default: 2 },
        words: { type: 'array', items: { type: 'string' } },
        target: {
          oneOf: [
            { required: ['by', 'x'], properties: { by: { const: 'point' }, x: { type: 'integer' } } },
            { required: ['by', 'id'], properties: { by: { const: 'id' }, id: { type: 'string' } } },
          ],
        },
      },
    };
    const params = { mode: 'tap', speed: 2, target: { by: 'point' }, words: [] };
    assert.deepEqual(newStep({ id: 'a', name: 'A', paramsSchema }).overrides, { params });
  });

  it('a new step leaves out a target whose form nothing decides, so that it is reported as missing', () => {
    const { id } = catalog.searchActions('Tap', 1)[0]!;
    assert.deepEqual(newStep(catalog.action(id)!), { actionId: id });
    const { problems } = readText(JSON.stringify({ actions: [{ position: 1, actionId: id }] }), catalog);
    assert.ok(problems.some(({ message }) => message.includes('must have the property “target”')));
  });

  it('a new step omits what its action sets, and accepts an action without a schema', () => {
    const paramsSchema = {
      type: 'object',
      required: ['host', 'count'],
      properties: { host: { type: 'string' }, count: { type: 'integer', minimum: 2 } },
    };
    const action = { id: 'a', name: 'A', params: { host: 'example.test' }, paramsSchema };
    assert.deepEqual(newStep(action), { actionId: 'a' });
    assert.deepEqual(newStep(action, 'empty'), {
      actionId: 'a',
      overrides: { params: { count: 2 } },
    });
    assert.deepEqual(newStep({ id: 'a', name: 'A' }), { actionId: 'a' });
    assert.deepEqual(newStep({ id: 'a', name: 'A', paramsSchema: { $ref: '#/nowhere' } }), { actionId: 'a' });
  });
});
