import { type JsonNode, sourceOf } from '../flow/document/jsonTree.ts';

/** A way in which a library writes the texts or numbers of JSON; the name continues a sentence. */
interface Spelling {
  readonly name: string;
  readonly spell: (source: string) => string;
}

/** The ways in which libraries write texts, whose source includes the quotes. */
export const TEXT_SPELLINGS: readonly Spelling[] = [
  { name: ', with its texts as they are', spell: source => source },
  { name: '', spell: plain },
  {
    name: ', with other characters than ASCII escaped',
    spell: source => escapeIn(plain(source), BEYOND_ASCII),
  },
  { name: ', with slashes escaped', spell: source => withSlashes(plain(source)) },
  {
    name: ', with slashes and other characters than ASCII escaped',
    spell: source => withSlashes(escapeIn(plain(source), BEYOND_ASCII)),
  },
  {
    name: ', with <, > and & escaped as by Go or Ruby on Rails',
    spell: source => escapeIn(plain(source), HTML),
  },
  { name: ', with HTML characters escaped as by Gson', spell: source => escapeIn(plain(source), GSON) },
  { name: ', with characters escaped as by .NET', spell: source => dotNet(plain(source)) },
  {
    name: ', with other characters than ASCII escaped in capital letters',
    spell: source => escapeIn(plain(source), BEYOND_ASCII, true),
  },
  {
    name: ', with HTML and other characters than ASCII escaped',
    spell: source => escapeIn(plain(source), HTML_AND_BEYOND),
  },
  { name: ', with </ escaped', spell: source => plain(source).replaceAll('</', String.raw`<\/`) },
];

/** The ways in which libraries write numbers. */
export const NUMBER_SPELLINGS: readonly Spelling[] = [
  { name: '', spell: source => source },
  { name: ', with numbers as JavaScript writes them', spell: source => JSON.stringify(Number(source)) },
  { name: ', with numbers without exponents', spell: withoutExponent },
  { name: ', with .0 after whole numbers', spell: source => (isWhole(source) ? `${source}.0` : source) },
  {
    name: ', with two decimals in fractions',
    spell: source => (isWhole(source) ? source : withTwoDecimals(source)),
  },
  { name: ', with two decimals in all numbers', spell: withTwoDecimals },
];

/** The largest number of numbers of which each is written in another way. */
const MAX_NUMBERS = 6;

/**
 * Generates the ways to write single numbers of a text with a point or a further zero, as far as there are few numbers:
 * the new source of each of `nodes`.
 */
export function* numberMixes(
  text: string,
  nodes: readonly JsonNode[],
): Generator<ReadonlyMap<JsonNode, string>> {
  if (nodes.length > MAX_NUMBERS) return;
  const choices = nodes.map(node => {
    const source = sourceOf(text, node);
    if (isWhole(source)) return [source, `${source}.0`, `${source}.00`];
    return /^-?\d+\.\d$/.test(source) ? [source, `${source}0`] : [source];
  });
  const count = choices.reduce((product, { length }) => product * length, 1);
  for (let index = 1; index < count; index++) {
    let left = index;
    const mix = new Map<JsonNode, string>();
    for (const [at, sources] of choices.entries()) {
      const node = nodes[at];
      const source = sources[left % sources.length];
      if (node && source !== undefined) mix.set(node, source);
      left = Math.floor(left / sources.length);
    }
    yield mix;
  }
}

/** Returns true if a number has more digits than JavaScript keeps, and looks as if JavaScript had rounded it. */
export function isRounded(source: string): boolean {
  return (
    /^-?\d{17,}$/.test(source) && !Number.isSafeInteger(Number(source)) && String(Number(source)) === source
  );
}

const BEYOND_ASCII = /[\u007f-\uffff]/g;
const HTML = /[<>&\u2028\u2029]/g;
const HTML_AND_BEYOND = /[<>&\u007f-\uffff]/g;
const GSON = /[<>&='\u2028\u2029]/g;
const DOT_NET = /[<>&'+`\u007f-\uffff]/g;

function plain(source: string): string {
  return JSON.stringify(JSON.parse(source));
}

function escapeIn(source: string, characters: RegExp, isUpperCase = false): string {
  return source.replace(characters, unit => {
    const code = unit.charCodeAt(0).toString(16).padStart(4, '0');
    return `\\u${isUpperCase ? code.toUpperCase() : code}`;
  });
}

function withSlashes(source: string): string {
  return source.replaceAll('/', String.raw`\/`);
}

function dotNet(source: string): string {
  const upper = source.replace(/\\u[\da-f]{4}/g, code => `\\u${code.slice(2).toUpperCase()}`);
  return escapeIn(upper, DOT_NET, true).replaceAll(/\\[^]/g, pair =>
    pair === '\\"' ? String.raw`\u0022` : pair,
  );
}

function isWhole(source: string): boolean {
  return /^-?\d+$/.test(source);
}

function withTwoDecimals(source: string): string {
  const [, whole, fraction = ''] = /^(-?\d+)(?:\.(\d{0,2}))?$/.exec(source) ?? [];
  return whole === undefined ? source : `${whole}.${fraction.padEnd(2, '0')}`;
}

/** Returns a whole number without its exponent, and any other number as it is. */
function withoutExponent(source: string): string {
  const [, whole = '', fraction = '', exponent = '0'] =
    /^(-?\d+)(?:\.(\d+))?e\+?(\d{1,3})$/i.exec(source) ?? [];
  return whole === '' || fraction.length > Number(exponent)
    ? source
    : `${whole}${fraction.padEnd(Number(exponent), '0')}`;
}
