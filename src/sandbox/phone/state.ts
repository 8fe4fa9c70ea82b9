import type { TimedPoint } from './geometry.ts';

/** The type of a simulated phone, which determines screen size, theme and system navigation. */
export type Platform = 'android-phone' | 'android-tablet' | 'ios-phone';

/** A built-in app of every simulated phone. */
export type AppId = 'messages' | 'maps' | 'settings' | 'form' | 'browser';

/** The content in front on the main display: home screen, recent apps, an installed app, or a built-in one. */
export type Foreground = 'home' | 'recents' | 'installed' | AppId;

/** A screen opened on top of an app's first one; `argument` identifies its content, such as a message ID. */
export interface AppScreen {
  readonly screen: 'message' | 'about' | 'story' | 'address';
  readonly argument: string;
}

/** The number of pixels per inch at which a pixel is a density-independent unit. */
export const DPI_PER_DENSITY = 160;

/** A display: its number (wire facts 9), size in device pixels, and pixels per density-independent unit. */
export interface Display {
  readonly id: number;
  readonly width: number;
  readonly height: number;
  readonly density: number;
}

export type FieldKey =
  | 'form.name'
  | 'form.email'
  | 'form.password'
  | 'form.code'
  | 'settings.lock'
  | 'browser.search';

/** A switch or checkbox of an app. */
export type SwitchKey = 'wifi' | 'bluetooth' | 'airplane' | 'location' | 'darkTheme' | 'form.terms';

/** A scrollable widget; lists scroll in density-independent units, pagers by page number. */
export type ScrollKey =
  | 'messages'
  | 'message'
  | 'settings'
  | 'form'
  | 'browser'
  | 'story'
  | 'home'
  | 'recents'
  | 'dashboard';

/** An app installed later, with the label of its icon. */
export interface InstalledIcon {
  readonly packageName: string;
  readonly label: string;
  readonly versionName: string;
  readonly versionCode: number;
}

/** The map's offset from the phone's position in meters, and its zoom level (10 to 18, each step doubles the scale). */
export interface MapView {
  readonly east: number;
  readonly north: number;
  readonly zoom: number;
}

/** The result that the form shows after a submission. */
export interface FormResult {
  readonly accepted: boolean;
  readonly text: string;
}

/** The entire state of a simulated phone as plain JSON. Never contains typed passwords. */
export interface PhoneState {
  readonly platform: Platform;
  readonly displays: readonly Display[];
  readonly place: Foreground;
  /** The screens opened on top of each app's first one, topmost last. */
  readonly screens: Readonly<Partial<Record<AppId, readonly AppScreen[]>>>;
  /** The recently used apps, latest first. */
  readonly recents: readonly AppId[];
  /** The text of each field; a password field contains one bullet per character. */
  readonly fields: Readonly<Partial<Record<FieldKey, string>>>;
  /** The focused field, and the number of characters before its cursor. */
  readonly focus: { readonly field: FieldKey; readonly cursor: number } | null;
  readonly keyboardVisible: boolean;
  readonly keyboardPage: 'lower' | 'upper' | 'symbols';
  readonly switches: Readonly<Record<SwitchKey, boolean>>;
  readonly scroll: Readonly<Partial<Record<ScrollKey, number>>>;
  readonly map: MapView;
  readonly formResult: FormResult | null;
  /** The passcode mailed after the form was accepted, while the form asks for it. */
  readonly formCode?: string | null;
  /** The result of entering the passcode in the form. */
  readonly codeResult?: FormResult | null;
  /** The title of a dialog of the system, which covers the screen until it is closed. */
  readonly dialog?: string | null;
  /** True while the main display is off: it shows nothing, and only keys that turn it on have an effect. */
  readonly isScreenOff?: boolean;
  /** The clipboard, pasted by a long press on a field. */
  readonly clipboard: string;
  /** The language, such as `de-DE`; `DEFAULT_LOCALE` by default. */
  readonly locale?: string;
  /** The IANA time zone; that of the device's country by default. */
  readonly timeZone?: string;
  /** The package names of the apps that may show notifications. */
  readonly notifying?: readonly string[];
  /** The package name of the app that cannot be left; null or undefined if there is none. */
  readonly kiosk?: string | null;
  /** The apps installed later, in order of installation. */
  readonly installed: readonly InstalledIcon[];
  /** The package name of the installed app in front while `place` is `installed`. */
  readonly openInstalled: string | null;
  /** The last gesture, drawn as an overlay. */
  readonly trail: { readonly displayId: number; readonly points: readonly TimedPoint[] } | null;
}

const MAIN_DISPLAYS: Readonly<Record<Platform, Display>> = {
  'android-phone': { id: 0, width: 1080, height: 2400, density: 2.625 },
  'android-tablet': { id: 0, width: 1600, height: 2560, density: 2 },
  'ios-phone': { id: 0, width: 1179, height: 2556, density: 3 },
};

const SECOND_DISPLAY: Display = { id: 1, width: 1920, height: 1080, density: 1.5 };

/** The map view that follows the phone's position. */
export const CENTERED_MAP: MapView = { east: 0, north: 0, zoom: 15 };

/** Creates a phone in its reset state: home screen, empty fields; `secondDisplay` adds display 1. */
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
    map: CENTERED_MAP,
    formResult: null,
    clipboard: '',
    installed: [],
    openInstalled: null,
    trail: null,
  };
}

/** Returns a phone on its home screen whose apps have no data, with the same apps, language, and time zone. */
export function freshPhone(state: PhoneState): PhoneState {
  const { platform, displays, installed } = state;
  return {
    ...state,
    ...createPhone(platform),
    displays,
    installed,
    formCode: null,
    codeResult: null,
    dialog: null,
    isScreenOff: false,
    kiosk: null,
  };
}

/** Returns the display with a number, or undefined. */
export function displayOf(state: PhoneState, displayId: number): Display | undefined {
  return state.displays.find(display => display.id === displayId);
}

/** Names displays by their numbers, such as `displays 0 and 1`. */
export function nameDisplays(displays: readonly Pick<Display, 'id'>[]): string {
  const ids = displays.map(({ id }) => String(id));
  return `${ids.length === 1 ? 'display' : 'displays'} ${new Intl.ListFormat('en').format(ids)}`;
}

/** Returns a text that is the same as long as the same screen of the same app is shown. */
export function screenKey({ place, openInstalled, screens, formResult, codeResult }: PhoneState): string {
  const opened = place === 'home' || place === 'recents' || place === 'installed' ? [] : screens[place];
  return JSON.stringify([place, openInstalled, opened, formResult, codeResult]);
}

/** Returns the top screen of an app, or undefined if the app shows its first one. */
export function topScreen(state: PhoneState, app: AppId): AppScreen | undefined {
  return state.screens[app]?.at(-1);
}
