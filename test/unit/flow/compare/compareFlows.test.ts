import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createCatalog } from '../../../../src/flow/catalog.ts';
import { flowText, graphText, stepText } from '../../../../src/flow/compare/canonicalText.ts';
import { compareFlows } from '../../../../src/flow/compare/compareFlows.ts';
import { describeDifference } from '../../../../src/flow/compare/differenceText.ts';
import { meaningOfBody, meaningOfFlow } from '../../../../src/flow/compare/flowMeaning.ts';

const TAP = '6f0f2c1e-6f1c-4d8e-9d7f-0a3c52a7b001';
const WAIT = '6f0f2c1e-6f1c-4d8e-9d7f-0a3c52a7b002';
const REPEAT = '6f0f2c1e-6f1c-4d8e-9d7f-0a3c52a7b003';
const TRIGGER = '535b30c4-0204-4cc0-a0e7-eae0ef55bc62';

const catalog = createCatalog([
  { id: TAP, name: 'Tap', params: { stealth: false } },
  { id: WAIT, name: 'Wait' },
  { id: REPEAT, name: 'Repeat' },
]);

interface Entry {
  readonly actionId: string;
  readonly position: number;
  readonly continueOnError?: boolean;
  readonly recordingEnabled?: boolean;
  readonly nameOverride?: string;
  readonly overrides?: { params: Record<string, unknown> };
  readonly children?: readonly Entry[];
}

function tap(position: number, params: Record<string, unknown>): Entry {
  return { actionId: TAP, position, overrides: { params } };
}

function body(...actions: readonly Entry[]): Record<string, unknown> {
  return { name: 'Wave', triggerId: TRIGGER, actions };
}

function sentences(before: Record<string, unknown>, after: Record<string, unknown>): string[] {
  return compareFlows(meaningOfBody(before, catalog), meaningOfBody(after, catalog)).map(one =>
    describeDifference(one),
  );
}

const params = fc.dictionary(
  fc.constantFrom('x', 'y', 'stealth', 'toString', 'text'),
  fc.jsonValue({ maxDepth: 2 }),
  { maxKeys: 4 },
);
const step = fc.record(
  {
    actionId: fc.constantFrom(TAP, WAIT, REPEAT),
    continueOnError: fc.boolean(),
    recordingEnabled: fc.boolean(),
    nameOverride: fc.constantFrom('', 'One', 'Two'),
    overrides: fc.record({ params }),
  },
  { requiredKeys: ['actionId'] },
);
const entries = fc
  .array(fc.tuple(step, fc.array(step, { maxLength: 3 })), { minLength: 1, maxLength: 8 })
  .map(list =>
    list.map(([one, children], index) => ({
      ...one,
      position: index + 1,
      children: children.map((child, at) => ({ ...child, position: at })),
    })),
  );
const flows = fc.record(
  {
    name: fc.string({ minLength: 1 }),
    triggerId: fc.constantFrom(TRIGGER, TAP),
    actions: entries,
    description: fc.constantFrom('', 'Waves.'),
    deviceIds: fc.uniqueArray(fc.constantFrom(TAP, WAIT, REPEAT)),
    cooldownSeconds: fc.constantFrom(null, 0, 30),
    notifyOnFailure: fc.boolean(),
  },
  { requiredKeys: ['name', 'triggerId', 'actions'] },
);

it('the comparison of flows by meaning describes in words what an editor changes', () => {
  const before = body(
    tap(1, { x: 10, y: 5 }),
    { actionId: WAIT, position: 2 },
    { actionId: REPEAT, position: 3 },
  );
  const after = {
    ...body(
      { actionId: REPEAT, position: 1 },
      tap(2, { x: 20, y: 5, text: 'a' }),
      { actionId: WAIT, position: 3, nameOverride: 'Rest', continueOnError: true },
      tap(4, { x: 1, y: 1 }),
    ),
    cooldownSeconds: 30,
  };
  assert.deepEqual(sentences(before, after), [
    'Cooldown (seconds): none → 30',
    'Step 1 “Repeat” was step 3.',
    'Step 2 “Tap”: params.x is 20, was 10; params.text is new: "a".',
    'Step 3 “Rest”: the name is new: "Rest"; “Continue on error” is true, was false.',
    'Step 4 “Tap” is new.',
  ]);
  assert.deepEqual(sentences(body(tap(1, {}), tap(2, { x: 1 })), body(tap(1, {}))), [
    'The former step 2 “Tap” is gone.',
  ]);
});

it('the comparison of flows by meaning names a step that is recorded, which no verification covers', () => {
  const recorded = body({ actionId: WAIT, position: 1, recordingEnabled: true });
  const plain = body({ actionId: WAIT, position: 1, recordingEnabled: false });
  assert.deepEqual(sentences(plain, recorded), ['Step 1 “Wait”: “Record this step” is true, was false.']);
  const [before, after] = [plain, recorded].map(one => meaningOfBody(one, catalog));
  assert.ok(before && after);
  assert.deepEqual(
    compareFlows(before, after).map(({ graph }) => graph),
    [false],
  );
  assert.equal(graphText(before), graphText(after));
});

it('the comparison of flows by meaning finds the smallest difference in children, lists, and objects', () => {
  const inside = (value: unknown): Record<string, unknown> =>
    body({ actionId: REPEAT, position: 1, children: [tap(1, { path: [{ x: 1 }, { x: value }] })] });
  assert.deepEqual(sentences(inside(2), inside(3)), ['Step 1.1 “Tap”: params.path, item 2, x is 3, was 2.']);
});

it('the comparison of flows by meaning ignores differences in notation', () => {
  const written = {
    name: 'Wave',
    triggerId: TRIGGER.toUpperCase(),
    description: '',
    deviceIds: [],
    cooldownSeconds: 0,
    enabled: true,
    actions: [
      { actionId: WAIT, position: 20, overrides: null, continueOnError: false, children: [] },
      {
        actionId: TAP.toUpperCase(),
        position: 10,
        nameOverride: null,
        overrides: { params: { y: 2, x: 1 } },
      },
    ],
  };
  const other = body(tap(1, { x: 1, stealth: false, y: 2 }), { actionId: WAIT, position: 2 });
  assert.deepEqual(sentences(written, other), []);
  assert.deepEqual(sentences(other, written), []);
});

it('the comparison of flows by meaning treats an empty step name as none, and no other', () => {
  const [step] = meaningOfBody(body({ actionId: WAIT, position: 1 }), catalog).steps;
  assert.ok(step);
  assert.equal(stepText({ ...step, nameOverride: '' }), stepText(step));
  assert.notEqual(stepText({ ...step, nameOverride: ' ' }), stepText(step));
});

it('the comparison of flows by meaning reports a changed name, a removed name, and properties that every object inherits', () => {
  const named = (nameOverride?: string): Record<string, unknown> =>
    body({ actionId: WAIT, position: 1, ...(nameOverride === undefined ? {} : { nameOverride }) });
  assert.deepEqual(sentences(named('One'), named('Two')), ['Step 1 “Two”: the name is "Two", was "One".']);
  assert.deepEqual(sentences(named('One'), named()), ['Step 1 “Wait”: the name is gone, was "One".']);
  assert.deepEqual(sentences(body(tap(1, {})), body(tap(1, { toString: 'a' }))), [
    'Step 1 “Tap”: params.toString is new: "a".',
  ]);
});

it('the comparison of flows by meaning reports lists of different lengths as a whole, and truncates long values', () => {
  assert.deepEqual(sentences(body(tap(1, { list: [1, 2] })), body(tap(1, { list: [1, 2, 3] }))), [
    'Step 1 “Tap”: params.list is [1,2,3], was [1,2].',
  ]);
  const texts = [78, 79].map(length => 'a'.repeat(length));
  assert.deepEqual(sentences(body(tap(1, { text: texts[0] })), body(tap(1, { text: texts[1] }))), [
    `Step 1 “Tap”: params.text is "${'a'.repeat(78)}…, was "${'a'.repeat(78)}".`,
  ]);
});

it('the comparison of flows by meaning reports moved, added, and removed children with both numbers', () => {
  const group = (...children: readonly Entry[]): Record<string, unknown> =>
    body({ actionId: WAIT, position: 1 }, { actionId: REPEAT, position: 2, children });
  const [wait, touch] = [{ actionId: WAIT, position: 1 }, tap(2, {})];
  assert.deepEqual(sentences(group(wait, touch), group({ ...touch, position: 0 }, wait)), [
    'Step 2.2 “Wait” was step 2.1.',
  ]);
  assert.deepEqual(sentences(group(), group(tap(1, {}))), ['Step 2.1 “Tap” is new.']);
  assert.deepEqual(sentences(group(tap(1, {})), group()), ['The former step 2.1 “Tap” is gone.']);
});

it('the comparison of flows by meaning names each setting in words, and treats only the trigger as part of the verified graph', () => {
  const settings = {
    name: 'Greet',
    description: 'Old.',
    triggerId: TAP,
    deviceIds: [TAP],
    cooldownScope: 'device',
    cooldownSeconds: 5,
    healthMonitoringEnabled: true,
    notifyOnSuccess: true,
    notifyOnFailure: true,
    notifyWebhookId: TAP,
    recordingPolicy: { mode: 'selected_steps' },
    delivery: { destination: 'one_drive', folder: 'Runs', screenshots: null },
    selfHealingEnabled: true,
    selfHealingMaxAttempts: 2,
  };
  const found = compareFlows(meaningOfBody({}, catalog), meaningOfBody(settings, catalog));
  assert.deepEqual(
    found.map(one => describeDifference(one)),
    [
      'Name: none → Greet',
      'Description: none → Old.',
      `Trigger: none → ${TAP}`,
      `Devices: none → ${TAP}`,
      'Cooldown scope: none → device',
      'Cooldown (seconds): none → 5',
      'Health monitoring: none → on',
      'Notify on success: none → on',
      'Notify on failure: none → on',
      `Notification webhook: none → ${TAP}`,
      'Recording: none → the selected steps',
      'Delivery: none → one_drive, folder Runs',
      'Self-healing: none → on',
      'Maximum self-healing attempts: none → 2',
    ],
  );
  const nameOf = (id: string): string | undefined => (id === TAP ? 'Pixel phone' : undefined);
  assert.ok(found.map(one => describeDifference(one, nameOf)).includes('Devices: none → Pixel phone'));
  assert.deepEqual(
    found.flatMap(one => (one.kind === 'setting' && one.graph ? [one.setting] : [])),
    ['triggerId'],
  );
  const cleared = compareFlows(meaningOfBody(settings, catalog), meaningOfBody({}, catalog));
  assert.deepEqual(
    cleared.map(one => (one.kind === 'setting' ? one.setting : one.kind)),
    ['description', 'deviceIds', 'cooldownSeconds', 'notifyWebhookId', 'delivery'],
  );
});

it('the comparison of flows by meaning compares the devices of a flow as a set, and IDs of triggers and webhooks case-insensitively', () => {
  const one = { ...body(), deviceIds: [WAIT, TAP, WAIT], notifyWebhookId: TAP };
  const other = { ...body(), deviceIds: [TAP.toUpperCase(), WAIT], notifyWebhookId: TAP.toUpperCase() };
  assert.deepEqual(sentences(one, other), []);
  assert.deepEqual(sentences({ ...body(), deviceIds: 'all' }, { ...body(), deviceIds: 'none' }), [
    'Devices: all → none',
  ]);
});

it('the comparison of flows by meaning reads the order of steps without positions from the file, and ignores invalid steps', () => {
  const read = (actions: unknown): readonly string[] =>
    meaningOfBody({ actions }, catalog).steps.map(({ name }) => name);
  assert.deepEqual(read([{ actionId: WAIT }, { actionId: TAP }]), ['Wait', 'Tap']);
  assert.deepEqual(
    read([
      { actionId: WAIT, position: 2 },
      { actionId: TAP, position: '1' },
    ]),
    ['Tap', 'Wait'],
  );
  assert.deepEqual(read([null, 'Tap', { actionId: TAP, nameOverride: '' }, {}]), ['Tap', 'action ']);
  assert.deepEqual(read([{ actionId: TRIGGER, nameOverride: 5 }]), ['action 535b30c4']);
  assert.deepEqual(read('none'), []);
  assert.deepEqual(read(undefined), []);
});

it('the comparison of flows by meaning accepts only objects as parameters', () => {
  const params = (overrides: unknown): unknown =>
    meaningOfBody({ actions: [{ actionId: TAP, overrides }] }, catalog).steps[0]?.params;
  assert.deepEqual(params({ params: { x: 1 } }), { stealth: false, x: 1 });
  assert.deepEqual(params({ params: { stealth: true } }), { stealth: true });
  assert.deepEqual(params({ params: 'x' }), { stealth: false });
  assert.deepEqual(params('x'), { stealth: false });
});

it('the comparison of flows by meaning ignores a setting that the file does not have, unless it can be cleared', () => {
  const remote = { ...body(tap(1, {})), notifyOnFailure: true, description: 'Old.', deviceIds: [TAP] };
  assert.deepEqual(sentences(remote, body(tap(1, {}))), [
    'Description: Old. → none',
    `Devices: ${TAP} → none`,
  ]);
});

it('the comparison of flows by meaning reads the flat steps of a service like the nested ones of a file', () => {
  const flow = { id: TAP, name: 'Wave', triggerId: TRIGGER, enabled: true };
  const record = (id: string, more: object): Parameters<typeof meaningOfFlow>[1][number] => ({
    id,
    actionId: TAP,
    position: 1,
    ...more,
  });
  const remote = meaningOfFlow(
    flow,
    [
      record('c', { parentFlowActionId: 'b', overrides: { params: { x: 1 } }, continueOnError: false }),
      record('b', { actionId: REPEAT, overrides: null }),
      record('a', { actionId: WAIT, position: 0 }),
    ],
    catalog,
  );
  const file = body(
    { actionId: WAIT, position: 1 },
    { actionId: REPEAT, position: 2, children: [tap(1, { x: 1 })] },
  );
  assert.deepEqual(compareFlows(remote, meaningOfBody(file, catalog)), []);
});

it('the comparison of flows by meaning does not repeat the steps of a service whose IDs are not unique', () => {
  const flow = { id: TAP, name: 'Wave', triggerId: TRIGGER, enabled: true };
  const record = (
    id: string,
    parentFlowActionId: string | null,
  ): Parameters<typeof meaningOfFlow>[1][number] => ({
    ...{ id, actionId: TAP, position: 1, parentFlowActionId },
  });
  const levels = Array.from({ length: 20 }, (_, level) =>
    record(`s${level}`, level === 0 ? null : `s${level - 1}`),
  );
  const { steps } = meaningOfFlow(flow, [...levels, ...levels], catalog);
  assert.deepEqual(
    steps.map(({ children }) => children.map(child => child.children.length)),
    [[0, 0], []],
  );
});

it('the comparison of flows by meaning finds no difference between a flow and itself, and one exactly if the meanings differ', () => {
  fc.assert(
    fc.property(flows, flows, (one, other) => {
      const [a, b] = [meaningOfBody(one, catalog), meaningOfBody(other, catalog)];
      assert.deepEqual(compareFlows(a, a), []);
      const sameSteps = flowText({ ...a, settings: {} }) === flowText({ ...b, settings: {} });
      const stepDifferences = compareFlows(a, b).filter(({ kind }) => kind !== 'setting');
      assert.equal(stepDifferences.length === 0, sameSteps);
    }),
  );
});

it('the comparison of flows by meaning reports a changed graph whenever a service would refuse the verification', () => {
  fc.assert(
    fc.property(flows, flows, (one, other) => {
      const [a, b] = [meaningOfBody(one, catalog), meaningOfBody(other, catalog)];
      // A step parameter that equals that of its action is not a difference and is not deployed.
      if (compareFlows(a, b).some(({ graph }) => graph)) assert.notEqual(graphText(a), graphText(b));
    }),
  );
});

it('the comparison of flows by meaning reports one difference for one changed parameter, at any location', () => {
  fc.assert(
    fc.property(flows, fc.nat(), fc.jsonValue({ maxDepth: 1 }), (flow, at, value) => {
      const index = at % flow.actions.length;
      const changed = flow.actions.map((entry, place) =>
        place === index
          ? { ...entry, overrides: { params: { ...entry.overrides?.params, added: [value] } } }
          : entry,
      );
      const found = compareFlows(
        meaningOfBody(flow, catalog),
        meaningOfBody({ ...flow, actions: changed }, catalog),
      );
      const [only] = found;
      assert.ok(found.length === 1 && only?.kind === 'changed', JSON.stringify(found));
      assert.deepEqual(only.at.number, index + 1);
      assert.deepEqual(only.changes[0]?.path, ['added']);
      assert.ok(only.graph);
    }),
  );
});
