import assert from 'node:assert/strict';
import { compilePattern } from '../../src/flow/schema/pattern.ts';
import { CannotCheck } from '../../src/flow/schema/cannotCheck.ts';
import type { Random } from '../../src/util/random.ts';
import { below, oneOf, type Section } from './section.ts';

const PATTERNS = 100_000;
/** Maximum CPU time of one check, in milliseconds. */
const LIMIT_MS = 50;
const ATOMS = ['a', 'b', '.', '[ab]', '[^b]', '\\w', '\\d', '(?:)', 'é'];
const REPEATS = ['', '', '*', '+', '?', '{0,50}', '{2,}', '{50}', '{1,3}', '+?'];

/** Random patterns against strings that nearly match them: each check is fast. */
export const patterns: Section = {
  name: 'patterns',
  run: ({ scale, random, isMeasured }) => {
    const count = Math.ceil(PATTERNS * scale);
    let [checks, refused, longest] = [0, 0, 0];
    for (let index = 0; index < count; index++) {
      const source = randomPattern(random, 3);
      try {
        const matches = compilePattern(source);
        for (const text of texts(random)) {
          const before = process.threadCpuUsage();
          try {
            matches(text);
          } finally {
            const { user, system } = process.threadCpuUsage(before);
            const spent = (user + system) / 1000;
            longest = Math.max(longest, spent);
            checks++;
            assert.ok(
              !isMeasured || spent < LIMIT_MS,
              `${source} took ${spent} ms on ${text.length} characters`,
            );
          }
        }
      } catch (error) {
        if (!(error instanceof CannotCheck)) throw error;
        refused++;
      }
    }
    return Promise.resolve({ patterns: count, checks, refused, 'longest check, ms': longest.toFixed(1) });
  },
};

/** Returns a random pattern with groups nested up to `depth`. */
export function randomPattern(random: Random, depth: number): string {
  const piece = (): string => {
    const repeat = oneOf(REPEATS, random);
    if (depth === 0 || random() < 0.5) return `${oneOf(ATOMS, random)}${repeat}`;
    const inner = randomPattern(random, depth - 1);
    const other = randomPattern(random, depth - 1);
    return oneOf(
      [`(?:${inner})${repeat}`, `(${inner}|${other})${repeat}`, `(?=${inner})`, `(?!${inner})`],
      random,
    );
  };
  const body = Array.from({ length: 1 + below(4, random) }, piece).join('');
  return random() < 0.5 ? `^${body}b$` : body;
}

function texts(random: Random): readonly string[] {
  const length = 1 + below(1000, random);
  return ['a'.repeat(length), `${'a'.repeat(length)}!`, `${'ab'.repeat(length / 2)}é`];
}
