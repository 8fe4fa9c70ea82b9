import { randomUUID } from 'node:crypto';
import { isProtected } from '../../phone/apps.ts';
import { launch } from '../../phone/installedApps.ts';
import type { InstalledIcon } from '../../phone/state.ts';
import { unsupported } from '../../records/capabilities.ts';
import { findApp } from '../../records/findApp.ts';
import { timestamp } from '../../runtime/clock.ts';
import { type Handlers, HandlerReply } from '../../runtime/handler.ts';
import { PhoneFailure } from '../../runtime/phoneDriver.ts';
import { invalidValue, Refusal } from '../../runtime/refusal.ts';
import type { Service } from '../../runtime/service.ts';
import type { Store } from '../../store/store.ts';
import { findBuild } from './findBuild.ts';
import { reach, type Reached, requireDevice, type DisplayTarget, targetOf } from './reach.ts';
import { reachPhone, type ReachedPhone } from './reachPhone.ts';
import { putState } from './simulated/putState.ts';

/** The time that an installation stays in the list, in milliseconds (wire facts 9). */
const KEPT_MS = 15 * 60_000;

/** Handlers for the apps of a device (wire facts 9). */
export const deviceAppHandlers = {
  installApp: async ({ params, headers, body, service, signal }) => {
    const { store, clock } = service;
    const reached = await reachPhone(service, targetOf(params, headers), signal, 'apps');
    const platform = platformOf(reached);
    const appId = requireAppId(platform, body);
    const build = findStored(store, platform, appId);
    const isBackground = body.background === true;
    if (typeof build === 'string' && !isBackground) throw new Refusal(422, 'install_failed', build);
    if (typeof build !== 'string') await installBuild(reached, build, signal);
    if (!isBackground) return undefined;
    const now = timestamp(clock);
    const attempt = { appId, platform, startedAt: now, updatedAt: now };
    const ended =
      typeof build === 'string'
        ? { status: 'failed', errorClass: 'download_failed' }
        : { status: 'succeeded' };
    store.appInstalls.put({ id: randomUUID(), deviceId: reached.device.id, ...attempt, ...ended });
    return new HandlerReply(undefined, {}, 202);
  },
  listAppInstalls: ({ params, service: { store, clock } }) => {
    const deviceId = requireDevice(store, params.deviceId).id;
    const since = new Date(clock.now() - KEPT_MS).toISOString();
    const recent = store.appInstalls.list({ where: { deviceId }, from: { createdAt: since } });
    return {
      installs: recent.map(({ appId, platform, status, startedAt, updatedAt, errorClass }) => ({
        appId,
        platform,
        status,
        startedAt,
        updatedAt,
        errorClass,
      })),
    };
  },
  openDeepLink: async ({ params, headers, body, service, signal }) => {
    const { deepLink, packageName } = body;
    const { driver } = await reachPhone(service, targetOf(params, headers), signal, 'apps');
    if (packageName !== undefined) refuseProtected(packageName);
    await driver.apps.open(deepLink, { signal }, packageName);
  },
  startApp: async ({ params: { packageName, ...params }, headers, service, signal }) => {
    const { driver } = await reachPhone(service, targetOf(params, headers), signal, 'apps');
    refuseProtected(packageName);
    await driver.apps.start(packageName, { signal });
  },
  stopApp: async ({ params: { packageName, ...params }, headers, body, service, signal }) => {
    const { driver } = await reachPhone(service, targetOf(params, headers), signal, 'apps');
    refuseProtected(packageName);
    if (body.clearData === true) await driver.apps.clear(packageName, { signal });
    else await driver.apps.stop(packageName, { signal });
  },
  uninstallApp: async ({ params: { packageName, ...params }, headers, service, signal }) => {
    const { driver } = await reachPhone(service, targetOf(params, headers), signal, 'apps');
    refuseProtected(packageName);
    await driver.apps.remove(packageName, { signal });
  },
  grantPermission: ({ params, headers, service, signal }) =>
    setPermission(service, targetOf(params, headers), { ...params, isGranted: true }, signal),
  revokePermission: ({ params, headers, service, signal }) =>
    setPermission(service, targetOf(params, headers), { ...params, isGranted: false }, signal),
  enterKiosk: ({ params, headers, body: { packageName }, service }): undefined => {
    const reached = reachForKiosk(service, targetOf(params, headers));
    refuseProtected(packageName);
    const launched = launch(reached.phone.state, packageName);
    if (!launched)
      throw new Refusal(404, 'app_not_installed', `The app ${packageName} is not installed on this device.`);
    putState(service, reached, { ...launched, kiosk: packageName });
  },
  exitKiosk: ({ params, headers, service }): undefined => {
    const reached = reachForKiosk(service, targetOf(params, headers));
    putState(service, reached, { ...reached.phone.state, kiosk: null });
  },
} as const satisfies Handlers;

/** An app, and whether it has one of its permissions. */
interface AppPermission {
  readonly packageName: string;
  readonly permission: string;
  readonly isGranted: boolean;
}

/** Grants or revokes a permission. Throws a PhoneFailure for an unknown one, and for a missing app. */
export async function setPermission(
  service: Service,
  target: DisplayTarget,
  { packageName, permission, isGranted }: AppPermission,
  signal: AbortSignal,
): Promise<void> {
  const reached = await reachPhone(service, target, signal, 'apps');
  requireAndroid(reached, 'permissions');
  refuseProtected(packageName);
  await reached.driver.apps.permit(packageName, permission, isGranted, { signal });
}

/** Installs a build of an app on a phone. */
export async function installBuild(
  { driver }: ReachedPhone,
  build: InstalledIcon,
  signal: AbortSignal,
): Promise<void> {
  const read = (): Promise<never> => {
    const message = 'The sandbox keeps no files of apps, so that it cannot install them on a real phone.';
    return Promise.reject(new PhoneFailure('unsupported', message));
  };
  await driver.apps.install({ ...build, read }, { signal });
}

/** Throws the 422 Refusal `unsupported_feature` for a device that is not an Android device. */
function requireAndroid(reached: Pick<Reached, 'device'>, feature: string): void {
  if (platformOf(reached) !== 'android') throw unsupported(feature);
}

function reachForKiosk(service: Service, target: DisplayTarget): Reached {
  const reached = reach(service.store, target, 'apps');
  requireAndroid(reached, 'kiosk');
  return reached;
}

function platformOf({ device }: Pick<Reached, 'device'>): 'android' | 'ios' {
  return device.sandbox.platform === 'ios-phone' ? 'ios' : 'android';
}

/** Returns the ID that fits the platform of the device. Throws a 422 Refusal for the other one. */
function requireAppId(
  platform: 'android' | 'ios',
  {
    packageName,
    bundleId,
  }: { readonly packageName?: string | undefined; readonly bundleId?: string | undefined },
): string {
  const id = platform === 'ios' ? bundleId : packageName;
  if (id !== undefined) {
    refuseProtected(id);
    return id;
  }
  const [given, wanted] = platform === 'ios' ? ['packageName', 'bundleId'] : ['bundleId', 'packageName'];
  const message = `this device takes ${wanted}`;
  throw invalidValue(`body.${given}`, message, packageName ?? bundleId, 'wrong_platform', 422);
}

function findStored(store: Store, platform: string, appId: string): InstalledIcon | string {
  const app = findApp(store, platform, appId);
  return app ? findBuild(app) : `There is no app ${appId} in storage.`;
}

function refuseProtected(packageName: string): void {
  if (isProtected(packageName)) throw new Refusal(422, 'protected_app', `${packageName} is protected.`);
}
