import { runSuite, SUITE_DRAFTS, type SuiteDraft } from '../test/support/schemaSuite.ts';
import type { Figures } from './figures.ts';

/** Measures the share of passed tests in the JSON Schema Test Suite, and prints each failed test. */
export function measureSchemaSuite(figures: Figures): void {
  for (const draft of Object.keys(SUITE_DRAFTS) as SuiteDraft[]) {
    for (const part of ['required', 'formats'] as const) {
      const { passed, failed } = runSuite(draft, part);
      figures.add(
        `JSON Schema Test Suite, ${draft}, ${part}`,
        (100 * passed) / (passed + failed.length),
        '%',
      );
      for (const test of failed) process.stderr.write(`  fails: ${draft} ${part}: ${test}\n`);
    }
  }
}
