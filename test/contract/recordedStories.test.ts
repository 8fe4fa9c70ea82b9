import assert from 'node:assert/strict';
import type { Input } from '../../src/contract/operations.ts';
import { runOnce } from '../support/runOnce.ts';
import type { DeviceGesture } from '../../src/flow/record/deviceGesture.ts';
import type { OpenedApp } from '../../src/flow/record/wantedValues.ts';
import { demoDeviceId } from '../../src/sandbox/demo/devices.ts';
import { demoTriggerId } from '../../src/sandbox/demo/triggers.ts';
import type { PhoneState } from '../../src/sandbox/phone/state.ts';
import { findCenter } from '../support/deviceCalls.ts';
import { stepsOf } from '../support/flowRunner.ts';
import type { MemoryStepFile } from '../support/memoryStepFile.ts';
import { RecordedPanel } from '../support/recordedPanel.ts';
import { type Layout, useReplayedSandbox } from '../support/replayedSandbox.ts';
import { withoutTimeLimits } from '../support/withoutTimeLimits.ts';

type Touched = Parameters<typeof findCenter>[1];
type Act = Touched | DeviceGesture;
/** What a person does, from an app in a fresh state, and what is on the phone then. */
interface Story {
  readonly title: string;
  readonly app: string;
  readonly acts: readonly Act[];
  readonly reached: (state: PhoneState) => boolean;
}

const PASSWORD = 'correct-horse-7';
const BACK: DeviceGesture = { kind: 'global', button: 'back' };
const BACKSPACE: DeviceGesture = { kind: 'key', key: 67 };
const TAB: DeviceGesture = { kind: 'key', key: 61 };
const ENTER: DeviceGesture = { kind: 'key', key: 66 };
const SCROLL_DOWN: DeviceGesture = {
  kind: 'swipe',
  from: { x: 540, y: 1700 },
  to: { x: 540, y: 500 },
  duration: 300,
  stealth: false,
};

const text = (given: string): Touched => ({ by: 'text', text: given });
const described = (description: string): Touched => ({ by: 'description', description });
const id = (name: string): Touched => ({
  by: 'resourceId',
  resourceId: `org.sandbox.${name.split('.', 1)[0]}:id/${name}`,
});
const story = (name: string): Touched => ({
  by: 'resourceId',
  resourceId: `org.sandbox.browser:id/story_${name}`,
});
const button = (given: string): Touched => ({ by: 'text', text: given, role: 'button' });
const typed = (given: string): DeviceGesture => ({ kind: 'text', text: given, stealth: false });

const NAME = [id('form.name'), typed('Sam Doe')];
const EMAIL = [id('form.email'), typed('sam@example.com')];
const TERMS = text('I accept the terms');
const SUBMIT = button('Create account');
const isAccepted = ({ formResult, fields }: PhoneState): boolean =>
  formResult?.accepted === true && fields['form.email'] === 'sam@example.com';

const STORIES: readonly Story[] = [
  {
    title: 'fills in a form, closes the keyboard, and submits it',
    app: 'form',
    acts: [...NAME, ...EMAIL, id('form.password'), typed(PASSWORD), BACK, TERMS, SUBMIT],
    reached: isAccepted,
  },
  {
    title: 'goes through a form with the keyboard only',
    app: 'form',
    acts: [TERMS, ...NAME, TAB, typed('sam@example.com'), TAB, typed(PASSWORD), ENTER],
    reached: isAccepted,
  },
  {
    title: 'accepts the terms while the keyboard is open',
    app: 'form',
    acts: [...NAME, SCROLL_DOWN, TERMS],
    reached: ({ switches, fields }) => switches['form.terms'] && fields['form.name'] === 'Sam Doe',
  },
  {
    title: 'corrects typing mistakes with Backspace and by clearing the field',
    app: 'form',
    acts: [
      ...[id('form.name'), typed('Sam D'), typed('i'), BACKSPACE, typed('oe')],
      ...[id('form.email'), typed('wrong'), { kind: 'clear' } as const, typed('sam@example.com')],
    ],
    reached: ({ fields }) => fields['form.name'] === 'Sam Doe' && fields['form.email'] === 'sam@example.com',
  },
  {
    title: 'adds to a text that a field already has',
    app: 'form',
    acts: [...NAME, ...EMAIL, id('form.name'), typed(' Junior')],
    reached: ({ fields }) => fields['form.name'] === 'Sam Doe Junior',
  },
  {
    title: 'sees why a form is refused, and completes it',
    app: 'form',
    acts: [...NAME, ...EMAIL, BACK, SUBMIT, id('form.password'), typed(PASSWORD), BACK, TERMS, SUBMIT],
    reached: isAccepted,
  },
  {
    title: 'searches for a story, opens it, and comes back',
    app: 'browser',
    acts: [described('Search'), typed('lighthouse'), story('lighthouse'), BACK],
    reached: ({ fields, screens }) =>
      fields['browser.search'] === 'lighthouse' && (screens.browser ?? []).length === 0,
  },
  {
    title: 'scrolls to a story below and opens it',
    app: 'browser',
    acts: [SCROLL_DOWN, story('rain')],
    reached: ({ screens }) => screens.browser?.at(-1)?.screen === 'story',
  },
  {
    title: 'scrolls to the end of the settings and opens the facts of the phone',
    app: 'settings',
    acts: [SCROLL_DOWN, text('About this phone')],
    reached: ({ screens }) => screens.settings?.at(-1)?.screen === 'about',
  },
  {
    title: 'zooms a map in twice and out once',
    app: 'maps',
    acts: [described('Zoom in'), described('Zoom in'), described('Zoom out')],
    reached: ({ map }) => map.zoom === 16,
  },
];

/** Where the stories are replayed: the device, and the differences of its apps. */
const LAYOUTS: Readonly<Record<string, { readonly device: string; readonly layout?: Layout }>> = {
  'on a phone after a reset': { device: 'phone' },
  'with moved contents': { device: 'phone', layout: { changes: ['moved'], seed: 2 } },
  'with renamed IDs': { device: 'phone', layout: { changes: ['renamed'], seed: 3 } },
  'on a tablet with resized apps': { device: 'tablet', layout: { changes: ['resized'], seed: 3 } },
};

describe('recordedStories', () => {
  withoutTimeLimits();
  const used = useReplayedSandbox();

  function stateOf(device: string): PhoneState {
    const { state } = used().sandbox.service.store.phones.get(demoDeviceId(device)) ?? {};
    assert.ok(state);
    return state;
  }

  /** Performs a story on the phone by hand while its panel records it. */
  async function record({ app, acts }: Story): Promise<MemoryStepFile> {
    await used().reset();
    const panel = new RecordedPanel(used().session, demoDeviceId('phone'));
    const { device, recorder, file } = panel;
    const opened: OpenedApp = { app: `org.sandbox.${app}`, name: app, platform: 'android' };
    try {
      await recorder.start(device, file.recorded, opened);
      for (const act of acts) {
        const gesture: DeviceGesture =
          'by' in act ? { kind: 'tap', at: findCenter(used().sandbox.service, act), stealth: false } : act;
        await device.perform(gesture);
      }
      await recorder.stop();
      return file;
    } finally {
      panel.dispose();
    }
  }

  async function replay({ steps }: MemoryStepFile, device: string): Promise<void> {
    const body = {
      name: 'Recorded',
      triggerId: demoTriggerId('custom'),
      deviceIds: [demoDeviceId(device)],
      actions: steps,
    } as Input<'createFlow'>['body'];
    const { client } = used().sandbox;
    const flowId = (await client.createFlow({ body })).value.data.id;
    const run = await runOnce({ client, flowId, payload: { password: PASSWORD } });
    assert.deepEqual([run.status, run.error], ['success', null]);
    assert.deepEqual(
      stepsOf(run).map(({ status }) => status),
      steps.map(() => 'success'),
    );
  }

  for (const one of STORIES) {
    describe(one.title, () => {
      let file: MemoryStepFile;

      before(async () => {
        file = await record(one);
      });

      it(`a recorded story that ${one.title} replays at once on the phone as the recording left it`, async () => {
        assert.ok(one.reached(stateOf('phone')));
        await replay(file, 'phone');
        assert.ok(one.reached(stateOf('phone')));
      });

      for (const [name, { device, layout }] of Object.entries(LAYOUTS)) {
        it(`a recorded story that ${one.title} replays ${name}`, async () => {
          await used().reset(layout);
          await replay(file, device);
          assert.ok(one.reached(stateOf(device)));
        });
      }
    });
  }
});
