import type { CommandRow } from '../../contributions/command.ts';
import type { Services } from '../commandServices.ts';
import type { Client } from '../../client/client.ts';
import type { Target } from '../../client/eachTarget.ts';
import { deviceChoices, onDevices } from '../devices/perDevice.ts';
import { chooseRecords, confirmed } from '../prompts/ask.ts';
import { describeTargets, namesOf } from '../prompts/runOnEach.ts';
import { chooseApp, type DeviceApp } from './appList.ts';

/** Acts on an app of a device. */
type DeviceCall = (client: Client, app: DeviceApp, deviceId: string, signal: AbortSignal) => Promise<unknown>;

const INSTALL = 'Install App';

/** Installs an app on devices, with a result for each. */
export const installApp = forAppOnDevices(INSTALL, 'installed', install);

/** Installs an app on given devices, with a result for each. */
export async function installOn(
  services: Services,
  app: DeviceApp,
  targets: readonly Target[],
): Promise<void> {
  await actOn(services, INSTALL, 'installed', install, app, targets);
}

export const startApp = forAppOnDevices(
  'Start App',
  'started',
  ({ startApp: start }, app, deviceId, signal) =>
    start({ params: { deviceId, packageName: app.bundleId }, headers: {}, body: {} }, { signal }),
);

export const stopApp = forAppOnDevices('Stop App', 'stopped', ({ stopApp: stop }, app, deviceId, signal) =>
  stop({ params: { deviceId, packageName: app.bundleId }, headers: {}, body: {} }, { signal }),
);

/** Uninstalls an app from devices after confirmation. */
export const uninstallApp = forAppOnDevices(
  'Uninstall App',
  'uninstalled',
  (client, app, deviceId, signal) =>
    client.uninstallApp({ params: { deviceId, packageName: app.bundleId }, headers: {} }, { signal }),
  'Uninstall',
);

function forAppOnDevices(title: string, result: string, call: DeviceCall, verb?: string) {
  return async (services: Services, row: CommandRow | undefined): Promise<void> => {
    const app = await chooseApp(services, title, row);
    if (!app) return;
    const heading = `${title}: Devices for ${app.name}`;
    const choices = deviceChoices(services, app.isIos ? 'ios' : 'android');
    const targets = await chooseRecords(heading, choices, { many: true });
    if (!targets) return;
    if (verb !== undefined) {
      const question = `${verb} ${app.name} from ${describeTargets(targets, 'devices')}?`;
      const detail = ['The data of the app on the device is deleted too.', ...namesOf(targets)].join('\n');
      if (!(await confirmed(question, detail, verb))) return;
    }
    await actOn(services, title, result, call, app, targets);
  };
}

async function actOn(
  services: Services,
  title: string,
  result: string,
  call: DeviceCall,
  app: DeviceApp,
  targets: readonly Target[],
): Promise<void> {
  await onDevices(services, `${title}: ${app.name}`, targets, async (client, { id }, signal) => {
    await call(client, app, id, signal);
    return `${app.name} ${result}`;
  });
}

function install(
  { installApp: send }: Client,
  { isIos, bundleId }: DeviceApp,
  deviceId: string,
  signal: AbortSignal,
): Promise<unknown> {
  const body = isIos ? { bundleId } : { packageName: bundleId };
  return send({ params: { deviceId }, headers: {}, body }, { signal });
}
