import type { PatternTree } from './patternTree.ts';

/** The worst-case cost of a part of a pattern in RegExp. */
interface Cost {
  /** The number of ways to match from one position; at least 1. */
  readonly ways: number;
  /** The number of pattern positions that are tried for all ways. */
  readonly tries: number;
  /** The minimum number of characters that it consumes. */
  readonly least: number;
}

const FREE_TRIES = 100_000;
const TRIES_PER_CHARACTER = 8;

/**
 * Returns a function that estimates the maximum number of steps of RegExp for a text; undefined if more than a small
 * number per character beyond a constant.
 */
export function triesOn(tree: PatternTree): (text: string) => number | undefined {
  const isAnchored = startsAnchored(tree);
  const known = new Map<number, number>();
  return ({ length }) => {
    // The cost grows with the text, so the next power of two is an upper bound for all lengths below it.
    const power = 32 - Math.clz32(length);
    const longest = 2 ** power;
    let tries = known.get(power);
    if (tries === undefined) {
      const starts = isAnchored ? 1 : longest + 1;
      tries = costOf(tree, longest).tries * starts;
      known.set(power, tries);
    }
    return tries <= FREE_TRIES + TRIES_PER_CHARACTER * longest ? tries : undefined;
  };
}

function costOf(tree: PatternTree, length: number): Cost {
  switch (tree.kind) {
    case 'character':
      return { ways: 1, tries: 1, least: 1 };
    case 'sequence':
      return costOfSequence(tree.parts, length);
    case 'choice':
      return costOfChoice(tree.parts, length);
    case 'repeat':
      return costOfRepeat(tree, length);
    case 'look':
      return { ways: 1, tries: 1 + costOf(tree.body, length).tries, least: 0 };
    case 'other': {
      const body = tree.body && costOf(tree.body, length);
      return { ways: body?.ways ?? 1, tries: (body?.tries ?? 0) + length + 1, least: 0 };
    }
    default:
      return { ways: 1, tries: 1, least: 0 };
  }
}

function costOfSequence(parts: readonly PatternTree[], length: number): Cost {
  let [ways, tries, least] = [1, 1, 0];
  for (const part of parts) {
    const cost = costOf(part, length);
    tries += ways * cost.tries;
    ways *= cost.ways;
    least += cost.least;
  }
  return { ways, tries, least };
}

function costOfChoice(parts: readonly PatternTree[], length: number): Cost {
  let [ways, tries, least] = [0, 1, Number.POSITIVE_INFINITY];
  for (const part of parts) {
    const cost = costOf(part, length);
    ways += cost.ways;
    tries += 1 + cost.tries;
    least = Math.min(least, cost.least);
  }
  return { ways, tries, least };
}

function costOfRepeat({ body, min, max }: PatternTree & { kind: 'repeat' }, length: number): Cost {
  const { ways, tries, least } = costOf(body, length);
  // After the minimum number of rounds, RegExp rejects rounds that consume nothing.
  const fitting = least > 0 ? Math.floor(length / least) : min + length;
  const rounds = Math.min(max, fitting);
  return {
    ways: Math.max(1, powersUpTo(ways, rounds) - powersUpTo(ways, Math.min(min, rounds + 1) - 1)),
    tries: powersUpTo(ways, rounds) * (tries + 1),
    least: min * least,
  };
}

/** Returns the sum of the powers of a number with exponents from 0. */
function powersUpTo(base: number, exponent: number): number {
  if (exponent < 0) return 0;
  return base === 1 ? exponent + 1 : (base ** (exponent + 1) - 1) / (base - 1);
}

function startsAnchored(tree: PatternTree): boolean {
  if (tree.kind === 'sequence') return tree.parts[0] !== undefined && startsAnchored(tree.parts[0]);
  return tree.kind === 'choice' ? tree.parts.every(startsAnchored) : tree.kind === 'start';
}
