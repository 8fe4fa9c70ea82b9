import assert from 'node:assert/strict';
import type { TraceStep } from '../../../../src/contract/sandbox/traces.ts';
import { createCatalog } from '../../../../src/flow/catalog.ts';
import { applyEdits } from '../../../../src/flow/document/textEdits.ts';
import { locateRepairs, repairEdits } from '../../../../src/flow/repair/repairEdits.ts';
import { demoActionId, demoCatalog } from '../../../../src/sandbox/demo/demoCatalog.ts';

const catalog = createCatalog(demoCatalog);
const TAP = demoActionId('device.tap');

const FLOW = `{
  "name": "Sign in", // kept
  "actions": [
    { "actionId": "${TAP}", "position": 1,
      "overrides": { "params": { "stealth": true, "target": { "by": "text", "text": "Sign in" } } } },
    { "actionId": "${TAP}", "position": 2, "note": "mine",
      "overrides": { "params": { "target": { "by": "text", "text": "sign", "exact": false } } } }
  ]
}
`;

function traced(index: number, target: object, actionId: string | undefined = TAP): TraceStep {
  return {
    id: `s${index}`,
    index,
    childIndex: null,
    method: 'device.tap',
    status: 'failed',
    actionId,
    params: { target },
  };
}

const STEPS = [
  {
    ...traced(0, { by: 'text', text: 'Sign in' }),
    params: { stealth: true, target: { by: 'text', text: 'Sign in' } },
  },
  traced(1, { by: 'text', text: 'sign', exact: false }),
];
const REPAIRS = [
  { step: STEPS[0]!, from: { selector: { text: 'Sign in' }, isPart: false }, to: { text: 'Log in' } },
  { step: STEPS[1]!, from: { selector: { text: 'sign' }, isPart: true }, to: { resourceId: 'a.b:id/enter' } },
];

function editsOf(text: string, repairs = REPAIRS, steps = STEPS): ReturnType<typeof repairEdits> {
  const located = locateRepairs(text, steps, repairs);
  return 'refusal' in located ? located : repairEdits(text, catalog, located);
}

function repaired(text: string, repairs = REPAIRS, steps = STEPS): string {
  const found = editsOf(text, repairs, steps);
  assert.ok('edits' in found, 'refusal' in found ? found.refusal : '');
  return applyEdits(text, found.edits);
}

it('the edits of repairs change nothing but the elements', () => {
  const expected = FLOW.replace('"text": "Sign in"', '"text": "Log in"').replace(
    '{ "by": "text", "text": "sign", "exact": false }',
    '{ "by": "resourceId", "resourceId": "a.b:id/enter" }',
  );
  const after = repaired(FLOW);
  assert.deepEqual(after.replaceAll(/\s+/g, ' '), expected.replaceAll(/\s+/g, ' '));
  assert.ok(after.includes('// kept'));
});

it('the edits of repairs find a step that has moved, and one of a service with other action IDs', () => {
  const lines = FLOW.split('\n');
  const moved = [...lines.slice(0, 3), ...lines.slice(5, 7), ...lines.slice(3, 5), ...lines.slice(7)]
    .join('\n')
    .replace('false } } } }', 'false } } } },')
    .replace('"Sign in" } } } },', '"Sign in" } } } }')
    .replace('"position": 1,', '"position": 3,');
  assert.match(repaired(moved), /"Log in"/);
  const other = STEPS.map(step => ({ ...step, actionId: '99999999-0000-4000-8000-000000000000' }));
  assert.match(
    repaired(
      FLOW,
      REPAIRS.map((one, at) => ({ ...one, step: other[at]! })),
      other,
    ),
    /"Log in"/,
  );
});

it('the edits of repairs are refused if a step names another element now, or is gone', () => {
  const changed = editsOf(FLOW.replace('"Sign in" } }', '"Log out" } }'));
  assert.ok('refusal' in changed);
  assert.match(changed.refusal, /^Step 1 has changed since the run .* Run the flow again\.$/);
  const removed = editsOf('{ "name": "Sign in", "actions": [] }');
  assert.ok('refusal' in removed);
  assert.match(removed.refusal, /^Step 1 was removed from the flow after the run\.$/);
});
