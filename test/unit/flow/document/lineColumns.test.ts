import assert from 'node:assert/strict';
import { lineColumns } from '../../../../src/flow/document/lineColumns.ts';

it('line and column positions count every kind of line break', () => {
  const placeAt = lineColumns('ab\r\nc\n\nd');
  assert.deepEqual(
    [0, 1, 2, 4, 5, 6, 7, 8].map(offset => placeAt(offset).join(':')),
    ['0:0', '0:1', '0:2', '1:0', '1:1', '2:0', '3:0', '3:1'],
  );
});
