import { decodeEscapes } from './decodeEscapes.ts';

/** A position in decimal degrees; south and west are negative. */
export interface Position {
  readonly latitude: number;
  readonly longitude: number;
}

/** A position, or a sentence that says what is wrong with the text. */
type ReadPosition = Position | { readonly problem: string };

const NUMBER = String.raw`[+-]?\d+(?:\.\d+)?`;
const PAIR = new RegExp(`^(${NUMBER})\\s*[,;\\s]\\s*(${NUMBER})$`);
/** A pair with decimal commas, as many languages write it: “48,8584; 2,2945”. */
const COMMA_PAIR = /^([+-]?\d+,\d+)\s*[;\s]\s*([+-]?\d+,\d+)$/;
const LINK_PAIR = new RegExp(`^(?:loc:)?(${NUMBER}),\\s*(${NUMBER})`);
const LINK_PARAMETERS = ['q', 'query', 'coordinate', 'll', 'center', 'destination', 'daddr', 'cp', 'sll'];
/**
 * A map whose links put the longitude first, with its parameters in order of preference: a clicked point, a pin, the
 * center.
 */
const LONGITUDE_FIRST = { host: /(?:^|\.)yandex\.[a-z.]+$/, parameters: ['whatshere[point]', 'pt', 'll'] };
/** Longer than any map link. */
const MAX_CHARACTERS = 5000;
const HOW = 'Enter a position such as “48.8584, 2.2945”, “48°51′30″N 2°17′40″E”, a geo: URI or a map link.';

/**
 * Parses a position given as decimal degrees, degrees with minutes and seconds, a `geo:` URI (RFC 5870) or a map link.
 * Degrees out of range are a problem.
 */
export function readPosition(text: string): ReadPosition {
  const trimmed = text.trim();
  if (trimmed.length > MAX_CHARACTERS) return { problem: HOW };
  const found = /^geo:/i.test(trimmed)
    ? fromGeoUri(trimmed)
    : /^https?:\/\//i.test(trimmed)
      ? fromLink(trimmed)
      : fromNumbers(trimmed);
  return found ? checkRange(found) : { problem: HOW };
}

function checkRange(position: Position): ReadPosition {
  const { latitude, longitude } = position;
  if (Math.abs(latitude) > 90) return { problem: `Latitude ${latitude} must be between -90 and 90.` };
  if (Math.abs(longitude) > 180) return { problem: `Longitude ${longitude} must be between -180 and 180.` };
  return position;
}

function fromPair(text: string, pattern: RegExp): Position | undefined {
  const [, latitude, longitude] = pattern.exec(text) ?? [];
  return latitude === undefined || longitude === undefined
    ? undefined
    : { latitude: Number(latitude), longitude: Number(longitude) };
}

// Map apps write 0,0 together with a query to mean the query alone, which may be the name of a place.
function fromGeoUri(text: string): Position | undefined {
  const [coordinates = '', query = ''] = text.slice(4).split('?');
  const asked = new URLSearchParams(query).get('q') ?? '';
  const written = fromPair(coordinates.split(';')[0] ?? '', LINK_PAIR);
  const isPlaceholder = asked !== '' && written?.latitude === 0 && written.longitude === 0;
  return fromPair(asked, LINK_PAIR) ?? (isPlaceholder ? undefined : written);
}

function fromLink(text: string): Position | undefined {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return undefined;
  }
  const readParameter = (name: string): string => url.searchParams.get(name) ?? '';
  if (LONGITUDE_FIRST.host.test(url.hostname)) {
    const swapped = firstOf(LONGITUDE_FIRST.parameters.map(readParameter));
    return swapped && { latitude: swapped.longitude, longitude: swapped.latitude };
  }
  const marker = `${readParameter('mlat')},${readParameter('mlon')}`;
  const path = decodeEscapes(url.pathname);
  const [, pinLatitude, pinLongitude] = new RegExp(`!3d(${NUMBER})!4d(${NUMBER})`).exec(path) ?? [];
  const [, hashLatitude, hashLongitude] =
    new RegExp(`map=[\\d.]+/(${NUMBER})/(${NUMBER})`).exec(url.hash) ?? [];
  // The last position in a route is its destination.
  const segments = path.split('/').map(segment => segment.replaceAll('+', ' '));
  return firstOf([
    `${pinLatitude ?? ''},${pinLongitude ?? ''}`,
    marker,
    ...LINK_PARAMETERS.map(name => readParameter(name).replace('~', ',')),
    segments.findLast(segment => fromNumbers(segment)) ?? '',
    path.split('@')[1] ?? '',
    `${hashLatitude ?? ''},${hashLongitude ?? ''}`,
  ]);
}

function firstOf(candidates: readonly string[]): Position | undefined {
  for (const candidate of candidates) {
    const position = fromPair(candidate, LINK_PAIR) ?? fromNumbers(candidate);
    if (position) return position;
  }
  return undefined;
}

function fromNumbers(text: string): Position | undefined {
  const withPoints = COMMA_PAIR.test(text) ? text.replaceAll(/(\d),(\d)/g, '$1.$2') : text;
  return fromPair(withPoints, PAIR) ?? fromDegrees(text);
}

const MARKS = /[°º˚'’′"”″]|''/g;

// Both halves need a hemisphere letter, before or after the numbers.
function fromDegrees(text: string): Position | undefined {
  const normalized = text
    .toUpperCase()
    .replaceAll(MARKS, ' ')
    .replaceAll(',', ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const numbers = String.raw`\d+(?:\.\d+)?(?: \d+(?:\.\d+)?){0,2}`;
  const after = new RegExp(`^(${numbers}) ?([NS]) ?(${numbers}) ?([EW])$`).exec(normalized);
  const before = new RegExp(`^([NS]) ?(${numbers}) ?([EW]) ?(${numbers})$`).exec(normalized);
  const [first, north, second, east] = after
    ? [after[1], after[2], after[3], after[4]]
    : [before?.[2], before?.[1], before?.[4], before?.[3]];
  if (first === undefined || second === undefined) return undefined;
  const latitude = degrees(first);
  const longitude = degrees(second);
  if (latitude === undefined || longitude === undefined) return undefined;
  return {
    latitude: north === 'S' ? -latitude : latitude,
    longitude: east === 'W' ? -longitude : longitude,
  };
}

function degrees(text: string): number | undefined {
  const [whole = 0, minutes = 0, seconds = 0] = text.split(' ').map(Number);
  if (minutes >= 60 || seconds >= 60) return undefined;
  // A ten-millionth of a degree is about one centimeter; more digits would be rounding noise.
  return Math.round((whole + minutes / 60 + seconds / 3600) * 1e7) / 1e7;
}

/** Formats a position in decimal degrees, in a form that `readPosition` parses. */
export function positionText({ latitude, longitude }: Position): string {
  return `${plain(latitude)}, ${plain(longitude)}`;
}

// A ten-millionth of a degree is about one centimeter; `toFixed` avoids exponents.
function plain(degreesOfAngle: number): string {
  const text = degreesOfAngle.toFixed(7).replace(/\.?0+$/, '');
  return text === '-0' ? '0' : text;
}
