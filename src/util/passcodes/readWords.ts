import type { Token } from './readTokens.ts';
import { lists, type PartList, type WordList } from './wordLists.ts';

/** The meaning of the words of a message, by the positions of its pieces. */
export interface Meanings {
  /** Words for a passcode (`passcode`), for any code (`code`), and for a code of another kind (`other`). */
  readonly anchors: readonly ('passcode' | 'code' | 'other' | undefined)[];
  readonly labels: ReadonlySet<number>;
  readonly numbers: ReadonlySet<number>;
  readonly lastDigits: ReadonlySet<number>;
  readonly sent: ReadonlySet<number>;
  readonly occasions: ReadonlySet<number>;
  readonly enter: ReadonlySet<number>;
  /** Verbs for entering in languages that put them after what is to be entered. */
  readonly asked: ReadonlySet<number>;
  readonly copulas: ReadonlySet<number>;
  readonly units: ReadonlySet<number>;
  readonly currencies: ReadonlySet<number>;
  readonly as: ReadonlySet<number>;
  readonly places: ReadonlySet<number>;
  readonly offers: ReadonlySet<number>;
}

/** Short words between a code word and what it is for, as in `código de producto`. */
const LINKING = new Set(
  'of de del della dello di da do das dos du d des l la le of za na til till för voor van'.split(' '),
);
/** The number of characters that a particle after a part has, at most. */
const PARTICLE = 3;
const QUOTES = `-'"’“”«»`;

/** The lists that give a meaning to a word by itself. */
const MEANINGS = [
  'labels',
  'copulas',
  'occasions',
  'offers',
  'lastDigits',
  'units',
  'numbers',
  'sent',
  'enter',
  'currencies',
  'places',
  'as',
] as const;
type Meaning = (typeof MEANINGS)[number];

/** Looks up all words of a message. */
export function readWords(tokens: readonly Token[]): Meanings {
  const known = lists();
  const found = wordsIn(tokens);
  const text = new JoinedText(tokens);
  text.mark(known.labelParts, found.labels, PARTICLE);
  text.mark(known.copulaParts, found.copulas, 0);
  text.mark(known.occasionParts, found.occasions, Infinity);
  text.mark(known.offerParts, found.offers, Infinity);
  text.mark(known.lastDigitParts, found.lastDigits, Infinity);
  tokens.forEach(({ word, kind }, at) => {
    if (kind === 'word' && known.unitParts.startsWith(word)) found.units.add(at);
    if (kind === 'mark' && /[\p{Sc}%‰°]/u.test(word)) found.units.add(at);
    if (kind === 'mark' && word === '%') found.offers.add(at);
  });
  const asked = new Set<number>();
  text.mark(known.enterParts, asked, Infinity);
  return { ...found, asked, anchors: anchorsIn(tokens, text) };
}

/** The words of a message in one text, for words of scripts that are not separated by spaces. */
class JoinedText {
  readonly #ends: number[] = [];
  #text = '';

  constructor(tokens: readonly Token[]) {
    const pieces = tokens.map(({ word, isGlued }) => (isGlued ? word : ` ${word}`));
    let length = 0;
    for (const piece of pieces) this.#ends.push((length += piece.length));
    this.#text = pieces.join('');
  }

  /** Adds the positions of the words that have a part with at most `rest` characters after it. */
  mark(list: PartList, found: Set<number>, rest: number): void {
    let at = 0;
    for (const [, end] of list.find(this.#text)) {
      at = this.#positionOf(end, at);
      if ((this.#ends[at] ?? 0) - end <= rest) found.add(at);
    }
  }

  /** Removes parts, and adds the positions of the words that had them. */
  remove(list: PartList, found: Set<number>): void {
    this.mark(list, found, Infinity);
    let [left, last] = ['', 0];
    for (const [start, end] of list.find(this.#text)) {
      left += this.#text.slice(last, start) + '_'.repeat(end - start);
      last = end;
    }
    this.#text = left + this.#text.slice(last);
  }

  #positionOf(end: number, from: number): number {
    let at = from;
    while (at < this.#ends.length - 1 && (this.#ends[at] ?? 0) < end) at++;
    return at;
  }
}

function wordsIn(tokens: readonly Token[]): Readonly<Record<Meaning, Set<number>>> {
  const known = lists();
  const found = Object.fromEntries(MEANINGS.map(name => [name, new Set()])) as Record<Meaning, Set<number>>;
  // Messages repeat their words.
  const meanings = new Map<string, readonly Meaning[]>();
  tokens.forEach(({ kind, word, raw }, at) => {
    if (kind !== 'word') return;
    let own = meanings.get(raw);
    if (own === undefined) {
      const lower = raw.toLowerCase();
      own = MEANINGS.filter(name => known[name].has(word, lower) || known[name].endsPhrase(word));
      meanings.set(raw, own);
    }
    for (const name of own) {
      const isWord = !known[name].endsPhrase(word) || known[name].has(word, raw.toLowerCase());
      if (isWord || hasPhraseAt(tokens, at, known[name])) found[name].add(at);
    }
  });
  return found;
}

function hasPhraseAt(tokens: readonly Token[], at: number, list: WordList): boolean {
  return [2, 3].some(length => {
    const phrase = phraseEndingAt(tokens, at, length);
    return phrase !== undefined && list.hasPhrase(phrase);
  });
}

function phraseEndingAt(tokens: readonly Token[], at: number, length: number): string | undefined {
  const words: string[] = [];
  for (let index = at; index >= 0 && words.length < length; index--) {
    const token = tokens[index];
    if (token?.kind === 'word') words.unshift(token.word);
    else if (token?.word !== '-') return undefined;
  }
  return words.length === length ? words.join(' ') : undefined;
}

function anchorsIn(tokens: readonly Token[], text: JoinedText): Meanings['anchors'] {
  const { passcodes, codes, otherKinds, labels, passcodeParts, codeParts, otherKindParts } = lists();
  const anchors = Array.from<Meanings['anchors'][number]>({ length: tokens.length });
  const [other, strong, weak] = [new Set<number>(), new Set<number>(), new Set<number>()];
  text.remove(otherKindParts, other);
  text.remove(passcodeParts, strong);
  text.remove(codeParts, weak);
  const meanings = new Map<string, 'passcode' | 'code' | undefined>();
  tokens.forEach(({ kind, word, raw }, at) => {
    if (kind !== 'word') return;
    if (!meanings.has(raw)) {
      const lower = raw.toLowerCase();
      meanings.set(
        raw,
        passcodes.has(word, lower) ? 'passcode' : codes.has(word, lower) ? 'code' : undefined,
      );
    }
    if (
      meanings.get(raw) === 'passcode' ||
      (passcodes.endsPhrase(word) && hasPhraseAt(tokens, at, passcodes))
    )
      strong.add(at);
    else if (meanings.get(raw) === 'code') weak.add(at);
  });
  const isOther = (at: number | undefined): boolean => {
    const token = at === undefined ? undefined : tokens[at];
    return token?.kind === 'word' && otherKinds.has(token.word, token.raw.toLowerCase());
  };
  const isLabel = (at: number | undefined): boolean => {
    const token = at === undefined ? undefined : tokens[at];
    return token?.kind === 'word' && labels.has(token.word, token.raw.toLowerCase());
  };
  for (const at of weak) {
    const before = neighbor(tokens, at, -1);
    const next = neighbor(tokens, at, 1);
    const pair = before === undefined ? undefined : phraseEndingAt(tokens, before, 2);
    const linked =
      next !== undefined && LINKING.has(tokens[next]?.word ?? '') ? neighbor(tokens, next, 1) : next;
    const following = linked === undefined ? undefined : neighbor(tokens, linked, 1);
    const phrase = following === undefined ? undefined : phraseEndingAt(tokens, following, 2);
    const compound = codes.compound(tokens[at]?.word ?? '');
    const isKilled =
      isOther(before) ||
      (isLabel(before) && isOther(before === undefined ? undefined : neighbor(tokens, before, -1))) ||
      isOther(linked) ||
      [pair, phrase].some(words => words !== undefined && otherKinds.hasPhrase(words)) ||
      (compound !== undefined && otherKinds.has(compound));
    anchors[at] = isKilled ? 'other' : 'code';
  }
  for (const at of other) anchors[at] ??= 'other';
  for (const at of strong) anchors[at] = 'passcode';
  return anchors;
}

/** Returns the position of the word beside another one; undefined if a mark or the end of the line is between. */
function neighbor(tokens: readonly Token[], at: number, step: 1 | -1): number | undefined {
  let next = at + step;
  while (QUOTES.includes(tokens[next]?.word ?? ' ')) next += step;
  return tokens[next]?.kind === 'word' ? next : undefined;
}
