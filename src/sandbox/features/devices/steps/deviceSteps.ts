import { StepFailure, type StepKinds, type StepOutput } from '../../../runtime/step.ts';
import { isAwake } from '../reach.ts';
import { restartDevice } from '../lifecycle.ts';
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
  const device = await restartDevice(service, deviceId, signal);
  if (!device || !isAwake(device.state)) {
    const state = device?.state ?? 'rebooting';
    throw new StepFailure('transient', `The device did not come back from the reboot: it is ${state}.`);
  }
  return { waitedMs: clock.now() - startedAt };
}
