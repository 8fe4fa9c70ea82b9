import assert from 'node:assert/strict';
import { cutMarked, mark } from '../../src/agent/marked.ts';
import { SecretMask } from '../../src/flow/trace/secretMask.ts';
import { CodeHider } from '../../src/util/passcodes/hideCodes.ts';
import { hideCodesIn } from '../../src/util/passcodes/hideCodesIn.ts';
import type { Random } from '../../src/util/random.ts';

/** A value in which a code stands somehow, with how it is read: the texts that are seen, in their order. */
interface Embedding {
  readonly kind: string;
  readonly code: string;
  readonly value: unknown;
  readonly read: (shown: unknown) => string;
}

const WORDS = ['', ' ', 'Your ', 'wharf', '{{x}}', 'Ünder ', 'код', '验证', '(', '<b>', '“', 'ab', '/'];
const SPACES = [' ', '  ', '\u00A0', '\u202F', '\u2009', '\u3000', '\n', '\t', ' \n '];
const DASHES = ['-', '\u2010', '\u2011', '\u2013', '\u2014', '\u2212', ' - ', '·', '*', '_', '"'];
const INVISIBLE = [
  ...[
    '\u200B',
    '\u200C',
    '\u200D',
    '\u2060',
    '\uFEFF',
    '\u00AD',
    '\u034F',
    '\u115F',
    '\u3164',
    '\uFFA0',
    '\u180E',
  ],
  ...[
    '\uFE00',
    '\uFE0F',
    '\u{E0101}',
    '\u{E0041}',
    '\u202E',
    '\u2066',
    '\u061C',
    '\u200F',
    '\u17B4',
    '\u2064',
  ],
];
const TAGS = ['<b>', '</b>', '<span class="x">', '</span><span>', '<br/>'];
/** The digits zero of some scripts. */
const ZEROS = [
  0x06_60, 0x06_f0, 0x09_66, 0x09_e6, 0x0e_50, 0x10_40, 0x17_e0, 0xff_10, 0x1_d7_ce, 0x1_d7_f6, 0x1_e9_50,
];

const below = (end: number, random: Random): number => Math.floor(random() * end);
const oneOf = (values: readonly string[], random: Random): string =>
  values[below(values.length, random)] ?? '';
const join = (code: string, between: () => string): string =>
  Array.from(code)
    .join('\0')
    .replaceAll('\0', () => between());

/** Returns the letters and digits that are seen in a text, without what only separates them. */
function seen(text: string): string {
  return Array.from(text.normalize('NFKC'), character => {
    const zero = ZEROS.find(point => {
      const value = (character.codePointAt(0) ?? 0) - point;
      return value >= 0 && value < 10;
    });
    return zero === undefined ? character : String((character.codePointAt(0) ?? 0) - zero);
  })
    .join('')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{Nd}]/gu, '');
}

const asText = (shown: unknown): string => String(shown);
const asList = (shown: unknown): string => (shown as readonly unknown[]).map(String).join(' ');
const asTexts = (shown: unknown): string =>
  (shown as readonly { readonly text?: string }[]).map(({ text }) => text ?? '').join(' ');

const KINDS: Readonly<Record<string, (code: string, random: Random) => Pick<Embedding, 'value' | 'read'>>> = {
  'within a longer word': code => ({ value: code, read: asText }),
  'with separators': (code, random) => ({
    value: join(code, () => (random() < 0.5 ? oneOf([...SPACES, ...DASHES], random) : '')),
    read: asText,
  }),
  'with invisible characters': (code, random) => ({
    value: join(code, () => (random() < 0.6 ? oneOf(INVISIBLE, random).repeat(1 + below(4, random)) : '')),
    read: asText,
  }),
  'with invisible characters and separators': (code, random) => ({
    value: join(code, () => oneOf(INVISIBLE, random) + oneOf(SPACES, random) + oneOf(INVISIBLE, random)),
    read: asText,
  }),
  'with the digits of another script': (code, random) => {
    const zero = ZEROS[below(ZEROS.length, random)] ?? 0;
    const value = code.replaceAll(/\d/g, digit => String.fromCodePoint(zero + Number(digit)));
    return { value, read: asText };
  },
  'with markup': (code, random) => ({
    value: join(code, () => (random() < 0.5 ? oneOf(TAGS, random) : '')),
    read: shown => asText(shown).replaceAll(/<[^<>]*>/g, ''),
  }),
  'as entities': (code, random) => ({
    value: join(code, () => oneOf(['&nbsp;', '&#8203;', '&#x2011;', '&shy;', ''], random)),
    read: shown => asText(shown).replaceAll(/&#?\w+;/g, ''),
  }),
  'as JSON text': (code, random) => ({
    value: JSON.stringify({ text: join(code, () => oneOf(['\n', '\u200B', '\t', ''], random)) }).replaceAll(
      '\u200B',
      String.raw`\u200b`,
    ),
    read: shown => asText(shown).replaceAll(/\\u200b|\\[nt]/g, ''),
  }),
  'in an address': (code, random) => ({
    value: `https://a.example/?q=${encodeURIComponent(join(code, () => oneOf([' ', '-', '\u200B', ''], random)))}`,
    read: shown => asText(shown).replaceAll(/%[\dA-F]{2}/g, ''),
  }),
  'in the other case': (code, random) => ({
    value: random() < 0.5 ? code.toLowerCase() : code.toUpperCase(),
    read: asText,
  }),
  'over the items of a list': (code, random) => ({
    value: join(code, () => (random() < 0.7 ? '\0' : '')).split('\0'),
    read: asList,
  }),
  'over the boxes of a screen': (code, random) => ({
    value: Array.from(code, (text, at) => ({
      text,
      resourceId: `box-${'abcdefghijklmn'[at] ?? ''}`,
      isFocused: random() < 0.2,
    })),
    read: asTexts,
  }),
  'over boxes with labels between': code => ({
    value: Array.from(code).flatMap((text, at) => [{ label: `Digit ${at + 1}` }, { text }]),
    read: asTexts,
  }),
  'over numbers': code => ({
    value: /^\d+$/.test(code) ? Array.from(code, Number) : [code],
    read: asList,
  }),
};
const TEXT_KINDS = new Set(Object.keys(KINDS).slice(0, 6).concat('in the other case'));

/** Returns a random code of 4 to 10 digits, or letters and digits. */
function randomCode(random: Random): string {
  const isMixed = random() < 0.3;
  const alphabet = isMixed ? 'ABCDEFGHJKMNPQRSTUVWXYZ23456789' : '0123456789';
  const length = (isMixed ? 6 : 4) + below(isMixed ? 5 : 7, random);
  const letters = Array.from({ length }, () => alphabet[below(alphabet.length, random)] ?? '');
  return isMixed ? `${letters.join('')}7` : letters.join('');
}

/** Returns a random embedding. */
export function randomEmbedding(random: Random): Embedding {
  const code = randomCode(random);
  const names = Object.keys(KINDS);
  const kind = oneOf(names, random);
  const { value, read } = KINDS[kind]?.(code, random) ?? { value: code, read: asText };
  if (typeof value !== 'string' || !TEXT_KINDS.has(kind)) return { kind, code, value, read };
  return { kind, code, value: `${oneOf(WORDS, random)}${value}${oneOf(WORDS, random)}`, read };
}

/** Everything that hides codes, by name. */
const HIDERS: Readonly<Record<string, (code: string, value: unknown) => unknown>> = {
  texts: (code, value) => hideCodesIn(value, new CodeHider([code])),
  traces: (code, value) => {
    const mask = new SecretMask();
    mask.learnPasscode(code);
    return mask.value(value);
  },
  'stored screens': (code, value) => {
    const mask = new SecretMask();
    mask.learnPasscode(code);
    // The numbers of screens are measures.
    return Array.isArray(value) && typeof value[0] === 'number' ? [] : mask.textsIn(value);
  },
  'results for agents': (code, value) => {
    if (typeof value !== 'string') return hideCodesIn(value, new CodeHider([code]));
    // Cut within the code, if it were cut before.
    const marked = mark('service', `${value}${'x'.repeat(200)}`, value.length);
    const cut = cutMarked(hideCodesIn(marked, new CodeHider([code])));
    return (cut as { readonly text: string }).text;
  },
};

/** Fails if a code comes out of an embedding through anything that hides codes. Returns how many outputs were read. */
export function assertNothingComesOut({ kind, code, value, read }: Embedding): number {
  for (const [name, hide] of Object.entries(HIDERS)) {
    const shown = read(hide(code, value));
    assert.ok(
      !seen(shown).includes(code.toLowerCase()),
      `${code} comes out ${kind} in ${name}: ${JSON.stringify(shown)} of ${JSON.stringify(value)}`,
    );
  }
  return Object.keys(HIDERS).length;
}
