import { BUDGETS } from '../../util/budgets.ts';
import { readGeoJson } from './geoJson.ts';
import { readGpx } from './gpx.ts';
import type { ReadTrack } from './track.ts';

/** Longer texts are not realistic tracks, and reading them would block the process. */
const MAX_CHARACTERS = BUDGETS.track.characters;

/** Reads a track from a GPX or GeoJSON file; detects the format by the first character. */
export function readTrack(text: string): ReadTrack {
  if (text.length > MAX_CHARACTERS) {
    return { problem: `The file has more than ${MAX_CHARACTERS / 1e6} million characters.` };
  }
  // Removes a byte order mark.
  const content = text.replace(/^\uFEFF/, '');
  const start = content.trimStart();
  if (start.startsWith('<')) return readGpx(content);
  if (start.startsWith('{')) return readGeoJson(content);
  return {
    problem:
      start === ''
        ? 'The file is empty; a track is a GPX or GeoJSON file.'
        : 'This is neither GPX, which begins with “<”, nor GeoJSON, which begins with “{”.',
  };
}
