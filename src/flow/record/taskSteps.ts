import type { UiState } from '../../contract/records/uiState.ts';
import { counted } from '../../util/counted.ts';
import { CodeHider } from '../../util/passcodes/hideCodes.ts';
import { plainText } from '../../util/plainText.ts';
import type { CatalogAction } from '../catalog.ts';
import type { NewStep } from '../edit/flowEdit.ts';
import { rankSelectors } from '../selector/rankSelectors.ts';
import type { Screen } from '../selector/screen.ts';
import { shownPasscodes } from '../selector/screenSecrets.ts';
import { type DeviceGesture, touchedPoint } from './deviceGesture.ts';
import { describeGesture } from './gestureText.ts';
import {
  addActs,
  isMissing,
  keyboardTopOf,
  type LiveRecording,
  planGesture,
  type PlannedActs,
  type PlannedInput,
  startLiveRecording,
} from './liveRecording.ts';
import { actName, matchActions } from './matchActions.ts';
import { recordElement, type RecordedElement } from './recordedElement.ts';
import { planActions, recordStep } from './recording.ts';
import { freeName } from './payloadOffers.ts';
import { actsOf, type TaskAct, UNKNOWN_FIELD } from './taskGestures.ts';
import { screenOfState, stateAt, type TrajectoryCall } from './taskTrajectory.ts';
import { findUndone } from './undoneCalls.ts';
import type { OpenedApp } from './wantedValues.ts';

/** The calls of a task on a device. */
export interface DoneTask {
  /** The goal in words, without secrets. */
  readonly goal: string;
  readonly platform: OpenedApp['platform'];
  readonly calls: readonly TrajectoryCall[];
  /** The UI states that were recorded, by their numbers. */
  readonly states: ReadonlyMap<number, UiState>;
  /** The typed texts that may be secrets, and a name for each, as from `typedSecrets`. */
  readonly secrets: ReadonlyMap<string, string>;
}

/** A sentence about what the steps of a task do not reproduce for certain; `step` is the number of its step. */
export interface TaskNote {
  readonly step?: number;
  readonly sentence: string;
}

/** The steps that repeat a task. */
export interface TaskSteps {
  readonly steps: readonly NewStep[];
  readonly notes: readonly TaskNote[];
}

/** The stability from which a selector is likely to stay. */
const STAYS = 0.6;
/** The maximum length of a foreign name in a sentence. */
const MAX_NAME = 60;

/**
 * Converts the calls of a task to steps. What failed or was undone is left out. `remembered` has the action IDs of earlier
 * choices, by `actName`.
 */
export function translateTask(
  task: DoneTask,
  actions: readonly CatalogAction[],
  remembered: Readonly<Record<string, string>> = {},
): TaskSteps {
  return new TaskTranslation(task, actions, remembered).translate();
}

/** Properties of acts that are written as steps. */
interface WrittenActs {
  readonly doubts?: readonly string[];
  /** The number of acts before them that they replace. */
  readonly removed?: number;
  readonly gesture?: DeviceGesture;
  /** The name of their steps; that of their actions by default. */
  readonly title?: string;
}

class TaskTranslation {
  readonly #task: DoneTask;
  readonly #actions: readonly CatalogAction[];
  readonly #remembered: Readonly<Record<string, string>>;
  readonly #chosen = new Map<string, CatalogAction>();
  /** The fields of the payload that the steps read, by the secrets that they replace. */
  readonly #fields = new Map<string, string>();
  #recording: LiveRecording = startLiveRecording(undefined);
  /** The screen on which the last call was done. */
  #earlier: Screen | undefined;
  readonly #general: string[] = [];
  /** The sentences about steps, by the keys of the steps. */
  readonly #doubts = new Map<number, string[]>();

  constructor(
    task: DoneTask,
    actions: readonly CatalogAction[],
    remembered: Readonly<Record<string, string>>,
  ) {
    this.#task = task;
    this.#actions = actions;
    this.#remembered = remembered;
  }

  translate(): TaskSteps {
    const { calls, states } = this.#task;
    const undone = findUndone(calls, states);
    for (const call of calls) {
      if (call.tool === 'complete') this.#note(completionNote(call));
      else if (!call.isSuccessful) this.#note(`Left out because it failed: ${this.#describe(call)}.`);
      else if (undone.has(call)) this.#note(`Left out because it was undone: ${this.#describe(call)}.`);
      else this.#add(call);
    }
    return this.#result();
  }

  #result(): TaskSteps {
    const written = this.#recording.acts.flatMap(act => act.written ?? []);
    const doubts = written.flatMap(({ key, step }, index) => {
      const name = step['nameOverride'];
      const title = typeof name === 'string' ? ` (${shorten(name)})` : '';
      return (this.#doubts.get(key) ?? []).map(doubt => ({
        step: index + 1,
        sentence: `Step ${index + 1}${title}: ${doubt}`,
      }));
    });
    const general = [...new Set(this.#general)].map(sentence => ({ sentence }));
    return { steps: written.map(({ step }) => step), notes: [...doubts, ...general] };
  }

  #add(call: TrajectoryCall): void {
    const { states, platform } = this.#task;
    const before = stateAt(states, call.before);
    const acts = actsOf(call, { before, after: stateAt(states, call.after), platform });
    if (acts) for (const act of acts) this.#addAct(act);
    else this.#addTask(call);
    this.#earlier = before && screenOfState(before);
  }

  #addAct(act: TaskAct): void {
    if (act.kind === 'gesture') {
      this.#addGesture(act);
      return;
    }
    if (act.kind === 'wait') {
      const { milliseconds } = act;
      if (milliseconds > 0) this.#write([{ input: { kind: 'wait', milliseconds }, display: 0 }]);
      return;
    }
    const doubts = act.isGuessed
      ? [`the app ${shorten(act.app.name)} is the one that was on the screen afterward. Check it.`]
      : [];
    this.#write([{ input: { kind: 'openApp', ...act.app, keepsData: true }, display: 0 }], { doubts });
  }

  #addGesture({ gesture, state, secretId, isCounted }: Extract<TaskAct, { kind: 'gesture' }>): void {
    const screen = state && screenOfState(state);
    const element = screen && withoutCodes(recordElement(gesture, state), screen);
    this.#recording = {
      ...this.#recording,
      screen,
      isKeyboardOpen: state?.phone_state?.keyboardVisible === true,
      keyboardTop: state && keyboardTopOf(state),
    };
    const field = gesture.kind === 'text' ? this.#payloadField(gesture.text, secretId) : undefined;
    const performed: DeviceGesture =
      field !== undefined && gesture.kind === 'text' ? { ...gesture, text: '', secret: true } : gesture;
    const done = { deviceId: '', display: 0, gesture: performed, element, at: 0 };
    const planned = planGesture(this.#recording, done, act => this.#canDo(act));
    const { removed, inputs } = this.#withWait(planned, element);
    const doubts = [
      ...doubtsAbout(gesture, screen, element !== undefined),
      ...(isCounted === true ? ['the recorded screen does not number its elements. Check the element.'] : []),
    ];
    const written = field === undefined ? inputs : inputs.map(input => withField(input, field));
    this.#write(written, { doubts, removed, gesture: performed });
  }

  /** Returns the field of the payload from which a step reads a secret; undefined for a text that is none. */
  #payloadField(text: string, secretId: string | undefined): string | undefined {
    const name = secretId === undefined ? this.#task.secrets.get(text) : identifier(secretId);
    if (name === undefined) return undefined;
    const secret = JSON.stringify([secretId, text]);
    const known = this.#fields.get(secret);
    if (known !== undefined) return known;
    const field = freeName(name, new Set(this.#fields.values()));
    this.#fields.set(secret, field);
    this.#note(
      secretId === undefined && name === UNKNOWN_FIELD
        ? `A text may be a secret, because its field is unknown. It is not written. Pass “${field}” in the payload of the trigger.`
        : `Secrets are not written. Pass “${field}” in the payload of the trigger.`,
    );
    return field;
  }

  /** Waits for an element that was not on the screen of the call before, since a flow is faster than an agent. */
  #withWait({ removed, inputs }: PlannedActs, element: PlannedInput['element']): PlannedActs {
    const waits = inputs.some(({ input }) => input.kind === 'waitFor' || input.kind === 'scrollTo');
    if (!element || waits || !isMissing(this.#earlier, element)) return { removed, inputs };
    const wait: PlannedInput = { input: { kind: 'waitFor' }, element, display: 0, isOptional: true };
    return { removed, inputs: inputs.toSpliced(-1, 0, wait) };
  }

  /** Adds a step that lets an agent of the service do what no other step does. */
  #addTask(call: TrajectoryCall): void {
    const instruction = this.#task.goal;
    const what = this.#describe(call);
    const doubt = `no step does what the agent did here: ${what}. An agent works toward the goal instead. Replace the step.`;
    const input = { kind: 'task', instruction } as const;
    this.#write([{ input, display: 0 }], { doubts: [doubt], title: `Instead of ${what}` });
  }

  #write(
    inputs: readonly PlannedInput[],
    { doubts = [], removed = 0, gesture, title }: WrittenActs = {},
  ): void {
    const steps = inputs.map(input => {
      this.#choose(input);
      const { step, notes } = recordStep(input, this.#chosen);
      if (input.isOptional !== true) for (const note of notes) this.#note(note);
      return { step: step && title !== undefined ? { ...step, nameOverride: title } : step, choices: [] };
    });
    const { recording, added } = addActs(this.#recording, { removed, inputs }, steps, gesture);
    this.#recording = recording;
    const all = [...doubts, ...inputs.flatMap(input => this.#choiceDoubt(input))];
    const last = recording.acts.at(-1);
    for (const { written, element } of recording.acts) {
      // A step that waits for the element of the last one finds it in the same way.
      const isMeant = written === last?.written || (element !== undefined && element === last?.element);
      if (written && added.includes(written) && isMeant) this.#doubts.set(written.key, all);
    }
  }

  /** Chooses the action of an act: the certain or remembered one, or else the most likely one. */
  #choose(input: PlannedInput): void {
    const name = actName(input.input, input.element);
    if (this.#chosen.has(name)) return;
    const { chosen, open } = planActions([input], this.#actions, this.#remembered);
    const action = chosen.get(name) ?? (input.isOptional === true ? undefined : open[0]?.found[0]?.action);
    if (action) this.#chosen.set(name, action);
  }

  #choiceDoubt({ input, element, display, isOptional }: PlannedInput): readonly string[] {
    const name = actName(input, element);
    if (isOptional === true || this.#remembered[name] !== undefined || !this.#chosen.has(name)) return [];
    const { found, isSure } = matchActions(input, display, this.#actions, element);
    if (isSure || found.length < 2) return [];
    return [`${counted(found.length, 'action')} of the catalog can do this. Check that it is the right one.`];
  }

  #canDo({ input, element, display }: PlannedInput): boolean {
    const { found, isSure } = matchActions(input, display, this.#actions, element);
    return isSure && found[0]?.losses.length === 0;
  }

  #note(sentence: string | undefined): void {
    if (sentence !== undefined) this.#general.push(sentence);
  }

  /** Returns a call in words, with the element that it touched, and never with a text that it typed. */
  #describe(call: TrajectoryCall): string {
    const { states, platform } = this.#task;
    const before = stateAt(states, call.before);
    const [act] = actsOf(call, { before, after: undefined, platform }) ?? [];
    const touched = act?.kind === 'gesture' && touchedPoint(act.gesture) ? act.gesture : undefined;
    const element = touched && before && withoutCodes(recordElement(touched, before), screenOfState(before));
    return touched && element
      ? shorten(describeGesture(touched, element.name))
      : `the call of “${shorten(call.tool)}”`;
  }
}

/** Returns an act that types the value of a field of the payload. */
function withField(planned: PlannedInput, field: string): PlannedInput {
  const { input } = planned;
  if (input.kind !== 'text') return planned;
  const text = `{{event.payload.${field}}}`;
  return { ...planned, input: { ...input, text, secret: false }, isExpression: true };
}

function doubtsAbout(
  gesture: DeviceGesture,
  screen: Screen | undefined,
  hasElement: boolean,
): readonly string[] {
  const at = touchedPoint(gesture);
  if (!at) {
    return gesture.kind === 'swipe'
      ? ['it swipes between two points of the screen on which the task ran.']
      : [];
  }
  const element = screen?.at(at);
  if (!hasElement || !screen || !element)
    return ['it touches a point, because no selector finds an element there.'];
  const best = rankSelectors(screen, element).find(({ matches }) => matches === 1);
  return best && best.stability >= STAYS
    ? []
    : ['what names its element is likely to change. Check the selector.'];
}

/** Returns an element without the selectors that contain passcodes, which are secrets and change. */
function withoutCodes(element: RecordedElement | undefined, screen: Screen): RecordedElement | undefined {
  const codes = new CodeHider(shownPasscodes(screen.elements));
  if (!element || codes.isEmpty) return element;
  const selectors = element.selectors.filter(selector => {
    const text = JSON.stringify(selector);
    return codes.hide(text) === text;
  });
  return selectors.length === 0 ? undefined : { name: codes.hide(element.name), selectors };
}

function completionNote({ isSuccessful, args }: TrajectoryCall): string | undefined {
  if (isSuccessful && args['success'] !== false) return undefined;
  return 'The agent reported that it did not complete the task.';
}

function identifier(secret: string): string {
  const name = secret
    .replaceAll(/\W+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, MAX_NAME);
  if (name === '') return 'password';
  return /^\d/.test(name) ? `secret_${name}` : name;
}

function shorten(text: string): string {
  return plainText(text, MAX_NAME);
}
