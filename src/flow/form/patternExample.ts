import { compilePattern } from '../schema/pattern.ts';
import { parsePattern, type PatternTree } from '../schema/patternTree.ts';

const MAX_LENGTH = 40;
/** The number of repetitions if any number is allowed. */
const USUAL_COUNT = 3;
const ALPHABETS = ['abcdefghij', '123456789', 'ABCDEFGHIJ', '-_. /:@#+=*,;!?()', 'éあ'];

/** Returns a short text that matches a pattern; undefined if none is found. */
export function patternExample(pattern: string): string | undefined {
  try {
    const matches = compilePattern(pattern);
    const tree = parsePattern(pattern, true);
    const tried = [USUAL_COUNT, 0].map(count => new ExampleWriter(count).write(tree));
    return tried.find(
      text => text !== undefined && text.trim() !== '' && text.length <= MAX_LENGTH && matches(text),
    );
  } catch {
    // The check of the file reports invalid patterns.
    return undefined;
  }
}

/** Writes a text along a pattern, with characters in the order of the alphabet. */
class ExampleWriter {
  readonly #count: number;
  #written = '';

  constructor(count: number) {
    this.#count = count;
  }

  /** Returns the text for a pattern; undefined if a part of it has none. */
  write(tree: PatternTree): string | undefined {
    return this.#add(tree) ? this.#written : undefined;
  }

  #add(tree: PatternTree): boolean {
    switch (tree.kind) {
      case 'character': {
        const character = this.#characterFor(tree.source);
        this.#written += character ?? '';
        return character !== undefined;
      }
      case 'sequence':
        return tree.parts.every(part => this.#add(part));
      case 'choice':
        return tree.parts.some(part => this.#tryOut(part));
      case 'repeat': {
        const isOpen = tree.max === Number.POSITIVE_INFINITY;
        const count = Math.min(isOpen ? Math.max(tree.min, this.#count) : tree.min, MAX_LENGTH);
        return Array.from({ length: count }, () => tree.body).every(body => this.#add(body));
      }
      case 'look':
      case 'start':
      case 'end':
      case 'word':
      case 'notWord':
        return true;
      case 'other':
        return false;
    }
  }

  #tryOut(part: PatternTree): boolean {
    const before = this.#written;
    if (this.#add(part)) return true;
    this.#written = before;
    return false;
  }

  #characterFor(source: string): string | undefined {
    if (source.length === 1 && source !== '.') return source;
    const isOne = compilePattern(`^(?:${source})$`);
    for (const alphabet of ALPHABETS) {
      const letters = Array.from(alphabet);
      const last = letters.indexOf(this.#written.at(-1) ?? '');
      const found = [...letters.slice(last + 1), ...letters].find(letter => isOne(letter));
      if (found !== undefined) return found;
    }
    return undefined;
  }
}
