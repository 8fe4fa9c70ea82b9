import { type CodeCandidate, findCandidates } from './candidates.ts';
import { isCredible, isDate, isRandom, isUpperMix, type Link } from './credibility.ts';
import { readTokens, type Token } from './readTokens.ts';
import { type Meanings, readWords } from './readWords.ts';

/** A number of a message with the weight of what says that it is a passcode. */
interface Ranked {
  readonly code: string;
  readonly score: number;
}

/** Weights, in points, of the facts that make something a passcode. */
const WEIGHTS = {
  /** A passcode word earlier in the sentence, in an earlier sentence, and later in the sentence. */
  same: { passcode: 62, code: 52 },
  earlier: { passcode: 40, code: 32 },
  later: { passcode: 48, code: 40 },
  /** Each word between, each sentence between. */
  word: 2,
  sentence: 4,
  linked: 8,
  direct: 10,
  ownLine: 8,
  sixDigits: 4,
  inBrackets: -12,
  letters: -6,
  label: -8,
  /** "Enter … to sign in", and six digits in a message about a sign-in. */
  asked: 30,
  occasion: 14,
  bound: 90,
} as const;
const LEAST = 8;
/** The maximum number of pieces between a passcode and its word. */
const REACH = { same: 40, earlier: 70, later: 14, entered: 8 } as const;

/** Returns the numbers and codes that are passcodes in the texts of a message, the likeliest first. */
export function findPasscodes(texts: readonly string[]): readonly string[] {
  const tokens = readTokens(texts);
  const candidates = findCandidates(tokens);
  if (candidates.length === 0) return [];
  const message = new Message(tokens);
  const ranked = candidates.flatMap((candidate): Ranked[] => {
    const score = message.score(candidate);
    return score >= LEAST ? [{ code: candidate.code, score }] : [];
  });
  return [...new Set(ranked.toSorted((a, b) => b.score - a.score).map(({ code }) => code))];
}

/** A message whose words are known. */
class Message {
  readonly #tokens: readonly Token[];
  readonly #words: Meanings;
  /** The position of the last code word before each piece, and of the next one after it. */
  readonly #before: readonly number[];
  readonly #after: readonly number[];
  readonly #offers = new Set<number>();
  readonly #occasions = new Set<number>();
  readonly #places = new Set<number>();
  readonly #isAboutCodes: boolean;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
    const words = (this.#words = readWords(tokens));
    const before: number[] = [];
    const after: number[] = [];
    for (let at = 0, last = -1; at < tokens.length; at++) {
      before[at] = last;
      if (words.anchors[at] !== undefined) last = at;
    }
    for (let at = tokens.length - 1, next = -1; at >= 0; at--) {
      after[at] = next;
      if (words.anchors[at] !== undefined) next = at;
    }
    [this.#before, this.#after] = [before, after];
    for (const at of words.offers) this.#offers.add(tokens[at]?.sentence ?? -1);
    for (const at of words.occasions) this.#occasions.add(tokens[at]?.sentence ?? -1);
    for (const at of words.places) this.#places.add(tokens[at]?.sentence ?? -1);
    this.#isAboutCodes =
      words.occasions.size > 0 || words.anchors.some(anchor => anchor === 'passcode' || anchor === 'code');
  }

  /** Returns the points of a candidate; 0 if it is something else. */
  score(candidate: CodeCandidate): number {
    const { start, end, code, kind } = candidate;
    if (kind === 'letters' && (!isRandom(code, this.#tokens[start - 1]) || this.#isKnownWord(start)))
      return 0;
    if (this.#isBound(start)) return WEIGHTS.bound;
    if (this.#isAmount(start, end)) return 0;
    const link = this.#linkTo(candidate);
    if (link === undefined) return this.#isAskedFor(candidate);
    if (link === 'other') return 0;
    if (!isCredible(candidate, link, this.#isOffer(start), this.#isOwnLine(start, end))) return 0;
    return (
      link.points +
      (link.isLinked ? WEIGHTS.linked : 0) +
      (link.isDirect ? WEIGHTS.direct : 0) +
      (this.#isOwnLine(start, end) ? WEIGHTS.ownLine : 0) +
      (/^\d{6}$/.test(code) ? WEIGHTS.sixDigits : 0) +
      (kind === 'letters' ? WEIGHTS.letters : 0) +
      (!link.isDirect && this.#isInBrackets(start, end) ? WEIGHTS.inBrackets : 0)
    );
  }

  #isOffer(at: number): boolean {
    const sentence = this.#sentenceOf(at);
    return this.#offers.has(sentence) && !this.#occasions.has(sentence);
  }

  #linkTo(candidate: CodeCandidate): Link | 'other' | undefined {
    const { start, end, code } = candidate;
    const label = this.#labelBefore(start);
    const links = [this.#linkBefore(start, code), this.#linkAfter(start, end)];
    const [back] = links;
    if (label !== undefined) {
      // A passcode word earlier in the sentence wins over the name of another number.
      const isNamed = typeof back === 'object' && back.isSameSentence && label.isLinked && !label.isOwn;
      return isNamed && !this.#isSent(back.at, start)
        ? { ...back, points: back.points + WEIGHTS.label }
        : 'other';
    }
    if (back === 'other') return 'other';
    return links.filter(link => typeof link === 'object').toSorted((a, b) => b.points - a.points)[0];
  }

  #linkBefore(start: number, code: string): Link | 'other' | undefined {
    const sentence = this.#sentenceOf(start);
    for (
      let at = this.#before[start] ?? -1;
      at >= 0 && start - at <= REACH.earlier;
      at = this.#before[at] ?? -1
    ) {
      const anchor = this.#words.anchors[at];
      const gap = sentence - this.#sentenceOf(at);
      if (anchor === 'other') {
        if (gap === 0 && start - at <= REACH.later) return 'other';
        continue;
      }
      if (anchor === undefined) continue;
      if (this.#isPlaceCode(at, start, code)) return 'other';
      const distance = this.#wordsBetween(at, start);
      if (gap === 0 && start - at > REACH.same) continue;
      const points =
        gap === 0
          ? WEIGHTS.same[anchor] - Math.min(WEIGHTS.word * distance, WEIGHTS.asked)
          : WEIGHTS.earlier[anchor] - Math.min(distance, 24) - WEIGHTS.sentence * Math.min(gap - 1, 3);
      return {
        at,
        anchor,
        points,
        isSameSentence: gap === 0,
        isBefore: true,
        distance,
        isLinked: this.#isLinked(start),
        isDirect: this.#isDirect(at, start),
      };
    }
    return undefined;
  }

  #linkAfter(start: number, end: number): Link | undefined {
    const at = this.#after[end] ?? -1;
    const anchor = at < 0 ? undefined : this.#words.anchors[at];
    if (anchor === undefined || anchor === 'other' || at - end > REACH.later) return undefined;
    const gap = this.#sentenceOf(at) - this.#sentenceOf(end);
    const distance = this.#wordsBetween(end, at);
    if (gap > 1 || (gap === 1 && (distance > 5 || !this.#isComplete(start, end)))) return undefined;
    const isLinked = this.#isCopula(end + 1) || this.#words.as.has(end + 1);
    const points = gap === 0 ? WEIGHTS.later[anchor] - WEIGHTS.word * distance : 22 - distance;
    return {
      at,
      anchor,
      points,
      isSameSentence: gap === 0,
      isBefore: false,
      isLinked,
      isDirect: false,
      distance,
    };
  }

  /** Returns the points of a candidate that no word names, such as one that is to be entered. */
  #isAskedFor({ start, end, code, kind }: CodeCandidate): number {
    const sentence = this.#sentenceOf(start);
    if (kind === 'letters' || this.#labelBefore(start) !== undefined || this.#offers.has(sentence)) return 0;
    const isOccasion = this.#occasions.has(sentence);
    const isEntered = (): boolean =>
      Array.from({ length: REACH.entered }, (_, step) => step + 1).some(
        step =>
          (this.#words.enter.has(start - step) && this.#sentenceOf(start - step) === sentence) ||
          (this.#words.asked.has(start - step) && this.#sentenceOf(start - step) === sentence) ||
          (this.#words.asked.has(end + step) && this.#sentenceOf(end + step) === sentence),
      );
    const isSix = /^\d{6}$/.test(code);
    let word = start - 1;
    while (['mark', 'line'].includes(this.#tokens[word]?.kind ?? '')) word--;
    if (this.#words.numbers.has(word)) return 0;
    if (!this.#isAboutCodes) return isSix && this.#words.enter.has(word) ? WEIGHTS.occasion : 0;
    const isUsual = kind === 'digits' ? code.length <= 8 && !isDate(code) : isUpperMix(code);
    if (isEntered() && isUsual && (isOccasion || isSix)) return WEIGHTS.asked;
    const isFirst = this.#tokens[start - 1]?.kind === 'line' || this.#sentenceOf(start - 1) !== sentence;
    const isAlone = this.#isOwnLine(start, end) || (isOccasion && (isFirst || this.#isLinked(start)));
    return isSix && isAlone ? WEIGHTS.occasion : 0;
  }

  /** Returns what another name directly before a number says about it. */
  #labelBefore(start: number): { readonly isLinked: boolean; readonly isOwn: boolean } | undefined {
    const { labels, numbers, copulas, anchors } = this.#words;
    let isLinked = false;
    let at = start - 1;
    for (let skipped = 0; skipped < 7; skipped++, at--) {
      const token = this.#tokens[at];
      if (!token || token.raw === '\n\n' || (token.raw.length > 2 && token.kind === 'line')) return undefined;
      if (anchors[at] !== undefined || (labels.has(at) && !numbers.has(at))) break;
      if (token.kind === 'mark' && '.!?。！？;,'.includes(token.word) && token.word !== '.') return undefined;
      if (token.kind === 'word' && !copulas.has(at) && !numbers.has(at)) return undefined;
      if (token.kind === 'digits' || token.kind === 'mixed' || token.kind === 'link') return undefined;
      if (copulas.has(at) || token.word === ':') isLinked = true;
    }
    if (anchors[at] !== undefined || !labels.has(at)) return undefined;
    const previous = this.#tokens[at - 1];
    const isOwn =
      previous === undefined || previous.kind === 'line' || previous.sentence !== this.#sentenceOf(at);
    return { isLinked, isOwn };
  }

  /** True for money, measures, dates, phone numbers, and the last digits of something. */
  #isAmount(start: number, end: number): boolean {
    const tokens = this.#tokens;
    const { units, currencies, lastDigits, anchors } = this.#words;
    const [before, after] = [tokens[start - 1], tokens[end + 1]];
    const isNamed = this.#isDirect(this.#before[start] ?? -1, start);
    if (before?.kind === 'mark' && /\p{Sc}/u.test(before.word)) return true;
    if (currencies.has(start - 1) && anchors[start - 1] === undefined) return true;
    if (before?.kind === 'mark' && ')'.includes(before.word) && tokens[start - 2]?.kind === 'digits')
      return true;
    if (after?.word === ')' && tokens[end + 2]?.kind === 'digits' && before?.word === '(') return true;
    if (before?.word === '#' && !isNamed && !this.#isNear(start)) return true;
    if (units.has(end + 1) && anchors[end + 1] === undefined && after?.kind !== 'line') {
      if (after?.kind !== 'word' || (after.word.length > 1 && !isNamed) || !/^[a-z]/.test(after.word))
        return true;
    }
    const near = [start - 1, start - 2].filter(at => tokens[at]?.kind === 'word');
    const [first, second] = near;
    if (first !== undefined && lastDigits.has(first)) return true;
    if (second !== undefined && lastDigits.has(second) && (tokens[start - 1]?.word.length ?? 9) <= 4)
      return true;
    return [end + 1, end + 2].some(
      at => lastDigits.has(at) && tokens[at]?.kind === 'word' && !/^end|^final/.test(tokens[at].word),
    );
  }

  #isNear(start: number): boolean {
    const at = this.#before[start] ?? -1;
    return at >= 0 && start - at <= 6 && this.#words.anchors[at] !== 'other';
  }

  /** True for the last line of a message that is bound to a website, `@example.com #482913`. */
  #isBound(start: number): boolean {
    const { line } = this.#tokens[start] ?? {};
    if (this.#tokens[start - 1]?.word !== '#' || this.#tokens[start]?.isGlued !== true) return false;
    for (let at = start - 2; at >= 0 && start - at < 12 && this.#tokens[at]?.line === line; at--)
      if (this.#tokens[at]?.word === '@')
        return this.#tokens[at - 1]?.kind !== 'word' || this.#tokens[at]?.isGlued !== true;
    return false;
  }

  // A postal code of India has six digits and is called PIN code.
  #isPlaceCode(at: number, start: number, code: string): boolean {
    return (
      /^[1-9]\d{5}$/.test(code) &&
      [at, at - 1, at - 2].some(near => /^pin(?:code)?$/.test(this.#tokens[near]?.word ?? '')) &&
      [this.#sentenceOf(start), this.#sentenceOf(start) + 1, this.#sentenceOf(start) - 1].some(sentence =>
        this.#places.has(sentence),
      )
    );
  }

  #isSent(from: number, to: number): boolean {
    for (let at = from + 1; at < to; at++) if (this.#words.sent.has(at)) return true;
    return false;
  }

  #isDirect(at: number, start: number): boolean {
    const anchor = at < 0 ? undefined : this.#words.anchors[at];
    if (anchor === undefined || anchor === 'other' || start - at > 7) return false;
    for (let between = at + 1; between < start; between++) {
      const token = this.#tokens[between];
      if (token?.kind === 'word' && !this.#isCopula(between) && !this.#words.numbers.has(between))
        return false;
      if (token?.kind === 'digits' || token?.kind === 'mixed') return false;
      if (token?.kind === 'mark' && '.!?;,'.includes(token.word)) return false;
    }
    return true;
  }

  /** True if `:` or a word such as "is" stands before a number. */
  #isLinked(start: number): boolean {
    let at = start - 1;
    while (this.#tokens[at]?.kind === 'line' || /^["'“„«([*【「『-]$/.test(this.#tokens[at]?.word ?? ''))
      at--;
    const token = this.#tokens[at];
    return token !== undefined && (this.#isCopula(at) || /^[:=→>]$/.test(token.word));
  }

  /** True if a number ends its sentence after ":", or is on a line of its own. */
  #isComplete(start: number, end: number): boolean {
    let next = end + 1;
    while (this.#tokens[next]?.kind === 'mark') next++;
    const isLast = this.#sentenceOf(next) > this.#sentenceOf(end);
    return this.#isOwnLine(start, end) || (isLast && this.#isLinked(start));
  }

  #isCopula(at: number): boolean {
    return this.#words.copulas.has(at);
  }

  #isOwnLine(start: number, end: number): boolean {
    const isEdge = (token: Token | undefined): boolean => token === undefined || token.kind === 'line';
    const isQuiet = (token: Token | undefined): boolean =>
      token?.kind === 'mark' && !'#+$€£'.includes(token.word);
    let [before, after] = [start - 1, end + 1];
    while (isQuiet(this.#tokens[before])) before--;
    while (isQuiet(this.#tokens[after])) after++;
    return isEdge(this.#tokens[before]) && isEdge(this.#tokens[after]);
  }

  #isInBrackets(start: number, end: number): boolean {
    const isOpen = [1, 2, 3, 4].some(back => this.#tokens[start - back]?.word === '(');
    return isOpen && [1, 2, 3].some(on => this.#tokens[end + on]?.word === ')');
  }

  #isKnownWord(at: number): boolean {
    const words = this.#words;
    return (
      words.anchors[at] !== undefined ||
      [
        words.occasions,
        words.copulas,
        words.enter,
        words.labels,
        words.numbers,
        words.units,
        words.sent,
      ].some(known => known.has(at))
    );
  }

  #wordsBetween(from: number, to: number): number {
    let count = 0;
    for (let at = from + 1; at < to; at++) if (this.#tokens[at]?.kind !== 'mark') count++;
    return count;
  }

  #sentenceOf(at: number): number {
    return this.#tokens[at]?.sentence ?? -1;
  }
}
