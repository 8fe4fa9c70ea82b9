import { setTimeout as realPause } from 'node:timers/promises';
import { CodeHider } from '../../../../util/passcodes/hideCodes.ts';
import { shownPasscodes } from '../../../../flow/selector/screenSecrets.ts';
import { shorten } from '../../../../util/plainText.ts';
import { showSpaces } from '../../../../util/showSpaces.ts';
import { appElements, isLoading } from '../../../phone/elements.ts';
import { pause } from '../../../runtime/clock.ts';
import { allowedMs } from '../../../runtime/waitFor.ts';
import { reachPhone } from '../reachPhone.ts';
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
 * if it has not within the limit. Rejects like `reachPhone`.
 */
export async function settle(call: DeviceCall, displayId = 0, limitMs = LIMIT_MS): Promise<boolean> {
  const { service, deviceId, signal } = call;
  const { clock, settings } = service;
  const { device, driver, display } = await reachPhone(service, { deviceId, displayId }, signal);
  if (driver.isStill) return true;
  // The clock of the sandbox can stand still, unlike a real phone.
  const isReal = device.sandbox.phone !== undefined;
  const now = (): number => (isReal ? performance.now() : clock.now());
  const wait = (): Promise<unknown> =>
    isReal
      ? realPause(LOOK_MS, undefined, { signal })
      : pause(clock, Math.max(1, LOOK_MS * settings.timeScale), signal);
  const end = now() + (isReal ? limitMs : allowedMs(service, limitMs));
  let before: string | undefined;
  for (;;) {
    const tree = await driver.tree(display.id, { signal, isFresh: before !== undefined });
    const shown = isLoading(tree) ? undefined : JSON.stringify(tree);
    if (shown !== undefined && shown === before) return true;
    if (now() >= end) return false;
    before = shown;
    await wait();
  }
}

/** Says which texts the app on a display shows, without those in fields and without passcodes. */
export async function describeShown(
  { service, deviceId, signal }: DeviceCall,
  displayId = 0,
): Promise<string> {
  const { driver, display } = await reachPhone(service, { deviceId, displayId }, signal);
  const texts = appElements(await driver.tree(display.id, { signal }))
    .filter(({ role, text }) => role !== 'field' && text !== '')
    .map(({ text }) => text);
  if (texts.length === 0) return 'The screen shows no text.';
  const codes = new CodeHider(shownPasscodes(texts.map(text => ({ text }))));
  const shown = texts
    .slice(0, MAX_SHOWN)
    .map(text => `“${showSpaces(shorten(codes.hide(text), MAX_LENGTH))}”`);
  return `The screen shows ${shown.join(', ')}${texts.length > MAX_SHOWN ? ', and more' : ''}.`;
}
