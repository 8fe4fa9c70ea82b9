/** Counts of tests over one or more suites. */
export function emptyTally() {
  return { passed: 0, failed: 0, skipped: 0 };
}

/** Adds one tally to another. */
export function addTally(sum, { passed, failed, skipped }) {
  sum.passed += passed;
  sum.failed += failed;
  sum.skipped += skipped;
}

/** The closing line of a suite. */
export function tallyLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

/** The counts of the last closing line in a text. */
export function readTally(text) {
  const lines = [...text.matchAll(/^(\d+) passed, (\d+) failed, (\d+) skipped$/gm)];
  const [, passed, failed, skipped] = lines.at(-1) ?? [];
  return passed === undefined
    ? undefined
    : { passed: Number(passed), failed: Number(failed), skipped: Number(skipped) };
}
