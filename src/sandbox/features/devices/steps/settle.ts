import { CodeHider } from '../../../../util/passcodes/hideCodes.ts';
import { shownPasscodes } from '../../../../flow/selector/screenSecrets.ts';
import { shorten } from '../../../../util/plainText.ts';
import { showSpaces } from '../../../../util/showSpaces.ts';
import { elementsOf } from '../../../phone/elements.ts';
import { uiStateOf, widgetText } from '../../../phone/uiState.ts';
import { readPhone } from '../../../records/phone.ts';
import { pause } from '../../../runtime/clock.ts';
import { allowedMs } from '../../../runtime/waitFor.ts';
import { reach } from '../reach.ts';
import type { DeviceCall } from './onDevice.ts';

/** The longest wait for a screen that does not settle, in milliseconds of sandbox time. */
const LIMIT_MS = 10_000;
/** The number of texts and of their characters that an error names. */
const MAX_SHOWN = 5;
const MAX_LENGTH = 40;
/** The time between two looks, in milliseconds of sandbox time before the time scale. */
const LOOK_MS = 100;

/**
 * Waits until a display has settled: two looks in a row find the same UI tree, without a progress indicator. Returns false
 * if it has not within the limit. Throws like `reach`.
 */
export async function settle(call: DeviceCall, displayId = 0, limitMs = LIMIT_MS): Promise<boolean> {
  const { service, deviceId, signal } = call;
  const { clock, settings, slowScreenOf } = service;
  // Only then is a simulated phone between two screens.
  if (!slowScreenOf(deviceId)) return true;
  const end = clock.now() + allowedMs(service, limitMs);
  let before: string | undefined;
  for (;;) {
    const now = lookAt(call, displayId);
    if (now !== undefined && now === before) return true;
    if (clock.now() >= end) return false;
    before = now;
    await pause(clock, Math.max(1, LOOK_MS * settings.timeScale), signal);
  }
}

/** Returns the UI tree of a display as text; undefined while it shows a progress indicator. */
function lookAt({ service, deviceId }: DeviceCall, displayId: number): string | undefined {
  const { device, display } = reach(service.store, { deviceId, displayId });
  const { state, context } = readPhone(service, device);
  const isLoading = elementsOf(state, context, display.id).some(({ widget }) => widget.kind === 'progress');
  return isLoading ? undefined : JSON.stringify(uiStateOf(state, context, { displayId: display.id }));
}

/** Says which texts the app on a display shows, without those in fields and without passcodes. */
export function describeShown({ service, deviceId }: DeviceCall, displayId = 0): string {
  const { device, display } = reach(service.store, { deviceId, displayId });
  const { state, context } = readPhone(service, device);
  const texts = elementsOf(state, context, display.id)
    .filter(({ window, widget }) => window.role === 'app' && widget.kind !== 'field')
    .map(({ widget }) => widgetText(widget))
    .filter(text => text !== '');
  if (texts.length === 0) return 'The screen shows no text.';
  const codes = new CodeHider(shownPasscodes(texts.map(text => ({ text }))));
  const shown = texts
    .slice(0, MAX_SHOWN)
    .map(text => `“${showSpaces(shorten(codes.hide(text), MAX_LENGTH))}”`);
  return `The screen shows ${shown.join(', ')}${texts.length > MAX_SHOWN ? ', and more' : ''}.`;
}
