import { plainText } from '../util/plainText.ts';

const MAX_LENGTH = 255;

/** Returns a name or version as one line; undefined if it is empty or longer than 255 characters. */
export function shownText(text: string | undefined): string | undefined {
  if (text === undefined || text.length > MAX_LENGTH) return undefined;
  return plainText(text).trim() || undefined;
}
