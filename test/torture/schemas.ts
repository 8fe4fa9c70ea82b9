import assert from 'node:assert/strict';
import { compileSchema, type SchemaChecker } from '../../src/flow/schema/compileSchema.ts';
import { randomCase } from './randomSchema.ts';
import type { Section } from './section.ts';

const SCHEMAS = 50_000;
/** Maximum CPU time of one check, in milliseconds. */
const LIMIT_MS = 100;
/** Number of retries of a slow check, since other work on the computer slows it down. */
const RETRIES = 3;

/** Random schemas with random values: each check ends soon, with the problems or without a result. */
export const schemas: Section = {
  name: 'schemas',
  run: ({ scale, random, isMeasured }) => {
    const count = Math.ceil(SCHEMAS * scale);
    const found = { unusable: 0, 'given up': 0, misfits: 0, fits: 0 };
    let longest = 0;
    for (let index = 0; index < count; index++) {
      const { schema, values } = randomCase(random);
      const checker = compileSchema(schema);
      if (checker.unusable !== undefined) found.unusable++;
      for (const value of values) {
        const spent = timeOf(checker, value);
        longest = Math.max(longest, spent);
        assert.ok(!isMeasured || spent < LIMIT_MS, `${spent} ms: ${shorten(schema)} with ${shorten(value)}`);
        if (checker.unusable === undefined) found[outcome(checker, value)]++;
      }
    }
    return Promise.resolve({ schemas: count, ...found, 'longest check, ms': longest.toFixed(1) });
  },
};

/** Returns the CPU time of a check, in milliseconds. */
function timeOf(checker: SchemaChecker, value: unknown): number {
  let least = Infinity;
  for (let attempt = 0; attempt <= RETRIES && least >= LIMIT_MS; attempt++) {
    const before = process.threadCpuUsage();
    checker.check(value, { templates: true });
    const { user, system } = process.threadCpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

function outcome(checker: SchemaChecker, value: unknown): 'given up' | 'misfits' | 'fits' {
  const problems = checker.check(value);
  const isValid = checker.fits(value);
  const hasGivenUp = problems.some(({ keyword }) => keyword === 'cannotCheck');
  // Checking only validity takes less time, so it may complete when the other does not.
  if (!hasGivenUp) assert.equal(isValid, problems.length === 0, shorten(value));
  return hasGivenUp ? 'given up' : isValid ? 'fits' : 'misfits';
}

function shorten(value: unknown): string {
  return JSON.stringify(value).slice(0, 2000);
}
