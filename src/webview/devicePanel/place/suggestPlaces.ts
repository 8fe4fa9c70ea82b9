import { type Position, positionText, readPosition } from '../../../util/geoText.ts';
import type { SavedPlace } from '../../../protocol/devicePlace.ts';
import type { Gazetteer } from '../map/gazetteer.ts';
import { spellings } from '../map/spellings.ts';

/** A match for a search text. */
export interface PlaceSuggestion extends Position {
  readonly label: string;
  /** Kind of match or country, in a word or two. */
  readonly more: string;
}

const MAX_PLACES = 8;

/**
 * Returns the matches for a text, at most MAX_PLACES: a position in any supported format, else saved places, then known
 * places.
 */
export function suggestPlaces(
  text: string,
  saved: readonly SavedPlace[],
  gazetteer: Gazetteer | undefined,
): readonly PlaceSuggestion[] {
  const [wanted = ''] = spellings(text.trim());
  if (wanted === '') return [];
  const read = readPosition(text);
  if (!('problem' in read)) {
    return [{ ...read, label: positionText(read), more: gazetteer?.whereabouts(read) ?? 'position' }];
  }
  const matches = saved.filter(({ name }) => spellings(name).some(spelling => spelling.includes(wanted)));
  return [
    ...matches.map(place => ({ ...place, label: place.name, more: 'saved place' })),
    ...(gazetteer?.search(text, MAX_PLACES) ?? []).map(place => ({
      ...place,
      label: place.name,
      more: place.country,
    })),
  ].slice(0, MAX_PLACES);
}

/** Returns a sentence for a text without matches. */
export function explainNoMatch(text: string): string {
  const read = readPosition(text);
  const sentence = 'problem' in read ? read.problem : '';
  return isMeantAsPosition(text) ? sentence : `No matching place. ${sentence}`;
}

/** True if a text starts with a digit or is a link; words are meant as a place. */
export function isMeantAsPosition(text: string): boolean {
  return /^\s*(?:[-+\d]|geo:|https?:)/i.test(text);
}
