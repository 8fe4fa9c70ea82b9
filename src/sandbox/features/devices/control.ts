import { isAwake } from '../../../contract/awakeStates.ts';
import { timestamp } from '../../runtime/clock.ts';
import type { Handlers } from '../../runtime/handler.ts';
import { isProtected, type PhoneApp } from '../../phone/apps.ts';
import type { GlobalButton } from '../../phone/keys.ts';
import { withInteractiveOnly } from '../../phone/uiState.ts';
import { Refusal } from '../../runtime/refusal.ts';
import { wallTime } from '../../runtime/wallTime.ts';
import { gesturesOf } from './gestureLog.ts';
import { clearText, enterText, pressGlobalButton, pressKeyCode, swipeDevice, tapDevice } from './gestures.ts';
import { reach, requireDevice, targetOf } from './reach.ts';
import { reachPhone } from './reachPhone.ts';

const BUTTONS: readonly GlobalButton[] = ['back', 'home', 'recents'];

/** Handlers for gestures, keys, the screen and installed apps (spec 4.9, wire facts 9). */
export const deviceControlHandlers = {
  tapDevice: async ({ params, headers, body, service, signal }) => {
    await tapDevice(service, targetOf(params, headers), body, signal);
  },
  swipeDevice: async ({ params, headers, body, service, signal }) => {
    await swipeDevice(service, targetOf(params, headers), body, signal);
  },
  pressGlobal: ({ params, headers, body, service, signal }) =>
    pressGlobalButton(service, targetOf(params, headers), BUTTONS[body.action - 1] ?? 'home', signal),
  typeText: async ({ params, headers, body, service, signal }) => {
    await enterText(service, targetOf(params, headers), body, signal);
  },
  pressKey: ({ params, headers, body, service, signal }) =>
    pressKeyCode(service, targetOf(params, headers), body.key, signal),
  clearInput: ({ params, headers, service, signal }) => clearText(service, targetOf(params, headers), signal),
  takeScreenshot: async ({ params, headers, query, service, signal }) => {
    const { state } = requireDevice(service.store, params.deviceId);
    // The service answers 500 here (wire facts 9), although this is not a failure of the service.
    if (!isAwake(state))
      throw new Refusal(500, 'screen_off', `The device is ${state ?? 'unknown'} and its screen is off.`);
    const { driver, display } = await reachPhone(service, targetOf(params, headers), signal);
    return driver.picture(display.id, { signal }, { hideOverlay: query.hideOverlay });
  },
  getUiState: async ({ params, headers, query, service, signal }) => {
    const target = targetOf(params, headers);
    const { driver, display } = await reachPhone(service, target, signal, 'accessibility');
    const tree = await driver.tree(display.id, { signal });
    return query.filter === true ? withInteractiveOnly(tree) : tree;
  },
  getDeviceTime: async ({ params, headers, service, signal }) => {
    const { driver } = await reachPhone(service, targetOf(params, headers), signal);
    return localTime(service.clock.now(), await driver.timeZone.read({ signal }));
  },
  getOverlay: ({ params, headers, service }) => ({
    visible: reach(service.store, targetOf(params, headers)).phone.overlayVisible,
  }),
  setOverlay: ({ params, headers, body, service }): undefined => {
    const { phone } = reach(service.store, targetOf(params, headers));
    service.store.phones.put({ ...phone, overlayVisible: body.visible, updatedAt: timestamp(service.clock) });
  },
  listInstalledApps: async ({ params, headers, query, service, signal }) => {
    const { driver } = await reachPhone(service, targetOf(params, headers), signal);
    const apps = await driver.apps.list({ signal });
    return chosenApps(apps, query.includeSystemApps, query.includeProtectedApps).map(app => ({ ...app }));
  },
  listPackages: async ({ params, headers, query, service, signal }) => {
    const { driver } = await reachPhone(service, targetOf(params, headers), signal);
    const apps = await driver.apps.list({ signal });
    return chosenApps(apps, query.includeSystemPackages, query.includeProtectedPackages).map(
      ({ packageName }) => packageName,
    );
  },
  listGestures: ({ params, service }) => ({
    data: [...gesturesOf(service, requireDevice(service.store, params.deviceId).id)],
  }),
} as const satisfies Handlers;

/** Returns the apps of a phone: user apps, on demand also system apps and protected components. */
function chosenApps(
  apps: readonly PhoneApp[],
  includeSystem = false,
  includeProtected = false,
): readonly PhoneApp[] {
  return apps.filter(({ packageName, isSystemApp }) =>
    isProtected(packageName) ? includeProtected : includeSystem || !isSystemApp,
  );
}

/** Formats a time in a time zone as RFC 3339, such as `2026-11-21T10:41:00+01:00`. */
function localTime(moment: number, timeZone: string): string {
  const wall = wallTime(timeZone, moment);
  const minutes = Math.round((wall - moment) / 60_000);
  const sign = minutes < 0 ? '-' : '+';
  const twoDigits = (value: number): string => String(value).padStart(2, '0');
  const offset = `${sign}${twoDigits(Math.floor(Math.abs(minutes) / 60))}:${twoDigits(Math.abs(minutes) % 60)}`;
  return new Date(wall).toISOString().slice(0, 19) + offset;
}
