import type { Location } from '../../../contract/records/gesture.ts';
import type { PhoneApp } from '../../phone/apps.ts';
import { type Display, DPI_PER_DENSITY } from '../../phone/state.ts';

/** The providers of positions, preferred ones first. */
export const POSITION_PROVIDERS = ['gps', 'fused', 'network'];

/** The maximum number of displays that are read. */
const MAX_DISPLAYS = 16;

/** Reads the output of `getprop`. A value that has several lines is read up to the end of the first. */
export function readProperties(text: string): ReadonlyMap<string, string> {
  const lines = text.matchAll(/^\[(?<name>[^\]\n]+)\]: \[(?<value>[^\n]*?)\]?\r?$/gm);
  return new Map([...lines].map(({ groups }) => [groups?.['name'] ?? '', groups?.['value'] ?? '']));
}

/** A display, as it is rotated now, and the activity that is in front on it. */
export interface DumpedDisplay {
  readonly display: Display;
  readonly activity: Activity | undefined;
}

/** Reads the displays that have a size from `dumpsys window displays`; the main one is the first if it is there. */
export function readDisplays(text: string): readonly DumpedDisplay[] {
  const [, ...parts] = text.split(/^ *Display: mDisplayId=/m);
  const displays = parts.flatMap(part => {
    const display = readDisplay(part);
    return display ? [{ display, activity: readActivity(part) }] : [];
  });
  return displays.toSorted((one, other) => one.display.id - other.display.id).slice(0, MAX_DISPLAYS);
}

function readDisplay(part: string): Display | undefined {
  const id = /^\d{1,9}\b/.exec(part)?.[0];
  const size = /\bcur=(?<width>\d{1,5})x(?<height>\d{1,5})\b/.exec(part)?.groups;
  // The density that was set replaces that of the hardware.
  const dpi = Number(/ base=\S+ (\d{2,4})dpi/.exec(part)?.[1] ?? / ?init=\S+ (\d{2,4})dpi/.exec(part)?.[1]);
  const [width, height] = [Number(size?.['width']), Number(size?.['height'])];
  if (!(id !== undefined && width > 0 && height > 0 && dpi > 0)) return undefined;
  return { id: Number(id), width, height, density: dpi / DPI_PER_DENSITY };
}

/**
 * Reads the ID by which `screencap` knows a display, from `dumpsys display` and `dumpsys SurfaceFlinger --display-id`. It
 * is that of the hardware, which can change when a phone is folded, or of the surface of a virtual display; undefined for a
 * virtual display of versions that do not print it.
 */
export function readCaptureId(text: string, displayId: number): string | undefined {
  const [, ...parts] = text.split(/^ *mDisplayId=/m);
  const part = parts.find(
    one => Number.parseInt(one, 10) === displayId && one.includes(' mBaseDisplayInfo='),
  );
  const uniqueId = / mBaseDisplayInfo=.*\buniqueId "([^"\n]{1,300})"/.exec(part ?? '')?.[1];
  if (uniqueId === undefined) return undefined;
  const hardwareId = /^local:(\d{1,20})$/.exec(uniqueId)?.[1];
  const surfaces = text.matchAll(/^Display (\d{1,20}) \(.* uniqueId="([^"\n]{1,300})"/gm);
  return hardwareId ?? [...surfaces].find(([, , owner]) => owner === uniqueId)?.[1];
}

/** An activity of an app. */
export interface Activity {
  readonly packageName: string;
  readonly activityName: string;
}

/** Reads the activity in front from the part of a display, or of older versions from `dumpsys window windows`. */
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

// Some versions write numbers in the language of the phone.
function decimal(text: string): number {
  return Number(text.replace(',', '.'));
}
