import assert from 'node:assert/strict';
import { applyEdit } from '../../../../src/flow/edit/applyEdit.ts';
import { copySteps } from '../../../../src/flow/edit/copySteps.ts';
import type { FlowEdit, StepPath } from '../../../../src/flow/edit/flowEdit.ts';
import { applyEdits } from '../../../../src/flow/document/textEdits.ts';

/** The text after an edit, and the steps that it touched. */
function done(text: string, edit: FlowEdit): { text: string; steps: readonly StepPath[] } {
  const outcome = applyEdit(text, edit);
  if (outcome.kind === 'refused') assert.fail(outcome.sentence);
  return { text: applyEdits(text, outcome.edits), steps: outcome.steps };
}

/** Why an edit is refused. */
function refusal(text: string, edit: FlowEdit): string {
  const outcome = applyEdit(text, edit);
  return outcome.kind === 'refused' ? outcome.sentence : '';
}

/** Steps as one line each, `a1(b1 c2)` for the action, the position and the children. */
function order(text: string): string {
  interface Entry {
    actionId: string;
    position?: number | string;
    children?: Entry[];
  }
  const line = ({ actionId, position, children }: Entry): string =>
    actionId + JSON.stringify(position ?? null) + (children ? `(${children.map(line).join(' ')})` : '');
  const plain = text.replaceAll(/\/\/[^\n]*/g, '').replaceAll(/,(?=\s*[}\]])/g, '');
  return (JSON.parse(plain) as { actions: Entry[] }).actions.map(line).join(' ');
}

const FLOW = `{
  "name": "A",
  "actions": [
    // first
    { "actionId": "a", "position": 1 },
    { "actionId": "b", "position": 2, "children": [
      { "actionId": "c", "position": 1 }, // see c
      { "actionId": "d", "position": 2, "mine": {"x":1} }
    ] },

    // About the end.
    {
      "actionId": "e",
      "position": 3
    }
  ]
}
`;

it('an edit of steps inserts a step at a position, formatted and numbered like its neighbors', () => {
  const { text, steps } = done(FLOW, { kind: 'addStep', to: { index: 1 }, step: { actionId: 'n' } });
  assert.deepEqual(steps, [[1]]);
  assert.equal(order(text), 'a1 n2 b3(c1 d2) e4');
  assert.ok(
    text.includes('"position": 1 },\n    {\n      "actionId": "n",\n      "position": 2\n    },\n'),
    text,
  );
  assert.ok(text.includes('    // first\n    { "actionId": "a", "position": 1 },'));
});

it('an edit of steps inserts the first step of a flow and of a parent', () => {
  const first = done('{\n\t"name": "A"\n}', {
    kind: 'addStep',
    to: { index: 0 },
    step: { actionId: 'n' },
  });
  assert.equal(
    first.text,
    '{\n\t"name": "A",\n\t"actions": [\n\t\t{\n\t\t\t"actionId": "n",\n\t\t\t"position": 1\n\t\t}\n\t]\n}',
  );
  const child = done(FLOW, {
    kind: 'addStep',
    to: { parent: 0, index: 0 },
    step: { actionId: 'n' },
  });
  assert.deepEqual(child.steps, [[0, 0]]);
  assert.equal(order(child.text), 'a1(n1) b2(c1 d2) e3');
});

it('an edit of steps moves a step with its comments and keeps those of the list', () => {
  const { text, steps } = done(FLOW, { kind: 'moveSteps', steps: [[0]], to: { index: 3 } });
  assert.deepEqual(steps, [[2]]);
  assert.equal(order(text), 'b1(c1 d2) e2 a3');
  assert.match(text, /\/\/ first\n {4}\{ "actionId": "a", "position": 3 \}\n/);
  assert.match(text, /\/\/ About the end\.\n {4}\{\n {6}"actionId": "e"/);
});

it('an edit of steps moves steps into and out of a parent and past one another', () => {
  const shift = (text: string, steps: StepPath[], direction: 'up' | 'down' | 'in' | 'out'): string =>
    order(done(text, { kind: 'shiftSteps', steps, direction }).text);
  assert.equal(shift(FLOW, [[2]], 'in'), 'a1 b2(c1 d2 e3)');
  assert.equal(shift(FLOW, [[1, 0]], 'out'), 'a1 b2(d1) c3 e4');
  assert.equal(shift(FLOW, [[1, 0]], 'down'), 'a1 b2(d1 c2) e3');
  assert.equal(shift(FLOW, [[0], [1]], 'down'), 'e1 a2 b3(c1 d2)');
  assert.equal(shift(FLOW, [[0], [2]], 'up'), 'a1 e2 b3(c1 d2)');
});

it('an edit of steps copies steps after the last of them, unchanged', () => {
  const { text, steps } = done(FLOW, { kind: 'duplicateSteps', steps: [[0], [1, 1]] });
  assert.deepEqual(steps, [[1], [2, 2]]);
  assert.equal(order(text), 'a1 a2 b3(c1 d2 d3) e4');
  assert.ok(text.includes('{ "actionId": "d", "position": 3, "mine": {"x":1} }'), text);
});

it('an edit of steps deletes steps, and the children property with the last child', () => {
  assert.equal(order(done(FLOW, { kind: 'deleteSteps', steps: [[1, 0], [1, 1], [2]] }).text), 'a1 b2');
  const none = done(FLOW, { kind: 'deleteSteps', steps: [[0], [1], [2]] }).text;
  assert.equal(order(none), '');
});

it('an edit of steps wraps steps in a new one', () => {
  const { text, steps } = done(FLOW, {
    kind: 'wrapSteps',
    steps: [[0], [2]],
    step: { actionId: 'w' },
  });
  assert.deepEqual(steps, [[0]]);
  assert.equal(order(text), 'w1(a1 e2) b2(c1 d2)');
  assert.match(text, /\/\/ first/);
});

it('an edit of steps pastes copied steps into another file, in its formatting', () => {
  const copied = copySteps(FLOW, [[1], [1, 0]]);
  assert.ok(copied);
  const { text } = done('{\r\n\t"actions": []\r\n}', {
    kind: 'pasteSteps',
    to: { index: 0 },
    text: copied,
  });
  assert.equal(order(text), 'b1(c1 d2)');
  assert.doesNotMatch(text.replaceAll('\r\n', ''), /[\r\n]/);
  assert.ok(text.includes('// see c'));
  assert.equal(
    copySteps(FLOW, [[2], [1, 0]]),
    '[\n  { "actionId": "c", "position": 1 },\n  {\n    "actionId": "e",\n    "position": 3\n  }\n]\n',
  );
  assert.equal(copySteps(FLOW, [[7]]), undefined);
  assert.equal(copySteps('{', [[0]]), undefined);
});

it('an edit of steps pastes steps in the formatting of the file', () => {
  const paste = (file: string, text: string): string =>
    done(file, { kind: 'pasteSteps', to: { index: 1 }, text }).text;
  const large = '[\n    {\n        "actionId": "n",\n        "at": { "x": 1.50 }\n    }\n]';
  assert.equal(
    paste('{"actions":[{"actionId":"a","position":1}]}', large),
    '{"actions":[{"actionId":"a","position":1},{"actionId":"n","position":2,"at":{"x":1.50}}]}',
  );
  assert.equal(
    paste('{ "actions": [{ "actionId": "a" }] }', '{"actionId":"n","tags":["x","y"],"none":{}}'),
    '{ "actions": [{ "actionId": "a", "position": 1 }, { "actionId": "n", "position": 2, "tags": ["x", "y"], "none": {} }] }',
  );
  assert.equal(
    paste(
      '{\n  "actions": [\n    {\n      "actionId": "a"\n    }\n  ]\n}',
      '{"actionId":"n","at":{"x":1.50}}',
    ),
    '{\n  "actions": [\n    {\n      "actionId": "a",\n      "position": 1\n    },\n    {\n      "actionId": "n",\n' +
      '      "position": 2,\n      "at": {\n        "x": 1.50\n      }\n    }\n  ]\n}',
  );
  assert.equal(
    paste('{\n  "actions": [\n    {\n      "actionId": "a"\n    }\n  ]\n}', large),
    '{\n  "actions": [\n    {\n      "actionId": "a",\n      "position": 1\n    },\n    {\n      "actionId": "n",\n' +
      '      "position": 2,\n      "at": { "x": 1.50 }\n    }\n  ]\n}',
  );
  const inLines = '{\n  "actions": [\n    { "actionId": "a", "position": 1 }\n  ]\n}';
  assert.ok(paste(inLines, '{ "actionId": "n" }').includes('{ "actionId": "n", "position": 2 }'));
  // A comment may need its line.
  assert.ok(paste('{"actions":[{"actionId":"a"}]}', '{\n "actionId": "n" // why\n}').includes('// why\n'));
});

it('an edit of steps pastes one step, a list of steps, and a whole flow', () => {
  const paste = (text: string): string =>
    order(
      done('{"actions":[{"actionId":"z","position":"5"}]}', {
        kind: 'pasteSteps',
        to: { index: 0 },
        text,
      }).text,
    );
  assert.equal(paste('{"actionId":"n"}'), 'n"5" z"6"');
  assert.equal(paste('[{"actionId":"n","position":9},{"actionId":"m"}]'), 'n"5" m"6" z"7"');
  assert.equal(paste(FLOW), 'a"5" b"6"(c1 d2) e"7" z"8"');
});

it('an edit of steps keeps the positions of a list and their spacing', () => {
  const text = '{"actions":[{"actionId":"a","position":10},{"actionId":"b","position":20}]}';
  const { text: grown } = done(text, { kind: 'addStep', to: { index: 0 }, step: { actionId: 'n' } });
  assert.equal(order(grown), 'n10 a20 b30');
});

it('an edit of steps refuses invalid edits with one sentence', () => {
  const into = (steps: StepPath[], parent: number): string =>
    refusal(FLOW, { kind: 'moveSteps', steps, to: { parent, index: 0 } });
  assert.match(into([[1]], 0), /one level only/);
  assert.match(into([[1]], 1), /cannot be moved into itself/);
  assert.match(into([[0]], 9), /cannot be put there/);
  assert.match(refusal(FLOW, { kind: 'deleteSteps', steps: [[9]] }), /no step 10/);
  assert.match(refusal(FLOW, { kind: 'deleteSteps', steps: [] }), /No step is chosen/);
  assert.match(refusal(FLOW, { kind: 'shiftSteps', steps: [[0]], direction: 'up' }), /first one already/);
  assert.match(refusal(FLOW, { kind: 'shiftSteps', steps: [[2]], direction: 'down' }), /last one already/);
  assert.match(refusal(FLOW, { kind: 'shiftSteps', steps: [[0]], direction: 'in' }), /no step above/);
  assert.match(
    refusal(FLOW, { kind: 'shiftSteps', steps: [[0]], direction: 'out' }),
    /not inside another step/,
  );
  assert.match(refusal(FLOW, { kind: 'pasteSteps', to: { index: 0 }, text: 'hello' }), /is not JSON/);
  assert.match(refusal(FLOW, { kind: 'pasteSteps', to: { index: 0 }, text: '{}' }), /actionId/);
  assert.match(refusal('{"actions":{}}', { kind: 'deleteSteps', steps: [[0]] }), /not a list/);
});
