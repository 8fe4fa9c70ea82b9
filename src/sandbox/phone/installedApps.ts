import { applyEffect, openApp, closeScreens } from './applyEffect.ts';
import { findBuiltInApp } from './apps.ts';
import { type AppId, CENTERED_MAP, type InstalledIcon, type PhoneState } from './state.ts';

/** Brings the app with a package name to the front; undefined if it is not installed. */
export function launch(state: PhoneState, packageName: string): PhoneState | undefined {
  const app = findBuiltInApp(packageName);
  if (app) return openApp(state, app);
  const isInstalled = state.installed.some(icon => icon.packageName === packageName);
  return isInstalled ? applyEffect(state, { kind: 'openInstalled', packageName }) : undefined;
}

/** Installs an app, replacing another version of it. */
export function install(state: PhoneState, icon: InstalledIcon): PhoneState {
  const others = state.installed.filter(({ packageName }) => packageName !== icon.packageName);
  return { ...state, installed: [...others, icon] };
}

/** Stops an app, also one that the phone is kept in; the home screen is shown if it was in front. */
export function stop(running: PhoneState, packageName: string): PhoneState {
  const state = running.kiosk === packageName ? { ...running, kiosk: null } : running;
  const app = findBuiltInApp(packageName);
  if (app) {
    const closed = applyEffect(state, { kind: 'closeApp', app });
    return state.place === app ? applyEffect(closed, { kind: 'home' }) : closed;
  }
  const isInFront = state.place === 'installed' && state.openInstalled === packageName;
  return isInFront ? { ...state, place: 'home', openInstalled: null } : state;
}

/** Lets an app show notifications, or no longer. */
export function allowNotifications(state: PhoneState, packageName: string, isAllowed: boolean): PhoneState {
  const others = (state.notifying ?? []).filter(name => name !== packageName);
  return { ...state, notifying: isAllowed ? [...others, packageName] : others };
}

/** Removes an app that was installed later; undefined if there is none with this package name. */
export function uninstall(state: PhoneState, packageName: string): PhoneState | undefined {
  const installed = state.installed.filter(icon => icon.packageName !== packageName);
  if (installed.length === state.installed.length) return undefined;
  return { ...allowNotifications(stop(state, packageName), packageName, false), installed };
}

/** Clears the data of a built-in app, as if freshly installed; other apps have none. */
export function clearData(state: PhoneState, packageName: string): PhoneState {
  const app = findBuiltInApp(packageName);
  if (!app) return state;
  const fields = Object.fromEntries(
    Object.entries(state.fields).filter(([key]) => !key.startsWith(`${app}.`)),
  );
  return {
    ...state,
    fields,
    screens: closeScreens(state, app),
    scroll: {},
    focus: null,
    keyboardVisible: false,
    ...INITIAL_DATA[app]?.(state),
  };
}

const NEVER_SUBMITTED = { formResult: null, formCode: null, codeResult: null } as const;

const INITIAL_DATA: Readonly<Partial<Record<AppId, (state: PhoneState) => Partial<PhoneState>>>> = {
  form: ({ switches }) => ({ ...NEVER_SUBMITTED, switches: { ...switches, 'form.terms': false } }),
  maps: () => ({ map: CENTERED_MAP }),
};
