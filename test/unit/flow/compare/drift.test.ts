import assert from 'node:assert/strict';
import { createCatalog } from '../../../../src/flow/catalog.ts';
import { flowText } from '../../../../src/flow/compare/canonicalText.ts';
import { formatDriftReport } from '../../../../src/flow/compare/driftReport.ts';
import { describeFileDrift } from '../../../../src/wording/driftLabels.ts';
import { type Drift, driftOf, verifiedGraph } from '../../../../src/flow/compare/drift.ts';
import { type FlowMeaning, meaningOfBody } from '../../../../src/flow/compare/flowMeaning.ts';

const TAP = '6f0f2c1e-6f1c-4d8e-9d7f-0a3c52a7b001';
const RUN = '6f0f2c1e-6f1c-4d8e-9d7f-0a3c52a7b009';
const itself = (text: string): string => text;

function flow(xs: readonly number[], more: object = {}): FlowMeaning {
  const actions = xs.map((x, index) => ({
    actionId: TAP,
    position: index + 1,
    overrides: { params: { x } },
  }));
  return meaningOfBody({ name: 'Wave', triggerId: TAP, actions, ...more }, createCatalog([]));
}

function drift(file: FlowMeaning, remote: FlowMeaning, then = flow([1, 2]), verified = then): Drift {
  const known = {
    deployed: { file: flowText(then), flow: flowText(then) },
    verified: verifiedGraph(verified, RUN, itself),
  };
  return driftOf(file, remote, known, itself);
}

function labelsOf(found: Drift): readonly string[] {
  return describeFileDrift({ kind: 'known', drift: found, changes: [], file: flow([]), flow: flow([]) });
}

it('the drift of a file and its flow is none if all three match', () => {
  const found = drift(flow([1, 2]), flow([1, 2]));
  assert.deepEqual(found, {
    differences: [],
    side: 'none',
    activation: 'valid',
    afterUpdate: 'valid',
    unverifiedSteps: [],
  });
  assert.deepEqual(labelsOf(found), []);
});

it('the drift of a file and its flow reports which side changed since they matched', () => {
  assert.equal(drift(flow([1, 3]), flow([1, 2])).side, 'file');
  assert.equal(drift(flow([1, 2]), flow([1, 3])).side, 'service');
  assert.equal(drift(flow([1, 4]), flow([1, 3])).side, 'both');
  assert.equal(driftOf(flow([1]), flow([2]), {}, itself).side, 'unknown');
});

it('the drift of a file and its flow predicts that an update of steps or trigger invalidates the verification, but not of a name', () => {
  const steps = drift(flow([1, 3]), flow([1, 2]));
  assert.deepEqual([steps.activation, steps.afterUpdate], ['valid', 'changed']);
  const trigger = drift(flow([1, 2], { triggerId: RUN }), flow([1, 2]));
  assert.deepEqual([trigger.activation, trigger.afterUpdate], ['valid', 'changed']);
  const name = drift(flow([1, 2], { name: 'Greet', deviceIds: [TAP] }), flow([1, 2]));
  assert.deepEqual([name.activation, name.afterUpdate], ['valid', 'valid']);
  assert.equal(driftOf(flow([1]), flow([1]), {}, itself).activation, 'never');
});

it('the drift of a file and its flow predicts that an update back to the verified graph makes the verification valid again', () => {
  const found = drift(flow([1, 2]), flow([1, 3]));
  assert.deepEqual([found.activation, found.afterUpdate], ['changed', 'valid']);
  assert.deepEqual(found.unverifiedSteps, [2]);
  assert.deepEqual(labelsOf(found), ['differs from file', 'changed since verified']);
});

it('the drift of a file and its flow is shown as a document with the changes of an update and the effect on the verification', () => {
  const text = formatDriftReport('a.flow.json', 'Wave', drift(flow([1, 3]), flow([1, 4])));
  assert.match(text, /^# `a\.flow\.json` and the flow “Wave”\n\nBoth the file and the flow have changed/);
  assert.match(text, /- Step 2 “action 6f0f2c1e”: params\.x is 3, was 4\. \(needs a new verification\)/);
  assert.match(text, /Activating the flow as it is is refused \(`verification_invalid`\)/);
  assert.match(text, /Not as they were verified: step 2\./);
});

it('the drift of a file and its flow is shown in complete sentences, and in fewer if there is less to report', () => {
  const remote = flow([1, 2]);
  const inStep = driftOf(remote, remote, {}, itself);
  assert.equal(
    formatDriftReport('a.flow.json', 'Wave', inStep),
    `${[
      '# `a.flow.json` and the flow “Wave”',
      'The file and the flow match.',
      '## What an update from the file changes',
      'Nothing.',
      '## Verification',
      '- Activating the flow as it is needs a verification; none is known.',
    ].join('\n\n')}\n`,
  );
  const verified = flow([3, 2, 4]);
  const named = drift(flow([5, 2, 6], { name: 'Greet' }), flow([3, 2, 7]), remote, verified);
  assert.equal(
    formatDriftReport('a.flow.json', 'Wave', named),
    `${[
      '# `a.flow.json` and the flow “Wave”',
      'Both the file and the flow have changed since the file was last deployed.',
      '## What an update from the file changes',
      '- Name: Wave → Greet\n' +
        '- Step 1 “action 6f0f2c1e”: params.x is 5, was 3. (needs a new verification)\n' +
        '- Step 3 “action 6f0f2c1e”: params.x is 6, was 7. (needs a new verification)',
      '## Verification',
      '- Activating the flow as it is is refused (`verification_invalid`), because the trigger or the steps are ' +
        'not those that were verified.\n' +
        '- Activating it after an update from the file is refused (`verification_invalid`), because the trigger ' +
        'or the steps are not those that were verified.\n' +
        '- Not as they were verified: step 3.',
    ].join('\n\n')}\n`,
  );
});

it('the drift of a file and its flow names the side that changed, and the result of an activation', () => {
  const told = (found: Drift): string => formatDriftReport('a', 'b', found);
  assert.match(
    told(drift(flow([1, 3]), flow([1, 2]))),
    /\nThe file has changed since it was last deployed\.\n/,
  );
  assert.match(
    told(drift(flow([1, 2]), flow([1, 3]))),
    /\nThe flow has changed on the service since the file was last deployed\.\n/,
  );
  assert.match(
    told(driftOf(flow([1]), flow([2]), {}, itself)),
    /\nThey differ\. It is not known which of them changed\.\n/,
  );
  assert.match(
    told(drift(flow([1, 2]), flow([1, 2]))),
    /Activating the flow as it is passes with the last verification\./,
  );
});

it('the drift of a file and its flow lists several unverified steps by number, and adds details after a name only if they apply', () => {
  const found = drift(flow([7, 2, 8]), flow([7, 2, 8]), flow([1, 2]));
  assert.deepEqual(found.unverifiedSteps, [1, 3]);
  assert.match(formatDriftReport('a', 'b', found), /Not as they were verified: step 1, 3\./);
  assert.deepEqual(labelsOf(found), ['changed since verified']);
  assert.deepEqual(labelsOf(drift(flow([1, 3]), flow([1, 2]))), ['differs from file']);
});

it('the drift of a file and its flow predicts no change if a file repeats what its action already has', () => {
  const catalog = createCatalog([{ id: TAP, name: 'Tap', params: { stealth: false } }]);
  const having = (params: object): FlowMeaning =>
    meaningOfBody({ name: 'Wave', actions: [{ actionId: TAP, overrides: { params } }] }, catalog);
  const remote = having({ x: 1 });
  const found = drift(having({ x: 1, stealth: false }), remote, remote);
  assert.deepEqual([found.differences, found.afterUpdate], [[], 'valid']);
});

it('the drift of a file and its flow uses the trigger of the flow if the file has none', () => {
  const file: FlowMeaning = { settings: { name: 'Wave' }, steps: flow([1, 3]).steps };
  const remote = flow([1, 2], { triggerId: RUN });
  const verified = flow([1, 3], { triggerId: RUN });
  assert.equal(drift(file, remote, remote, verified).afterUpdate, 'valid');
});

it('the drift of a file and its flow stores the execution of a verified graph and a digest of each step', () => {
  const kept = verifiedGraph(flow([1, 2]), RUN, text => `digest of ${text}`);
  assert.equal(kept.executionId, RUN);
  assert.match(kept.graph, /^digest of /);
  assert.deepEqual(
    kept.steps.map(one => one.startsWith('digest of ')),
    [true, true],
  );
});
