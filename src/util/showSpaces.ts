import { INVISIBLE, spellCharacter } from './plainText.ts';

/** Every white space but a plain one between words, and what cannot be seen. */
const SPACES = new RegExp(String.raw`(?! )[\s\p{Zs}\p{Cc}]|^ | $| (?= )|${INVISIBLE.source}`, 'gu');

/**
 * Replaces invisible characters and all white space except single plain spaces with escapes such as `\u00a0`, so that
 * texts which differ only in them do not look equal.
 */
export function showSpaces(text: string): string {
  return text.replace(SPACES, spell);
}

/** Returns two texts as `showSpaces` does; if they would still look equal, all characters outside ASCII are escaped. */
export function showDifference(one: string, other: string): readonly [one: string, other: string] {
  const shown = [showSpaces(one), showSpaces(other)] as const;
  const looksEqual = one !== other && shown[0].normalize('NFKC') === shown[1].normalize('NFKC');
  return looksEqual ? [escapeAll(shown[0]), escapeAll(shown[1])] : shown;
}

function escapeAll(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/gu, spell);
}

function spell(character: string): string {
  if (character === '\n') return String.raw`\n`;
  if (character === '\t') return String.raw`\t`;
  return spellCharacter(character);
}
