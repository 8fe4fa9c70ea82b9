import countries from './countries.json' with { type: 'json' };
import type { ScreenContext } from './screenContext.ts';

/** The default position and time zone of a country's phones. */
interface Country {
  readonly position: ScreenContext['position'];
  /** An IANA time zone. */
  readonly timeZone: string;
}

const COUNTRIES: Readonly<Record<string, Country>> = countries;

/** Returns the position and time zone of a country's capital; latitude and longitude 0 in UTC for an unknown code. */
export function countryOf(code: string): Country {
  return COUNTRIES[code] ?? { position: { latitude: 0, longitude: 0 }, timeZone: 'UTC' };
}

/** The two-letter codes of the known countries. */
export const COUNTRY_CODES = Object.keys(COUNTRIES);
