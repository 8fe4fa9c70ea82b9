import assert from 'node:assert/strict';
import {
  lineAt,
  NO_LINES,
  selectLine,
  keepListed,
} from '../../../../src/webview/devicePanel/logSelection.ts';

const lines = [9, 8, 7, 6];
const alone = { toggle: false, extend: false };

it('the selection in the log of gestures selects one row, more rows, and ranges in either direction', () => {
  const one = selectLine(lines, NO_LINES, 8, alone);
  assert.deepEqual(one, { numbers: [8], active: 8, anchor: 8 });
  const both = selectLine(lines, one, 6, { toggle: true, extend: false });
  assert.deepEqual(both, { numbers: [8, 6], active: 6, anchor: 6 });
  assert.deepEqual(selectLine(lines, both, 8, { toggle: true, extend: false }).numbers, [6]);
  const range = selectLine(lines, both, 9, { toggle: false, extend: true });
  assert.deepEqual(range, { numbers: [9, 8, 7, 6], active: 9, anchor: 6 });
  assert.deepEqual(selectLine(lines, range, 7, { toggle: false, extend: true }).numbers, [7, 6]);
});

it('the selection in the log of gestures drops rows that no longer exist', () => {
  const before = { numbers: [9, 7], active: 7, anchor: 9 };
  assert.deepEqual(keepListed([9, 8], before), { numbers: [9], active: undefined, anchor: 9 });
});

it('the selection in the log of gestures follows the keys', () => {
  assert.deepEqual(
    ['ArrowDown', 'ArrowUp', 'Home', 'End', 'x'].map(key => lineAt(lines, 8, key)),
    [7, 9, 9, 6, undefined],
  );
  assert.equal(lineAt(lines, undefined, 'ArrowDown'), 9);
  assert.equal(lineAt(lines, 6, 'ArrowDown'), 6);
  assert.equal(lineAt([], undefined, 'ArrowDown'), undefined);
});
