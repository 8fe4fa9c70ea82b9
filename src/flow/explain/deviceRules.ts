import { type Case, explanation, type Explanation, quoted, type Rule } from './explanation.ts';

/** The rules for devices and their apps. */
export const deviceRules: readonly Rule[] = [explainState, explainDevice, explainAbility, explainApp];

const STATE = /^The device is (\w+); it must be ready\.$/;
/** States from which a device comes back by itself. */
const BUSY = /^\w+ing$/;

function explainState({ evidence, step, error }: Case): Explanation | undefined {
  const state = STATE.exec(error)?.[1];
  if (state === undefined) return undefined;
  const known = evidence.run.devices?.find(({ id }) => id === step.deviceId)?.name;
  const name = known == null ? 'The device' : quoted(known);
  if (BUSY.test(state))
    return explanation('deviceBusy', `${name} is busy: it is ${state}.`, {
      actions: ['Wait until it is ready, and run the flow again.'],
    });
  return explanation('deviceOffline', `${name} cannot be reached: it is ${state}.`, {
    actions: ['Reconnect the device, or choose another one for the flow.'],
  });
}

function explainDevice({ step, error }: Case): Explanation | undefined {
  const hasNone = step.deviceId == null && /needs a device|has no device/.test(error);
  if (hasNone)
    return explanation('noDevice', 'The step needs a device, but the flow has none.', {
      actions: ['Add a device to the flow.'],
    });
  if (step.code !== 'device_not_found') return undefined;
  return explanation('noDevice', 'The device of the flow does not exist anymore.', {
    actions: ['Choose another device for the flow.'],
  });
}

function explainAbility({ step, error }: Case): Explanation | undefined {
  const capability = /^This device does not support (\w+)\.$/.exec(error)?.[1];
  if (capability !== undefined)
    return explanation(
      'missingCapability',
      `The device does not support ${quoted(capability)}, which this step needs.`,
      { actions: ['Choose a device that supports it.'] },
    );
  const platform = step.params?.['platform'];
  if (!error.includes('is not a device of the platform')) return undefined;
  return explanation(
    'otherPlatform',
    `The step is for ${quoted(platform ?? 'another platform')}, but the device has another platform.`,
    { actions: ['Choose a device of that platform, or change the platform of the step.'] },
  );
}

function explainApp({ step, error }: Case): Explanation | undefined {
  if (!/is not installed on this device|There is no app with the id/.test(error)) return undefined;
  return explanation(
    'missingApp',
    `The app ${quoted(step.params?.['app'] ?? step.params?.['appId'] ?? '')} is not on the device.`,
    { actions: ['Install the app in a step before it, or check its name.'] },
  );
}
