import assert from 'node:assert/strict';
import { stepKey } from '../../../../src/webview/flowEditor/stepKeys.ts';

const plain = { code: '', altKey: false, shiftKey: false, ctrlKey: false, metaKey: false };

it('the keys of the list of steps navigate, and extend the selection with Shift', () => {
  assert.deepEqual(stepKey({ ...plain, key: 'ArrowDown' }), {
    kind: 'go',
    direction: 'down',
    extend: false,
  });
  assert.deepEqual(stepKey({ ...plain, key: 'Home', shiftKey: true }), {
    ...{ kind: 'go', direction: 'home', extend: true },
  });
});

it('the keys of the list of steps move with Alt, duplicate with Shift and Alt, and ignore other keys', () => {
  assert.deepEqual(stepKey({ ...plain, key: 'ArrowUp', altKey: true }), { kind: 'act', action: 'moveUp' });
  assert.deepEqual(stepKey({ ...plain, key: 'ArrowDown', altKey: true, shiftKey: true }), {
    ...{ kind: 'act', action: 'duplicate' },
  });
  assert.deepEqual(stepKey({ ...plain, key: 'ArrowLeft', altKey: true }), {
    kind: 'act',
    action: 'moveOut',
  });
  assert.equal(stepKey({ ...plain, key: 'ArrowUp', altKey: true, ctrlKey: true }), undefined);
});

it('the keys of the list of steps copy and cut with Control or Command, and leave pasting to the paste event', () => {
  assert.deepEqual(stepKey({ ...plain, key: 'c', metaKey: true }), { kind: 'act', action: 'copy' });
  assert.deepEqual(stepKey({ ...plain, key: 'x', ctrlKey: true }), { kind: 'act', action: 'cut' });
  assert.equal(stepKey({ ...plain, key: 'v', ctrlKey: true }), undefined);
  assert.equal(stepKey({ ...plain, key: 'z', ctrlKey: true }), undefined);
});

it('the keys of the list of steps are recognized with Caps Lock and on non-Latin keyboards', () => {
  assert.deepEqual(stepKey({ ...plain, key: 'C', ctrlKey: true }), { kind: 'act', action: 'copy' });
  const cyrillic = { ...plain, key: 'ч', code: 'KeyX', ctrlKey: true };
  assert.deepEqual(stepKey(cyrillic), { kind: 'act', action: 'cut' });
  assert.equal(stepKey({ ...plain, key: 'q', code: 'KeyX', ctrlKey: true }), undefined);
});

it('the keys of the list of steps add, delete, rename, and open', () => {
  assert.deepEqual(stepKey({ ...plain, key: 'Enter' }), { kind: 'inspect' });
  assert.deepEqual(stepKey({ ...plain, key: 'F2' }), { kind: 'rename' });
  assert.deepEqual(stepKey({ ...plain, key: 'Delete' }), { kind: 'act', action: 'delete' });
  assert.deepEqual(stepKey({ ...plain, key: 'Enter', ctrlKey: true }), { kind: 'act', action: 'add' });
  assert.deepEqual(stepKey({ ...plain, key: 'Enter', ctrlKey: true, shiftKey: true }), {
    ...{ kind: 'act', action: 'addInside' },
  });
  assert.equal(stepKey({ ...plain, key: 'q' }), undefined);
});
