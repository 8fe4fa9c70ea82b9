import type { Location } from '../../../contract/records/gesture.ts';
import { isTimeZone } from '../../runtime/wallTime.ts';
import { type DriverLimits, type PhoneDriver, PhoneFailure } from '../phoneDriver.ts';
import type { AdbConnection } from './adbConnection.ts';
import { readDumpedPosition, readProperties } from './readDumps.ts';

/** The settings of a phone. */
type Settings = Pick<PhoneDriver, 'clipboard' | 'language' | 'timeZone' | 'position'>;

/** The parts of the settings that a phone offers. */
export type OfferedSettings = Pick<PhoneDriver['capabilities'], 'clipboard' | 'geo' | 'language'>;

/** The providers of positions that apps use; all of them get the position that is set. */
const PROVIDERS = ['gps', 'network', 'fused'] as const;

/** Returns the settings of a phone; `act` is called before each change. */
export function adbSettings(connection: AdbConnection, offers: OfferedSettings, act: () => void): Settings {
  const settings = new AdbSettings(connection, offers, act);
  return {
    clipboard: {
      read: limits => settings.readClipboard(limits),
      write: (text, limits) => settings.writeClipboard(text, limits),
    },
    language: {
      read: limits => settings.readLanguage(limits),
      write: (locale, limits) => settings.writeLanguage(locale, limits),
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
  readonly #act: () => void;

  constructor(connection: AdbConnection, offers: OfferedSettings, act: () => void) {
    this.#connection = connection;
    this.#offers = offers;
    this.#act = act;
  }

  async readClipboard(limits: DriverLimits): Promise<string> {
    this.#require('clipboard', 'no command for its clipboard');
    const { text } = await this.#connection.mustRun(limits, ['cmd', 'clipboard', 'get-primary-clip']);
    return text.replaceAll('\r\n', '\n').replace(/\n$/, '');
  }

  async writeClipboard(text: string, limits: DriverLimits): Promise<void> {
    this.#require('clipboard', 'no command for its clipboard');
    this.#act();
    await this.#connection.mustRun(limits, ['cmd', 'clipboard', 'set-primary-clip', text]);
  }

  async readLanguage(limits: DriverLimits): Promise<string> {
    const properties = await this.#properties(limits);
    const names = ['persist.sys.locale', 'ro.product.locale'];
    return names.map(name => properties.get(name)).find(Boolean) ?? '';
  }

  async writeLanguage(locale: string, limits: DriverLimits): Promise<void> {
    this.#require('language', 'no command for its language, which Android has since version 16');
    const tag = canonicalLocale(locale);
    this.#act();
    await this.#connection.mustRun(limits, ['cmd', 'locale', 'set-device-locale', tag]);
  }

  async readTimeZone(limits: DriverLimits): Promise<string> {
    return (await this.#properties(limits)).get('persist.sys.timezone') ?? '';
  }

  async writeTimeZone(timeZone: string, limits: DriverLimits): Promise<void> {
    if (!isTimeZone(timeZone))
      throw new PhoneFailure('refused', 'There is no such time zone. Use one such as Europe/Lisbon.');
    this.#act();
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
    this.#act();
    if (position === null) {
      // A provider that has not been replaced is refused.
      for (const provider of PROVIDERS)
        await this.#connection.run(limits, [
          'cmd',
          'location',
          'providers',
          'remove-test-provider',
          provider,
        ]);
      return;
    }
    const place = `${position.latitude},${position.longitude}`;
    const start = ['cmd', 'location', 'providers'] as const;
    await this.#connection.mustRun(
      limits,
      ['appops', 'set', 'com.android.shell', 'android:mock_location', 'allow'],
      ...PROVIDERS.flatMap(provider => [
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

function canonicalLocale(locale: string): string {
  try {
    return Intl.getCanonicalLocales(locale)[0] ?? locale;
  } catch {
    throw new PhoneFailure('refused', 'This is not the tag of a language, such as de-DE.');
  }
}
