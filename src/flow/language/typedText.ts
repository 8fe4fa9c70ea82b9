import type { TextRange } from '../document/diagnostic.ts';

/** The longest word to look for before the cursor. */
const MAX_WORD = 100;

/** Returns the range of the unquoted word before an offset; empty if there is none. */
export function findWordBefore(text: string, offset: number): TextRange {
  const [word = ''] = /[\p{L}\p{N}_-]*$/u.exec(text.slice(Math.max(0, offset - MAX_WORD), offset)) ?? [];
  return { start: offset - word.length, end: offset };
}

/** Returns the previous character that is not white space; empty at the start. */
export function findCharBefore(text: string, offset: number): string {
  let at = offset - 1;
  while (at >= 0 && /\s/.test(text.charAt(at))) at--;
  return text.charAt(at);
}

/** Returns the next character that is not white space; empty at the end. */
export function findCharAfter(text: string, offset: number): string {
  let at = offset;
  while (at < text.length && /\s/.test(text.charAt(at))) at++;
  return text.charAt(at);
}

/**
 * Returns the offset after the last non-whitespace character before an offset; the offset itself if that character is
 * in a comment.
 */
export function findEndBefore(text: string, offset: number): number {
  const end = text.slice(0, offset).trimEnd().length;
  return isInComment(text, end) ? offset : end;
}

/** True if an offset is in a line comment at the start of its line. */
export function isInComment(text: string, offset: number): boolean {
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  return /^\s*\/\//.test(line);
}
