import type { TimedPoint } from './geometry.ts';

/** The kinds of phone that can be simulated; they differ in screen, look and system navigation. */
export type Platform = 'android-phone' | 'android-tablet' | 'ios-phone';

/** The apps every simulated phone has. */
export type AppId = 'messages' | 'maps' | 'settings' | 'form' | 'browser';

/** What a display shows in front: the home screen, the recent apps, an app put on the phone, or one of its own. */
export type Place = 'home' | 'recents' | 'installed' | AppId;

/** A screen opened on top of an app's first one; `argument` names what it shows, such as a message's id. */
export interface AppScreen {
  readonly screen: 'message' | 'about' | 'story' | 'address';
  readonly argument: string;
}

/** A display: its number (wire facts 9), size in device pixels and pixels per density-independent unit. */
export interface Display {
  readonly id: number;
  readonly width: number;
  readonly height: number;
  readonly density: number;
}

/** The text fields of all apps. */
export type FieldKey =
  'form.name' | 'form.email' | 'form.password' | 'form.code' | 'settings.lock' | 'browser.search';

/** The switches and checkboxes of all apps. */
export type SwitchKey = 'wifi' | 'bluetooth' | 'airplane' | 'location' | 'darkTheme' | 'form.terms';

/** Everything that can be scrolled or paged: lists in density-independent units, pages as a page number. */
export type ScrollKey =
  'messages' | 'message' | 'settings' | 'form' | 'browser' | 'story' | 'home' | 'recents' | 'dashboard';

/** An app that was put on the phone: its package and the name below its icon. */
export interface InstalledIcon {
  readonly packageName: string;
  readonly label: string;
  readonly versionName: string;
  readonly versionCode: number;
}

/** How far the map is moved off the position, in metres, and its magnification (10 to 18, each step doubles). */
export interface MapView {
  readonly east: number;
  readonly north: number;
  readonly zoom: number;
}

/** What the form says of what was typed into it. */
export interface FormResult {
  readonly accepted: boolean;
  readonly text: string;
}

/** Everything a simulated phone remembers, as plain JSON. What was typed into a password field is never in it. */
export interface PhoneState {
  readonly platform: Platform;
  readonly displays: readonly Display[];
  readonly place: Place;
  /** The screens opened on top of each app's first one, deepest last. */
  readonly screens: Readonly<Partial<Record<AppId, readonly AppScreen[]>>>;
  /** Apps used, latest first. */
  readonly recents: readonly AppId[];
  /** Text typed into each field; a password field holds one bullet for each character. */
  readonly fields: Readonly<Partial<Record<FieldKey, string>>>;
  /** The field that receives typed text, and how many characters stand before its cursor. */
  readonly focus: { readonly field: FieldKey; readonly cursor: number } | null;
  readonly keyboardVisible: boolean;
  readonly keyboardPage: 'lower' | 'upper' | 'symbols';
  readonly switches: Readonly<Record<SwitchKey, boolean>>;
  readonly scroll: Readonly<Partial<Record<ScrollKey, number>>>;
  readonly map: MapView;
  readonly formResult: FormResult | null;
  /** The passcode that was mailed after the form was accepted, for as long as the form asks for it. */
  readonly formCode?: string | undefined;
  /** What came of the passcode that was typed into the form. */
  readonly codeResult?: FormResult | undefined;
  /** Text copied on the phone, pasted by a long press on a field. */
  readonly clipboard: string;
  /** Apps put on the phone from storage, in the order they came. */
  readonly installed: readonly InstalledIcon[];
  /** Which of them is in front at the place `installed`. */
  readonly openInstalled: string | null;
  /** The last gesture, drawn over the screen. */
  readonly trail: { readonly displayId: number; readonly points: readonly TimedPoint[] } | null;
}

const MAIN_DISPLAYS: Readonly<Record<Platform, Display>> = {
  'android-phone': { id: 0, width: 1080, height: 2400, density: 2.625 },
  'android-tablet': { id: 0, width: 1600, height: 2560, density: 2 },
  'ios-phone': { id: 0, width: 1179, height: 2556, density: 3 },
};

const SECOND_DISPLAY: Display = { id: 1, width: 1920, height: 1080, density: 1.5 };

/** The map where it follows the phone's position. */
export const CENTRED_MAP: MapView = { east: 0, north: 0, zoom: 15 };

/** A phone as it is after a reset: on its home screen, nothing typed; `secondDisplay` adds display 1. */
export function createPhone(platform: Platform, secondDisplay = false): PhoneState {
  const main = MAIN_DISPLAYS[platform];
  return {
    platform,
    displays: secondDisplay ? [main, SECOND_DISPLAY] : [main],
    place: 'home',
    screens: {},
    recents: [],
    fields: {},
    focus: null,
    keyboardVisible: false,
    keyboardPage: 'lower',
    switches: {
      wifi: true,
      bluetooth: true,
      airplane: false,
      location: true,
      darkTheme: false,
      'form.terms': false,
    },
    scroll: {},
    map: CENTRED_MAP,
    formResult: null,
    clipboard: '',
    installed: [],
    openInstalled: null,
    trail: null,
  };
}

/** The display of that number, or undefined where the phone has none. */
export function displayOf(state: PhoneState, displayId: number): Display | undefined {
  return state.displays.find(display => display.id === displayId);
}

/** The screen on top of an app, or undefined while the app shows its first one. */
export function topScreen(state: PhoneState, app: AppId): AppScreen | undefined {
  return state.screens[app]?.at(-1);
}
