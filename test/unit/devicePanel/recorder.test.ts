import assert from 'node:assert/strict';
import type { Client } from '../../../src/client/client.ts';
import type { UiNode, UiState } from '../../../src/contract/records/uiState.ts';
import { Recordings } from '../../../src/appState/recordings.ts';
import type { PerformedGesture, RecordedDevice, RecorderWindow } from '../../../src/devicePanel/recorder.ts';
import { Recorder } from '../../../src/devicePanel/recorder.ts';
import type { CatalogAction } from '../../../src/flow/catalog.ts';
import type { DeviceGesture } from '../../../src/flow/record/deviceGesture.ts';
import type { ElementChoice } from '../../../src/flow/record/elementChoices.ts';
import type { PayloadOffer } from '../../../src/flow/record/payloadOffers.ts';
import { recordElement } from '../../../src/flow/record/recordedElement.ts';
import { planActions } from '../../../src/flow/record/recording.ts';
import { demoActionId, demoCatalog } from '../../../src/sandbox/demo/demoCatalog.ts';
import { Emitter } from '../../../src/util/emitter.ts';
import { MemoryStepFile } from '../../support/memoryStepFile.ts';
import { CONNECTION } from '../../support/memorySources.ts';
import { until } from '../../support/until.ts';

const MAILBOX = '0d1e0000-0000-4000-8000-00000000ab01';
const PASSWORD = 'canary-password-7';
const SCROLL: CatalogAction = {
  id: '0d1e0000-0000-4000-8000-00000000ac01',
  name: 'Scroll to element',
  method: 'device.scrollToElement',
  paramsSchema: {
    type: 'object',
    required: ['text'],
    properties: { text: { type: 'string' }, direction: { enum: ['UP', 'DOWN'], default: 'DOWN' } },
  },
};

/** A screen with buttons of these texts, each 100 pixels high. */
function screenOf(...texts: readonly string[]): UiState {
  const children = texts.map((text, index): UiNode => ({
    text,
    className: 'android.widget.Button',
    resourceId: `org.example:id/${text.toLowerCase().replaceAll(' ', '_')}`,
    isClickable: true,
    boundsInScreen: { left: 0, top: index * 100, right: 100, bottom: index * 100 + 100 },
  }));
  return { a11y_tree: { boundsInScreen: { left: 0, top: 0, right: 100, bottom: 1000 }, children } };
}

/** A device whose gestures are performed by the test. */
class MemoryDevice implements RecordedDevice {
  readonly #performed = new Emitter<PerformedGesture>();
  client: () => Promise<Client> = () => Promise.reject(new Error('No service.'));
  readonly connection = CONNECTION;
  readonly deviceId = 'phone';
  readonly name = 'Test phone';
  readonly onDidPerform = this.#performed.event;
  #screen = screenOf();

  readScreen = (): Promise<UiState> => Promise.resolve(this.#screen);

  /** Shows other elements, as an app does on its own. */
  show(...texts: readonly string[]): void {
    this.#screen = screenOf(...texts);
  }

  /** Shows elements and a keyboard below a height. */
  showKeyboard(top: number, ...texts: readonly string[]): void {
    const ime_tree = { boundsInScreen: { left: 0, top, right: 100, bottom: 1000 } };
    this.#screen = { ...screenOf(...texts), ime_tree, phone_state: { keyboardVisible: true } };
  }

  hideKeyboard(): void {
    const { a11y_tree } = this.#screen;
    this.#screen = { a11y_tree, phone_state: { keyboardVisible: false } };
  }

  /** Performs a gesture, after which the screen shows other elements, if any are given. */
  perform(gesture: DeviceGesture, ...after: readonly string[]): void {
    const before = this.#screen;
    if (after.length > 0) this.show(...after);
    const element = recordElement(gesture, before);
    const done = { deviceId: this.deviceId, display: 0, gesture, at: 0, element };
    this.#performed.fire({ done, before, after: Promise.resolve(this.#screen) });
  }

  tap(index: number, ...after: readonly string[]): void {
    this.perform({ kind: 'tap', at: { x: 50, y: index * 100 + 50 }, stealth: false }, ...after);
  }

  type(text: string, secret = false): void {
    for (const letter of text) {
      this.perform({ kind: 'text', text: secret ? '' : letter, stealth: false, secret });
    }
  }
}

describe('devicePanel/recorder', () => {
  let device: MemoryDevice;
  let file: MemoryStepFile;
  let recorder: Recorder;
  let recordings: Recordings;
  let actions: readonly CatalogAction[];
  let told: string[];
  let errors: string[];
  let asked: number[];
  let pick: (choices: readonly ElementChoice[]) => ElementChoice | undefined;
  let accept: (offers: readonly PayloadOffer[]) => readonly PayloadOffer[];
  let cancels: boolean;

  beforeEach(async () => {
    device = new MemoryDevice();
    file = new MemoryStepFile();
    recordings = new Recordings();
    actions = demoCatalog;
    [told, errors, asked] = [[], [], []];
    pick = () => undefined;
    accept = () => [];
    cancels = false;
    const window: RecorderWindow = {
      recordings,
      actions: () => actions,
      chooseActions: inputs => Promise.resolve(cancels ? undefined : planActions(inputs, actions, {}).chosen),
      learnedOutput: () => undefined,
      findMailbox: code => Promise.resolve(code === '482913' ? MAILBOX : undefined),
      pickChoice: (_, choices) => Promise.resolve(pick(choices)),
      pickOffers: offers => Promise.resolve(accept(offers)),
      askForOffers: count => Promise.resolve(asked.push(count) > 0),
      tell: sentence => void told.push(sentence),
      report: error => void errors.push(String(error)),
    };
    recorder = new Recorder(window);
    device.show('Form', 'Other');
    await recorder.start(device, file.recorded);
  });

  afterEach(() => recorder.dispose());

  const shown = () => recordings.current?.shown;
  const written = (count: number) => until('the steps', () => shown()?.steps, count);
  const method = (id: unknown): string => demoCatalog.find(action => action.id === id)?.method ?? String(id);
  const steps = (): readonly string[] =>
    file.steps.map(({ nameOverride, actionId }) => nameOverride ?? method(actionId));

  it('the recorder of a device writes each gesture at once, in words, and says what it writes to', async () => {
    assert.deepEqual(shown(), {
      ...{ device: 'Test phone', file: 'test.flow.json', steps: 0, last: undefined },
      ...{ hasChoices: false, offers: 0 },
    });
    device.tap(0, 'Name', 'Sign in');
    await written(1);
    assert.deepEqual(file.steps, [
      {
        actionId: demoActionId('device.tap'),
        position: 1,
        nameOverride: 'Tap “Form”',
        overrides: {
          params: {
            target: { by: 'resourceId', resourceId: 'org.example:id/form' },
            fallback: { by: 'text', text: 'Form' },
          },
        },
      },
    ]);
    assert.equal(shown()?.last, 'Tap “Form”');
    device.perform({ kind: 'global', button: 'back' });
    await written(2);
    assert.deepEqual(steps(), ['Tap “Form”', 'Press Back']);
  });

  it('the recorder of a device changes the step of a text while it is typed, as one undoable edit for each', async () => {
    device.type('Ada');
    await until('the text', () => file.params(0)?.['text'], 'Ada');
    assert.deepEqual([file.steps.length, file.edits], [1, 3]);
    file.user(0, step => ({ ...step, nameOverride: 'My name' }));
    device.type('!');
    await until('the text', () => file.params(0)?.['text'], 'Ada!');
    assert.deepEqual(steps(), ['My name']);
  });

  it('the recorder of a device writes after the step at the cursor, and follows its steps when they move', async () => {
    device.type('a');
    await written(1);
    device.tap(0);
    await written(2);
    file.cursor = [0];
    device.tap(1);
    await written(3);
    assert.deepEqual(steps(), ['device.typeText', 'Tap “Other”', 'Tap “Form”']);
    file.swap(1, 2);
    await recorder.undo();
    assert.deepEqual(steps(), ['device.typeText', 'Tap “Form”']);
    await recorder.undo();
    await recorder.undo();
    await recorder.undo();
    assert.deepEqual([steps(), shown()?.steps], [[], 0]);
  });

  it('the recorder of a device starts a new text after the user has deleted the step', async () => {
    device.type('a');
    await written(1);
    file.user(0, () => undefined);
    device.type('b');
    await until('the text', () => file.params(0)?.['text'], 'b');
    assert.equal(file.steps.length, 1);
  });

  it("the recorder of a device leaves the user's own steps alone after the user has deleted recorded ones", async () => {
    device.tap(0);
    await written(1);
    device.tap(1);
    await written(2);
    const own = file.steps.map(({ actionId }, index) => ({
      actionId,
      position: 9,
      nameOverride: `Own ${index}`,
    }));
    file.user(1, step => [step, ...own]);
    file.user(0, () => undefined);
    file.cursor = [0];
    pick = choices => choices.find(({ label }) => label.startsWith('Text'));
    await recorder.changeSelector();
    assert.deepEqual(file.params(0)?.['target'], { by: 'text', text: 'Other' });
    await recorder.undo();
    await recorder.undo();
    assert.deepEqual([steps(), errors], [['Own 0', 'Own 1'], []]);
  });

  it("the recorder of a device types into no step of the user's own that takes the place of a deleted one", async () => {
    device.type('a');
    await written(1);
    const { actionId } = file.steps[0]!;
    file.user(0, step => [step, { ...step, actionId, overrides: { params: { text: 'own' } } }]);
    file.cursor = [0];
    device.type('b');
    await until('the text', () => file.params(0)?.['text'], 'ab');
    file.user(0, () => undefined);
    file.cursor = undefined;
    device.type('c');
    await until('the text', () => file.params(1)?.['text'], 'c');
    assert.equal(file.params(0)?.['text'], 'own');
  });

  it('the recorder of a device waits for an element that appears late, and scrolls if the catalog can', async () => {
    actions = [...demoCatalog.filter(({ method }) => method !== 'device.scrollTo'), SCROLL];
    device.tap(0, 'Loading');
    await written(1);
    device.show('Loading', 'Done');
    device.tap(1);
    await written(3);
    assert.deepEqual(steps(), ['Tap “Form”', 'Wait for “Done”', 'Tap “Done”']);
    const swipe = {
      kind: 'swipe',
      from: { x: 9, y: 9 },
      to: { x: 9, y: 900 },
      duration: 9,
      stealth: false,
    } as const;
    device.perform(swipe, 'Top', 'Help');
    device.tap(1);
    await until('the scroll', () => steps().at(-1), 'Tap “Help”');
    assert.deepEqual(steps().slice(3), ['Scroll to “Help”', 'Tap “Help”']);
    assert.deepEqual(file.params(3), { text: 'Help', direction: 'UP' });
    // The wait belongs to the tap after it.
    await recorder.undo();
    await recorder.undo();
    await recorder.undo();
    assert.deepEqual(steps(), ['Tap “Form”']);
  });

  it('the recorder of a device reads a passcode from its mailbox, wherever its step is', async () => {
    device.tap(0);
    device.type('482913');
    await until('the wait', () => steps().length, 3);
    assert.deepEqual(steps(), ['Tap “Form”', 'mailbox.waitForPasscode', 'device.typeText']);
    assert.deepEqual(file.params(1), { mailboxId: MAILBOX });
    assert.equal(file.params(2)?.['text'], '{{steps.passcode.body.code}}');
    assert.ok(!file.text.includes('4829'));
    device.type('5550');
    await until('another text', () => file.params(3)?.['text'], '5550');
  });

  it('the recorder of a device types each passcode from the step that waits for it', async () => {
    device.tap(0);
    device.type('482913');
    await written(3);
    device.tap(1);
    await written(4);
    device.type('482913');
    await written(6);
    assert.deepEqual(
      [2, 5].map(at => file.params(at)?.['text']),
      ['{{steps.passcode.body.code}}', '{{steps.passcode_2.body.code}}'],
    );
  });

  it('the recorder of a device still knows its steps after another was recorded between them', async () => {
    device.tap(0);
    device.type('482913');
    await written(3);
    file.cursor = [0];
    device.tap(1);
    await written(4);
    assert.equal(file.params(3)?.['text'], '{{steps.passcode.body.code}}');
    await recorder.undo();
    await recorder.undo();
    assert.deepEqual(steps(), ['Tap “Form”']);
  });

  it('the recorder of a device uses the payload for a password, and keeps nothing of it', async () => {
    device.type(PASSWORD, true);
    await written(1);
    device.tap(0);
    await written(2);
    assert.equal(file.params(0)?.['text'], '{{event.payload.password}}');
    assert.equal(shown()?.offers, 0);
    assert.match(told.join(' '), /Passwords are not recorded/);
    assert.ok(!JSON.stringify([file.text, told, recordings.current]).includes('canary'));
  });

  it('the recorder of a device changes the selector of the step at the cursor, and of the step that waits for its element', async () => {
    device.tap(0, 'Loading');
    await written(1);
    device.show('Done');
    device.tap(0);
    await written(3);
    assert.equal(shown()?.hasChoices, true);
    pick = choices => choices.find(({ label }) => label === 'Text “Done”');
    await recorder.changeSelector();
    const byText = { by: 'text', text: 'Done' };
    const fallback = { by: 'text', text: 'Done' };
    assert.deepEqual(
      [file.params(1), file.params(2)],
      [
        { element: byText, fallback },
        { target: byText, fallback },
      ],
    );
    file.cursor = [0];
    pick = choices => choices.find(({ label }) => label.startsWith('Text'));
    await recorder.changeSelector();
    assert.deepEqual(file.params(0)?.['target'], { by: 'text', text: 'Form' });
    // The recording still knows the step.
    await recorder.undo();
    await recorder.undo();
    assert.deepEqual(steps(), []);
    await recorder.changeSelector();
    assert.match(told.join(' '), /None of the recorded steps/);
  });

  it('the recorder of a device counts the checks and waits that are added, in their place, and undoes them', async () => {
    device.tap(0);
    await written(1);
    const own = { actionId: demoActionId('device.reboot'), position: 9, nameOverride: 'Own' };
    file.user(0, step => [step, own]);
    // An editor shows the steps of the user, and its cursor is at the recorded one.
    file.cursor = [0];
    await recorder.addCheck({ actionId: demoActionId('device.checkElement'), nameOverride: 'Check it' });
    await recorder.addWait({ input: { kind: 'wait', milliseconds: 5000 }, display: 0 });
    assert.deepEqual(steps(), ['Tap “Form”', 'Check it', 'flow.wait', 'Own']);
    assert.deepEqual([shown()?.steps, shown()?.last, file.params(2)], [3, 'Wait', { seconds: 5 }]);
    // What is typed after a check is another text.
    device.type('a');
    await until('the text', () => file.params(3)?.['text'], 'a');
    for (let times = 0; times < 3; times++) await recorder.undo();
    assert.deepEqual(steps(), ['Tap “Form”', 'Own']);
  });

  it('the recorder of a device closes the keyboard on the device once a step closes it', async () => {
    const pressed: unknown[] = [];
    const client = {
      pressGlobal: (input: unknown) => {
        pressed.push(input);
        device.hideKeyboard();
        return Promise.resolve();
      },
    } as unknown as Client;
    device.client = () => Promise.resolve(client);
    device.showKeyboard(140, 'Form', 'Other');
    device.tap(0);
    await written(1);
    device.tap(1);
    await written(3);
    assert.deepEqual(steps(), ['Tap “Form”', 'device.hideKeyboard', 'Tap “Other”']);
    await until('the press of Back', () => pressed.length, 1);
    // The keyboard is closed now, so the next step does not close it again.
    device.tap(1);
    await written(4);
    assert.equal(pressed.length, 1);
  });

  it('the recorder of a device opens an app in a fresh state on the device first, and has a step for it', async () => {
    const calls: unknown[] = [];
    const client = {
      stopApp: (input: unknown) => Promise.resolve(calls.push(['stop', input])),
      startApp: (input: unknown) => Promise.resolve(calls.push(['start', input])),
    } as unknown as Client;
    device.client = () => Promise.resolve(client);
    const app = { app: 'org.example.shop', name: 'Shop', platform: 'android' } as const;
    await recorder.start(device, file.recorded, app);
    const params = { deviceId: 'phone', packageName: 'org.example.shop' };
    assert.deepEqual(calls, [
      ['stop', { params, body: { clearData: true } }],
      ['start', { params, body: {} }],
    ]);
    assert.deepEqual(file.steps, [
      {
        actionId: demoActionId('device.launchApp'),
        position: 1,
        nameOverride: 'Open Shop',
        overrides: { params: { platform: 'android', app: 'org.example.shop', clearData: true } },
      },
    ]);
    assert.equal(shown()?.steps, 1);
  });

  it('the recorder of a device offers typed values as payload while it records and afterwards, and only then uses them', async () => {
    device.type('sam@example.com');
    await until('the text', () => file.params(0)?.['text'], 'sam@example.com');
    device.tap(0);
    await until('the offer', () => shown()?.offers, 1);
    await recorder.usePayload();
    assert.equal(file.params(0)?.['text'], 'sam@example.com');
    device.type('https://example.com/');
    await until('the text', () => file.params(2)?.['text'], 'https://example.com/');
    accept = offers => offers.filter(({ field }) => field === 'email');
    await recorder.stop();
    await until('the first value', () => file.params(0)?.['text'], '{{event.payload.email}}');
    assert.deepEqual(
      [asked, file.params(2)?.['text'], recordings.current],
      [[2], 'https://example.com/', undefined],
    );
  });

  it('the recorder of a device records the gestures before it stops, and none after', async () => {
    device.tap(0);
    const stopped = recorder.stop();
    device.tap(1);
    await stopped;
    assert.deepEqual([steps(), recorder.device], [['Tap “Form”'], undefined]);
  });

  it('the recorder of a device skips a gesture whose action the user does not choose, and says so once', async () => {
    cancels = true;
    device.tap(0);
    device.tap(1);
    await until('the sentence', () => told.length, 1);
    cancels = false;
    device.perform({ kind: 'clear' });
    await written(1);
    assert.deepEqual([told, steps()], [told.slice(0, 1), ['device.clearText']]);
  });

  it('the recorder of a device stops with the reason if the file refuses a step', async () => {
    file.refusal = 'This file is read-only, so nothing was changed.';
    device.tap(0);
    await until('the error', () => errors.length, 1);
    assert.match(errors.join(' '), /^Error: Recording stopped: This file is read-only/);
    assert.equal(recordings.current, undefined);
  });
});
