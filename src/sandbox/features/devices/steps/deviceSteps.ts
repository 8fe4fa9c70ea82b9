import type { StepKinds, StepOutput } from '../../../runtime/step.ts';
import { rebootPhone } from '../reachPhone.ts';
import { appSteps } from './appSteps.ts';
import { keyboardSteps } from './keyboardSteps.ts';
import { type DeviceCall, onDevice } from './onDevice.ts';
import { positionSteps } from './positionSteps.ts';
import { screenSteps } from './screenSteps.ts';
import { settingSteps } from './settingSteps.ts';
import { touchSteps } from './touchSteps.ts';

/** The implementations of the methods that need a device. */
export const deviceSteps: StepKinds = {
  ...touchSteps,
  ...keyboardSteps,
  ...screenSteps,
  ...positionSteps,
  ...appSteps,
  ...settingSteps,
  'device.reboot': onDevice(false, reboot),
};

async function reboot({ service, deviceId, signal }: DeviceCall): Promise<StepOutput> {
  const { clock } = service;
  const startedAt = clock.now();
  await rebootPhone(service, deviceId, signal);
  return { waitedMs: clock.now() - startedAt };
}
