import { KEY_CODES } from '../../../phone/keys.ts';
import type { StepKinds, StepOutput } from '../../../runtime/step.ts';
import { clearText, enterText, pressGlobalButton, pressKeyCode } from '../gestures.ts';
import { reachPhone } from '../reachPhone.ts';
import { type DeviceCall, onDevice, takingItsTime } from './onDevice.ts';

interface TypeParams {
  readonly text: string;
  readonly clear?: boolean;
  readonly stealth?: boolean;
  readonly wordsPerMinute?: number;
  readonly errorRate?: number;
}

interface KeyParams {
  readonly key: 'back' | 'tab' | 'enter' | 'delete' | 'forwardDelete' | number;
  readonly times?: number;
}

/** The implementations of the methods for text and keys. */
export const keyboardSteps: StepKinds = {
  'device.typeText': onDevice(false, typeStep),
  'device.clearText': onDevice<{ display?: number }>(false, async ({ params, service, deviceId, signal }) => {
    const { display: displayId } = params;
    await clearText(service, { deviceId, displayId }, signal);
    return {};
  }),
  'device.hideKeyboard': onDevice<object>(false, async ({ service, deviceId, signal }) => {
    const { driver } = await reachPhone(service, { deviceId }, signal);
    const { phone_state: state } = await driver.tree(0, { signal });
    // Back closes an open keyboard, and otherwise leaves the screen.
    if (state?.keyboardVisible === true) await pressGlobalButton(service, { deviceId }, 'back', signal);
    return {};
  }),
  'device.pressKey': onDevice<KeyParams>(false, async ({ params, service, deviceId, signal }) => {
    const { key: given, times = 1 } = params;
    const keyCode = typeof given === 'number' ? given : KEY_CODES[given];
    await pressKeyCode(service, { deviceId }, keyCode, signal, { times, readsFocus: true });
    return { keyCode };
  }),
};

async function typeStep(call: DeviceCall<TypeParams>): Promise<StepOutput> {
  const { text, wordsPerMinute: wpm, ...how } = call.params;
  const { service, deviceId, signal } = call;
  await takingItsTime(call, () =>
    enterText(service, { deviceId }, { ...how, text, wpm, readsFocus: true }, signal),
  );
  return { length: Array.from(text).length };
}
