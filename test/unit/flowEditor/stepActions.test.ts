import assert from 'node:assert/strict';
import { createCatalog } from '../../../src/flow/catalog.ts';
import { readText } from '../../support/memoryFlow.ts';
import { settingIds } from '../../../src/flowEditor/flowReferences.ts';
import {
  insertionPointAfter,
  insertionPointInside,
  stepActionEdit,
} from '../../../src/flowEditor/stepActions.ts';

const { steps, document } = readText(
  JSON.stringify({
    triggerId: 'one',
    deviceIds: ['two', 3, 'four'],
    notifyWebhookId: null,
    actions: [{ children: [{}, {}] }, 7, {}],
  }),
  createCatalog([]),
);

describe('the target positions of menus', () => {
  it('are after the selected step, in its list', () => {
    assert.deepEqual(insertionPointAfter([0], steps), { index: 1 });
    assert.deepEqual(insertionPointAfter([0, 0], steps), { parent: 0, index: 1 });
  });

  it('are at the end if none is selected', () => {
    assert.deepEqual(insertionPointAfter(undefined, steps), { index: 3 });
    assert.deepEqual(insertionPointAfter(undefined, []), { index: 0 });
  });

  it('are after the children of a step, or of the parent of a child', () => {
    assert.deepEqual(insertionPointInside([0], steps), { parent: 0, index: 2 });
    assert.deepEqual(insertionPointInside([0, 1], steps), { parent: 0, index: 2 });
    assert.deepEqual(insertionPointInside([2], steps), { parent: 2, index: 0 });
  });
});

describe('the actions of menus', () => {
  it('are edits', () => {
    assert.deepEqual(stepActionEdit('duplicate', [[0]]), { kind: 'duplicateSteps', steps: [[0]] });
    assert.deepEqual(stepActionEdit('delete', [[0]]), { kind: 'deleteSteps', steps: [[0]] });
    const moved = { kind: 'shiftSteps', steps: [[0]], direction: 'out' };
    assert.deepEqual(stepActionEdit('moveOut', [[0]]), moved);
  });
});

describe('the IDs in the settings of a flow', () => {
  it('are the strings', () => {
    assert.deepEqual(settingIds(document, 'triggerId'), ['one']);
    assert.deepEqual(settingIds(document, 'deviceIds'), ['two', 'four']);
    assert.deepEqual(settingIds(document, 'notifyWebhookId'), []);
  });
});
