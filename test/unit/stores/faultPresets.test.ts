import assert from 'node:assert/strict';
import { FaultRule } from '../../../src/contract/sandbox/fault.ts';
import { operations } from '../../../src/contract/operations.ts';
import { matchesGlob } from '../../../src/sandbox/http/faults.ts';
import { FAULT_PRESETS, rulesOf } from '../../../src/stores/faultPresets.ts';
import { ruleText } from '../../../src/stores/faultText.ts';

it('the fault presets of the panel are valid sandbox rules with unique names', () => {
  for (const { rule, name } of FAULT_PRESETS) FaultRule.parse({ ...rule, name });
  assert.equal(new Set(FAULT_PRESETS.map(({ name }) => name)).size, FAULT_PRESETS.length);
  assert.equal(new Set(FAULT_PRESETS.map(({ kind }) => kind)).size, FAULT_PRESETS.length);
});

it('the fault presets of the panel apply to existing calls', () => {
  for (const { rule, name } of FAULT_PRESETS.filter(({ reach }) => reach !== 'screen')) {
    const reached = Object.entries(operations).filter(([id, { path }]) =>
      rule.path === undefined ? id === rule.operation : matchesGlob(`/v1${path}`, rule.path),
    );
    assert.ok(reached.length > 0, name);
  }
});

it('the fault presets of the panel are described with their effect, the calls, and the remaining number', () => {
  assert.deepEqual(
    FAULT_PRESETS.map(({ rule }) => ruleText(rule)),
    [
      '3 s late · every call',
      '429, wait 5 s · every call',
      '503 · /v1/mailboxes/**',
      '409, wait 1 s · connectMailbox',
      'no answer · every call',
      'no JSON · every call',
      '422 · every device',
      'apps moved, resized · every device',
      'apps load for 2 s · every device',
    ],
  );
  const rule = { operation: 'listFlows', times: 3, used: 1, fault: { kind: 'html' } } as const;
  assert.equal(ruleText(rule), 'a page · listFlows · 2 more');
});

it('the fault presets of the panel are found by name among the active rules', () => {
  const [slow] = FAULT_PRESETS;
  const rule = { id: '1', used: 0, fault: { kind: 'reset' } } as const;
  const found = rulesOf(slow!, [rule, { ...rule, id: '2', name: slow!.name }]);
  assert.deepEqual(
    found.map(({ id }) => id),
    ['2'],
  );
});
