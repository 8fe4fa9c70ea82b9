import type { TextRange } from '../document/diagnostic.ts';

/** A word is looked for this far before the cursor. */
const MAX_WORD = 100;

/** The word without quotes that is being typed at a place; empty where there is none. */
export function bareWord(text: string, offset: number): TextRange {
  const [word = ''] = /[\p{L}\p{N}_-]*$/u.exec(text.slice(Math.max(0, offset - MAX_WORD), offset)) ?? [];
  return { start: offset - word.length, end: offset };
}

/** The character before a place, over white space; empty at the start. */
export function charBefore(text: string, offset: number): string {
  let at = offset - 1;
  while (at >= 0 && /\s/.test(text.charAt(at))) at--;
  return text.charAt(at);
}

/** The character behind a place, over white space; empty at the end. */
export function charAfter(text: string, offset: number): string {
  let at = offset;
  while (at < text.length && /\s/.test(text.charAt(at))) at++;
  return text.charAt(at);
}

/** Whether a place lies in a comment that a line begins with. */
export function isInComment(text: string, offset: number): boolean {
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
  return /^\s*\/\//.test(line);
}
