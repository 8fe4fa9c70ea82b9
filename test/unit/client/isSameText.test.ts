import assert from 'node:assert/strict';
import { isSameText } from '../../../src/client/isSameText.ts';

describe('client/isSameText', () => {
  it('texts are the same only if all of their characters are', () => {
    assert.ok(isSameText('Bearer a1é', 'Bearer a1é'));
    for (const other of ['', 'Bearer a1', 'Bearer a1ée', 'bearer a1é', 'Bearer a1e\u0301'])
      assert.ok(!isSameText(other, 'Bearer a1é'), other);
  });
});
