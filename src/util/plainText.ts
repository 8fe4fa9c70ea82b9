/** The default maximum length, in characters, of text shown on one line and on several lines. */
export const PLAIN_LENGTH = { line: 1000, lines: 10_000 } as const;

/** The maximum length of a part of a file name, since file systems limit that of a whole name. */
const MAX_FILE_NAME = 60;

/** The maximum number of characters of a text that are read; the middle of a longer one is left out before. */
const MAX_READ = 1_000_000;

const JOINER = String.raw`\u200C|\u200D`;
const SELECTOR = String.raw`\uFE0E|\uFE0F`;
const EMOJI = String.raw`\p{Extended_Pictographic}|[\u{1F3FB}-\u{1F3FF}]`;

/**
 * Invisible characters that change how others are shown or read: default-ignorable ones such as fillers, soft hyphens, and
 * variation selectors, and controls of the direction. Joiners between letters or emoji, and selectors after emoji, are
 * kept because words and emoji need them.
 */
export const INVISIBLE = new RegExp(
  [
    String.raw`(?!${JOINER}|${SELECTOR})[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}\uFFF9-\uFFFB]`,
    String.raw`(?<!\p{L}|\p{M}|${EMOJI}|\uFE0F)(?:${JOINER})|(?:${JOINER})(?!\p{L}|\p{M}|${EMOJI})`,
    `(?<!${EMOJI})(?:${SELECTOR})`,
  ].join('|'),
  'gu',
);

/** Returns a text without invisible characters. Text from outside becomes plain before anything is searched or cut. */
export function withoutInvisible(text: string): string {
  let plain = text;
  // A removed character can have stood between a joiner and its letter.
  for (let before = ''; plain !== before;) {
    before = plain;
    plain = plain.replace(INVISIBLE, '');
  }
  return plain;
}

/** Replaces secrets in a plain text by dots. */
export type Hide = (text: string) => string;

/**
 * Returns one line that VS Code shows literally: no links, control, bidirectional or invisible characters; then hides
 * secrets in it, and at last cuts the middle of a long text, so that a caller's own words at either end stay.
 */
export function plainText(text: string, most: number = PLAIN_LENGTH.line, hide: Hide = same): string {
  const line = withoutInvisible(shorten(text, MAX_READ)).replace(/[\s\p{Cc}]+/gu, ' ');
  return withoutLinks(hide(line), most);
}

/** Like `plainText`, but keeps line breaks. */
export function plainLines(text: string, most: number = PLAIN_LENGTH.lines, hide: Hide = same): string {
  const lines = withoutInvisible(shorten(text, MAX_READ))
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replace(/[^\P{Cc}\n]+/gu, ' ');
  return withoutLinks(hide(lines), most);
}

function same(text: string): string {
  return text;
}

/** Returns a name with dashes in place of all but letters, digits and dashes, as a part of a file name. */
export function plainFileName(name: string): string {
  return name.replaceAll(/[^\p{L}\p{N}-]+/gu, '-').slice(0, MAX_FILE_NAME);
}

/** Spells out control, bidirectional, and invisible characters, except line breaks and tabs, as in `\u202e`. */
export function spellInvisible(text: string): string {
  return text.replaceAll(INVISIBLE, spellCharacter).replaceAll(/[^\P{Cc}\n\r\t]/gu, spellCharacter);
}

/** Spells out a character, as in `\\u202e`. JSON uses the same escapes, so JSON keeps its meaning. */
export function spellCharacter(character: string): string {
  return character
    .split('')
    .map(unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}

// VS Code makes a link of `[label](scheme:…)` anywhere, even where two texts join.
function withoutLinks(text: string, most: number): string {
  return shorten(text.replaceAll(/\]\((?=[a-z][a-z\d+.-]*:)/gi, '] ('), most).toWellFormed();
}

/** Returns a text of at most `most` characters, with `…` in place of its middle. */
export function shorten(text: string, most: number): string {
  if (text.length <= most) return text;
  const head = Math.ceil((most - 1) / 2);
  return `${text.slice(0, head)}…${text.slice(text.length - (most - 1 - head))}`;
}
