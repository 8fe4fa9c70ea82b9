import assert from 'node:assert/strict';
import { createFlowSourceReader } from '../../../../src/flow/deploy/flowSource.ts';
import { demoActionId, demoCatalog } from '../../../../src/sandbox/demo/demoCatalog.ts';
import { demoTriggerId } from '../../../../src/sandbox/demo/triggers.ts';
import { createCatalog } from '../../../../src/flow/catalog.ts';

describe('flow/deploy/flowSourceSecrets', () => {
  const read = createFlowSourceReader(createCatalog(demoCatalog));
  const refusalOf = (params: object): string => {
    const actions = [{ actionId: demoActionId('webhooks.request'), position: 1, overrides: { params } }];
    const source = read(
      'a.flow.json',
      JSON.stringify({ name: 'A', triggerId: demoTriggerId('custom'), actions }),
    );
    assert.ok('refusal' in source);
    return source.refusal;
  };

  it('the refusal of a flow file with errors shows a value without the secret in it', () => {
    assert.match(
      refusalOf({ url: 'ftp://ada:canary1@h.example/' }),
      /must match .*“?"ftp:\/\/ada:••••••@h\.example\/"/,
    );
  });

  it('the refusal of a flow file with errors shows no beginning of a secret that is longer than what a message shows', () => {
    const long = `ftp://ada:canary${'x'.repeat(100)}@h.example/`;
    const refusal = refusalOf({ url: long });
    assert.match(refusal, /must match .*••••••/);
    assert.doesNotMatch(refusal, /canary/);
  });
});
