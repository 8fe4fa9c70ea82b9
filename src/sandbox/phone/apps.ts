import type { AppId, InstalledIcon, PhoneState } from './state.ts';

/** An installed app as listed by the service (wire facts 9). */
export interface PhoneApp extends InstalledIcon {
  readonly isSystemApp: boolean;
}

function app(name: string, label: string, isSystemApp: boolean): PhoneApp {
  return { packageName: `org.sandbox.${name}`, label, versionName: '1.0.0', versionCode: 1, isSystemApp };
}

/** The built-in apps of every simulated phone. */
export const APPS: Readonly<Record<AppId, PhoneApp>> = {
  messages: app('messages', 'Messages', false),
  maps: app('maps', 'Maps', false),
  settings: app('settings', 'Settings', true),
  form: app('form', 'Form', false),
  browser: app('browser', 'Browser', false),
};

/** The system programs of every phone: home screen, keyboard and system bars. */
export const SYSTEM_APPS = {
  launcher: app('launcher', 'Home', true),
  keyboard: app('keyboard', 'Keyboard', true),
  systemUi: app('systemui', 'System UI', true),
} as const;

const PROTECTED = new Set(Object.values(SYSTEM_APPS).map(({ packageName }) => packageName));

/** Returns true for a system program, which is only listed on demand and can be neither started nor removed. */
export function isProtected(packageName: string): boolean {
  return PROTECTED.has(packageName);
}

/** The built-in apps in home screen order. */
export const APP_IDS: readonly AppId[] = ['messages', 'maps', 'browser', 'form', 'settings'];

/** Returns the built-in app with a package name, or undefined. */
export function findBuiltInApp(packageName: string): AppId | undefined {
  return APP_IDS.find(id => APPS[id].packageName === packageName);
}

/** Returns the program in front on the main display. */
export function programInFront({ place, openInstalled, installed }: PhoneState): PhoneApp {
  if (place === 'home') return SYSTEM_APPS.launcher;
  if (place === 'recents') return SYSTEM_APPS.systemUi;
  if (place !== 'installed') return APPS[place];
  const icon = installed.find(candidate => candidate.packageName === openInstalled);
  return installedApp(
    icon ?? { packageName: openInstalled ?? '', label: 'App', versionName: '', versionCode: 0 },
  );
}

/** Returns the apps of a phone without its system programs, the built-in ones first. */
export function phoneApps({ installed }: PhoneState): readonly PhoneApp[] {
  return [...APP_IDS.map(id => APPS[id]), ...installed.map(installedApp)];
}

/** Returns an app installed later, in the format of the service. */
export function installedApp(icon: InstalledIcon): PhoneApp {
  return { ...icon, isSystemApp: false };
}
