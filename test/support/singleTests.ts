import type { Suite, Test } from 'mocha';

/** Returns all tests of a suite and its nested suites, in order. */
export function testsIn(suite: Suite): readonly Test[] {
  return [...suite.tests, ...suite.suites.flatMap(testsIn)];
}

/** Removes all tests except one from a suite. */
export function keepOnly(suite: Suite, kept: Test | undefined): void {
  suite.tests = suite.tests.filter(test => test === kept);
  for (const inner of suite.suites) keepOnly(inner, kept);
}
