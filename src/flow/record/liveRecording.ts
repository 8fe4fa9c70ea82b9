import type { UiNode, UiState } from '../../contract/records/uiState.ts';
import { expressionText } from '../data/expressionText.ts';
import type { NewStep } from '../edit/flowEdit.ts';
import { matchElements } from '../selector/matchElements.ts';
import type { Screen } from '../selector/screen.ts';
import type { DeviceGesture, DoneGesture } from './deviceGesture.ts';
import type { ElementChoice } from './elementChoices.ts';
import { nameElement, type RecordedElement } from './recordedElement.ts';
import { PASSCODE_KEY, scrollDirection } from './recording.ts';
import { type TimedInput, toTimedInputs, type TypedField } from './timedInputs.ts';

/** A step that a recording has written, with a key that stays when the step moves. */
export interface KeyedStep {
  readonly key: number;
  readonly step: NewStep;
}

/** An act of a recording in progress. */
export interface LiveAct extends TimedInput {
  /** Its step; undefined if the catalog has no action for the act, or if the user has deleted the step. */
  readonly written: KeyedStep | undefined;
  /** The number of the action on the device that it belongs to. */
  readonly group: number;
  /** The ways in which its step can name the touched element. */
  readonly choices: readonly ElementChoice[];
  /** True if its text is an expression, to which nothing is joined. */
  readonly isExpression: boolean;
}

/** A recording in progress: what was done so far, and what the device showed. */
export interface LiveRecording {
  readonly acts: readonly LiveAct[];
  /** The key of the next step, from 1. */
  readonly nextKey: number;
  /** The screen directly after the last gesture, or at the start; undefined if it is unknown. */
  readonly screen: Screen | undefined;
  /** True if the on-screen keyboard was open then. */
  readonly isKeyboardOpen: boolean;
  /** The upper edge of the open keyboard in device pixels; undefined if it is unknown. */
  readonly keyboardTop?: number | undefined;
  /** The screen before the first of the swipes that were done last; undefined if it is unknown. */
  readonly scrolledFrom: Screen | undefined;
  /** True if a text is not joined to the last one, because something else was done in between. */
  readonly isClosed: boolean;
}

/** A mailbox that has received the passcode that was typed, and the expression that reads a passcode. */
export interface TypedPasscode {
  readonly mailboxId: string;
  /** The member of the output with the passcode, such as `code`. */
  readonly output: string;
}

/** The acts that a gesture adds to a recording, and the number of acts at its end that they replace. */
export interface PlannedActs {
  readonly removed: number;
  readonly inputs: readonly PlannedInput[];
}

export interface PlannedInput extends TimedInput {
  /** True if the recording is complete without it, so that nobody is asked for its action. */
  readonly isOptional?: boolean;
  readonly isExpression?: boolean;
}

const BACK = 4;
const BACKSPACE = 67;
const DELETE = 112;
/** Matches a text whose last character is a single one on every device. */
const ENDS_PLAINLY = /[\u0020-\u007e\u00a1-\u024f]$/;

/** Returns a recording without acts on a device that shows a screen. */
export function startLiveRecording(screen: Screen | undefined): LiveRecording {
  return {
    acts: [],
    nextKey: 1,
    screen,
    isKeyboardOpen: false,
    scrolledFrom: undefined,
    isClosed: false,
  };
}

/**
 * Plans the acts for a gesture. `canDo` returns true if the catalog has an action that certainly does all of an act.
 * `passcode` is set if the typed text is a passcode from a mailbox.
 */
export function planGesture(
  recording: LiveRecording,
  done: DoneGesture,
  canDo: (act: TimedInput) => boolean,
  passcode?: TypedPasscode,
): PlannedActs {
  const { gesture, element, display } = done;
  if (gesture.kind === 'text') {
    const { removed, inputs } = type(recording, done, canDo);
    return passcode ? { removed, inputs: passcodeActs(done, passcode, inputs) } : { removed, inputs };
  }
  const corrected = gesture.kind === 'key' && gesture.key === BACKSPACE && correct(recording, done);
  if (corrected) return corrected;
  const closing: PlannedInput = { input: { kind: 'closeKeyboard' }, display: 0, isOptional: true };
  const canClose = recording.isKeyboardOpen && canDo(closing);
  // Pressed again while the keyboard is closed, Back would leave the screen.
  if (canClose && isBack(gesture)) return { removed: 0, inputs: [closing] };
  const own = toTimedInputs([done], { keepPauses: false });
  const scrolled = scrollTo(recording, done);
  if (scrolled && canDo(scrolled.input)) {
    return { removed: scrolled.swipes, inputs: [{ ...scrolled.input, isOptional: true }, ...own] };
  }
  const wait: PlannedInput = { input: { kind: 'waitFor' }, element, display, isOptional: true };
  return {
    removed: 0,
    inputs: [
      ...(canClose && isCovered(recording, element) ? [closing] : []),
      ...(appeared(recording, element) ? [wait] : []),
      ...own,
    ],
  };
}

function isBack(gesture: DeviceGesture): boolean {
  return gesture.kind === 'global'
    ? gesture.button === 'back'
    : gesture.kind === 'key' && gesture.key === BACK;
}

/**
 * Returns true for a touched element whose center the open keyboard covers, since a step touches the center. A field
 * needs the keyboard.
 */
function isCovered({ screen, keyboardTop }: LiveRecording, element: RecordedElement | undefined): boolean {
  const [selector] = element?.selectors ?? [];
  const [found] = selector && screen ? matchElements(screen, selector) : [];
  if (!found || found.role === 'field' || keyboardTop === undefined) return false;
  const { top, bottom } = found.target.bounds;
  return (top + bottom) / 2 >= keyboardTop;
}

/** Returns the upper edge of the on-screen keyboard; undefined if it is closed or the device does not report its keys. */
export function keyboardTopOf({ ime_tree, phone_state }: UiState): number | undefined {
  if (phone_state?.keyboardVisible !== true || !ime_tree) return undefined;
  const tops = keysIn(ime_tree).flatMap(({ boundsInScreen: box }) =>
    box && box.bottom > box.top && box.right > box.left ? [box.top] : [],
  );
  return tops.length === 0 ? undefined : Math.min(...tops);
}

function keysIn(node: UiNode): readonly UiNode[] {
  const { children } = node;
  return children?.length ? children.flatMap(keysIn) : [node];
}

/** Returns the text of the step that a typed text becomes part of; undefined if that is none or several. */
export function joinedText(recording: LiveRecording, done: DoneGesture): string | undefined {
  const { gesture } = done;
  if (gesture.kind !== 'text' || gesture.secret) return undefined;
  const [first, ...others] = toTimedInputs([...lastText(recording), done], { keepPauses: false });
  return first?.input.kind === 'text' && others.length === 0 ? first.input.text : undefined;
}

function type(recording: LiveRecording, done: DoneGesture, canDo: (act: TimedInput) => boolean): PlannedActs {
  const last = lastText(recording);
  const [first, ...others] = toTimedInputs([...last, done], { keepPauses: false });
  if (!first) return { removed: 0, inputs: [] };
  const [before] = last;
  if (before) {
    const isSame = JSON.stringify(first.input) === JSON.stringify(before.gesture);
    const field = recording.acts.at(-1)?.field;
    return isSame ? { removed: 0, inputs: others } : { removed: 1, inputs: [{ ...first, field }, ...others] };
  }
  const field = typedField(recording, done, canDo);
  const clear: PlannedInput = { input: { kind: 'clear' }, display: done.display, isOptional: true };
  if (field?.clears === true) {
    // What was deleted before is not there when the flow runs.
    const kept = recording.acts.findLastIndex(({ input }) => !isDeletion(input)) + 1;
    return { removed: recording.acts.length - kept, inputs: [{ ...first, field }, ...others] };
  }
  const isCleared = field !== undefined && field.before !== '' && canDo(clear);
  const known = field && { ...field, before: isCleared ? field.before : '' };
  return { removed: 0, inputs: [...(isCleared ? [clear] : []), { ...first, field: known }, ...others] };
}

function isDeletion(input: LiveAct['input']): boolean {
  return input.kind === 'clear' || (input.kind === 'key' && [BACKSPACE, DELETE].includes(input.key));
}

/** Returns the field that has the focus before a text is typed; undefined if the device does not report it. */
function typedField(
  { screen }: LiveRecording,
  { gesture, display }: DoneGesture,
  canDo: (act: TimedInput) => boolean,
): TypedField | undefined {
  const focused = screen?.elements.find(({ node, role }) => node.isFocused === true && role === 'field');
  if (!screen || !focused || gesture.kind !== 'text') return undefined;
  const { hint = '' } = focused.node;
  return {
    name: nameElement(screen, focused),
    // Some devices report the hint of an empty field as its text.
    before: gesture.secret === true || focused.text === hint ? '' : focused.text,
    clears: canDo({ input: { ...gesture, clears: true }, display }),
  };
}

/** Returns the text that was typed last as a gesture; empty if something else was done since. */
function lastText({ acts, isClosed }: LiveRecording): readonly DoneGesture[] {
  const last = acts.at(-1);
  if (isClosed || last?.input.kind !== 'text' || last.isExpression || !last.written) return [];
  return [{ deviceId: '', display: last.display, gesture: last.input, at: 0 }];
}

/** Returns the acts that wait for a passcode and type its expression in place of the typed passcode. */
function passcodeActs(
  { display, gesture }: DoneGesture,
  { mailboxId, output }: TypedPasscode,
  typed: readonly PlannedInput[],
): readonly PlannedInput[] {
  const stealth = gesture.kind === 'text' && gesture.stealth;
  const field = typed.find(({ input }) => input.kind === 'text')?.field;
  const text = expressionText(['steps', PASSCODE_KEY, 'body', output]);
  return [
    { input: { kind: 'passcode', mailboxId }, display: 0 },
    { input: { kind: 'text', text, stealth, secret: false }, field, display, isExpression: true },
  ];
}

/** Shortens the typed text instead of pressing Backspace. The password in the payload has no typing mistakes. */
function correct(recording: LiveRecording, done: DoneGesture): PlannedActs | undefined {
  const [last] = lastText(recording);
  if (last?.gesture.kind !== 'text' || last.display !== done.display) return undefined;
  const { gesture: input, display } = last;
  if (input.secret) return { removed: 0, inputs: [] };
  if (!ENDS_PLAINLY.test(input.text)) return undefined;
  const text = input.text.slice(0, -1);
  const field = recording.acts.at(-1)?.field;
  return { removed: 1, inputs: text === '' ? [] : [{ input: { ...input, text }, field, display }] };
}

/** Returns true if an element was not on the screen directly after the gesture before. */
function appeared({ acts, screen }: LiveRecording, element: RecordedElement | undefined): boolean {
  return acts.length > 0 && element !== undefined && isMissing(screen, element);
}

/** Returns true if all selectors that name an element find nothing on a screen. */
export function isMissing(screen: Screen | undefined, { selectors }: RecordedElement): boolean {
  if (!screen || screen.elements.length === 0) return false;
  const naming = selectors.filter(
    ({ resourceId, description, text }) => (resourceId ?? description ?? text) !== undefined,
  );
  return naming.length > 0 && naming.every(selector => matchElements(screen, selector).length === 0);
}

/** Returns the act that scrolls to a touched element in place of the swipes before it. */
function scrollTo(
  { acts, scrolledFrom }: LiveRecording,
  { element, display }: DoneGesture,
): { readonly input: TimedInput; readonly swipes: number } | undefined {
  if (!element || !isMissing(scrolledFrom, element)) return undefined;
  const start = acts.findLastIndex(act => scrollDirection(act.input) === undefined) + 1;
  const swipes = acts.slice(start);
  const [direction, ...others] = new Set(swipes.map(({ input }) => scrollDirection(input)));
  if (direction === undefined || others.length > 0) return undefined;
  if (swipes.some(swipe => swipe.display !== display)) return undefined;
  return { input: { input: { kind: 'scrollTo', direction }, element, display }, swipes: swipes.length };
}

/** The step of a planned act, and the ways in which it can name its element. */
export interface ActStep {
  readonly step: NewStep | undefined;
  readonly choices: readonly ElementChoice[];
}

/** A changed recording, with the keys of the steps to remove from the file and the steps to write in their place. */
export interface RecordedChange {
  readonly recording: LiveRecording;
  readonly removed: readonly number[];
  readonly added: readonly KeyedStep[];
}

/** Adds planned acts to a recording; `steps` has the step of each of them. An optional act needs a step. */
export function addActs(
  recording: LiveRecording,
  { removed, inputs }: PlannedActs,
  steps: readonly ActStep[],
  gesture?: DeviceGesture,
): RecordedChange {
  const kept = recording.acts.slice(0, recording.acts.length - removed);
  const replaced = recording.acts.slice(kept.length);
  const group = (recording.acts.at(-1)?.group ?? 0) + 1;
  let { nextKey } = recording;
  const acts = inputs.flatMap((planned, index): LiveAct[] => {
    const { input, element, field, display, isOptional, isExpression = false } = planned;
    const { step, choices = [] } = steps[index] ?? {};
    if (!step && isOptional === true) return [];
    const written = step && { key: nextKey++, step };
    // What replaces earlier acts belongs to the action that they belong to.
    const isReplacement = ['text', 'passcode', 'scrollTo'].includes(input.kind);
    const own = isReplacement ? (replaced[0]?.group ?? group) : group;
    return [{ input, element, field, display, written, group: own, choices, isExpression }];
  });
  const isScrolling = gesture?.kind === 'swipe' && scrollDirection(gesture) !== undefined;
  const wasScrolling = scrollDirection(recording.acts.at(-1)?.input ?? { kind: 'clear' }) !== undefined;
  const scrolledFrom = isScrolling ? (wasScrolling ? recording.scrolledFrom : recording.screen) : undefined;
  return {
    recording: { ...recording, acts: [...kept, ...acts], nextKey, scrolledFrom, isClosed: false },
    removed: replaced.flatMap(({ written }) => (written ? [written.key] : [])),
    added: acts.flatMap(({ written }) => written ?? []),
  };
}

/** Removes the acts of the last action on the device; undefined if there are none. */
export function undoLast(recording: LiveRecording): RecordedChange | undefined {
  const last = recording.acts.at(-1);
  if (!last) return undefined;
  const acts = recording.acts.filter(({ group }) => group !== last.group);
  const gone = recording.acts.filter(({ group }) => group === last.group);
  const removed = gone.flatMap(({ written }) => (written ? [written.key] : []));
  const rest = { ...recording, acts, scrolledFrom: undefined, isClosed: true };
  return { recording: rest, removed, added: [] };
}

/** Forgets the acts whose steps are not in the file anymore, so that nothing is joined to them. */
export function forgetActs(recording: LiveRecording, keys: readonly number[]): LiveRecording {
  const acts = recording.acts.map(act =>
    act.written && keys.includes(act.written.key) ? { ...act, written: undefined } : act,
  );
  return { ...recording, acts };
}
