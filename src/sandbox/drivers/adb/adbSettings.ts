import type { Location } from '../../../contract/records/gesture.ts';
import { type DriverLimits, type PhoneDriver, PhoneFailure } from '../../runtime/phoneDriver.ts';
import { requirePhoneLocale, requirePhoneTimeZone } from '../phoneValues.ts';
import type { AdbConnection } from './adbConnection.ts';
import { POSITION_PROVIDERS, readDumpedPosition, readProperties } from './readDumps.ts';

/** The settings of a phone. */
type Settings = Pick<PhoneDriver, 'clipboard' | 'language' | 'timeZone' | 'position'>;

/** The parts of the settings that a phone offers. */
export type OfferedSettings = Pick<PhoneDriver['capabilities'], 'clipboard' | 'geo' | 'language'>;

/** Returns the settings of a phone. */
export function adbSettings(connection: AdbConnection, offers: OfferedSettings): Settings {
  const settings = new AdbSettings(connection, offers);
  return {
    clipboard: {
      read: limits => settings.readClipboard(limits),
      write: (text, limits) => settings.writeClipboard(text, limits),
    },
    language: {
      read: limits => settings.readLanguage(limits),
      write: ({ tag, restart = false }, limits) => settings.writeLanguage(tag, restart, limits),
    },
    timeZone: {
      read: limits => settings.readTimeZone(limits),
      write: (timeZone, limits) => settings.writeTimeZone(timeZone, limits),
    },
    position: {
      read: limits => settings.readPosition(limits),
      write: (position, limits) => settings.writePosition(position, limits),
    },
  };
}

class AdbSettings {
  readonly #connection: AdbConnection;
  readonly #offers: OfferedSettings;

  constructor(connection: AdbConnection, offers: OfferedSettings) {
    this.#connection = connection;
    this.#offers = offers;
  }

  async readClipboard(limits: DriverLimits): Promise<string> {
    this.#require('clipboard', 'no command for its clipboard');
    const { text } = await this.#connection.mustRun(limits, ['cmd', 'clipboard', 'get-primary-clip']);
    return text.replaceAll('\r\n', '\n').replace(/\n$/, '');
  }

  async writeClipboard(text: string, limits: DriverLimits): Promise<void> {
    this.#require('clipboard', 'no command for its clipboard');
    this.#connection.actions++;
    await this.#connection.mustRun(limits, ['cmd', 'clipboard', 'set-primary-clip', text]);
  }

  async readLanguage(limits: DriverLimits): Promise<string> {
    const properties = await this.#properties(limits);
    const names = ['persist.sys.locale', 'ro.product.locale'];
    return names.map(name => properties.get(name)).find(Boolean) ?? '';
  }

  async writeLanguage(locale: string, restart: boolean, limits: DriverLimits): Promise<void> {
    this.#require('language', 'no command for its language, which Android has since version 16');
    if (restart) {
      const message = `The phone ${this.#connection.serial} has no command that closes all apps. Leave “restart” out.`;
      throw new PhoneFailure('unsupported', message);
    }
    const tag = requirePhoneLocale(locale);
    this.#connection.actions++;
    await this.#connection.mustRun(limits, ['cmd', 'locale', 'set-device-locale', tag]);
  }

  async readTimeZone(limits: DriverLimits): Promise<string> {
    return (await this.#properties(limits)).get('persist.sys.timezone') ?? '';
  }

  async writeTimeZone(timeZone: string, limits: DriverLimits): Promise<void> {
    requirePhoneTimeZone(timeZone);
    this.#connection.actions++;
    const output = await this.#connection.run(limits, ['cmd', 'alarm', 'set-timezone', timeZone]);
    // The command does not say if the phone allowed it.
    if ((await this.readTimeZone(limits)) !== timeZone) throw this.#connection.refusal('cmd alarm', output);
  }

  async readPosition(limits: DriverLimits): Promise<Location> {
    const { text } = await this.#connection.mustRun(limits, ['dumpsys', 'location']);
    const position = readDumpedPosition(text);
    if (position) return position;
    throw new PhoneFailure('refused', `The phone ${this.#connection.serial} does not know its position yet.`);
  }

  async writePosition(position: Location | null, limits: DriverLimits): Promise<void> {
    this.#require('geo', 'no command for its position, which Android has since version 12');
    this.#connection.actions++;
    const start = ['cmd', 'location', 'providers'] as const;
    if (position === null) {
      // A provider that has not been replaced is refused.
      for (const provider of POSITION_PROVIDERS)
        await this.#connection.run(limits, [...start, 'remove-test-provider', provider]);
      return;
    }
    const place = `${position.latitude},${position.longitude}`;
    await this.#connection.mustRun(
      limits,
      ['appops', 'set', 'com.android.shell', 'android:mock_location', 'allow'],
      ...POSITION_PROVIDERS.flatMap(provider => [
        [...start, 'add-test-provider', provider] as const,
        [...start, 'set-test-provider-enabled', provider, 'true'] as const,
        [...start, 'set-test-provider-location', provider, '--location', place] as const,
      ]),
    );
  }

  async #properties(limits: DriverLimits): Promise<ReadonlyMap<string, string>> {
    return readProperties((await this.#connection.mustRun(limits, ['getprop'])).text);
  }

  #require(feature: keyof OfferedSettings, lack: string): void {
    if (this.#offers[feature]) return;
    throw new PhoneFailure('unsupported', `The phone ${this.#connection.serial} has ${lack}.`);
  }
}
