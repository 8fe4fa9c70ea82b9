import type { Location } from '../../../contract/records/gesture.ts';
import type { PhoneApp } from '../../phone/apps.ts';
import { type Display, DPI_PER_DENSITY } from '../../phone/state.ts';

/** The providers of positions, preferred ones first. */
export const POSITION_PROVIDERS = ['gps', 'fused', 'network'];

/** Reads the output of `getprop`. A value that has several lines is read up to the end of the first. */
export function readProperties(text: string): ReadonlyMap<string, string> {
  const lines = text.matchAll(/^\[(?<name>[^\]\n]+)\]: \[(?<value>[^\n]*?)\]?\r?$/gm);
  return new Map([...lines].map(({ groups }) => [groups?.['name'] ?? '', groups?.['value'] ?? '']));
}

/** Reads the main display, as it is rotated now, from `dumpsys window displays`; undefined if it is not there. */
export function readMainDisplay(text: string): Display | undefined {
  const part = mainDisplayPart(text);
  const size = /\bcur=(?<width>\d{1,5})x(?<height>\d{1,5})\b/.exec(part)?.groups;
  // The density that was set replaces that of the hardware.
  const dpi = Number(/ base=\S+ (\d{2,4})dpi/.exec(part)?.[1] ?? / ?init=\S+ (\d{2,4})dpi/.exec(part)?.[1]);
  const [width, height] = [Number(size?.['width']), Number(size?.['height'])];
  if (!(width > 0 && height > 0 && dpi > 0)) return undefined;
  return { id: 0, width, height, density: dpi / DPI_PER_DENSITY };
}

/** An activity of an app. */
export interface Activity {
  readonly packageName: string;
  readonly activityName: string;
}

/** Reads the activity in front from `dumpsys window displays`, or of older versions from `dumpsys window windows`. */
export function readActivity(text: string): Activity | undefined {
  const component = /(?<package>[\w.]+)\/(?<activity>[\w.$]+)/;
  const focus = / mCurrentFocus=Window\{(.*)\}/.exec(text)?.[1] ?? '';
  const found = component.exec(focus) ?? component.exec(/ mFocusedApp=(.*)/.exec(text)?.[1] ?? '');
  const { package: packageName = '', activity = '' } = found?.groups ?? {};
  if (packageName === '') return undefined;
  return { packageName, activityName: activity.startsWith('.') ? `${packageName}${activity}` : activity };
}

/** Reads from `dumpsys window policy` if the screen is on and if a lock screen is in front. */
export function readScreenState(text: string): { readonly isScreenOn: boolean; readonly isLocked: boolean } {
  const keyguard =
    /^( *)KeyguardServiceDelegate\r?\n(?<body>(?:\1 +.*\n?)*)/m.exec(text)?.groups?.['body'] ?? '';
  const state = /\b(?:screenState|interactiveState)=(?<state>\w+)/.exec(keyguard)?.groups?.['state'] ?? '';
  const isAwake = /mAwake=(true|false)/.exec(text)?.[1];
  return {
    isScreenOn: isAwake === undefined ? !/_OFF$|_SLEEP$/.test(state) : isAwake === 'true',
    isLocked: /\bshowing=true\b/.test(keyguard),
  };
}

/** Reads the theme from `dumpsys uimode`. A schedule can change it, so the setting alone does not tell it. */
export function readTheme(text: string): 'light' | 'dark' {
  return /\bmComputedNightMode=true\b/.test(text) ? 'dark' : 'light';
}

/** Reads from `dumpsys input_method` if the keyboard is shown. */
export function readKeyboardShown(text: string): boolean {
  return /\bmInputShown=true\b/.test(text);
}

/** Reads the last known position from `dumpsys location`. */
export function readDumpedPosition(text: string): Location | undefined {
  for (const provider of POSITION_PROVIDERS) {
    const place = new RegExp(String.raw`Location\[${provider} (-?\d{1,2}[.,]\d+),(-?\d{1,3}[.,]\d+)`).exec(
      text,
    );
    const [, latitude, longitude] = place ?? [];
    if (latitude !== undefined && longitude !== undefined)
      return { latitude: decimal(latitude), longitude: decimal(longitude) };
  }
  return undefined;
}

/** Reads the output of `pm list packages --show-versioncode`. The phone does not tell labels and names of versions. */
export function readPackages(text: string, isSystemApp: boolean): readonly PhoneApp[] {
  const lines = text.matchAll(/^package:(?<name>[\w.]+)(?: versionCode:(?<code>\d+))?/gm);
  return [...lines].map(({ groups }) => ({
    packageName: groups?.['name'] ?? '',
    label: groups?.['name'] ?? '',
    versionName: '',
    versionCode: Number(groups?.['code'] ?? 0),
    isSystemApp,
  }));
}

function mainDisplayPart(text: string): string {
  const [, ...parts] = text.split(/^ *Display: mDisplayId=/m);
  return parts.find(part => /^0\b/.test(part)) ?? '';
}

// Some versions write numbers in the language of the phone.
function decimal(text: string): number {
  return Number(text.replace(',', '.'));
}
