import type { Suite, Test } from 'mocha';

/** All tests of a suite and of those inside it, in their order. */
export function testsIn(suite: Suite): readonly Test[] {
  return [...suite.tests, ...suite.suites.flatMap(testsIn)];
}

/** Takes all tests out of a suite but one. */
export function keepOnly(suite: Suite, wanted: Test | undefined): void {
  suite.tests = suite.tests.filter(test => test === wanted);
  for (const inner of suite.suites) keepOnly(inner, wanted);
}
