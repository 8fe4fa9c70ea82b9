import type { Client } from '../client/client.ts';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { UiState } from '../contract/records/uiState.ts';
import type { RecordedFile, Recordings } from '../appState/recordings.ts';
import type { CatalogAction } from '../flow/catalog.ts';
import { type DeviceGesture, type DoneGesture, touchedPoint } from '../flow/record/deviceGesture.ts';
import type { NewStep } from '../flow/edit/flowEdit.ts';
import type { OpenedApp } from '../flow/record/wantedValues.ts';
import { elementChoices, type ElementChoice } from '../flow/record/elementChoices.ts';
import { withElement } from '../flow/record/elementParams.ts';
import { fallbackIn } from '../flow/record/fallback.ts';
import { describeGesture } from '../flow/record/gestureText.ts';
import {
  addActs,
  forgetActs,
  joinedText,
  keyboardTopOf,
  type LiveAct,
  type LiveRecording,
  type PlannedActs,
  type PlannedInput,
  type ActStep,
  planGesture,
  startLiveRecording,
  type TypedPasscode,
  undoLast,
} from '../flow/record/liveRecording.ts';
import { actName, type Match, matchActions } from '../flow/record/matchActions.ts';
import { passcodeMember, toPasscode } from '../flow/record/passcodeStep.ts';
import { type PayloadOffer, payloadOffers, withPayload } from '../flow/record/payloadOffers.ts';
import { recordElement } from '../flow/record/recordedElement.ts';
import { type ChosenActions, recordStep } from '../flow/record/recording.ts';
import type { TimedInput } from '../flow/record/timedInputs.ts';
import { Screen } from '../flow/selector/screen.ts';
import type { Connection } from '../stores/connection.ts';
import { sendGesture } from './sendGesture.ts';
import type { Disposable } from '../util/disposables.ts';
import type { Event } from '../util/emitter.ts';
import { SerialQueue } from '../util/serialQueue.ts';

/** A gesture that a device has performed, with the elements of its screen before and after. */
export interface PerformedGesture {
  readonly done: DoneGesture;
  /** Undefined if they were not read, such as for a gesture that touches no element. */
  readonly before: UiState | undefined;
  readonly after: Promise<UiState | undefined>;
}

/** A device whose gestures are recorded. */
export interface RecordedDevice {
  readonly connection: Connection;
  /** Rejects if another connection is active. */
  readonly client: () => Promise<Client>;
  readonly deviceId: string;
  readonly name: string;
  readonly onDidPerform: Event<PerformedGesture>;
  /** Reads the elements of the screen; undefined if that fails. */
  readonly readScreen: () => Promise<UiState | undefined>;
}

/** The parts of the window that a recorder uses. */
export interface RecorderWindow {
  readonly recordings: Recordings;
  /** Returns all actions of the catalog. */
  readonly actions: () => readonly CatalogAction[];
  /** Returns the actions for acts, and asks for those that are not clear; undefined if the user cancels. */
  readonly chooseActions: (
    inputs: readonly TimedInput[],
    connection: Connection,
  ) => Promise<ChosenActions | undefined>;
  /** Returns a schema of the outputs of an action that runs have shown. */
  readonly learnedOutput: (actionId: string) => object | undefined;
  /** Returns the ID of the mailbox that has received a passcode. */
  readonly findMailbox: (passcode: string, openClient: () => Promise<Client>) => Promise<string | undefined>;
  readonly pickChoice: (
    step: string,
    choices: readonly ElementChoice[],
  ) => Promise<ElementChoice | undefined>;
  readonly pickOffers: (offers: readonly PayloadOffer[]) => Promise<readonly PayloadOffer[]>;
  /** Asks after a recording whether to look at the offers. */
  readonly askForOffers: (count: number) => Promise<boolean>;
  readonly tell: (sentence: string) => void;
  readonly report: (error: unknown) => void;
}

/** A recording with what it needs. */
interface ActiveRecording {
  readonly device: RecordedDevice;
  readonly file: RecordedFile;
  readonly listener: Disposable;
  recording: LiveRecording;
  /** The elements of the screen after the last gesture. */
  after: Promise<UiState | undefined>;
  /** The actions found so far, by `actName`; undefined for those that the user did not choose. */
  readonly chosen: Map<string, CatalogAction | undefined>;
  /** The notes about steps that were shown. */
  readonly shownNotes: Set<string>;
}

const BACK: DeviceGesture = { kind: 'global', button: 'back' };

/** The number of steps at the end of a recording that can still change. */
const MAX_CHANGING = 30;

/**
 * Writes the gestures on a device as steps to a flow file while they are performed. One recording at a time. Work waits
 * in a queue, so gestures never wait for it.
 */
export class Recorder implements Disposable {
  readonly #window: RecorderWindow;
  #active: ActiveRecording | undefined;
  readonly #queue = new SerialQueue();

  constructor(window: RecorderWindow) {
    this.#window = window;
  }

  /** The device of the recording in progress. */
  get device(): RecordedDevice | undefined {
    return this.#active?.device;
  }

  /** The flow file of the recording in progress. */
  get file(): string | undefined {
    return this.#active?.file.uri;
  }

  /**
   * Begins to record a device into a file, in place of an earlier recording. With an app, the flow begins by opening it in
   * a fresh state, which is also done on the device.
   */
  async start(device: RecordedDevice, file: RecordedFile, app?: OpenedApp): Promise<void> {
    await this.stop();
    const listener = device.onDidPerform(performed => {
      if (this.#active?.listener === listener) void this.#enqueue(active => this.#record(active, performed));
    });
    this.#active = {
      device,
      file,
      listener,
      recording: startLiveRecording(undefined),
      after: device.readScreen(),
      chosen: new Map(),
      shownNotes: new Set(),
    };
    this.#show();
    if (app) await this.#enqueue(active => this.#openApp(active, app));
  }

  /** Adds a step that checks an element, as if it were an action on the device. */
  async addCheck(step: NewStep): Promise<void> {
    const plan = { removed: 0, inputs: [{ input: { kind: 'check' }, display: 0 }] } as const;
    await this.#enqueue(active => this.#add(active, plan, [{ step, choices: [] }]));
  }

  /** Resolves when the gestures performed so far are written. */
  async written(): Promise<void> {
    await this.#queue.run(() => undefined);
  }

  /** Adds a step that waits. */
  async addWait(wait: TimedInput): Promise<void> {
    await this.#enqueue(active => this.#plan(active, { removed: 0, inputs: [wait] }, () => []));
  }

  /** Ends the recording after the gestures performed so far are written. */
  async stop(): Promise<void> {
    const active = this.#active;
    if (!active) return;
    active.listener.dispose();
    await this.written();
    if (this.#active !== active) return;
    this.#end();
    const offers = payloadOffers(active.recording, true);
    if (offers.length > 0) void this.#offerAfter(active, offers.length).catch(this.#window.report);
  }

  /** Removes the steps of the last action on the device from the file. */
  async undo(): Promise<void> {
    await this.#enqueue(async active => {
      const undone = undoLast(active.recording);
      if (!undone) return;
      await active.file.write(undone.removed, []);
      active.recording = undone.recording;
    });
  }

  /** Lets the user name the element of a recorded step in another way: of the one at the cursor, or of the last one. */
  async changeSelector(): Promise<void> {
    const active = this.#active;
    if (!active) return;
    const key = await active.file.keyAt();
    const able = active.recording.acts.filter(({ written, choices }) => written && choices.length > 1);
    const act = able.find(({ written }) => written?.key === key) ?? able.at(-1);
    if (!act) {
      this.#window.tell('None of the recorded steps can name its element in another way.');
      return;
    }
    const choice = await this.#window.pickChoice(wordsOf(act), act.choices);
    if (!choice) return;
    await this.#enqueue(async ({ file, recording }) => {
      // A step that waits for the element names it in the same way.
      for (const one of recording.acts) {
        const action = one.group === act.group && one.element && this.#actionOf(one);
        if (!action || !one.written) continue;
        const { key: changed, step } = one.written;
        await file.changeParams(changed, step, params => {
          const named = withElement(action, params, 'element', choice.named);
          return named && { ...named, ...fallbackIn(params) };
        });
      }
    });
  }

  /** Lets the user choose the typed values that steps read from the payload of the trigger. */
  async usePayload(): Promise<void> {
    const active = this.#active;
    if (active) await this.#usePayload(active, payloadOffers(active.recording, false));
  }

  dispose(): void {
    this.#active?.listener.dispose();
    this.#end();
  }

  #end(): void {
    if (!this.#active) return;
    this.#active = undefined;
    this.#window.recordings.show(undefined);
  }

  async #offerAfter(active: ActiveRecording, count: number): Promise<void> {
    if (await this.#window.askForOffers(count))
      await this.#usePayload(active, payloadOffers(active.recording, true));
  }

  async #usePayload(active: ActiveRecording, offers: readonly PayloadOffer[]): Promise<void> {
    const picked = offers.length === 0 ? [] : await this.#window.pickOffers(offers);
    if (picked.length === 0) return;
    const keys = new Set(picked.flatMap(offer => offer.keys));
    const write = async (): Promise<void> => {
      const changed = withPayload(active.recording, picked);
      for (const act of changed.acts) {
        if (!act.written || !keys.has(act.written.key)) continue;
        const { key } = act.written;
        const { step } = recordStep(act, chosenIn(active));
        if (step) await active.file.write([key], [{ key, step }]);
      }
      active.recording = changed;
    };
    if (this.#active === active) await this.#enqueue(write);
    else await write();
  }

  /** Runs work after what was requested before. A failure ends the recording with its reason. */
  #enqueue(work: (active: ActiveRecording) => Promise<void>): Promise<void> {
    return this.#queue.run(async () => {
      // Whoever performed the gesture goes on first, so that the work does not delay it.
      await nextTurn();
      const active = this.#active;
      if (!active) return;
      try {
        await work(active);
        if (this.#active === active) this.#show();
      } catch (error) {
        active.listener.dispose();
        this.#end();
        const reason = error instanceof Error ? error.message : String(error);
        this.#window.report(new Error(`Recording stopped: ${reason}`, { cause: error }));
      }
    });
  }

  async #record(active: ActiveRecording, performed: PerformedGesture): Promise<void> {
    const { after } = performed;
    const state = await active.after;
    const { done, before } = withKnownScreen(performed, state);
    active.after = after;
    const keys = active.recording.acts.slice(-MAX_CHANGING).flatMap(({ written }) => written?.key ?? []);
    const known = forgetActs(active.recording, await active.file.findMissing(keys));
    const shown = before ?? state;
    const recording = {
      ...known,
      screen: state && new Screen(state),
      isKeyboardOpen: shown?.phone_state?.keyboardVisible === true,
      keyboardTop: shown && keyboardTopOf(shown),
    };
    const passcode = await this.#passcode(active, recording, done);
    const plan = planGesture(recording, done, act => this.#canDo(act), passcode);
    active.recording = recording;
    const choicesOf = (planned: PlannedInput): readonly ElementChoice[] =>
      this.#choicesOf(active, planned, done, before);
    await this.#plan(active, plan, choicesOf, done.gesture);
    const [first, ...others] = plan.inputs;
    if (first?.input.kind === 'closeKeyboard' && others.length > 0)
      await this.#closeKeyboard(active, done.display);
  }

  /** Closes the keyboard on the device as well, once a step before the last gesture closes it. */
  async #closeKeyboard(active: ActiveRecording, display: number): Promise<void> {
    const { device } = active;
    const state = await device.readScreen();
    if (state?.phone_state?.keyboardVisible !== true) return;
    await sendGesture(await device.client(), { deviceId: device.deviceId, display }, BACK);
    active.after = device.readScreen();
  }

  async #openApp(active: ActiveRecording, app: OpenedApp): Promise<void> {
    const { device } = active;
    const client = await device.client();
    const params = { deviceId: device.deviceId, packageName: app.app };
    await client.stopApp({ params, body: { clearData: true } });
    await client.startApp({ params, body: {} });
    active.after = device.readScreen();
    const input = { kind: 'openApp', ...app } as const;
    await this.#plan(active, { removed: 0, inputs: [{ input, display: 0 }] }, () => []);
  }

  /** Writes the steps of planned acts. */
  async #plan(
    active: ActiveRecording,
    plan: PlannedActs,
    choicesOf: (planned: PlannedInput) => readonly ElementChoice[],
    gesture?: DeviceGesture,
  ): Promise<void> {
    await this.#choose(active, plan.inputs);
    const steps = plan.inputs.map(planned => {
      const { step, notes } = recordStep(planned, chosenIn(active));
      if (planned.isOptional !== true) this.#tell(active, notes);
      return { step, choices: choicesOf(planned) };
    });
    await this.#add(active, plan, steps, gesture);
  }

  async #add(
    active: ActiveRecording,
    plan: PlannedActs,
    steps: readonly ActStep[],
    gesture?: DeviceGesture,
  ): Promise<void> {
    const change = addActs(active.recording, plan, steps, gesture);
    await active.file.write(change.removed, change.added);
    active.recording = change.recording;
  }

  async #passcode(
    { device }: ActiveRecording,
    recording: LiveRecording,
    done: DoneGesture,
  ): Promise<TypedPasscode | undefined> {
    const code = toPasscode(joinedText(recording, done) ?? '');
    const action = code === undefined ? undefined : this.#certainAction(PASSCODE);
    const output = action && passcodeMember(action, this.#window.learnedOutput(action.id));
    if (code === undefined || output === undefined) return undefined;
    const mailboxId = await this.#window.findMailbox(code, () => device.client());
    return mailboxId === undefined ? undefined : { mailboxId, output };
  }

  /** Finds the actions for acts that were not done before. Asks only for the actions of gestures. */
  async #choose(active: ActiveRecording, inputs: readonly PlannedInput[]): Promise<void> {
    for (const planned of inputs) {
      const name = actName(planned.input, planned.element);
      if (active.chosen.has(name) && planned.isOptional !== true) continue;
      const isCertain = planned.isOptional === true || planned.input.kind === 'passcode';
      const action = isCertain
        ? this.#certainAction(planned)
        : (await this.#window.chooseActions([planned], active.device.connection))?.get(name);
      active.chosen.set(name, action);
    }
  }

  #certainAction(act: TimedInput): CatalogAction | undefined {
    return this.#certainMatch(act)?.action;
  }

  #canDo(act: TimedInput): boolean {
    return this.#certainMatch(act)?.losses.length === 0;
  }

  #certainMatch({ input, element, display }: TimedInput): Match | undefined {
    const { found, isSure } = matchActions(input, display, this.#window.actions(), element);
    return isSure ? found[0] : undefined;
  }

  #choicesOf(
    active: ActiveRecording,
    { input, element }: TimedInput,
    { gesture }: DoneGesture,
    before: UiState | undefined,
  ): readonly ElementChoice[] {
    const at = touchedPoint(gesture);
    const action = active.chosen.get(actName(input, element));
    if (!at || !element || !action || !before || input !== gesture) return [];
    const screen = new Screen(before);
    return elementChoices(action, 'element', { screen, element: screen.at(at), at });
  }

  #actionOf({ written }: LiveAct): CatalogAction | undefined {
    const id = written?.step['actionId'];
    return this.#window.actions().find(action => action.id === id);
  }

  #tell(active: ActiveRecording, notes: readonly string[]): void {
    for (const note of notes) {
      if (!active.shownNotes.has(note)) this.#window.tell(note);
      active.shownNotes.add(note);
    }
  }

  #show(): void {
    const active = this.#active;
    if (!active) return;
    const { device, file, recording } = active;
    const acts = recording.acts.filter(({ written }) => written);
    const last = acts.at(-1);
    this.#window.recordings.show({
      connection: device.connection,
      deviceId: device.deviceId,
      uri: file.uri,
      shown: {
        device: device.name,
        file: file.name,
        steps: acts.length,
        last: last && wordsOf(last),
        hasChoices: (last?.choices.length ?? 0) > 1,
        offers: payloadOffers(recording, false).length,
      },
    });
  }
}

/** Any passcode, to find the action that waits for one. */
const PASSCODE: TimedInput = {
  input: { kind: 'passcode', mailboxId: '00000000-0000-4000-8000-000000000000' },
  display: 0,
};

/** Uses what the screen showed after the gesture before, if the elements could not be read in time. */
function withKnownScreen(
  { done, before }: PerformedGesture,
  earlier: UiState | undefined,
): Omit<PerformedGesture, 'after'> {
  if (before || !earlier || !touchedPoint(done.gesture)) return { done, before };
  return { done: { ...done, element: recordElement(done.gesture, earlier) }, before: earlier };
}

function chosenIn({ chosen }: ActiveRecording): ChosenActions {
  return new Map([...chosen].flatMap(([name, action]) => (action ? [[name, action] as const] : [])));
}

/** Returns the step of an act in words; texts of expressions are left out. */
function wordsOf({ input, element, written, isExpression }: LiveAct): string {
  const name = written?.step['nameOverride'];
  if (typeof name === 'string') return name;
  if (isExpression) return 'Type a value from the flow';
  switch (input.kind) {
    case 'wait':
    case 'waitFor':
    case 'scrollTo':
      return 'Wait';
    case 'passcode':
      return 'Wait for a passcode';
    case 'closeKeyboard':
      return 'Close the keyboard';
    case 'task':
      return 'Run a task';
    case 'check':
      return 'Check an element';
    case 'openApp':
      return 'Open an app';
    default:
      return describeGesture(input, element?.name);
  }
}
