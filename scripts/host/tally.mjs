/** Returns an empty tally of tests. */
export function emptyTally() {
  return { passed: 0, failed: 0, skipped: 0 };
}

export function addTally(sum, { passed, failed, skipped }) {
  sum.passed += passed;
  sum.failed += failed;
  sum.skipped += skipped;
}

/** Returns the last line of a suite's output. */
export function tallyLine({ passed, failed, skipped }) {
  return `${passed} passed, ${failed} failed, ${skipped} skipped`;
}

/** Reads the counts from the last tally line in a text; undefined if there is none. */
export function readTally(text) {
  const lines = [...text.matchAll(/^(\d+) passed, (\d+) failed, (\d+) skipped$/gm)];
  const [, passed, failed, skipped] = lines.at(-1) ?? [];
  return passed === undefined
    ? undefined
    : { passed: Number(passed), failed: Number(failed), skipped: Number(skipped) };
}
