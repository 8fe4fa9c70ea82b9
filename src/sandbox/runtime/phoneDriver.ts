import type { DEVICE_CAPABILITIES } from '../../contract/enumerations.ts';
import type { DeviceFile } from '../../contract/records/deviceFile.ts';
import type { Location } from '../../contract/records/gesture.ts';
import type { UiState } from '../../contract/records/uiState.ts';
import type { PhoneApp } from '../phone/apps.ts';
import type { Point, Rectangle, TimedPoint } from '../phone/geometry.ts';
import type { GlobalButton } from '../phone/keys.ts';
import type { Display, InstalledIcon } from '../phone/state.ts';
import { Refusal } from './refusal.ts';

/** The reason why a phone did not do what it was asked to. */
export type PhoneFailureKind =
  /** The phone cannot do this at all. */
  | 'unsupported'
  | 'disconnected'
  /** The phone does not trust this computer yet. */
  | 'unauthorized'
  /** The screen is off or locked. */
  | 'locked'
  | 'timeout'
  /** The phone was asked and did not do it, or the request makes no sense. */
  | 'refused';

/** The reasons with an error code of their own, with the status and the code of the service (wire facts 9). */
const REASONS = {
  fileNotFound: [404, 'file_not_found'],
  missingApp: [404, 'app_not_installed'],
  noFocus: [409, 'ime_not_active'],
  noDisplay: [422, 'unknown_display'],
  protectedApp: [422, 'protected_app'],
  unknownPermission: [422, 'unknown_permission'],
} as const satisfies Readonly<Record<string, readonly [status: number, code: string]>>;

/** The statuses and codes of all other failures. */
const KINDS: Readonly<Record<PhoneFailureKind, readonly [status: number, code: string]>> = {
  unsupported: [422, 'unsupported_feature'],
  disconnected: [409, 'device_state'],
  unauthorized: [409, 'device_unauthorized'],
  locked: [500, 'screen_off'],
  timeout: [504, 'device_timeout'],
  refused: [422, 'device_refused'],
};

/** Thrown by a driver; the message is one sentence for users. */
export class PhoneFailure extends Error {
  readonly kind: PhoneFailureKind;
  /** The more exact reason, if it has an error code of its own. */
  readonly reason: keyof typeof REASONS | undefined;
  /** The displays of the phone, if one that it does not have was asked for and it names those that it has. */
  readonly displays: readonly Display[] | undefined;

  constructor(
    kind: PhoneFailureKind,
    message: string,
    {
      cause,
      reason,
      displays,
    }: {
      readonly cause?: unknown;
      readonly reason?: keyof typeof REASONS;
      readonly displays?: readonly Display[];
    } = {},
  ) {
    super(message, cause === undefined ? {} : { cause });
    this.name = 'PhoneFailure';
    this.kind = kind;
    this.reason = reason;
    this.displays = displays;
  }

  /** The reply of the operation that failed. */
  toRefusal(): Refusal {
    if (this.cause instanceof Refusal) return this.cause;
    const [status, code] = this.reason === undefined ? KINDS[this.kind] : REASONS[this.reason];
    const headers = status === 409 ? { 'x-should-retry': 'false' } : {};
    return new Refusal(status, code, this.message, { headers });
  }
}

/** The limits of a call. It rejects with the reason of the signal, or with a PhoneFailure `timeout`. */
export interface DriverLimits {
  readonly signal: AbortSignal;
  /** The time limit in milliseconds; each driver has its own default. */
  readonly timeoutMs?: number;
}

/** A part of what phones can do that some lack, named like the capability of devices. */
export type PhoneCapability = Extract<
  (typeof DEVICE_CAPABILITIES)[number],
  'accessibility' | 'apps' | 'clipboard' | 'files' | 'geo' | 'language' | 'time'
>;

/** A phone as it describes itself. */
export interface PhoneFacts {
  readonly manufacturer: string;
  readonly model: string;
  /** The version of the system, such as `14`. */
  readonly systemVersion: string;
  /** The displays as they are rotated now; the main one has the number 0. */
  readonly displays: readonly Display[];
  /** The package name of the app in front; empty if there is none. */
  readonly currentApp: string;
  readonly isScreenOn: boolean;
  /** True while a lock screen is in front. */
  readonly isLocked: boolean;
}

/** An app to install: its facts, and its file. */
export interface AppToInstall extends InstalledIcon {
  readonly read: () => Promise<Uint8Array>;
}

/** The apps of a phone. Package names are those of Android, or the bundle IDs of iOS. */
export interface PhoneApps {
  list(limits: DriverLimits): Promise<readonly PhoneApp[]>;
  /** Brings an app to the front. */
  start(packageName: string, limits: DriverLimits): Promise<void>;
  stop(packageName: string, limits: DriverLimits): Promise<void>;
  /** Stops an app and deletes its data. */
  clear(packageName: string, limits: DriverLimits): Promise<void>;
  install(app: AppToInstall, limits: DriverLimits): Promise<void>;
  remove(packageName: string, limits: DriverLimits): Promise<void>;
  /** Opens a web address or deep link, in an app if one is given. */
  open(address: string, limits: DriverLimits, packageName?: string): Promise<void>;
  /** Grants or revokes a permission, such as `POST_NOTIFICATIONS`. */
  permit(packageName: string, permission: string, isGranted: boolean, limits: DriverLimits): Promise<void>;
}

/** The files of a phone, by absolute path. */
export interface PhoneFiles {
  list(folder: string, limits: DriverLimits): Promise<readonly DeviceFile[]>;
  read(path: string, limits: DriverLimits): Promise<Uint8Array>;
  /** Writes a file, with notes about it; replaces one that is there. */
  write(
    path: string,
    bytes: Uint8Array,
    limits: DriverLimits,
    labels?: Readonly<Record<string, string>>,
  ): Promise<void>;
  remove(path: string, limits: DriverLimits): Promise<void>;
}

/** A setting that can be read and changed. */
export interface PhoneSetting<T, Change = T> {
  read(limits: DriverLimits): Promise<T>;
  write(value: Change, limits: DriverLimits): Promise<void>;
}

/** The options of a picture. */
export interface PictureOptions {
  /** Omits what the device itself draws over the screen, such as the last gesture. */
  readonly hideOverlay?: boolean | undefined;
  /** The area to capture, in whole display pixels; the entire display by default. */
  readonly area?: Rectangle | undefined;
}

/** The limits of reading the elements of a screen. */
export interface TreeLimits extends DriverLimits {
  /** True to read them again, although nothing has acted on the phone in the meantime. */
  readonly isFresh?: boolean;
}

/**
 * One phone: simulated, or a real one. Everything it does can take time and fail with a PhoneFailure. Actions of a phone
 * are sent one after the other; the caller waits for one before the next.
 */
export interface PhoneDriver {
  readonly capabilities: Readonly<Record<PhoneCapability, boolean>>;
  readonly apps: PhoneApps;
  readonly files: PhoneFiles;
  readonly clipboard: PhoneSetting<string>;
  /** The language as a tag, such as `de-DE`; a change can also close all apps. */
  readonly language: PhoneSetting<string, { readonly tag: string; readonly restart?: boolean | undefined }>;
  /** The IANA time zone. */
  readonly timeZone: PhoneSetting<string>;
  /** The position; null restores the real one. */
  readonly position: PhoneSetting<Location, Location | null>;
  /** True from the start of a restart until its end. */
  readonly isRestarting: boolean;
  /** True while the screen changes only by actions, so that one look at it is enough. */
  readonly isStill: boolean;
  facts(limits: DriverLimits): Promise<PhoneFacts>;
  /** Returns a display as it is rotated now. */
  display(displayId: number, limits: DriverLimits): Promise<Display>;
  /** Takes a picture of a display as PNG. */
  picture(displayId: number, limits: DriverLimits, options?: PictureOptions): Promise<Uint8Array>;
  /** Reads the elements of a display. */
  tree(displayId: number, limits: TreeLimits): Promise<UiState>;
  /** Returns the elements of a display if they are known without asking the phone. */
  knownTree(displayId: number): UiState | undefined;
  /** Returns true if the focused field is a password; undefined if that is not known without asking the phone. */
  hasPasswordFocus(): boolean | undefined;
  /** Returns the theme of the system, which apps follow; undefined if the phone does not say. */
  theme(limits: DriverLimits): Promise<'light' | 'dark' | undefined>;
  tap(displayId: number, point: Point, limits: DriverLimits): Promise<void>;
  /** Presses the start of a path for its time, at least for that of a long press. */
  longPress(displayId: number, path: readonly TimedPoint[], limits: DriverLimits): Promise<void>;
  /** Moves a finger along a path of at least one point, which can also stay in place. */
  swipe(displayId: number, path: readonly TimedPoint[], limits: DriverLimits): Promise<void>;
  /** Types into the focused field. */
  typeText(text: string, limits: DriverLimits): Promise<void>;
  /** Empties the focused field. */
  clearText(limits: DriverLimits): Promise<void>;
  /** Presses a key one or more times, by its Android key code. */
  pressKey(keyCode: number, limits: DriverLimits, times?: number): Promise<void>;
  pressButton(button: GlobalButton, limits: DriverLimits): Promise<void>;
  /** Restarts the phone, and returns when it can be used again. */
  reboot(limits: DriverLimits): Promise<void>;
  /** Ends the connection to the phone; calls that still run fail. */
  close(): Promise<void>;
}
