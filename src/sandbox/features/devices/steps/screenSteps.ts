import { pause } from '../../../runtime/clock.ts';
import { hasText } from '../../../../flow/selector/hasProperty.ts';
import { type FoundElement, type PhoneSelector, appTexts } from '../../../phone/elements.ts';
import { type Rectangle, clamp } from '../../../phone/geometry.ts';
import { showSpaces } from '../../../../util/showSpaces.ts';
import { StepFailure, type StepKinds, type StepOutput } from '../../../runtime/step.ts';
import { allowedMs } from '../../../runtime/waitFor.ts';
import { reachPhone } from '../reachPhone.ts';
import {
  describePhoneSelector,
  type FallbackParams,
  findElement,
  matchPattern,
  requireElement,
} from './find.ts';
import { type DeviceCall, onDevice } from './onDevice.ts';
import { describeShown, settle } from './settle.ts';

interface ScreenshotParams {
  readonly name?: string;
  readonly hideOverlay?: boolean;
  readonly area?: Rectangle | null;
  readonly display?: number;
}

interface WaitParams extends FallbackParams {
  readonly element: PhoneSelector;
  readonly until?: 'visible' | 'gone';
  readonly timeoutSeconds?: number;
  readonly pollMilliseconds?: number;
}

interface CheckParams extends FallbackParams {
  readonly element: PhoneSelector;
  readonly state?: 'visible' | 'gone' | 'checked' | 'unchecked';
  readonly equals?: string;
  readonly contains?: string;
  readonly timeoutSeconds?: number;
}

interface TextParams {
  readonly contains?: string;
  readonly matches?: string;
  readonly ignoreCase?: boolean;
}

const TIMEOUT_S = 30;
const CHECK_TIMEOUT_S = 5;
const POLL_MS = 500;

/** The implementations of the methods that read the screen. */
export const screenSteps: StepKinds = {
  'device.screenshot': onDevice(true, screenshot),
  'device.waitForElement': onDevice(true, waitForElement),
  'device.readElement': onDevice(true, readElement),
  'device.assertText': onDevice(true, assertText),
  'device.checkElement': onDevice(true, checkElement),
};

async function screenshot({
  params,
  service,
  deviceId,
  run,
  signal,
}: DeviceCall<ScreenshotParams>): Promise<StepOutput> {
  const { name = 'screen', hideOverlay = true, area, display: displayId } = params;
  const { driver, display } = await reachPhone(service, { deviceId, displayId }, signal);
  const part = area
    ? clipToDisplay(area, display)
    : { left: 0, top: 0, right: display.width, bottom: display.height };
  const png = await driver.picture(display.id, { signal }, { hideOverlay, ...(area ? { area: part } : {}) });
  signal.throwIfAborted();
  const filename = `${name}.png`;
  const fileId = run.saveFile(filename, 'image/png', png);
  return { fileId, filename, width: part.right - part.left, height: part.bottom - part.top };
}

// Includes partially covered pixels and clips to the display.
function clipToDisplay(
  area: Rectangle,
  { width, height }: { readonly width: number; readonly height: number },
): Rectangle {
  const part = {
    left: clamp(Math.floor(area.left), 0, width),
    top: clamp(Math.floor(area.top), 0, height),
    right: clamp(Math.ceil(area.right), 0, width),
    bottom: clamp(Math.ceil(area.bottom), 0, height),
  };
  if (part.right > part.left && part.bottom > part.top) return part;
  const message = `params.area: nothing of it lies on the display of ${width} by ${height} pixels.`;
  throw new StepFailure('client_error', message);
}

async function waitForElement(call: DeviceCall<WaitParams>): Promise<StepOutput> {
  const { element, until = 'visible', timeoutSeconds = TIMEOUT_S, pollMilliseconds } = call.params;
  const isMet = (found: FoundElement | undefined): boolean => (found !== undefined) === (until === 'visible');
  const { found, waitedMs } = await lookUntil(call, isMet, timeoutSeconds, pollMilliseconds);
  if (isMet(found)) return { waitedMs, bounds: found?.bounds ?? null };
  const problem = until === 'visible' ? 'did not appear' : 'did not go away';
  const message = `The element ${describePhoneSelector(element)} ${problem} within ${timeoutSeconds} seconds.`;
  throw new StepFailure('logic', until === 'visible' ? `${message} ${await describeShown(call)}` : message);
}

/** Looks for an element on a settled screen at every poll until a condition is met or the time is over, and returns what is there then. */
async function lookUntil(
  call: DeviceCall<FallbackParams & { readonly element: PhoneSelector }>,
  isMet: (found: FoundElement | undefined) => boolean,
  timeoutSeconds: number,
  pollMilliseconds = POLL_MS,
): Promise<{ readonly found: FoundElement | undefined; readonly waitedMs: number }> {
  const { clock } = call.service;
  const startedAt = clock.now();
  const end = startedAt + allowedMs(call.service, timeoutSeconds * 1000);
  for (;;) {
    await settle(call, 0, timeoutSeconds * 1000);
    const found = await findElement(call, call.params.element);
    const left = end - clock.now();
    if (isMet(found) || left <= 0) return { found, waitedMs: clock.now() - startedAt };
    await pause(clock, Math.min(left, allowedMs(call.service, pollMilliseconds)), call.signal);
  }
}

async function checkElement(call: DeviceCall<CheckParams>): Promise<StepOutput> {
  const { timeoutSeconds = CHECK_TIMEOUT_S } = call.params;
  const isMet = (seen: FoundElement | undefined): boolean => problemOf(seen, call.params) === undefined;
  const { found, waitedMs } = await lookUntil(call, isMet, timeoutSeconds);
  const problem = problemOf(found, call.params);
  if (problem === undefined) return { waitedMs, text: found?.text ?? null };
  throw new StepFailure('logic', `The element ${describePhoneSelector(call.params.element)} ${problem}.`);
}

/** Returns what contradicts the expectation of a step about an element, in words; undefined if nothing does. */
function problemOf(
  found: FoundElement | undefined,
  { state = 'visible', equals, contains }: CheckParams,
): string | undefined {
  if (state === 'gone') return found ? 'is on the screen' : undefined;
  if (!found) return 'is not on the screen';
  if (state !== 'visible' && found.isChecked === undefined) return 'cannot be checked';
  if (state === 'checked' && found.isChecked !== true) return 'is not checked';
  if (state === 'unchecked' && found.isChecked !== false) return 'is checked';
  const { text } = found;
  if (equals !== undefined && !hasText(text, equals, true)) return `has the text “${text}”, not “${equals}”`;
  if (contains !== undefined && !hasText(text, contains, false))
    return `has the text “${text}”, which does not contain “${contains}”`;
  return undefined;
}

async function readElement(
  call: DeviceCall<FallbackParams & { element: PhoneSelector; pattern?: string }>,
): Promise<StepOutput> {
  const { element, pattern } = call.params;
  const { text } = await requireElement(call, element);
  if (pattern === undefined) return { text };
  const match = matchPattern(text, pattern, 'params.pattern');
  if (!match) throw new StepFailure('logic', `The text “${text}” does not fit the pattern ${pattern}.`);
  return { text: match.length > 1 ? (match[1] ?? '') : match[0] };
}

async function assertText(call: DeviceCall<TextParams>): Promise<StepOutput> {
  const { params, service, deviceId, signal } = call;
  await settle(call);
  const { contains, matches, ignoreCase = true } = params;
  const { driver, display } = await reachPhone(service, { deviceId }, signal);
  const fold = (text: string): string => (ignoreCase ? text.toLowerCase() : text);
  const matchesText = (text: string): boolean =>
    (contains === undefined || fold(text).includes(fold(contains))) &&
    (matches === undefined ||
      matchPattern(text, matches, 'params.matches', ignoreCase ? 'iu' : 'u') !== null);
  const found = appTexts(await driver.tree(display.id, { signal })).find(matchesText);
  if (found !== undefined) return { found };
  const wanted = [contains, matches].filter(part => part !== undefined).join('” and “');
  throw new StepFailure(
    'logic',
    `No text on screen ${contains === undefined ? 'matches' : 'contains'} “${showSpaces(wanted)}”.`,
  );
}
