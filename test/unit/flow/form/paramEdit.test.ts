import assert from 'node:assert/strict';
import { type ParamChange, toParamEdit } from '../../../../src/flow/form/paramEdit.ts';
import type { PathSegment } from '../../../../src/flow/template.ts';

const values = {
  ownValue: { mine: { a: 1 } },
  inherited: { mine: { a: 0 }, list: [1, 2, 3], deep: { x: { y: 1 }, z: 2 } },
};

/** Returns the value that a parameter change sets, and its location. */
function edit(path: PathSegment[], change: ParamChange): unknown {
  const { kind, location, ...more } = toParamEdit([2], values, path, change);
  return [kind, location.path, Object.values(more)];
}

it('a change of a parameter is an edit of the step if it has the parameter or no one has', () => {
  assert.deepEqual(edit(['mine', 'a'], { kind: 'set', value: 5 }), ['set', ['mine', 'a'], [5]]);
  assert.deepEqual(edit(['new', 'a'], { kind: 'set', value: 5 }), ['set', ['new', 'a'], [5]]);
  assert.deepEqual(edit(['list'], { kind: 'set', value: [] }), ['set', ['list'], [[]]]);
  assert.deepEqual(edit(['list'], { kind: 'remove' }), ['remove', ['list'], []]);
});

it('a change of a parameter copies an inherited value before it changes a part of it', () => {
  const set = (path: PathSegment[], change: ParamChange, wanted: unknown): void =>
    assert.deepEqual(edit(path, change), ['set', path.slice(0, 1), [wanted]]);
  set(['deep', 'x', 'y'], { kind: 'set', value: 9 }, { x: { y: 9 }, z: 2 });
  set(['deep', 'x', 'n'], { kind: 'set', value: 9 }, { x: { y: 1, n: 9 }, z: 2 });
  set(['deep', 'z'], { kind: 'remove' }, { x: { y: 1 } });
  set(['deep', 'x'], { kind: 'renameKey', name: 'w' }, { w: { y: 1 }, z: 2 });
  set(['list', 1], { kind: 'set', value: 9 }, [1, 9, 3]);
  set(['list', 1], { kind: 'remove' }, [1, 3]);
  set(['list'], { kind: 'insertItem', index: 3, value: 9 }, [1, 2, 3, 9]);
  set(['list'], { kind: 'moveItem', from: 0, to: 2 }, [2, 3, 1]);
});
