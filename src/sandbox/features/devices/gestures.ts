import type { Swipe } from '../../../contract/records/gesture.ts';
import { SHIFT_PX, shiftRandomly } from '../../../flow/record/stealth.ts';
import { timestamp } from '../../runtime/clock.ts';
import { mailPasscode } from '../../records/mail.ts';
import { elementTextAt } from '../../phone/elements.ts';
import type { Point } from '../../phone/geometry.ts';
import { type GlobalButton, pressGlobal, pressKey } from '../../phone/keys.ts';
import { readPhone } from '../../records/phone.ts';
import { type Display, type PhoneState, screenKey } from '../../phone/state.ts';
import { longPress as pressPhone, swipe as swipePhone, tap as tapPhone } from '../../phone/touch.ts';
import { clearField, typeText } from '../../phone/typing.ts';
import { conflict, type RequestProblem, type Refusal, refuseProblems } from '../../runtime/refusal.ts';
import type { Service } from '../../runtime/service.ts';
import { type GestureDone, logGesture, maybePassword } from './gestureLog.ts';
import { reach, type Reached, type DisplayTarget } from './reach.ts';
import { simulateTyping, type TypingPace } from './typing.ts';
import { planSwipe, planStealthSwipe, type SwipePath } from './stealth.ts';

/** The message that the form app sends to the address entered in it. */
const CONFIRMATION = {
  fromAddress: 'accounts@form.example',
  subject: 'Confirm your address',
  text: 'Your passcode is {code}. Enter it in the app to confirm your address.',
};

/** The maximum length of typed text in the gesture log, in characters. */
const MAX_TEXT_LENGTH = 1000;

/** Taps a point; with stealth, up to 5 pixels away. Returns the tapped pixel and the element there. */
export function tapDevice(
  service: Service,
  target: DisplayTarget,
  { x, y, stealth = false }: Point & { readonly stealth?: boolean | undefined },
): Point & { readonly element: string | null } {
  const reached = reach(service.store, target);
  const { display, device, phone } = reached;
  checkOnDisplay(display, { x, y });
  const at = stealth ? shiftRandomly({ x, y }, SHIFT_PX.start, display, service.random) : { x, y };
  const { context } = readPhone(service, device);
  const element = elementTextAt(phone.state, context, display.id, at);
  storeGesture(service, reached, tapPhone(phone.state, context, display.id, at), {
    kind: 'tap',
    stealth,
    asked: { x, y },
    path: [{ ...at, ms: 0 }],
  });
  return { ...at, element };
}

/** Swipes from one point to another (spec 4.9) and returns the actual movement of the finger. */
export function swipeDevice(service: Service, target: DisplayTarget, asked: Swipe): SwipePath {
  const reached = reach(service.store, target);
  const { display, device } = reached;
  checkOnDisplay(display, { x: asked.startX, y: asked.startY }, 'startX', 'startY');
  checkOnDisplay(display, { x: asked.endX, y: asked.endY }, 'endX', 'endY');
  const human = device.sandbox.capabilities['humanTouch'] === true;
  const stealth = asked.stealth ?? false;
  const movement = stealth ? planStealthSwipe(asked, display, human, service.random) : planSwipe(asked);
  const { startX, startY, endX, endY, duration } = asked;
  moveFinger(service, reached, movement, { stealth, asked: { startX, startY, endX, endY, duration } });
  return movement;
}

/** Presses a point for a duration in milliseconds. */
export function longPressDevice(
  service: Service,
  target: DisplayTarget,
  at: Point,
  durationMs: number,
): void {
  const reached = reach(service.store, target);
  checkOnDisplay(reached.display, at);
  const path = [
    { ...at, ms: 0 },
    { ...at, ms: durationMs },
  ];
  const asked = { ...at, duration: durationMs };
  moveFinger(service, reached, { kind: 'longPress', durationMs, path }, { stealth: false, asked });
}

/** Presses back, home or recents, and returns the new state of the phone. */
export function pressGlobalButton(service: Service, target: DisplayTarget, button: GlobalButton): PhoneState {
  const reached = reach(service.store, target);
  return storeGesture(service, reached, pressGlobal(reached.phone.state, button), {
    kind: 'global',
    asked: { button },
    input: button,
  });
}

/**
 * Types text into the focused field and returns the time it takes. Throws the 409 Refusal `ime_not_active` if no field
 * has the focus (wire facts 9).
 */
export function enterText(
  service: Service,
  target: DisplayTarget,
  {
    text,
    clear = false,
    stealth = false,
    wpm = 0,
    errorRate = -1,
  }: TypingPace & { readonly text: string; readonly clear?: boolean | undefined },
): { readonly durationMs: number } {
  const reached = reach(service.store, target);
  const before = clear ? clearField(reached.phone.state) : reached.phone.state;
  const typed = before && typeText(before, text);
  if (!before || !typed) throw imeNotActive();
  const { durationMs, mistakes } = simulateTyping(text, { stealth, wpm, errorRate }, service.random);
  storeGesture(service, reached, typed, {
    kind: 'text',
    stealth,
    durationMs,
    mistakes,
    asked: { clear, wpm, errorRate },
    input: maybePassword(before, typed) ? null : text.slice(0, MAX_TEXT_LENGTH),
  });
  return { durationMs };
}

/** Presses a key one or more times, by its Android key code. */
export function pressKeyCode(service: Service, target: DisplayTarget, keyCode: number, times = 1): void {
  const reached = reach(service.store, target);
  let { state } = reached.phone;
  for (let time = 0; time < times; time++) state = pressKey(state, keyCode);
  const secret = maybePassword(reached.phone.state, state);
  storeGesture(service, reached, state, {
    kind: 'key',
    asked: secret ? { times } : { key: keyCode, times },
    input: secret ? null : String(keyCode),
  });
}

/** Clears the focused field. Throws the 409 Refusal `ime_not_active` if no field has the focus. */
export function clearText(service: Service, target: DisplayTarget): void {
  const reached = reach(service.store, target);
  const cleared = clearField(reached.phone.state);
  if (!cleared) throw imeNotActive();
  storeGesture(service, reached, cleared, { kind: 'key', asked: {}, input: 'clear' });
}

/** Stores a new state of a phone in one transaction with its consequences, such as the form's confirmation message. */
export function putState(service: Service, { device, phone }: Reached, state: PhoneState): PhoneState {
  const { store, clock, events } = service;
  return store.transaction(() => {
    const { formResult } = state;
    const isSubmitted = formResult !== null && formResult !== phone.state.formResult;
    const email = (state.fields['form.email'] ?? '').trim();
    const formCode =
      isSubmitted && formResult.accepted ? mailPasscode(service, email, CONFIRMATION) : state.formCode;
    const stored = formCode === state.formCode ? state : { ...state, formCode: formCode ?? null };
    const openedAt = screenKey(phone.state) === screenKey(stored) ? phone.openedAt : clock.now();
    store.phones.put({
      ...phone,
      state: stored,
      updatedAt: timestamp(clock),
      ...(openedAt === undefined ? {} : { openedAt }),
    });
    if (isSubmitted)
      events.emitAppEvent('app', 'app.form.submitted', device.id, { accepted: formResult.accepted, email });
    return stored;
  });
}

function moveFinger(
  service: Service,
  reached: Reached,
  { kind, durationMs, path }: SwipePath,
  details: Pick<GestureDone, 'stealth' | 'asked'>,
): void {
  const { device, display, phone } = reached;
  const { context } = readPhone(service, device);
  const move = kind === 'longPress' ? pressPhone : swipePhone;
  const points = path.map(point => ({ ...point }));
  storeGesture(service, reached, move(phone.state, context, display.id, path), {
    kind,
    durationMs,
    path: points,
    ...details,
  });
}

function storeGesture(
  service: Service,
  reached: Reached,
  state: PhoneState,
  gesture: GestureDone,
): PhoneState {
  return service.store.transaction(() => {
    logGesture(service, reached.device.id, reached.display.id, gesture);
    return putState(service, reached, state);
  });
}

function checkOnDisplay(display: Display, { x, y }: Point, nameX = 'x', nameY = 'y'): void {
  const { width, height } = display;
  const problems: RequestProblem[] = [];
  if (x >= width)
    problems.push({ location: `body.${nameX}`, message: `the display is ${width} pixels wide`, value: x });
  if (y >= height)
    problems.push({ location: `body.${nameY}`, message: `the display is ${height} pixels high`, value: y });
  refuseProblems(problems, 'outside_display', 422);
}

function imeNotActive(): Refusal {
  const message = 'IME not active: no field has the focus. Tap a text field first.';
  return conflict('ime_not_active', message);
}
