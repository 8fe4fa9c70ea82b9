import { pause } from '../../../runtime/clock.ts';
import { type Selector, visibleTexts } from '../../../phone/elements.ts';
import { type Bounds, clamp } from '../../../phone/geometry.ts';
import { screenOf } from '../../../records/phone.ts';
import { StepFailure, type StepKinds, type StepOutput } from '../../../runtime/step.ts';
import { allowedMs } from '../../../runtime/waitFor.ts';
import { reach } from '../reach.ts';
import { renderScreen } from '../screen.ts';
import { requireElement, describeSelector, findElement, matchPattern } from './find.ts';
import { type DeviceCall, onDevice } from './onDevice.ts';

interface ScreenshotParams {
  readonly name?: string;
  readonly hideOverlay?: boolean;
  readonly area?: Bounds | null;
  readonly display?: number;
}

interface WaitParams {
  readonly element: Selector;
  readonly until?: 'visible' | 'gone';
  readonly timeoutSeconds?: number;
  readonly pollMilliseconds?: number;
}

interface TextParams {
  readonly contains?: string;
  readonly matches?: string;
  readonly ignoreCase?: boolean;
}

const TIMEOUT_S = 30;
const POLL_MS = 500;

/** The implementations of the methods that read the screen. */
export const screenSteps: StepKinds = {
  'device.screenshot': onDevice(true, screenshot),
  'device.waitForElement': onDevice(true, waitForElement),
  'device.readElement': onDevice(true, readElement),
  'device.assertText': onDevice(true, assertText),
};

function screenshot({ params, service, deviceId, run }: DeviceCall<ScreenshotParams>): StepOutput {
  const { name = 'screen', hideOverlay = true, area, display: displayId } = params;
  const { display } = reach(service.store, deviceId, displayId);
  const part = area
    ? clipToDisplay(area, display)
    : { left: 0, top: 0, right: display.width, bottom: display.height };
  const png = renderScreen(service, { deviceId, displayId }, { hideOverlay, area: part });
  const filename = `${name}.png`;
  const fileId = run.keepFile(filename, 'image/png', png);
  return { fileId, filename, width: part.right - part.left, height: part.bottom - part.top };
}

// Includes partially covered pixels and clips to the display.
function clipToDisplay(
  area: Bounds,
  { width, height }: { readonly width: number; readonly height: number },
): Bounds {
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
  const { element, until = 'visible', ...times } = call.params;
  const { timeoutSeconds = TIMEOUT_S, pollMilliseconds = POLL_MS } = times;
  const { clock } = call.service;
  const began = clock.now();
  const end = began + allowedMs(call.service, timeoutSeconds * 1000);
  for (;;) {
    const found = findElement(call, element);
    if ((found !== undefined) === (until === 'visible'))
      return { waitedMs: clock.now() - began, bounds: found?.bounds ?? null };
    const left = end - clock.now();
    if (left <= 0) break;
    await pause(clock, Math.min(left, allowedMs(call.service, pollMilliseconds)), call.signal);
  }
  const problem = until === 'visible' ? 'did not appear' : 'did not go away';
  const message = `The element ${describeSelector(element)} ${problem} within ${timeoutSeconds} seconds.`;
  throw new StepFailure('logic', message);
}

function readElement(call: DeviceCall<{ element: Selector; pattern?: string }>): StepOutput {
  const { element, pattern } = call.params;
  const { text } = requireElement(call, element);
  if (pattern === undefined) return { text };
  const match = matchPattern(text, pattern, 'params.pattern');
  if (!match) throw new StepFailure('logic', `The text “${text}” does not fit the pattern ${pattern}.`);
  return { text: match.length > 1 ? (match[1] ?? '') : match[0] };
}

function assertText({ params, service, deviceId }: DeviceCall<TextParams>): StepOutput {
  const { contains, matches, ignoreCase = true } = params;
  const { device, display } = reach(service.store, deviceId);
  const { state, context } = screenOf(service, device);
  const fold = (text: string): string => (ignoreCase ? text.toLowerCase() : text);
  const fits = (text: string): boolean =>
    (contains === undefined || fold(text).includes(fold(contains))) &&
    (matches === undefined ||
      matchPattern(text, matches, 'params.matches', ignoreCase ? 'iu' : 'u') !== null);
  const found = visibleTexts(state, context, display.id).find(fits);
  if (found !== undefined) return { found };
  const wanted = [contains, matches].filter(part => part !== undefined).join('” and “');
  throw new StepFailure(
    'logic',
    `No text on screen ${contains === undefined ? 'matches' : 'contains'} “${wanted}”.`,
  );
}
