import { APP_PERMISSIONS } from '../../../contract/enumerations.ts';
import type { DeviceFile } from '../../../contract/records/deviceFile.ts';
import type { Location } from '../../../contract/records/gesture.ts';
import type { UiState } from '../../../contract/records/uiState.ts';
import { applyEffect } from '../../phone/applyEffect.ts';
import { phoneApps, programInFront, SYSTEM_APPS } from '../../phone/apps.ts';
import type { Point, TimedPoint } from '../../phone/geometry.ts';
import { FIELDS } from '../../phone/fields.ts';
import {
  allowNotifications,
  clearData,
  install,
  launch,
  stop,
  uninstall,
} from '../../phone/installedApps.ts';
import { type GlobalButton, pressGlobal, pressKey } from '../../phone/keys.ts';
import { openAddress } from '../../phone/openAddress.ts';
import { DEFAULT_LOCALE, type ScreenContext } from '../../phone/screenContext.ts';
import { type Display, displayOf, type PhoneState } from '../../phone/state.ts';
import { longPress, swipe, tap } from '../../phone/touch.ts';
import { clearField, typeText } from '../../phone/typing.ts';
import { uiStateOf } from '../../phone/uiState.ts';
import { Refusal } from '../../runtime/refusal.ts';
import {
  type DriverLimits,
  type PhoneCapability,
  type PhoneDriver,
  type PhoneFacts,
  PhoneFailure,
  type PhoneFailureKind,
  type PictureOptions,
} from '../../runtime/phoneDriver.ts';
import { noDisplay, requirePhoneLocale, requirePhonePath, requirePhoneTimeZone } from '../phoneValues.ts';

/** The place where a simulated phone is kept. Its functions throw a Refusal for what the phone cannot do. */
export interface SimulatedHost {
  readonly capabilities: Readonly<Record<PhoneCapability, boolean>>;
  /** Returns the state of the phone, which must be usable. */
  readonly read: () => {
    readonly state: PhoneState;
    /** Returns the external data that the phone shows, which takes long to read. */
    readonly context: () => ScreenContext;
    /** Stores the next state of the phone. */
    readonly write: (state: PhoneState) => void;
  };
  readonly draw: (displayId: number, options: PictureOptions) => Promise<Uint8Array>;
  /** Returns true while the apps do not load slowly. */
  readonly isStill: () => boolean;
  readonly move: (position: Location | null) => void;
  readonly reboot: (signal: AbortSignal) => Promise<void>;
  readonly files: {
    readonly list: (folder: string) => readonly DeviceFile[];
    readonly read: (path: string) => Uint8Array;
    readonly write: (path: string, bytes: Uint8Array, labels?: Readonly<Record<string, string>>) => void;
    readonly remove: (path: string) => void;
  };
}

/** The kinds of failures by the code of a refusal; all others are `refused`. */
const KINDS: Readonly<Record<string, PhoneFailureKind>> = {
  device_not_found: 'disconnected',
  device_state: 'disconnected',
  screen_off: 'locked',
  unknown_display: 'unsupported',
  unsupported_feature: 'unsupported',
};

/** A simulated phone. It answers at once, so that its calls need no time limit. */
export class SimulatedPhone implements PhoneDriver {
  readonly capabilities: PhoneDriver['capabilities'];
  readonly #host: SimulatedHost;

  constructor(host: SimulatedHost) {
    this.#host = host;
    this.capabilities = host.capabilities;
  }

  readonly apps: PhoneDriver['apps'] = {
    list: limits => this.#ask(limits, state => [...phoneApps(state), ...Object.values(SYSTEM_APPS)]),
    start: (packageName, limits) =>
      this.#change(limits, state => launch(state, packageName) ?? notInstalled(packageName)),
    stop: (packageName, limits) =>
      this.#change(limits, state => {
        requireInstalled(state, packageName);
        return stop(state, packageName);
      }),
    clear: (packageName, limits) =>
      this.#change(limits, state => {
        requireInstalled(state, packageName);
        return clearData(stop(state, packageName), packageName);
      }),
    install: ({ packageName, label, versionName, versionCode }, limits) =>
      this.#change(limits, state => install(state, { packageName, label, versionName, versionCode })),
    remove: (packageName, limits) =>
      this.#change(limits, state => {
        requireInstalled(state, packageName);
        return uninstall(state, packageName) ?? protectedApp(packageName);
      }),
    open: (address, limits, packageName) =>
      this.#change(limits, state => {
        if (packageName !== undefined) requireInstalled(state, packageName);
        return openAddress(state, address);
      }),
    permit: (packageName, permission, isGranted, limits) =>
      this.#change(limits, state => {
        requireInstalled(state, packageName);
        if (permission === APP_PERMISSIONS[0]) return allowNotifications(state, packageName, isGranted);
        const message = `The sandbox knows only the permission ${APP_PERMISSIONS[0]}.`;
        throw new PhoneFailure('unsupported', message, { reason: 'unknownPermission' });
      }),
  };

  readonly files: PhoneDriver['files'] = {
    list: (folder, limits) => this.#do(limits, () => this.#host.files.list(requirePhonePath(folder))),
    read: (path, limits) => this.#do(limits, () => this.#host.files.read(requirePhonePath(path))),
    write: (path, bytes, limits, labels) =>
      this.#do(limits, () => this.#host.files.write(requirePhonePath(path), bytes, labels)),
    remove: (path, limits) => this.#do(limits, () => this.#host.files.remove(requirePhonePath(path))),
  };

  readonly clipboard: PhoneDriver['clipboard'] = {
    read: limits => this.#ask(limits, ({ clipboard }) => clipboard),
    write: (clipboard, limits) => this.#change(limits, state => ({ ...state, clipboard })),
  };

  readonly language: PhoneDriver['language'] = {
    read: limits => this.#ask(limits, ({ locale = DEFAULT_LOCALE }) => locale),
    write: ({ tag, restart = false }, limits) =>
      this.#change(limits, state => {
        const before = restart ? applyEffect({ ...state, kiosk: null }, { kind: 'closeAllApps' }) : state;
        return { ...before, locale: requirePhoneLocale(tag) };
      }),
  };

  readonly timeZone: PhoneDriver['timeZone'] = {
    read: limits => this.#ask(limits, (_, context) => context().timeZone),
    write: (timeZone, limits) =>
      this.#change(limits, state => ({ ...state, timeZone: requirePhoneTimeZone(timeZone) })),
  };

  readonly position: PhoneDriver['position'] = {
    read: limits => this.#ask(limits, (_, context) => context().position),
    write: (position, limits) => this.#do(limits, () => this.#host.move(position)),
  };

  facts(limits: DriverLimits): Promise<PhoneFacts> {
    return this.#ask(limits, (state, context) => ({
      manufacturer: 'Sandbox',
      model: context().deviceName,
      systemVersion: '1',
      displays: state.displays,
      currentApp: programInFront(state).packageName,
      isScreenOn: state.isScreenOff !== true,
      isLocked: false,
    }));
  }

  readonly isRestarting = false;

  get isStill(): boolean {
    return this.#host.isStill();
  }

  display(displayId: number, limits: DriverLimits): Promise<Display> {
    return this.#ask(limits, state => displayOf(state, displayId) ?? refuseDisplay(state, displayId));
  }

  picture(displayId: number, limits: DriverLimits, options: PictureOptions = {}): Promise<Uint8Array> {
    return this.#do(limits, () => this.#host.draw(displayId, options));
  }

  tree(displayId: number, limits: DriverLimits): Promise<UiState> {
    return this.#ask(
      limits,
      (state, context) => uiStateOf(state, context(), { displayId }) ?? refuseDisplay(state, displayId),
    );
  }

  knownTree(displayId: number): UiState | undefined {
    const { state, context } = this.#host.read();
    return uiStateOf(state, context(), { displayId });
  }

  hasPasswordFocus(): boolean {
    const { focus } = this.#host.read().state;
    return focus !== null && FIELDS[focus.field].password;
  }

  theme(limits: DriverLimits): Promise<'light' | 'dark'> {
    return this.#ask(limits, ({ switches }) => (switches.darkTheme ? 'dark' : 'light'));
  }

  tap(displayId: number, point: Point, limits: DriverLimits): Promise<void> {
    return this.#touch(displayId, limits, (state, context) => tap(state, context, displayId, point));
  }

  longPress(displayId: number, path: readonly TimedPoint[], limits: DriverLimits): Promise<void> {
    return this.#touch(displayId, limits, (state, context) => longPress(state, context, displayId, path));
  }

  swipe(displayId: number, path: readonly TimedPoint[], limits: DriverLimits): Promise<void> {
    return this.#touch(displayId, limits, (state, context) => swipe(state, context, displayId, path));
  }

  typeText(text: string, limits: DriverLimits): Promise<void> {
    return this.#change(limits, state => typeText(state, text) ?? noFocus());
  }

  clearText(limits: DriverLimits): Promise<void> {
    return this.#change(limits, state => clearField(state) ?? noFocus());
  }

  pressKey(keyCode: number, limits: DriverLimits, times = 1): Promise<void> {
    return this.#change(limits, state => {
      let pressed = state;
      for (let time = 0; time < times; time++) pressed = pressKey(pressed, keyCode);
      return pressed;
    });
  }

  pressButton(button: GlobalButton, limits: DriverLimits): Promise<void> {
    return this.#change(limits, state => pressGlobal(state, button));
  }

  reboot(limits: DriverLimits): Promise<void> {
    return this.#do(limits, () => this.#host.reboot(limits.signal));
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  #touch(
    displayId: number,
    limits: DriverLimits,
    next: (state: PhoneState, context: ScreenContext) => PhoneState,
  ): Promise<void> {
    return this.#change(limits, (state, context) => {
      if (!displayOf(state, displayId)) refuseDisplay(state, displayId);
      return next(state, context());
    });
  }

  #change(
    limits: DriverLimits,
    next: (state: PhoneState, context: () => ScreenContext) => PhoneState,
  ): Promise<void> {
    return this.#ask(limits, (state, context, write) => write(next(state, context)));
  }

  #ask<T>(
    limits: DriverLimits,
    ask: (state: PhoneState, context: () => ScreenContext, write: (state: PhoneState) => void) => T,
  ): Promise<T> {
    return this.#do(limits, () => {
      const { state, context, write } = this.#host.read();
      return ask(state, context, write);
    });
  }

  async #do<T>({ signal }: DriverLimits, work: () => T | Promise<T>): Promise<T> {
    signal.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      throw new PhoneFailure(KINDS[error.code] ?? 'refused', error.message, { cause: error });
    }
  }
}

function requireInstalled(state: PhoneState, packageName: string): void {
  if (!launch(state, packageName)) notInstalled(packageName);
}

function notInstalled(packageName: string): never {
  const message = `The app ${packageName} is not installed on this device.`;
  throw new PhoneFailure('refused', message, { reason: 'missingApp' });
}

function noFocus(): never {
  const message = 'IME not active: no field has the focus. Tap a text field first.';
  throw new PhoneFailure('refused', message, { reason: 'noFocus' });
}

function refuseDisplay({ displays }: PhoneState, displayId: number): never {
  throw noDisplay('The device', displayId, displays);
}

function protectedApp(packageName: string): never {
  const message = `The app ${packageName} is part of the phone and cannot be uninstalled.`;
  throw new PhoneFailure('refused', message, { reason: 'protectedApp' });
}
