import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileSchema } from '../../src/flow/schema/compileSchema.ts';

/** The tested drafts of the public suite, with their `$schema`. */
export const SUITE_DRAFTS = {
  draft4: 'http://json-schema.org/draft-04/schema#',
  draft6: 'http://json-schema.org/draft-06/schema#',
  draft7: 'http://json-schema.org/draft-07/schema#',
  'draft2019-09': 'https://json-schema.org/draft/2019-09/schema',
  'draft2020-12': 'https://json-schema.org/draft/2020-12/schema',
} as const;
/** A draft of the public suite. */
export type SuiteDraft = keyof typeof SUITE_DRAFTS;

/** Results of the tests of one draft. */
export interface SuiteResult {
  readonly passed: number;
  /** Tests that need another document, which is never loaded; not included in the other counts. */
  readonly remote: number;
  /** Each failed test: file, group, test. */
  readonly failed: readonly string[];
}

/** Tests of one schema. */
interface SuiteGroup {
  readonly description: string;
  readonly schema: unknown;
  readonly tests: readonly { description: string; data: unknown; valid: boolean }[];
}

/** Returns the groups of the public suite by file; each schema names its draft. */
export function suiteFiles(
  draft: SuiteDraft,
  part: 'required' | 'formats',
): Readonly<Record<string, readonly SuiteGroup[]>> {
  const path = join(import.meta.dirname, `../fixtures/json-schema-test-suite/${draft}.${part}.json`);
  const files = JSON.parse(readFileSync(path, 'utf8')) as Record<string, readonly SuiteGroup[]>;
  const named = Object.entries(files).map(([file, groups]) => {
    return [
      file,
      groups.map(group => ({ ...group, schema: withDialect(group.schema, SUITE_DRAFTS[draft]) })),
    ] as const;
  });
  return Object.fromEntries(named);
}

/** Runs the public suite: the required tests, or those of the formats. */
export function runSuite(draft: SuiteDraft, part: 'required' | 'formats'): SuiteResult {
  const files = suiteFiles(draft, part);
  let passed = 0;
  let remote = 0;
  const failed: string[] = [];
  for (const [file, groups] of Object.entries(files)) {
    for (const group of groups) {
      const { schema } = group;
      const checker = compileSchema(schema, { formats: part === 'formats' });
      const elsewhere = needsOther(schema) || checker.unchecked !== undefined;
      for (const test of group.tests) {
        if (elsewhere) remote++;
        else if (!checker.unusable && (checker.check(test.data).length === 0) === test.valid) passed++;
        else failed.push(`${file}: ${group.description}: ${test.description}`);
      }
    }
  }
  return { passed, remote, failed };
}

function withDialect(schema: unknown, dialect: string): unknown {
  return typeof schema === 'object' && schema !== null ? { $schema: dialect, ...schema } : schema;
}

/** Returns true if the metaschema is in another document. */
function needsOther(schema: unknown): boolean {
  return JSON.stringify(schema).includes('"$schema":"http://localhost:1234');
}
