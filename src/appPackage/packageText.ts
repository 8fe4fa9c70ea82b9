import { plainText } from '../util/plainText.ts';

const MAX_LENGTH = 255;

/** Returns a name or version as one line; undefined if it is empty or longer than 255 characters. */
export function shownText(text: string | undefined): string | undefined {
  if (text === undefined || text.length > MAX_LENGTH) return undefined;
  return plainText(text).trim() || undefined;
}

/** Returns true if a file is XML as text, not in a binary form. */
export function isXmlText(bytes: Buffer): boolean {
  return /^(?:\uFEFF)?\s*</.test(bytes.toString('utf8', 0, 64));
}
