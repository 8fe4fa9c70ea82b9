/** Letters and their spelling on a keyboard that lacks them, other than without their marks. */
const SPELLED_OUT: Readonly<Record<string, string>> = {
  ä: 'ae',
  ö: 'oe',
  ø: 'oe',
  ü: 'ue',
  å: 'aa',
};

/** Returns a text normalized for search, and once more with its letters spelled out if it has such letters. */
export function spellings(text: string): readonly string[] {
  const spelled = text
    .normalize('NFC')
    .replaceAll(/[äöøüå]/gi, letter => SPELLED_OUT[letter.toLowerCase()] ?? letter);
  return [...new Set([folded(text), folded(spelled)])];
}

/** Normalizes a text for search: lower case, no accents, single spaces in place of white space and hyphens. */
function folded(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ł', 'l')
    .replaceAll('ø', 'o')
    .replaceAll('æ', 'ae')
    .replaceAll('ß', 'ss')
    .replaceAll(/[’‘]/g, "'")
    .replaceAll(/[\s-]+/g, ' ');
}
