import assert from 'node:assert/strict';
import { applyEdit } from '../../../../src/flow/edit/applyEdit.ts';
import { type FlowEdit, stepNumber, type ValueLocation } from '../../../../src/flow/edit/flowEdit.ts';

const FLOW = JSON.stringify({
  name: 'A',
  tags: ['x'],
  actions: [
    { actionId: 'a', children: [{ actionId: 'b' }, { actionId: 'c' }] },
    { actionId: 'd' },
    { actionId: 'e', children: null },
  ],
});

const settings = (...path: string[]): ValueLocation => ({ in: 'settings', path });
const inStep = (...path: string[]): ValueLocation => ({ in: 'step', step: [1], path });
const set = (location: ValueLocation): FlowEdit => ({ kind: 'set', location, value: 1 });
const add = (step: Readonly<Record<string, unknown>>, parent?: number): FlowEdit => ({
  kind: 'addStep',
  to: { parent, index: 0 },
  step,
});
const paste = (content: unknown): FlowEdit => ({
  kind: 'pasteSteps',
  to: { index: 0 },
  text: JSON.stringify(content),
});
const shift = (steps: readonly [number, number?][], direction: 'up' | 'down' | 'in' | 'out'): FlowEdit => ({
  kind: 'shiftSteps',
  steps: steps.map(([entry, child]) => (child === undefined ? [entry] : [entry, child])),
  direction,
});

const NESTED =
  'A step with nested steps cannot be moved into another one: steps can be nested one level only.';
const NO_STEPS = 'The clipboard does not contain steps: each is an object with an “actionId”.';
const NO_WHOLE_STEP = 'A step is not changed as a whole: it is put in, moved or deleted.';
const NO_STEP_SETTING = 'The steps of a flow are changed one by one, not as a setting.';

const REFUSED: readonly (readonly [edit: FlowEdit, sentence: string, text?: string])[] = [
  [set(settings()), NO_STEP_SETTING],
  [set(settings('actions')), NO_STEP_SETTING],
  [set(inStep()), NO_WHOLE_STEP],
  [set(inStep('children')), NO_WHOLE_STEP],
  [add({ name: 'no action' }), 'A step needs an action.'],
  [{ kind: 'wrapSteps', steps: [[1]], step: { name: 'no action' } }, 'A step needs an action.'],
  [
    { kind: 'wrapSteps', steps: [[0, 0]], step: { actionId: 'w' } },
    'Nested steps cannot be wrapped: steps can be nested one level only.',
  ],
  [add({ actionId: 'x', children: [{ actionId: 'y' }] }, 1), NESTED],
  [{ kind: 'moveSteps', steps: [[0]], to: { parent: 1, index: 0 } }, NESTED],
  [{ kind: 'moveSteps', steps: [[0]], to: { parent: 0, index: 0 } }, 'A step cannot be moved into itself.'],
  [add({ actionId: 'x' }, 7), 'The step cannot be put there; the flow has changed.'],
  [shift([[1], [0]], 'down'), 'There is no step 2; the flow has changed.', '{"actions":[{"actionId":"a"}]}'],
  [shift([[0, 0]], 'in'), 'Steps can be nested one level only.'],
  [shift([[1]], 'out'), 'The step is not inside another step.'],
  [paste({ actionId: 7 }), NO_STEPS],
  [paste([]), NO_STEPS],
  [
    paste({ actionId: 'x', children: [{ actionId: 'y', children: [{ actionId: 'z' }] }] }),
    'The steps of the clipboard are nested deeper than one level.',
  ],
  [{ kind: 'insertItem', location: settings('name'), index: 0, value: 1 }, '“name” is not a list.'],
  [
    set(settings('name')),
    'Line 3 of the file is not JSON; fix it in the text editor first.',
    '{\n  "name": "A",\r\n  "tags": [}\n}',
  ],
  [
    add({ actionId: 'x' }, 0),
    '“children” is not a list; fix it in the text editor first.',
    '{"actions":[{"children":7}]}',
  ],
];

describe('flow/edit/refusals: edit that is refused', () => {
  for (const [edit, sentence, text = FLOW] of REFUSED)
    it(`an edit of the kind ${edit.kind} is refused: ${sentence}`, () => {
      assert.deepEqual(applyEdit(text, edit), { kind: 'refused', sentence });
      // The positions in a file with a byte order mark are those after it.
      assert.deepEqual(applyEdit(`\ufeff${text}`, edit), { kind: 'refused', sentence });
    });

  it('an edit that is refused is not one of steps with empty lists of children', () => {
    for (const edit of [
      add({ actionId: 'x', children: [] }, 1),
      add({ actionId: 'x' }, 2),
      paste({ actionId: 'x', children: [{ actionId: 'y', children: [] }] }),
    ])
      assert.equal(applyEdit(FLOW, edit).kind, 'edits');
  });
});

describe('flow/edit/refusals: number of a step', () => {
  it('the number of a step counts from 1, also that of a child', () => {
    assert.deepEqual([stepNumber([0]), stepNumber([2, 0])], ['1', '3.1']);
  });
});
