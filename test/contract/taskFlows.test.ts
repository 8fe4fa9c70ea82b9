import assert from 'node:assert/strict';
import type { Input } from '../../src/contract/operations.ts';
import type { TaskFlow } from '../../src/deploy/readTaskFlow.ts';
import { runOnce } from '../support/runOnce.ts';
import { demoDeviceId } from '../../src/sandbox/demo/devices.ts';
import { demoTriggerId } from '../../src/sandbox/demo/triggers.ts';
import type { PhoneState } from '../../src/sandbox/phone/state.ts';
import { stepsOf } from '../support/flowRunner.ts';
import { flowOfTask, runTask } from '../support/recordedTasks.ts';
import { type Layout, useReplayedSandbox } from '../support/replayedSandbox.ts';
import { type TestSandbox, testSandbox } from '../support/sandbox.ts';
import { BUDGETS } from '../../src/util/budgets.ts';
import { withoutTimeLimits } from '../support/withoutTimeLimits.ts';

/** An instruction, and what is on the phone when it has been carried out. */
interface GivenTask {
  readonly task: string;
  readonly reached: (state: PhoneState) => boolean;
}

const topOf = (state: PhoneState, app: 'settings' | 'browser' | 'messages'): string | undefined =>
  state.screens[app]?.at(-1)?.argument;

const TASKS: readonly GivenTask[] = [
  {
    task: 'Open the settings, tap "Bluetooth", then tap "Dark theme".',
    reached: ({ switches }) => !switches.bluetooth && switches.darkTheme,
  },
  {
    task: 'In the settings, tap "About this phone".',
    reached: state => state.screens.settings?.at(-1)?.screen === 'about',
  },
  {
    task: 'Open the form, type "Sam Doe" into "Name", type "sam@example.com" into "E-mail", enter the secret "password" into "Password", tap "I accept the terms", and tap "Create account".',
    reached: ({ formResult, fields }) =>
      formResult?.accepted === true && fields['form.email'] === 'sam@example.com',
  },
  {
    task: 'Open the newest message.',
    reached: state => topOf(state, 'messages') !== undefined,
  },
  {
    task: 'Open the browser, type "lighthouse" into "Search", and tap "Sleeping in a lighthouse".',
    reached: state => topOf(state, 'browser') === 'lighthouse',
  },
  {
    task: 'In the browser, scroll down and tap "Rain".',
    reached: state => topOf(state, 'browser') !== undefined,
  },
  {
    task: 'Open maps, tap "Zoom in", tap "Zoom in", tap "Zoom out".',
    reached: ({ map }) => map.zoom === 16,
  },
  {
    task: 'In the browser, try "Night trams", then tap "Why slow bread".',
    reached: state => topOf(state, 'browser') === 'bread',
  },
  {
    task: 'In the form, tap "No such button", type "Ann" into "Name", and type "ann@example.com" into "E-mail".',
    reached: ({ fields }) => fields['form.name'] === 'Ann' && fields['form.email'] === 'ann@example.com',
  },
  {
    task: 'Open the settings, tap "Airplane mode", wait 2 seconds, and go home.',
    reached: ({ switches, place }) => switches.airplane && place === 'home',
  },
];
const DEVICES = ['phone', 'tablet', 'foldable'];

/** The layouts in which the flows run, and how many of the flows must pass there. */
const LAYOUTS: Readonly<Record<string, { readonly layout?: Layout; readonly least: number }>> = {
  'after a reset': { least: 27 },
  'with moved contents': { layout: { changes: ['moved'], seed: 2 }, least: 24 },
  'with renamed IDs': { layout: { changes: ['renamed'], seed: 3 }, least: 24 },
};

interface RecordedTask extends GivenTask {
  readonly device: string;
  readonly flow: TaskFlow;
}

describe('taskFlows: flow of a task whose UI states are not read', () => {
  let sandbox: TestSandbox;

  before(async () => {
    sandbox = await testSandbox({ timeScale: 0 });
  });

  after(() => sandbox.stop());

  it('the flow of a task whose UI states are not read has no text that was typed into an unknown field, also not in its name', async () => {
    const id = await runTask(sandbox, 'In the form, type "Canary-4711" into "Password", and go home.');
    const known = await flowOfTask(sandbox, id);
    assert.doesNotMatch(JSON.stringify(known), /Canary/);
    let count = 0;
    const readState: TestSandbox['readState'] = async (address, signal) => {
      if (count++ > 0) throw new Error('The storage does not respond.');
      return sandbox.readState(address, signal);
    };
    const { text, notes } = await flowOfTask({ ...sandbox, readState }, id);
    assert.match(text, /\{\{event\.payload\.text\}\}/);
    assert.doesNotMatch(JSON.stringify({ text, notes }), /Canary/);
  });

  it('the flow of a task whose UI states are not read has steps of the states that fit into the memory, and says how many do not', async () => {
    const id = await runTask(sandbox, 'Open the settings, tap "Bluetooth", tap "Dark theme", and go home.');
    const filler = 'x'.repeat(BUDGETS.trajectory.characters / 2);
    const readState: TestSandbox['readState'] = async (address, signal) => ({
      ...(await sandbox.readState(address, signal)),
      filler,
    });
    const { notes } = await flowOfTask({ ...sandbox, readState }, id);
    assert.match(notes.map(({ sentence }) => sentence).join('\n'), /^\d+ UI states could not be read/m);
  });
});

describe('taskFlows: flows of finished tasks', () => {
  withoutTimeLimits();
  const used = useReplayedSandbox();
  const recorded: RecordedTask[] = [];

  before(async () => {
    for (const device of DEVICES) {
      for (const given of TASKS) {
        await used().reset();
        const id = await runTask(used().sandbox, given.task, device);
        assert.ok(
          given.reached(stateOf(device)),
          `the task reached its goal on the ${device}: ${given.task}`,
        );
        recorded.push({ ...given, device, flow: await flowOfTask(used().sandbox, id) });
      }
    }
  });

  function stateOf(device: string): PhoneState {
    const { state } = used().sandbox.service.store.phones.get(demoDeviceId(device)) ?? {};
    assert.ok(state);
    return state;
  }

  /** Runs a flow; returns the number of the step that failed, 0 if the goal was not reached, undefined otherwise. */
  async function findFailure({ device, flow, reached }: RecordedTask): Promise<number | undefined> {
    const body = {
      ...JSON.parse(flow.text),
      triggerId: demoTriggerId('custom'),
    } as Input<'createFlow'>['body'];
    const { client } = used().sandbox;
    const flowId = (await client.createFlow({ body })).value.data.id;
    const run = await runOnce({ client, flowId, payload: { password: 'demo-password' } });
    const failed = stepsOf(run).findIndex(({ status }) => status !== 'success');
    if (failed !== -1) return failed + 1;
    return reached(stateOf(device)) ? undefined : 0;
  }

  for (const [name, { layout, least }] of Object.entries(LAYOUTS)) {
    it(`the flows of finished tasks pass ${name}, and name the steps that do not`, async () => {
      assert.equal(recorded.length, 30);
      let passed = 0;
      for (const one of recorded) {
        await used().reset(layout);
        const failed = await findFailure(one);
        if (failed === undefined) passed++;
        else {
          const named = one.flow.notes.map(({ step }) => step);
          assert.ok(named.includes(failed), `step ${failed} of ${one.task} is uncertain`);
        }
      }
      assert.ok(passed >= least, `${passed} of ${recorded.length} pass`);
    });
  }
});
