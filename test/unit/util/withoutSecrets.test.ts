import assert from 'node:assert/strict';
import { withoutSecrets } from '../../../src/util/withoutSecrets.ts';

describe('a record without secrets', () => {
  it('hides the values of secret fields at any depth and keeps the others', () => {
    const record = {
      id: 'one',
      streamToken: 'canary',
      streamUrl: null,
      items: [{ secret: 'canary', name: 'kept' }],
    };
    const shown = withoutSecrets(record);
    assert.deepEqual(shown, {
      id: 'one',
      streamToken: '••••••',
      streamUrl: null,
      items: [{ secret: '••••••', name: 'kept' }],
    });
    assert.doesNotMatch(JSON.stringify(shown), /canary/);
  });
});
