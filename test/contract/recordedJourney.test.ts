import assert from 'node:assert/strict';
import type { Input } from '../../src/contract/operations.ts';
import type { Execution } from '../../src/contract/records/execution.ts';
import { runOnce } from '../support/runOnce.ts';
import type { CatalogAction } from '../../src/flow/catalog.ts';
import type { DeviceGesture } from '../../src/flow/record/deviceGesture.ts';
import type { ElementChoice } from '../../src/flow/record/elementChoices.ts';
import { demoActionId, demoCatalog } from '../../src/sandbox/demo/demoCatalog.ts';
import { demoDeviceId } from '../../src/sandbox/demo/devices.ts';
import { demoTriggerId } from '../../src/sandbox/demo/triggers.ts';
import type { PhoneState } from '../../src/sandbox/phone/state.ts';
import { findCenter } from '../support/deviceCalls.ts';
import { stepsOf } from '../support/flowRunner.ts';
import type { MemoryStepFile } from '../support/memoryStepFile.ts';
import { RecordedPanel } from '../support/recordedPanel.ts';
import { type Layout, useReplayedSandbox } from '../support/replayedSandbox.ts';
import { until } from '../support/until.ts';
import { withoutTimeLimits } from '../support/withoutTimeLimits.ts';

type TouchedElement = Parameters<typeof findCenter>[1];

const PASSWORD = 'correct-horse-7';
const TAP = demoActionId('device.tap');

const field = (id: string): TouchedElement => ({
  by: 'resourceId',
  resourceId: `org.sandbox.form:id/${id}`,
});
const typed = (text: string): DeviceGesture => ({ kind: 'text', text, stealth: false });

/** The gestures of a person who signs in with the Form app, and the elements that they touch. */
const SIGN_IN: readonly (TouchedElement | DeviceGesture)[] = [
  { by: 'text', text: 'Form' },
  field('form.name'),
  typed('Sam'),
  typed(' Doe'),
  field('form.email'),
  typed('sam@example.com'),
  field('form.password'),
  typed(PASSWORD.slice(0, 4)),
  typed(PASSWORD.slice(4)),
  { kind: 'global', button: 'back' },
  field('form.terms'),
  field('submit'),
];

/**
 * Its part in which a text or description identifies each touched element. The password is reached with the Tab key,
 * and the button says the same as the title.
 */
const FILL_IN: typeof SIGN_IN = [...SIGN_IN.slice(0, 6), { kind: 'key', key: 61 }, ...SIGN_IN.slice(7, 11)];

const IN_THREE_LAYOUTS: readonly Layout[] = [
  { changes: ['moved'], seed: 2 },
  { changes: ['resized'], seed: 3 },
  { changes: ['moved', 'regrouped'], seed: 9 },
];
const IN_TWO_LANGUAGES: readonly Layout[] = [
  { changes: ['translated'], language: 'de' },
  { changes: ['moved', 'translated'], language: 'pt', seed: 3 },
];

/** The demo catalog of a service whose action to tap takes points only. */
const POINTS_ONLY = demoCatalog.map((action): CatalogAction => {
  if (action.id !== TAP) return action;
  const properties = { x: { type: 'number' }, y: { type: 'number' } };
  const target = { type: 'object', required: ['x', 'y'], properties, additionalProperties: false };
  return { ...action, paramsSchema: { type: 'object', required: ['target'], properties: { target } } };
});

describe('recordedJourney', () => {
  withoutTimeLimits();
  const used = useReplayedSandbox();

  /**
   * Records gestures on the phone in the usual layout as its panel does. `choose` returns another way to name the element
   * of a step, if it is to have one.
   */
  async function record(
    acts = SIGN_IN,
    actions: readonly CatalogAction[] = demoCatalog,
    choose?: (choices: readonly ElementChoice[]) => ElementChoice | undefined,
  ): Promise<MemoryStepFile> {
    await used().reset();
    const panel = new RecordedPanel(used().session, demoDeviceId('phone'), { actions, choose });
    const { device, recorder, file } = panel;
    let taps = 0;
    try {
      await recorder.start(device, file.recorded);
      for (const act of acts) {
        const isTap = 'by' in act;
        await device.perform(
          isTap ? { kind: 'tap', at: findCenter(used().sandbox.service, act), stealth: false } : act,
        );
        if (!isTap || !choose) continue;
        await until('the step', () => targets(file).length, ++taps);
        await recorder.changeSelector();
      }
      await recorder.stop();
      return file;
    } finally {
      panel.dispose();
    }
  }

  async function replay({ steps }: MemoryStepFile, device: string, layout?: Layout): Promise<Execution> {
    await used().reset(layout);
    const body = {
      name: 'Recorded',
      triggerId: demoTriggerId('custom'),
      deviceIds: [demoDeviceId(device)],
      actions: steps,
    } as Input<'createFlow'>['body'];
    const flowId = (await used().sandbox.client.createFlow({ body })).value.data.id;
    const { client } = used().sandbox;
    return runOnce({ client, flowId, payload: { password: PASSWORD } });
  }

  function stateOf(device: string): PhoneState | undefined {
    return used().sandbox.service.store.phones.get(demoDeviceId(device))?.state;
  }

  const isSignedIn = (device: string): boolean => stateOf(device)?.formResult?.accepted === true;

  function assertEachStepPassed(run: Execution, { steps }: MemoryStepFile): void {
    assert.deepEqual([run.status, run.error], ['success', null]);
    assert.deepEqual(
      stepsOf(run).map(({ status }) => status),
      steps.map(() => 'success'),
    );
  }

  const targets = ({ steps }: MemoryStepFile): readonly unknown[] =>
    steps.flatMap(({ actionId, overrides }) => (actionId === TAP ? [overrides?.params?.['target']] : []));

  it('a recorded sign-in names each touched element by a selector, and has no password', async () => {
    const file = await record();
    assert.deepEqual(
      file.steps.map(({ nameOverride }) => nameOverride?.replace(/“.*”/, '…')),
      [
        ...['Tap …', 'Tap …', 'Type into …', 'Tap …', 'Type into …'],
        ...['Tap …', 'Type into …', undefined, 'Tap …', 'Tap …'],
      ],
    );
    for (const target of targets(file)) assert.ok(target instanceof Object && 'by' in target);
    assert.equal(file.params(6)?.['text'], '{{event.payload.password}}');
    assert.ok(!file.text.includes('horse'));
  });

  for (const device of ['phone', 'tablet']) {
    for (const layout of [undefined, ...IN_THREE_LAYOUTS, ...IN_TWO_LANGUAGES]) {
      it(`a recorded sign-in passes by selectors on a ${device}, ${JSON.stringify(layout ?? 'as it was')}`, async () => {
        const file = await record();
        assertEachStepPassed(await replay(file, device, layout), file);
        assert.ok(isSignedIn(device));
      });
    }
    for (const change of ['renamed', 'withoutIds'] as const) {
      it(`a recorded sign-in passes by texts and descriptions on a ${device} with apps ${change}`, async () => {
        const file = await record(FILL_IN, demoCatalog, choices =>
          choices.find(({ label }) => /^(Text|Description) /.test(label)),
        );
        for (const target of targets(file)) {
          assert.ok(target instanceof Object && !('x' in target || 'resourceId' in target));
        }
        assertEachStepPassed(await replay(file, device, { changes: [change] }), file);
        const { 'form.email': email, 'form.password': password } = stateOf(device)?.fields ?? {};
        assert.deepEqual(
          [email, password?.length, stateOf(device)?.switches['form.terms']],
          ['sam@example.com', PASSWORD.length, true],
        );
      });
      it(`a recorded sign-in passes by the fallbacks of its IDs on a ${device} with apps ${change}`, async () => {
        const file = await record();
        assertEachStepPassed(await replay(file, device, { changes: [change] }), file);
        assert.ok(isSignedIn(device));
      });
    }
  }

  it('a recorded sign-in as points names the elements, and passes only in the usual layout of the same phone', async () => {
    const file = await record(SIGN_IN, POINTS_ONLY);
    for (const target of targets(file)) assert.deepEqual(Object.keys(target ?? {}), ['x', 'y']);
    assert.equal(file.steps[0]?.nameOverride, 'Tap “Form”');
    assertEachStepPassed(await replay(file, 'phone'), file);
    assert.ok(isSignedIn('phone'));
    await replay(file, 'tablet');
    assert.ok(!isSignedIn('tablet'));
    for (const layout of IN_THREE_LAYOUTS) {
      for (const device of ['phone', 'tablet']) {
        await replay(file, device, layout);
        assert.ok(!isSignedIn(device), `${device}, ${JSON.stringify(layout)}`);
      }
    }
  });
});
