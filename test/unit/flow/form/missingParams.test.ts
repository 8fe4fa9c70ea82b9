import assert from 'node:assert/strict';
import { missingParams } from '../../../../src/flow/form/missingParams.ts';
import { missingSentence } from '../../../../src/flow/wordsOf.ts';

describe('flow/form/missingParams', () => {
  const action = {
    id: 'a',
    name: 'Launch app',
    params: { app: 'shop' },
    paramsSchema: {
      type: 'object',
      required: ['platform', 'app', 'target', 'clearData'],
      properties: {
        platform: { enum: ['android', 'ios'] },
        app: { type: 'string' },
        target: { title: 'Element', type: 'object', required: ['text'] },
        clearData: { type: 'boolean' },
      },
    },
  };

  it('the missing parameters of a step are those that neither the step nor its action sets, with their labels', () => {
    assert.deepEqual(missingParams(action, { clearData: '{{event.payload.clear}}' }), [
      { name: 'platform', label: 'Platform' },
      { name: 'target', label: 'Element' },
    ]);
    assert.deepEqual(missingParams(action, { platform: 'other', target: {}, clearData: true }), []);
    assert.deepEqual(missingParams({ ...action, paramsSchema: undefined }, {}), []);
  });

  it('the missing parameters of a step are named in a sentence', () => {
    assert.equal(missingSentence(['Platform']), 'Platform is missing.');
    assert.equal(missingSentence(['Platform', 'App', 'Element']), 'Platform, App, and Element are missing.');
  });
});
