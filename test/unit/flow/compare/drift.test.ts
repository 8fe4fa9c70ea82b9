import assert from 'node:assert/strict';
import { createCatalogue } from '../../../../src/flow/catalogue.ts';
import { alignLists } from '../../../../src/flow/compare/alignLists.ts';
import { flowText } from '../../../../src/flow/compare/canonicalText.ts';
import { driftReport, driftWords } from '../../../../src/flow/compare/driftReport.ts';
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
  return meaningOfBody({ name: 'Wave', triggerId: TAP, actions, ...more }, createCatalogue([]));
}

function drift(file: FlowMeaning, remote: FlowMeaning, then = flow([1, 2]), verified = then): Drift {
  const known = {
    deployed: { file: flowText(then), flow: flowText(then) },
    verified: verifiedGraph(verified, RUN, itself),
  };
  return driftOf(file, remote, known, itself);
}

describe('the drift of a file, its flow and the last verification', () => {
  it('is none where all three are in step', () => {
    const found = drift(flow([1, 2]), flow([1, 2]));
    assert.deepEqual(found, {
      differences: [],
      side: 'none',
      activation: 'valid',
      afterUpdate: 'valid',
      unverifiedSteps: [],
    });
    assert.deepEqual(driftWords(found), []);
  });

  it('tells which side changed since they were in step', () => {
    assert.equal(drift(flow([1, 3]), flow([1, 2])).side, 'file');
    assert.equal(drift(flow([1, 2]), flow([1, 3])).side, 'service');
    assert.equal(drift(flow([1, 4]), flow([1, 3])).side, 'both');
    assert.equal(driftOf(flow([1]), flow([2]), {}, itself).side, 'unknown');
  });

  it('foretells that an update of the steps or the trigger makes the verification invalid, of a name not', () => {
    const steps = drift(flow([1, 3]), flow([1, 2]));
    assert.deepEqual([steps.activation, steps.afterUpdate], ['valid', 'changed']);
    const trigger = drift(flow([1, 2], { triggerId: RUN }), flow([1, 2]));
    assert.deepEqual([trigger.activation, trigger.afterUpdate], ['valid', 'changed']);
    const name = drift(flow([1, 2], { name: 'Greet', deviceIds: [TAP] }), flow([1, 2]));
    assert.deepEqual([name.activation, name.afterUpdate], ['valid', 'valid']);
    assert.equal(driftOf(flow([1]), flow([1]), {}, itself).activation, 'never');
  });

  it('foretells that an update back to what was verified makes the verification valid again', () => {
    const found = drift(flow([1, 2]), flow([1, 3]));
    assert.deepEqual([found.activation, found.afterUpdate], ['changed', 'valid']);
    assert.deepEqual(found.unverifiedSteps, [2]);
    assert.deepEqual(driftWords(found), ['differs from its file', 'changed since verified']);
  });

  it('is told as a document that says what an update changes and what a verification is good for', () => {
    const text = driftReport('a.flow.json', 'Wave', drift(flow([1, 3]), flow([1, 4])));
    assert.match(text, /^# a\.flow\.json and the flow “Wave”\n\nBoth the file and the flow have changed/);
    assert.match(text, /- Step 2 “action 6f0f2c1e”: params\.x is 3, was 4\. \(needs a new verification\)/);
    assert.match(text, /Activating the flow as it is is refused \(`verification_invalid`\)/);
    assert.match(text, /Not as they were verified: step 2\./);
  });
});

describe('putting lists side by side', () => {
  it('keeps every item once and in order, however long the lists are', () => {
    const before = Array.from({ length: 3000 }, (_, index) => [`${index % 1000}`]);
    const after = before.filter((_, index) => index % 7 !== 0).toReversed();
    const aligned = alignLists(before, after);
    const [left, right] = (['before', 'after'] as const).map(side =>
      aligned.flatMap(one => (one[side] === undefined ? [] : [one[side]])),
    );
    assert.deepEqual(left, [...before.keys()]);
    assert.deepEqual(right, [...after.keys()]);
    for (const { before: one, after: other } of aligned) {
      if (one !== undefined && other !== undefined) assert.deepEqual(before[one], after[other]);
    }
  });
});
