import { CodeHider } from '../../../../util/passcodes/hideCodes.ts';
import { shownPasscodes } from '../../../../flow/selector/screenSecrets.ts';
import { shorten } from '../../../../util/plainText.ts';
import { showSpaces } from '../../../../util/showSpaces.ts';
import { appElements } from '../../../phone/elements.ts';
import { pause } from '../../../runtime/clock.ts';
import { LOOK_MS, type LookTime, REAL_TIME, SETTLE_MS, settleScreen } from '../../../runtime/settleScreen.ts';
import { allowedMs } from '../../../runtime/waitFor.ts';
import { reachPhone } from '../reachPhone.ts';
import type { DeviceCall } from './onDevice.ts';

/** The number of texts and of their characters that an error names. */
const MAX_SHOWN = 5;
const MAX_LENGTH = 40;

/**
 * Waits until a display has settled, as `settleScreen` does. Returns false if it has not within the limit. Rejects like
 * `reachPhone`.
 */
export async function settle(call: DeviceCall, displayId = 0, limitMs = SETTLE_MS): Promise<boolean> {
  const { service, deviceId, signal } = call;
  const { clock, settings } = service;
  const { device, driver, display } = await reachPhone(service, { deviceId, displayId }, signal);
  if (driver.isStill) return true;
  // The clock of the sandbox can stand still, unlike a real phone.
  const isReal = device.sandbox.phone !== undefined;
  const time: LookTime = isReal
    ? REAL_TIME
    : {
        now: () => clock.now(),
        pause: aborted => pause(clock, Math.max(1, LOOK_MS * settings.timeScale), aborted),
      };
  return settleScreen(
    driver,
    { signal },
    {
      displayId: display.id,
      limitMs: isReal ? limitMs : allowedMs(service, limitMs),
      time,
    },
  );
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
