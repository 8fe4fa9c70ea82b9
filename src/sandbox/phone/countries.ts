import type { ScreenContext } from './screenContext.ts';

/** The default position and time zone of a country's phones. */
export interface Country {
  readonly position: ScreenContext['position'];
  /** An IANA time zone. */
  readonly timeZone: string;
}

const COUNTRIES: Readonly<Record<string, Country>> = {
  US: { position: { latitude: 38.8977, longitude: -77.0365 }, timeZone: 'America/New_York' },
  BR: { position: { latitude: -15.7998, longitude: -47.8645 }, timeZone: 'America/Sao_Paulo' },
  FR: { position: { latitude: 48.8566, longitude: 2.3522 }, timeZone: 'Europe/Paris' },
  DE: { position: { latitude: 52.5163, longitude: 13.3777 }, timeZone: 'Europe/Berlin' },
  IN: { position: { latitude: 28.6129, longitude: 77.2295 }, timeZone: 'Asia/Kolkata' },
  JP: { position: { latitude: 35.6812, longitude: 139.7671 }, timeZone: 'Asia/Tokyo' },
  KR: { position: { latitude: 37.5665, longitude: 126.978 }, timeZone: 'Asia/Seoul' },
  ZA: { position: { latitude: -25.7313, longitude: 28.2184 }, timeZone: 'Africa/Johannesburg' },
};

/** Returns the position and time zone of a country's capital; latitude and longitude 0 in UTC for an unknown code. */
export function countryOf(code: string): Country {
  return COUNTRIES[code] ?? { position: { latitude: 0, longitude: 0 }, timeZone: 'UTC' };
}

/** The two-letter codes of the known countries. */
export const COUNTRY_CODES = Object.keys(COUNTRIES);
