import { readGeoJson } from './geoJson.ts';
import { readGpx } from './gpx.ts';
import type { ReadTrack } from './track.ts';

/** Reads a track from the text of a GPX or GeoJSON file; what it is shows in its first character. */
export function readTrack(text: string): ReadTrack {
  // A mark of the byte order is no part of the text.
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
