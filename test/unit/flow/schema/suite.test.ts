import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileSchema } from '../../../../src/flow/schema/compileSchema.ts';
import {
  runSuite,
  SUITE_DRAFTS,
  type SuiteDraft,
  suiteFiles,
  type SuiteResult,
} from '../../../support/schemaSuite.ts';

const least = { draft4: 590, draft6: 800, draft7: 890, 'draft2019-09': 1200, 'draft2020-12': 1230 };

describe('flow/schema/suite', () => {
  for (const draft of Object.keys(SUITE_DRAFTS) as SuiteDraft[]) {
    it(`the public test suite of JSON Schema passes every required test of ${draft} that needs no other document`, () => {
      const { passed, failed, remote } = runSuite(draft, 'required');
      assert.deepEqual(failed, []);
      assert.ok(passed >= least[draft], `${passed} tests ran`);
      assert.ok(remote < passed / 20, `${remote} tests need another document`);
    });

    it(`the public test suite of JSON Schema passes the format tests of ${draft} except for details of host names`, () => {
      const { passed, failed } = runSuite(draft, 'formats');
      assert.ok(passed > 200);
      assert.deepEqual(
        failed.filter(one => !/^(?:idn-)?hostname: /.test(one)),
        [],
      );
    });
  }

  it('the public test suite of JSON Schema has the same results if only validity is requested', () => {
    for (const draft of Object.keys(SUITE_DRAFTS) as SuiteDraft[]) {
      for (const { schema, tests } of Object.values(suiteFiles(draft, 'required')).flat()) {
        const checker = compileSchema(schema);
        for (const { data } of tests)
          assert.equal(
            checker.fits(data),
            checker.unusable === undefined && checker.check(data).length === 0,
          );
      }
    }
  });

  it('the public test suite of JSON Schema is documented with the pass rate of each draft and every failing test', () => {
    const text = readFileSync(join(import.meta.dirname, '../../../../docs/json-schema.md'), 'utf8');
    const rows = text.replaceAll(/ +/g, ' ');
    for (const draft of Object.keys(SUITE_DRAFTS) as SuiteDraft[]) {
      const required = runSuite(draft, 'required');
      const formats = runSuite(draft, 'formats');
      const rate = ({ passed, failed }: SuiteResult): string => `${passed} of ${passed + failed.length}`;
      const row = `| ${draft.slice('draft'.length)} | ${rate(required)} | ${required.remote} | ${rate(formats)} |`;
      assert.ok(rows.includes(row), row);
      for (const failed of [...required.failed, ...formats.failed]) {
        const [file, group, ...test] = failed.split(': ');
        const list = text.slice(text.indexOf(`\n\`${file}: ${group}\`\n`));
        assert.ok(list.includes(`- \`${test.join(': ')}\`\n`), failed);
      }
    }
  });
});
