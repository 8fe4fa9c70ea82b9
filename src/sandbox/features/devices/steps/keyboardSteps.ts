import { KEY_CODES } from '../../../phone/keys.ts';
import type { StepKinds, StepOutput } from '../../../runtime/step.ts';
import { clearText, enterText, pressGlobalButton, pressKeyCode } from '../gestures.ts';
import { reach } from '../reach.ts';
import { type DeviceCall, onDevice, pauseScaled } from './onDevice.ts';

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
  'device.clearText': onDevice<{ display?: number }>(false, ({ params, service, deviceId }) => {
    const { display: displayId } = params;
    clearText(service, { deviceId, displayId });
    return {};
  }),
  'device.hideKeyboard': onDevice<object>(false, ({ service, deviceId }) => {
    const { state } = reach(service.store, { deviceId }).phone;
    // Back closes an open keyboard, and otherwise leaves the screen.
    if (state.keyboardVisible && state.isScreenOff !== true) pressGlobalButton(service, { deviceId }, 'back');
    return {};
  }),
  'device.pressKey': onDevice<KeyParams>(false, ({ params, service, deviceId }) => {
    const { key: given, times = 1 } = params;
    const keyCode = typeof given === 'number' ? given : KEY_CODES[given];
    pressKeyCode(service, { deviceId }, keyCode, times);
    return { keyCode };
  }),
};

async function typeStep(call: DeviceCall<TypeParams>): Promise<StepOutput> {
  const { text, wordsPerMinute: wpm, ...how } = call.params;
  const { durationMs } = enterText(call.service, { deviceId: call.deviceId }, { ...how, text, wpm });
  await pauseScaled(call, durationMs);
  return { length: Array.from(text).length };
}
