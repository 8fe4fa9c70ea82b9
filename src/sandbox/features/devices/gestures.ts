import type { Swipe } from '../../../contract/records/gesture.ts';
import { SHIFT_PX, shiftRandomly } from '../../../flow/record/stealth.ts';
import { elementTextAt, hasPassword, hasPasswordFocus } from '../../phone/elements.ts';
import type { Point } from '../../phone/geometry.ts';
import { type GlobalButton, typesCharacter } from '../../phone/keys.ts';
import type { Display } from '../../phone/state.ts';
import { PhoneFailure } from '../../runtime/phoneDriver.ts';
import { type RequestProblem, refuseProblems } from '../../runtime/refusal.ts';
import type { Service } from '../../runtime/service.ts';
import { type GestureDone, logGesture } from './gestureLog.ts';
import type { DisplayTarget } from './reach.ts';
import { reachPhone, type ReachedPhone } from './reachPhone.ts';
import { simulateTyping, type TypingPace } from './typing.ts';
import { planSwipe, planStealthSwipe, type SwipePath } from './stealth.ts';

/** The maximum length of typed text in the gesture log, in characters. */
const MAX_TEXT_LENGTH = 1000;
/** The maximum time in which a phone is asked for its focused field, in milliseconds. */
const FOCUS_MS = 5000;

/** Taps a point; with stealth, up to 5 pixels away. Returns the tapped pixel and the element there, if it is known. */
export async function tapDevice(
  service: Service,
  target: DisplayTarget,
  { x, y, stealth = false }: Point & { readonly stealth?: boolean | undefined },
  signal: AbortSignal,
): Promise<Point & { readonly element: string | null }> {
  const reached = await reachPhone(service, target, signal);
  const { display, driver } = reached;
  checkOnDisplay(display, { x, y });
  const at = stealth ? shiftRandomly({ x, y }, SHIFT_PX.start, display, service.random) : { x, y };
  const tree = driver.knownTree(display.id);
  const element = tree ? elementTextAt(tree, at) : null;
  await driver.tap(display.id, at, { signal });
  log(service, reached, { kind: 'tap', stealth, asked: { x, y }, path: [{ ...at, ms: 0 }] });
  return { ...at, element };
}

/** Swipes from one point to another (spec 4.9) and returns the actual movement of the finger. */
export async function swipeDevice(
  service: Service,
  target: DisplayTarget,
  asked: Swipe,
  signal: AbortSignal,
): Promise<SwipePath> {
  const reached = await reachPhone(service, target, signal);
  const { display, device } = reached;
  checkOnDisplay(display, { x: asked.startX, y: asked.startY }, 'startX', 'startY');
  checkOnDisplay(display, { x: asked.endX, y: asked.endY }, 'endX', 'endY');
  const human = device.sandbox.capabilities['humanTouch'] === true;
  const stealth = asked.stealth ?? false;
  const movement = stealth ? planStealthSwipe(asked, display, human, service.random) : planSwipe(asked);
  const { startX, startY, endX, endY, duration } = asked;
  const details = { stealth, asked: { startX, startY, endX, endY, duration } };
  await moveFinger(service, reached, movement, details, signal);
  return movement;
}

/** Presses a point for a duration in milliseconds. */
export async function longPressDevice(
  service: Service,
  target: DisplayTarget,
  at: Point,
  durationMs: number,
  signal: AbortSignal,
): Promise<SwipePath> {
  const reached = await reachPhone(service, target, signal);
  checkOnDisplay(reached.display, at);
  const path = [
    { ...at, ms: 0 },
    { ...at, ms: durationMs },
  ];
  const movement: SwipePath = { kind: 'longPress', durationMs, path };
  const details = { stealth: false, asked: { ...at, duration: durationMs } };
  await moveFinger(service, reached, movement, details, signal);
  return movement;
}

/** Presses back, home or recents. */
export async function pressGlobalButton(
  service: Service,
  target: DisplayTarget,
  button: GlobalButton,
  signal: AbortSignal,
): Promise<void> {
  const reached = await reachPhone(service, target, signal);
  await reached.driver.pressButton(button, { signal });
  log(service, reached, { kind: 'global', asked: { button }, input: button });
}

/** The reading of the focused field before something is typed, which counts as a password if the field is not known. */
interface FocusReading {
  /** True to ask the phone for its elements unless they are known, which delays the input. */
  readonly readsFocus?: boolean | undefined;
}

/**
 * Types text into the focused field and returns the time it takes. Throws a PhoneFailure if no field has the focus (wire
 * facts 9).
 */
export async function enterText(
  service: Service,
  target: DisplayTarget,
  {
    text,
    clear = false,
    stealth = false,
    wpm = 0,
    errorRate = -1,
    readsFocus,
  }: TypingPace & FocusReading & { readonly text: string; readonly clear?: boolean | undefined },
  signal: AbortSignal,
): Promise<{ readonly durationMs: number }> {
  const reached = await reachPhone(service, target, signal);
  const { driver, display } = reached;
  const wasSecret = await findPasswordFocus(reached, readsFocus, signal);
  // A text with several lines can reach the fields after the first.
  const tree = /[\t\n]/.test(text) ? driver.knownTree(display.id) : {};
  const mayReachPassword = !tree || hasPassword(tree);
  if (clear) await driver.clearText({ signal });
  await driver.typeText(text, { signal });
  const { durationMs, mistakes } = simulateTyping(text, { stealth, wpm, errorRate }, service.random);
  const isSecret = wasSecret !== false || driver.hasPasswordFocus() === true || mayReachPassword;
  log(service, reached, {
    kind: 'text',
    stealth,
    durationMs,
    mistakes,
    asked: { clear, wpm, errorRate },
    input: isSecret ? null : text.slice(0, MAX_TEXT_LENGTH),
  });
  return { durationMs };
}

/** Presses a key one or more times, by its Android key code. */
export async function pressKeyCode(
  service: Service,
  target: DisplayTarget,
  keyCode: number,
  signal: AbortSignal,
  { times = 1, readsFocus }: FocusReading & { readonly times?: number } = {},
): Promise<void> {
  const reached = await reachPhone(service, target, signal);
  const { driver } = reached;
  const isCharacter = typesCharacter(keyCode);
  const wasSecret = await findPasswordFocus(reached, readsFocus === true && isCharacter, signal);
  await driver.pressKey(keyCode, { signal }, times);
  const isSecret = (wasSecret ?? isCharacter) || driver.hasPasswordFocus() === true;
  log(service, reached, {
    kind: 'key',
    asked: isSecret ? { times } : { key: keyCode, times },
    input: isSecret ? null : String(keyCode),
  });
}

/** Clears the focused field. Throws a PhoneFailure if no field has the focus. */
export async function clearText(service: Service, target: DisplayTarget, signal: AbortSignal): Promise<void> {
  const reached = await reachPhone(service, target, signal);
  await reached.driver.clearText({ signal });
  log(service, reached, { kind: 'key', asked: {}, input: 'clear' });
}

/** Returns true if the focused field is a password; undefined if that is not known. */
async function findPasswordFocus(
  { driver, display }: ReachedPhone,
  reads: boolean | undefined,
  signal: AbortSignal,
): Promise<boolean | undefined> {
  const known = driver.hasPasswordFocus();
  if (known !== undefined || reads !== true) return known;
  const late = AbortSignal.timeout(FOCUS_MS);
  try {
    return hasPasswordFocus(await driver.tree(display.id, { signal: AbortSignal.any([signal, late]) }));
  } catch (error) {
    if (signal.aborted || !(late.aborted || error instanceof PhoneFailure)) throw error;
    return undefined;
  }
}

async function moveFinger(
  service: Service,
  reached: ReachedPhone,
  { kind, durationMs, path }: SwipePath,
  details: Pick<GestureDone, 'stealth' | 'asked'>,
  signal: AbortSignal,
): Promise<void> {
  const { driver, display } = reached;
  if (kind === 'longPress') await driver.longPress(display.id, path, { signal });
  else await driver.swipe(display.id, path, { signal });
  log(service, reached, { kind, durationMs, path: path.map(point => ({ ...point })), ...details });
}

function log(service: Service, { device, display }: ReachedPhone, gesture: GestureDone): void {
  service.store.transaction(() => logGesture(service, device.id, display.id, gesture));
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
