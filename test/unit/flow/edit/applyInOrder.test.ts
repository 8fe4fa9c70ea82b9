import assert from 'node:assert/strict';
import { applyInOrder } from '../../../../src/flow/edit/applyEdit.ts';
import type { FlowEdit, ValueLocation } from '../../../../src/flow/edit/flowEdit.ts';
import { applyEdits } from '../../../../src/flow/document/textEdits.ts';

const TEXT = '{ "name": "A", "actions": [{ "actionId": "x" }] }';
const NAME: ValueLocation = { in: 'settings', path: ['name'] };
const rename = (value: string): FlowEdit => ({ kind: 'set', location: NAME, value });
const add = (actionId: string, index: number): FlowEdit => ({
  kind: 'addStep',
  to: { index },
  step: { actionId },
});

function assertEdited(edits: readonly FlowEdit[], content: object, steps: readonly object[] = []): void {
  const outcome = applyInOrder(TEXT, edits);
  assert.ok(outcome.kind === 'edits');
  assert.deepEqual(JSON.parse(applyEdits(TEXT, outcome.edits)), content);
  assert.deepEqual(outcome.steps, steps);
}

describe('flow/edit/applyInOrder', () => {
  const first = { actionId: 'x' };

  it('several edits of a flow are none, one, or one after the other', () => {
    assert.deepEqual(applyInOrder(TEXT, []), { kind: 'edits', edits: [], steps: [] });
    assertEdited([rename('B')], { name: 'B', actions: [first] });
    assertEdited([rename('B'), rename('C')], { name: 'C', actions: [first] });
  });

  it('several edits of a flow refer to the result of the one before, and tell the steps of the last one', () => {
    const outcome = applyInOrder(TEXT, [add('y', 1), add('z', 2), add('w', 1)]);
    assert.ok(outcome.kind === 'edits');
    const { actions: written } = JSON.parse(applyEdits(TEXT, outcome.edits)) as {
      readonly actions: readonly { readonly actionId: string }[];
    };
    assert.deepEqual(
      written.map(({ actionId }) => actionId),
      ['x', 'w', 'y', 'z'],
    );
    assert.deepEqual(outcome.steps, [[1]]);
  });

  it('several edits of a flow change nothing if one of them is refused', () => {
    const missing: FlowEdit = { kind: 'deleteSteps', steps: [[7]] };
    for (const edits of [
      [missing],
      [missing, rename('B')],
      [rename('B'), missing],
      [rename('B'), missing, rename('C')],
    ])
      assert.equal(applyInOrder(TEXT, edits).kind, 'refused');
  });
});
