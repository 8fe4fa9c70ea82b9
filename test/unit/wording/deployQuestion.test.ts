import assert from 'node:assert/strict';
import { deployQuestion, recreationQuestion } from '../../../src/wording/deployQuestion.ts';
import { planRecreation, type PlanItem } from '../../../src/flow/deploy/planItem.ts';

type Update = Extract<PlanItem, { readonly action: 'update' }>;

const meaning = { settings: {}, steps: [] };

function planned(path: string) {
  const source = { key: path, path, name: path.toUpperCase(), body: {}, meaning };
  return { source, key: path, path, stored: undefined, link: {}, differences: [] };
}

function update(path: string, enabled: boolean): Update {
  return { ...planned(path), action: 'update', flowId: `flow-${path}`, remote: meaning, enabled };
}

function linesOf(items: readonly PlanItem[]): readonly string[] {
  return deployQuestion('Staging', items, {})?.detail.split('\n') ?? [];
}

it('the confirmation of a deployment is not required for one new file that the user named, or without changes', () => {
  const unchanged: PlanItem = {
    ...planned('a'),
    action: 'unchanged',
    flowId: 'f',
    remote: undefined,
    enabled: undefined,
  };
  assert.equal(deployQuestion('Staging', [{ ...planned('a'), action: 'create' }], {}), undefined);
  assert.equal(deployQuestion('Staging', [unchanged], {}), undefined);
  assert.equal(deployQuestion('Staging', [unchanged, unchanged], {}), undefined);
});

it('the confirmation of a deployment shows the plan of a new file that the user did not name', () => {
  assert.deepEqual(deployQuestion('Staging', [{ ...planned('a'), action: 'create' }], { isImplied: true }), {
    question: 'Create the flow “A” on Staging?',
    detail: 'From a, with 0 steps, disabled until a successful execution verifies it.',
    verb: 'Create',
  });
});

it('the confirmation of a deployment names every flow that is deleted, whatever the number of files', () => {
  const items = Array.from({ length: 30 }, (_, index) => [
    update(`u${index}`, false),
    planRecreation(update(`r${index}`, index === 7)),
  ]).flat();
  const lines = linesOf(items);
  assert.equal(lines.filter(line => /: recreate\. .*Its flow flow-r\d+ is deleted/.test(line)).length, 29);
  assert.ok(
    lines.includes(
      'r7: recreate. This service cannot replace the steps of a flow. Its enabled flow flow-r7 is deleted, and the new one is disabled until a successful execution verifies it.',
    ),
  );
  assert.equal(lines.at(-1), '… and 18 more');
});

it('the confirmation of a deployment names every flow whose update takes effect immediately', () => {
  const items = Array.from({ length: 30 }, (_, index) => update(`u${index}`, index > 27));
  assert.ok(linesOf(items).includes('Enabled, so their updates take effect at once: “U28”, “U29”.'));
  const [one] = linesOf([update('a', true)]);
  assert.equal(one, 'The flow is enabled, so this takes effect at once.');
});

it('the confirmation of a deployment names every flow that is created beside one with the same name', () => {
  const items: PlanItem[] = Array.from({ length: 20 }, (_, index) => ({
    ...planned(`c${index}`),
    action: 'create',
    reason: 'The name is taken.',
  }));
  assert.equal(linesOf(items).filter(line => line.endsWith(': create. The name is taken.')).length, 20);
});

it('the confirmation of a deployment says of a single flow that is recreated that it ends up disabled', () => {
  const anew = planRecreation(update('a', true));
  for (const detail of [linesOf([anew]).join(' '), recreationQuestion([anew]).detail])
    assert.match(detail, /Its enabled flow flow-a is deleted, and the new one is disabled until/);
});
