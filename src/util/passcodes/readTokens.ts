import { once } from '../once.ts';
import { foldCharacters, foldWord } from './foldCharacters.ts';

/** A piece of a text: a word, a run of Latin letters and digits, a punctuation mark, a link, or line breaks. */
export interface Token {
  readonly kind: 'word' | 'digits' | 'mixed' | 'mark' | 'link' | 'line';
  /** The text as written. */
  readonly raw: string;
  /** The text in lower case without accents. */
  readonly word: string;
  /** True if nothing, not even a space, stands between this piece and the one before. */
  readonly isGlued: boolean;
  /** The number of its sentence. */
  readonly sentence: number;
  /** The number of its line. */
  readonly line: number;
}

/** The maximum number of characters of a text that are read; a passcode is near the beginning. */
const MAX_CHARACTERS = 100_000;
/** The longest word that is looked up. */
const MAX_WORD_LENGTH = 60;

const ENTITIES: Readonly<Record<string, string>> = {
  nbsp: ' ',
  ensp: ' ',
  emsp: ' ',
  thinsp: ' ',
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  shy: '',
  zwnj: '',
  zwj: '',
  ndash: '-',
  mdash: '-',
  hyphen: '-',
  minus: '-',
  lrm: '',
  rlm: '',
  middot: '·',
  bull: '•',
  hairsp: ' ',
  numsp: ' ',
  puncsp: ' ',
  colon: ':',
  num: '#',
};
const patterns = once(() => ({
  entity: /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi,
  block: /<(?:br|\/?(?:p|div|tr|li|h[1-6]|table|ul|ol))\b[^<>]{0,500}>/gi,
  tag: /<\/?[a-z][^<>]{0,500}>/gi,
  link: new RegExp(
    String.raw`[a-z][a-z\d+.-]{0,20}://[^\s<>"]+|www\.[^\s<>"]+|(?<![^\s<>()[\]:,;"'])[^\s@<>()[\]:,;"']{1,64}@[a-z\d-]{1,63}\.[a-z][^\s@<>]{0,200}`,
    'giu',
  ),
  token:
    /(?:[\p{Script=Latin}0-9]|[\u0300-\u036F])+|(?:(?!\p{Script=Latin})[\p{L}\p{M}])+|\n+|\uE000|[^\s]/gu,
}));

/** Reads texts, in this order, into pieces. */
export function readTokens(texts: readonly string[]): readonly Token[] {
  const tokens: Token[] = [];
  let sentence = 0;
  let line = 0;
  for (const text of texts) {
    const plain = plainMessage(text);
    let end = -1;
    let stop = false;
    for (const { 0: raw, index } of plain.matchAll(patterns().token)) {
      const kind = kindOf(raw);
      const isGlued = index === end && kind !== 'line';
      end = kind === 'line' ? -1 : index + raw.length;
      if (stop && (!isGlued || kind !== 'digits')) sentence++;
      stop = '.!?。！？।؟۔'.includes(raw) && kind === 'mark' && !/^\.\d/.test(plain.slice(index, index + 2));
      if (kind === 'line') {
        line += raw.length;
        if (raw.length > 1) sentence++;
      }
      for (const [part, partKind, glued] of parts(raw, kind, isGlued))
        tokens.push({
          kind: partKind,
          raw: part,
          word: partKind === 'word' || partKind === 'mixed' ? foldWord(part.slice(0, MAX_WORD_LENGTH)) : part,
          isGlued: glued,
          sentence,
          line,
        });
    }
    line++;
    sentence++;
    tokens.push({ kind: 'line', raw: '\n\n', word: '\n\n', isGlued: false, sentence, line });
  }
  return tokens;
}

/** Returns the text of a mail without markup, entities, and addresses; digits are 0 to 9, and dashes `-`. */
function plainMessage(text: string): string {
  const { entity, block, tag, link } = patterns();
  const bounded = text.slice(0, MAX_CHARACTERS);
  const decoded = bounded.includes('&')
    ? bounded.replace(entity, (whole, decimal?: string, hex?: string, name?: string) =>
        name === undefined
          ? characterOf(decimal === undefined ? parseInt(hex ?? '', 16) : Number(decimal))
          : (ENTITIES[name.toLowerCase()] ?? whole),
      )
    : bounded;
  const untagged = decoded.includes('<') ? decoded.replace(block, '\n').replace(tag, '') : decoded;
  // These become ASCII marks, which would join numbers.
  const spaced = untagged.replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n').replace(/[，、；：。．！？]/g, '$& ');
  return foldCharacters(spaced)
    .replace(link, '\uE000')
    .replace(/\n[ \t]+(?=\n)/g, '\n');
}

function characterOf(point: number): string {
  return point > 0 && point <= 0x10_ff_ff ? String.fromCodePoint(point) : '';
}

function kindOf(raw: string): Token['kind'] {
  if (raw === '\uE000') return 'link';
  if (raw.startsWith('\n')) return 'line';
  if (/^[0-9]+$/.test(raw)) return 'digits';
  if (/^[0-9A-Za-z]+$/.test(raw) && /[0-9]/.test(raw)) return 'mixed';
  return /^[\p{L}\p{M}]/u.test(raw) ? 'word' : /[0-9]/.test(raw) ? 'mixed' : 'mark';
}

type Part = readonly [raw: string, kind: Token['kind'], isGlued: boolean];

// A word can be written together with its number, as in `OTP482913`.
function parts(raw: string, kind: Token['kind'], isGlued: boolean): readonly Part[] {
  const [, word, digits] =
    kind === 'mixed' ? (/^(otp|code|pin|passcode|kod|kode)(\d{4,8})$/i.exec(raw) ?? []) : [];
  if (word === undefined || digits === undefined) return [[raw, kind, isGlued]];
  return [
    [word, 'word', isGlued],
    [digits, 'digits', false],
  ];
}
