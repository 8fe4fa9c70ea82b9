import type { DeviceFile } from '../../../contract/records/deviceFile.ts';
import type { Location } from '../../../contract/records/gesture.ts';
import type { UiState } from '../../../contract/records/uiState.ts';
import { phoneApps, programInFront, SYSTEM_APPS } from '../../phone/apps.ts';
import type { Point, TimedPoint } from '../../phone/geometry.ts';
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
import { displayOf, type PhoneState } from '../../phone/state.ts';
import { swipe, tap } from '../../phone/touch.ts';
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
} from '../phoneDriver.ts';
import { requirePhoneLocale, requirePhonePath, requirePhoneTimeZone } from '../phoneValues.ts';

/** The place where a simulated phone is kept. Its functions throw a Refusal for what the phone cannot do. */
export interface SimulatedHost {
  readonly capabilities: Readonly<Record<PhoneCapability, boolean>>;
  /** Returns the state of the phone, which must be usable and have the capability. */
  readonly read: (capability?: PhoneCapability) => {
    readonly state: PhoneState;
    /** Returns the external data that the phone shows, which takes long to read. */
    readonly context: () => ScreenContext;
  };
  /** Stores the next state of the phone. */
  readonly write: (state: PhoneState) => void;
  readonly draw: (displayId: number) => Promise<Uint8Array>;
  readonly move: (position: Location | null) => void;
  readonly reboot: (signal: AbortSignal) => Promise<void>;
  readonly files: {
    readonly list: (folder: string) => readonly DeviceFile[];
    readonly read: (path: string) => Uint8Array;
    readonly write: (path: string, bytes: Uint8Array) => void;
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
    list: limits => this.#ask(limits, 'apps', state => [...phoneApps(state), ...Object.values(SYSTEM_APPS)]),
    start: (packageName, limits) =>
      this.#change(limits, 'apps', state => launch(state, packageName) ?? notInstalled(packageName)),
    stop: (packageName, limits) =>
      this.#change(limits, 'apps', state => {
        requireInstalled(state, packageName);
        return stop(state, packageName);
      }),
    clear: (packageName, limits) =>
      this.#change(limits, 'apps', state => {
        requireInstalled(state, packageName);
        return clearData(stop(state, packageName), packageName);
      }),
    install: ({ packageName, label, versionName, versionCode }, limits) =>
      this.#change(limits, 'apps', state => install(state, { packageName, label, versionName, versionCode })),
    remove: (packageName, limits) =>
      this.#change(limits, 'apps', state => {
        requireInstalled(state, packageName);
        return uninstall(state, packageName) ?? refuse(`The app ${packageName} is part of the phone.`);
      }),
    open: (address, limits) => this.#change(limits, 'apps', state => openAddress(state, address)),
    permit: (packageName, permission, isGranted, limits) =>
      this.#change(limits, 'apps', state => {
        requireInstalled(state, packageName);
        if (permission === 'POST_NOTIFICATIONS') return allowNotifications(state, packageName, isGranted);
        throw new PhoneFailure('unsupported', `A simulated phone has no permission ${permission}.`);
      }),
  };

  readonly files: PhoneDriver['files'] = {
    list: (folder, limits) => this.#do(limits, () => this.#host.files.list(requirePhonePath(folder))),
    read: (path, limits) => this.#do(limits, () => this.#host.files.read(requirePhonePath(path))),
    write: (path, bytes, limits) =>
      this.#do(limits, () => this.#host.files.write(requirePhonePath(path), bytes)),
    remove: (path, limits) => this.#do(limits, () => this.#host.files.remove(requirePhonePath(path))),
  };

  readonly clipboard: PhoneDriver['clipboard'] = {
    read: limits => this.#ask(limits, 'clipboard', ({ clipboard }) => clipboard),
    write: (clipboard, limits) => this.#change(limits, 'clipboard', state => ({ ...state, clipboard })),
  };

  readonly language: PhoneDriver['language'] = {
    read: limits => this.#ask(limits, 'language', ({ locale = DEFAULT_LOCALE }) => locale),
    write: (tag, limits) =>
      this.#change(limits, 'language', state => ({ ...state, locale: requirePhoneLocale(tag) })),
  };

  readonly timeZone: PhoneDriver['timeZone'] = {
    read: limits => this.#ask(limits, 'time', (_, context) => context().timeZone),
    write: (timeZone, limits) =>
      this.#change(limits, 'time', state => ({ ...state, timeZone: requirePhoneTimeZone(timeZone) })),
  };

  readonly position: PhoneDriver['position'] = {
    read: limits => this.#ask(limits, 'geo', (_, context) => context().position),
    write: (position, limits) => this.#do(limits, () => this.#host.move(position)),
  };

  facts(limits: DriverLimits): Promise<PhoneFacts> {
    return this.#ask(limits, undefined, (state, context) => ({
      manufacturer: 'Sandbox',
      model: context().deviceName,
      systemVersion: '1',
      displays: state.displays,
      currentApp: programInFront(state).packageName,
      isScreenOn: state.isScreenOff !== true,
      isLocked: false,
    }));
  }

  picture(displayId: number, limits: DriverLimits): Promise<Uint8Array> {
    return this.#do(limits, () => this.#host.draw(displayId));
  }

  tree(displayId: number, limits: DriverLimits): Promise<UiState> {
    return this.#ask(
      limits,
      'accessibility',
      (state, context) => uiStateOf(state, context(), { displayId }) ?? noDisplay(displayId),
    );
  }

  tap(displayId: number, point: Point, limits: DriverLimits): Promise<void> {
    return this.#change(limits, undefined, (state, context) => {
      if (!displayOf(state, displayId)) noDisplay(displayId);
      return tap(state, context(), displayId, point);
    });
  }

  swipe(displayId: number, path: readonly TimedPoint[], limits: DriverLimits): Promise<void> {
    return this.#change(limits, undefined, (state, context) => {
      if (!displayOf(state, displayId)) noDisplay(displayId);
      return swipe(state, context(), displayId, path);
    });
  }

  typeText(text: string, limits: DriverLimits): Promise<void> {
    return this.#change(limits, undefined, state => typeText(state, text) ?? noFocus());
  }

  clearText(limits: DriverLimits): Promise<void> {
    return this.#change(limits, undefined, state => clearField(state) ?? noFocus());
  }

  pressKey(keyCode: number, limits: DriverLimits): Promise<void> {
    return this.#change(limits, undefined, state => pressKey(state, keyCode));
  }

  pressButton(button: GlobalButton, limits: DriverLimits): Promise<void> {
    return this.#change(limits, undefined, state => pressGlobal(state, button));
  }

  reboot(limits: DriverLimits): Promise<void> {
    return this.#do(limits, () => this.#host.reboot(limits.signal));
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  #change(
    limits: DriverLimits,
    capability: PhoneCapability | undefined,
    next: (state: PhoneState, context: () => ScreenContext) => PhoneState,
  ): Promise<void> {
    return this.#ask(limits, capability, (state, context) => this.#host.write(next(state, context)));
  }

  #ask<T>(
    limits: DriverLimits,
    capability: PhoneCapability | undefined,
    ask: (state: PhoneState, context: () => ScreenContext) => T,
  ): Promise<T> {
    return this.#do(limits, () => {
      const { state, context } = this.#host.read(capability);
      return ask(state, context);
    });
  }

  async #do<T>({ signal }: DriverLimits, work: () => T | Promise<T>): Promise<T> {
    signal.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      throw new PhoneFailure(KINDS[error.code] ?? 'refused', error.message, error);
    }
  }
}

function requireInstalled(state: PhoneState, packageName: string): void {
  if (!launch(state, packageName)) notInstalled(packageName);
}

function notInstalled(packageName: string): never {
  return refuse(`The app ${packageName} is not installed on this phone.`);
}

function noFocus(): never {
  return refuse('No field has the focus. Tap a text field first.');
}

function noDisplay(displayId: number): never {
  throw new PhoneFailure('unsupported', `The phone has no display ${displayId}.`);
}

function refuse(message: string): never {
  throw new PhoneFailure('refused', message);
}
