import assert from 'node:assert/strict';
import { SchemaReader } from '../../../../src/flow/schema/schemaReader.ts';
import { SUITE_DRAFTS, type SuiteDraft, suiteFiles } from '../../../support/schemaSuite.ts';

/** Returns a value with an expression in the location of each text. */
function withExpressions(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (_, member: unknown) =>
    typeof member === 'string' ? '{{steps[0].output}}' : member,
  );
}

describe('flow/schema/schemaReader', () => {
  for (const draft of Object.keys(SUITE_DRAFTS) as SuiteDraft[]) {
    it(`the reader of a schema accepts the values in which it finds no problem, also with expressions: ${draft}`, () => {
      for (const [file, groups] of Object.entries(suiteFiles(draft, 'required'))) {
        for (const { description, schema, tests } of groups) {
          const reader = new SchemaReader(schema);
          const { root } = reader;
          for (const value of tests.flatMap(({ data }) => [data, withExpressions(data)])) {
            const { valid } = reader.judge(root, value);
            assert.equal(
              reader.accepts([root], value),
              valid,
              `${file}: ${description}: ${JSON.stringify(value)}`,
            );
          }
        }
      }
    });
  }
});
