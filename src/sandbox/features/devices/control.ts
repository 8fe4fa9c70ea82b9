import { timestamp } from '../../runtime/clock.ts';
import type { Handlers } from '../../runtime/handler.ts';
import { type PhoneApp, phoneApps, SYSTEM_APPS } from '../../phone/apps.ts';
import type { GlobalButton } from '../../phone/keys.ts';
import { readPhone, timeZoneOf } from '../../records/phone.ts';
import { uiStateOf } from '../../phone/uiState.ts';
import { Refusal } from '../../runtime/refusal.ts';
import type { StoredPhone } from '../../store/stored.ts';
import { wallTime } from '../../runtime/wallTime.ts';
import { gesturesOf } from './gestureLog.ts';
import { clearText, enterText, pressGlobalButton, pressKeyCode, swipeDevice, tapDevice } from './gestures.ts';
import { isAwake, reach, requireDevice, targetOf } from './reach.ts';
import { renderScreen } from './screen.ts';

const BUTTONS: readonly GlobalButton[] = ['back', 'home', 'recents'];

/** Handlers for gestures, keys, the screen and installed apps (spec 4.9, wire facts 9). */
export const deviceControlHandlers = {
  tapDevice: ({ params, headers, body, service }) => void tapDevice(service, targetOf(params, headers), body),
  swipeDevice: ({ params, headers, body, service }) =>
    void swipeDevice(service, targetOf(params, headers), body),
  pressGlobal: ({ params, headers, body, service }) =>
    void pressGlobalButton(service, targetOf(params, headers), BUTTONS[body.action - 1] ?? 'home'),
  typeText: ({ params, headers, body, service }) => void enterText(service, targetOf(params, headers), body),
  pressKey: ({ params, headers, body, service }): undefined => {
    pressKeyCode(service, targetOf(params, headers), body.key);
  },
  clearInput: ({ params, headers, service }): undefined => {
    clearText(service, targetOf(params, headers));
  },
  takeScreenshot: ({ params, headers, query, service }) => {
    const { state } = requireDevice(service.store, params.deviceId);
    // The service answers 500 here (wire facts 9), although this is not a failure of the service.
    if (!isAwake(state))
      throw new Refusal(500, 'screen_off', `The device is ${state ?? 'unknown'} and its screen is off.`);
    return renderScreen(service, targetOf(params, headers), { hideOverlay: query.hideOverlay });
  },
  getUiState: ({ params, headers, query, service }) => {
    const { device, display } = reach(service.store, targetOf(params, headers), 'accessibility');
    const { state, context } = readPhone(service, device);
    const options = { displayId: display.id, interactiveOnly: query.filter ?? false };
    return uiStateOf(state, context, options) ?? {};
  },
  getDeviceTime: ({ params, headers, service }) => {
    const { device, phone } = reach(service.store, targetOf(params, headers));
    return localTime(service.clock.now(), timeZoneOf(device, phone));
  },
  getOverlay: ({ params, headers, service }) => ({
    visible: reach(service.store, targetOf(params, headers)).phone.overlayVisible,
  }),
  setOverlay: ({ params, headers, body, service }): undefined => {
    const { phone } = reach(service.store, targetOf(params, headers));
    service.store.phones.put({ ...phone, overlayVisible: body.visible, updatedAt: timestamp(service.clock) });
  },
  listInstalledApps: ({ params, headers, query, service }) => {
    const { phone } = reach(service.store, targetOf(params, headers));
    return appsOf(phone, query.includeSystemApps, query.includeProtectedApps).map(app => ({ ...app }));
  },
  listPackages: ({ params, headers, query, service }) => {
    const { phone } = reach(service.store, targetOf(params, headers));
    const apps = appsOf(phone, query.includeSystemPackages, query.includeProtectedPackages);
    return apps.map(({ packageName }) => packageName);
  },
  listGestures: ({ params, service }) => ({
    data: [...gesturesOf(service, requireDevice(service.store, params.deviceId).id)],
  }),
} as const satisfies Handlers;

/** Returns the apps of a phone: user apps, on demand also system apps and protected components. */
function appsOf(
  { state }: StoredPhone,
  includeSystem = false,
  includeProtected = false,
): readonly PhoneApp[] {
  return [
    ...phoneApps(state).filter(app => includeSystem || !app.isSystemApp),
    ...(includeProtected ? Object.values(SYSTEM_APPS) : []),
  ];
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
