import { randomUUID } from 'node:crypto';
import { APP_PERMISSIONS } from '../../../contract/enumerations.ts';
import { APPS, SYSTEM_APPS } from '../../phone/apps.ts';
import {
  allowNotifications,
  clearData,
  install,
  launch,
  stop,
  uninstall,
} from '../../phone/installedApps.ts';
import { openAddress } from '../../phone/openAddress.ts';
import type { InstalledIcon, PhoneState } from '../../phone/state.ts';
import { findApp } from '../../records/findApp.ts';
import { timestamp } from '../../runtime/clock.ts';
import { type Handlers, HandlerReply } from '../../runtime/handler.ts';
import { invalidValue, Refusal } from '../../runtime/refusal.ts';
import type { Service } from '../../runtime/service.ts';
import type { Store } from '../../store/store.ts';
import { findBuild } from './findBuild.ts';
import { putState } from './gestures.ts';
import { reach, type Reached, requireDevice, type DisplayTarget, targetOf, unsupported } from './reach.ts';

/** The time that an installation stays in the list, in milliseconds (wire facts 9). */
const KEPT_MS = 15 * 60_000;

/** Handlers for the apps of a device (wire facts 9). */
export const deviceAppHandlers = {
  installApp: ({ params, headers, body, service }) => {
    const { store, clock } = service;
    const reached = reach(store, targetOf(params, headers), 'apps');
    const platform = platformOf(reached);
    const appId = requireAppId(platform, body);
    const build = findStored(store, platform, appId);
    const isBackground = body.background === true;
    if (typeof build === 'string' && !isBackground) throw new Refusal(422, 'install_failed', build);
    if (typeof build !== 'string') putState(service, reached, install(reached.phone.state, build));
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
  openDeepLink: ({ params, headers, body, service }): undefined => {
    const { deepLink, packageName } = body;
    const reached = reach(service.store, targetOf(params, headers), 'apps');
    const { state } = reached.phone;
    if (packageName !== undefined) requireLaunched(state, packageName);
    putState(service, reached, openAddress(state, deepLink));
  },
  startApp: ({ params, headers, service }): undefined => {
    const { packageName } = params;
    const reached = reach(service.store, targetOf(params, headers), 'apps');
    putState(service, reached, requireLaunched(reached.phone.state, packageName));
  },
  stopApp: ({ params, headers, body, service }): undefined => {
    const { packageName } = params;
    const reached = reach(service.store, targetOf(params, headers), 'apps');
    const { state } = reached.phone;
    requireLaunched(state, packageName);
    const stopped = stop(state, packageName);
    putState(service, reached, body.clearData === true ? clearData(stopped, packageName) : stopped);
  },
  uninstallApp: ({ params, headers, service }): undefined => {
    const { packageName } = params;
    const reached = reach(service.store, targetOf(params, headers), 'apps');
    refuseProtected(packageName);
    if (Object.values(APPS).some(app => app.packageName === packageName))
      throw new Refusal(
        422,
        'protected_app',
        `${packageName} is part of the phone and cannot be uninstalled.`,
      );
    const without = uninstall(reached.phone.state, packageName);
    if (!without) throw notInstalled(packageName);
    putState(service, reached, without);
  },
  grantPermission: ({ params, headers, service }): undefined => {
    setPermission(service, targetOf(params, headers), { ...params, isGranted: true });
  },
  revokePermission: ({ params, headers, service }): undefined => {
    setPermission(service, targetOf(params, headers), { ...params, isGranted: false });
  },
  enterKiosk: ({ params, headers, body: { packageName }, service }): undefined => {
    const reached = reachAndroid(service, targetOf(params, headers), 'kiosk');
    const launched = requireLaunched(reached.phone.state, packageName);
    putState(service, reached, { ...launched, kiosk: packageName });
  },
  exitKiosk: ({ params, headers, service }): undefined => {
    const reached = reachAndroid(service, targetOf(params, headers), 'kiosk');
    putState(service, reached, { ...reached.phone.state, kiosk: null });
  },
} as const satisfies Handlers;

/** An app, and whether it has one of its permissions. */
interface AppPermission {
  readonly packageName: string;
  readonly permission: string;
  readonly isGranted: boolean;
}

/** Grants or revokes a permission. Throws a Refusal for one that the sandbox does not know, and for a missing app. */
export function setPermission(
  service: Service,
  target: DisplayTarget,
  { packageName, permission, isGranted }: AppPermission,
): void {
  const reached = reachAndroid(service, target, 'permissions');
  const { state } = reached.phone;
  requireLaunched(state, packageName);
  if (permission !== APP_PERMISSIONS[0]) {
    const message = `The sandbox knows only the permission ${APP_PERMISSIONS[0]}.`;
    throw new Refusal(422, 'unknown_permission', message);
  }
  putState(service, reached, allowNotifications(state, packageName, isGranted));
}

/** Returns a usable Android device. Throws the 422 Refusal `unsupported_feature` for another one. */
function reachAndroid(service: Service, target: DisplayTarget, feature: string): Reached {
  const reached = reach(service.store, target, 'apps');
  if (platformOf(reached) === 'android') return reached;
  throw unsupported(feature);
}

function platformOf({ device }: Reached): 'android' | 'ios' {
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

/** Returns a phone with an app in front. Throws a Refusal for one that is protected or not installed. */
function requireLaunched(state: PhoneState, packageName: string): PhoneState {
  refuseProtected(packageName);
  const launched = launch(state, packageName);
  if (!launched) throw notInstalled(packageName);
  return launched;
}

function refuseProtected(packageName: string): void {
  if (!Object.values(SYSTEM_APPS).some(app => app.packageName === packageName)) return;
  throw new Refusal(422, 'protected_app', `${packageName} is protected.`);
}

function notInstalled(packageName: string): Refusal {
  return new Refusal(404, 'app_not_installed', `The app ${packageName} is not installed on this device.`);
}
