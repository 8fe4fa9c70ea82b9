/** The default maximum length, in characters, of text shown on one line and on several lines. */
export const PLAIN_LENGTH = { line: 1000, lines: 10_000 } as const;

/** The maximum length of a part of a file name, since file systems limit that of a whole name. */
const MAX_FILE_NAME = 60;

/**
 * Invisible characters that change how others are shown or read; joiners are kept because words and emoji need them.
 */
export const INVISIBLE =
  /[\p{Bidi_Control}\u00AD\u180E\u200B\u2060-\u2064\u206A-\u206F\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E007F}]/gu;

/**
 * Returns one line that VS Code shows literally: no links, control, bidirectional or invisible characters. Cuts the
 * middle of a long text, so that a caller's own words at either end stay.
 */
export function plainText(text: string, most: number = PLAIN_LENGTH.line): string {
  const line = shorten(text, most)
    .replace(INVISIBLE, '')
    .replace(/[\s\p{Cc}]+/gu, ' ');
  return withoutLinks(line, most);
}

/** Like `plainText`, but keeps line breaks. */
export function plainLines(text: string, most: number = PLAIN_LENGTH.lines): string {
  const lines = shorten(text, most)
    .replace(INVISIBLE, '')
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replace(/[^\P{Cc}\n]+/gu, ' ');
  return withoutLinks(lines, most);
}

/** Returns a name with dashes in place of all but letters, digits and dashes, as a part of a file name. */
export function plainFileName(name: string): string {
  return name.replaceAll(/[^\p{L}\p{N}-]+/gu, '-').slice(0, MAX_FILE_NAME);
}

/** Spells out control, bidirectional, and invisible characters, except line breaks and tabs, as in `\u202e`. */
export function spellInvisible(text: string): string {
  return text.replaceAll(INVISIBLE, spellCharacter).replaceAll(/[^\P{Cc}\n\r\t]/gu, spellCharacter);
}

// JSON uses the same escapes, so JSON keeps its meaning.
function spellCharacter(character: string): string {
  return character
    .split('')
    .map(unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}

// VS Code makes a link of `[label](scheme:…)` anywhere, even where two texts join.
function withoutLinks(text: string, most: number): string {
  return shorten(text.replaceAll(/\]\((?=[a-z][a-z\d+.-]*:)/gi, '] ('), most).toWellFormed();
}

function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  const head = Math.ceil((most - 1) / 2);
  return `${text.slice(0, head)}…${text.slice(text.length - (most - 1 - head))}`;
}
