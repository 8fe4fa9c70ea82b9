import { type Position, positionText, readPosition } from '../../../util/geoText.ts';
import type { SavedPlace } from '../../../protocol/devicePlace.ts';
import type { Gazetteer } from '../map/gazetteer.ts';

/** A position that a text may mean. */
export interface Meant extends Position {
  readonly label: string;
  /** What kind of answer it is, in a word or two. */
  readonly more: string;
}

const MOST = 8;

/**
 * What a person may mean by a text: a position in any form that is known, a place they saved, or a place of the
 * world; the likeliest is first.
 */
export function meantBy(
  text: string,
  saved: readonly SavedPlace[],
  gazetteer: Gazetteer | undefined,
): readonly Meant[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return [];
  const read = readPosition(text);
  if (!('problem' in read)) {
    return [{ ...read, label: positionText(read), more: gazetteer?.whereabouts(read) ?? 'position' }];
  }
  const own = saved.filter(({ name }) => name.toLowerCase().includes(wanted));
  return [
    ...own.map(place => ({ ...place, label: place.name, more: 'saved place' })),
    ...(gazetteer?.search(text, MOST) ?? []).map(place => ({
      ...place,
      label: place.name,
      more: place.country,
    })),
  ].slice(0, MOST);
}

/** Why a text means nothing, in a sentence. */
export function whyNothing(text: string): string {
  const read = readPosition(text);
  const sentence = 'problem' in read ? read.problem : '';
  // Who types digits or a link means a position; who types words means a place.
  return /^\s*(?:[-+\d]|geo:|https?:)/i.test(text) ? sentence : `No matching place. ${sentence}`;
}
