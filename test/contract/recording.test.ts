import assert from 'node:assert/strict';
import fc from 'fast-check';
import { runOnce } from '../support/runOnce.ts';
import type { UiNode } from '../../src/contract/records/uiState.ts';
import type { Gesture } from '../../src/contract/sandbox/devices.ts';
import type { Input } from '../../src/contract/operations.ts';
import type { Client } from '../../src/client/client.ts';
import type { DoneGesture } from '../../src/flow/record/deviceGesture.ts';
import { gestureRequest } from '../../src/flow/record/gestureRequest.ts';
import { recordElement } from '../../src/flow/record/recordedElement.ts';
import { toTimedInputs } from '../../src/flow/record/timedInputs.ts';
import { planActions, recordSteps } from '../../src/flow/record/recording.ts';
import { demoCatalog } from '../../src/sandbox/demo/demoCatalog.ts';
import { demoDeviceId } from '../../src/sandbox/demo/devices.ts';
import { demoTriggers } from '../../src/sandbox/demo/triggers.ts';
import { without } from '../../src/util/isObject.ts';
import { readGestures, findCenter } from '../support/deviceCalls.ts';
import { doneGestures } from '../support/recordedGestures.ts';
import { testSandbox, type TestSandbox } from '../support/sandbox.ts';

const DEVICE = demoDeviceId('phone');
const actions = demoCatalog;
const [trigger] = demoTriggers(Date.UTC(2026, 2, 14));

type LoggedGesture = Pick<Gesture, 'kind' | 'displayId' | 'stealth' | 'input' | 'path' | 'asked'>;

/** Returns the gestures of the device, oldest first, without IDs, times, and random parts. */
function logOf(gestures: readonly Gesture[]): LoggedGesture[] {
  return gestures.toReversed().map(({ kind, displayId, stealth, input, asked, path }) => {
    // Left out and usual are the same to a device.
    const meant = without(asked, ['wpm', 'errorRate', 'clear', 'times']);
    return { kind, displayId, stealth, input, asked: meant, path: stealth ? [] : path };
  });
}

/** Touches without stealth, which by chance may meet another element the second time. */
function steady(gestures: readonly DoneGesture[]): readonly DoneGesture[] {
  return gestures.map(done => {
    const { gesture } = done;
    const isTouch = gesture.kind === 'tap' || gesture.kind === 'swipe';
    return isTouch ? { ...done, gesture: { ...gesture, stealth: false } } : done;
  });
}

/** Joins consecutive texts, since they are recorded as one. */
function joined(log: readonly LoggedGesture[]): readonly LoggedGesture[] {
  const all: LoggedGesture[] = [];
  for (const one of log) {
    const last = all.at(-1);
    if (last?.kind !== 'text' || one.kind !== 'text' || last.stealth !== one.stealth) all.push(one);
    else {
      const input = last.input === null || one.input === null ? null : last.input + one.input;
      all[all.length - 1] = { ...last, input };
    }
  }
  return all;
}

function* allNodes(node: UiNode | null | undefined): Generator<UiNode> {
  if (!node) return;
  yield node;
  for (const child of node.children ?? []) yield* allNodes(child);
}

describe('recording', () => {
  let sandbox: TestSandbox;

  before(async () => {
    sandbox = await testSandbox({ timeScale: 0 });
  });
  after(() => sandbox.stop());

  async function open(): Promise<void> {
    await sandbox.sandboxClient.resetSandbox({});
    for (const selector of [
      { by: 'text', text: 'Form' },
      { by: 'description', description: 'Name' },
    ] as const) {
      const body = { ...findCenter(sandbox.service, selector) };
      await sandbox.client.tapDevice({ params: { deviceId: DEVICE }, body });
    }
  }

  /** Performs gestures manually and returns those of the device. */
  async function byHand(gestures: readonly DoneGesture[]): Promise<readonly DoneGesture[]> {
    const done: DoneGesture[] = [];
    for (const one of gestures) {
      const { operation, input } = gestureRequest(one.gesture, one.deviceId, one.display);
      const call = sandbox.client[operation] as Client['tapDevice'];
      const isDone = await call(input as Input<'tapDevice'>).then(
        () => true,
        () => false,
      );
      if (isDone) done.push(one);
    }
    return done;
  }

  async function byFlow(gestures: readonly DoneGesture[]): Promise<void> {
    const inputs = toTimedInputs(gestures, { keepPauses: true });
    const { chosen, open: left } = planActions(inputs, actions, {});
    assert.deepEqual(left, []);
    const { steps } = recordSteps(inputs, chosen);
    const body = {
      name: 'Recorded',
      triggerId: trigger!.id,
      deviceIds: [DEVICE],
      actions: steps.map((step, index) => ({ ...step, position: index + 1 })),
    } as Input<'createFlow'>['body'];
    const flowId = (await sandbox.client.createFlow({ body })).value.data.id;
    const run = await runOnce({
      client: sandbox.client,
      flowId,
      payload: {},
    });
    assert.deepEqual([run.status, run.error], ['success', null]);
  }

  it('a recorded flow repeats on the device what was done manually', async () => {
    await fc.assert(
      fc.asyncProperty(doneGestures(DEVICE).map(steady), async gestures => {
        await open();
        const done = await byHand(gestures);
        fc.pre(done.length > 0);
        const before = await readGestures(sandbox);
        const position = (await sandbox.client.getLocation({ params: { deviceId: DEVICE } })).value;
        await open();
        await byFlow(done);
        assert.deepEqual(joined(logOf(await readGestures(sandbox))), joined(logOf(before)));
        const after = (await sandbox.client.getLocation({ params: { deviceId: DEVICE } })).value;
        assert.deepEqual(after, position);
      }),
      { numRuns: 8 },
    );
  });

  /** Taps elements of the phone, and records each as the device panel does. */
  async function recordTaps(texts: readonly string[], byElement: boolean): Promise<readonly DoneGesture[]> {
    const recorded: DoneGesture[] = [];
    const params = { deviceId: DEVICE };
    for (const text of texts) {
      const by = text.startsWith('=')
        ? ({ by: 'description', description: text.slice(1) } as const)
        : ({ by: 'text', text } as const);
      const { x, y } = findCenter(sandbox.service, by);
      const gesture = { kind: 'tap', at: { x, y }, stealth: false } as const;
      const { value } = await sandbox.client.getUiState({ params });
      const element = byElement ? recordElement(gesture, value) : undefined;
      await sandbox.client.tapDevice({ params, body: gesture.at });
      recorded.push({ deviceId: DEVICE, display: 0, gesture, element, at: 0 });
    }
    return recorded;
  }

  /** Runs a recording on a device, and returns whether the terms of its form are accepted then. */
  async function acceptsTerms(recorded: readonly DoneGesture[], device: string): Promise<boolean> {
    const inputs = toTimedInputs(recorded, { keepPauses: false });
    const { steps } = recordSteps(inputs, planActions(inputs, actions, {}).chosen);
    const deviceId = demoDeviceId(device);
    const body = {
      name: 'Recorded',
      triggerId: trigger!.id,
      deviceIds: [deviceId],
      actions: steps.map((step, index) => ({ ...step, position: index + 1 })),
    } as Input<'createFlow'>['body'];
    const flowId = (await sandbox.client.createFlow({ body })).value.data.id;
    await runOnce({ client: sandbox.client, flowId, payload: {} });
    const { value } = await sandbox.client.getUiState({ params: { deviceId } });
    return [...allNodes(value.a11y_tree)].some(({ isCheckable, isChecked }) => isCheckable && isChecked);
  }

  const JOURNEY = ['Form', '=E-mail', 'I accept the terms'];

  it('a recorded flow finds its elements on a device of another size, unlike recorded points', async () => {
    await sandbox.sandboxClient.resetSandbox({});
    const byElement = await recordTaps(JOURNEY, true);
    assert.ok(byElement.every(({ element }) => element !== undefined));
    await sandbox.sandboxClient.resetSandbox({});
    assert.equal(await acceptsTerms(byElement, 'tablet'), true);
    await sandbox.sandboxClient.resetSandbox({});
    const byPoint = await recordTaps(JOURNEY, false);
    await sandbox.sandboxClient.resetSandbox({});
    assert.equal(await acceptsTerms(byPoint, 'tablet'), false);
  });
});
