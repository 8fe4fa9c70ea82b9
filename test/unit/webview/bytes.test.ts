import assert from 'node:assert/strict';
import { bytesOf } from '../../../src/webview/common/bytes.ts';

it('bytes that the host answered are read from both forms of them, and from nothing else', () => {
  const bytes = Uint8Array.of(1, 2);
  assert.equal(bytesOf(bytes), bytes);
  assert.deepEqual(bytesOf(bytes.buffer), bytes);
  for (const other of [undefined, null, 'AQI=', [1, 2], { length: 2 }])
    assert.equal(bytesOf(other), undefined);
});
