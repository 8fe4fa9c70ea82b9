import assert from 'node:assert/strict';
import type { ParamChange } from '../../../../src/flow/form/paramEdit.ts';
import { fieldAfter } from '../../../../src/webview/flowEditor/drafts.ts';

function after(path: readonly (string | number)[], change: ParamChange, ...fields: string[]): unknown[] {
  return fields.map(field => fieldAfter(field, ':step', path, change));
}

describe('webview/flowEditor/fieldAfter', () => {
  const items = [':step/a/0', ':step/a/1/x', ':step/a/2', ':step/ab/1', '/a/1', ':step/a'];

  it('a field after a change around it moves with its item', () => {
    const moved = after(['a'], { kind: 'moveItem', from: 0, to: 2 }, ...items);
    assert.deepEqual(moved, [':step/a/2', ':step/a/0/x', ':step/a/1', ':step/ab/1', '/a/1', ':step/a']);
    const back = after(['a'], { kind: 'moveItem', from: 2, to: 0 }, ...items.slice(0, 3));
    assert.deepEqual(back, [':step/a/1', ':step/a/2/x', ':step/a/0']);
    const put = after(['a'], { kind: 'insertItem', index: 1, value: 0 }, ...items.slice(0, 3));
    assert.deepEqual(put, [':step/a/0', ':step/a/2/x', ':step/a/3']);
  });

  it('a field after a change around it is removed with its item, but not with the value of a property, which can be typed again', () => {
    const gone = after(['a', 1], { kind: 'remove' }, ...items);
    assert.deepEqual(gone, [':step/a/0', undefined, ':step/a/1', ':step/ab/1', '/a/1', ':step/a']);
    assert.deepEqual(after(['a'], { kind: 'remove' }, ':step/a'), [':step/a']);
  });

  it('a field after a change around it has the new name of its entry', () => {
    const renamed = after(['a'], { kind: 'renameKey', name: 'b/c' }, ':step/a', ':step/a/1/x', ':step/ab');
    assert.deepEqual(renamed, [':step/b~1c', ':step/b~1c/1/x', ':step/ab']);
  });
});
