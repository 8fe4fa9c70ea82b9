import assert from 'node:assert/strict';
import { runSuite, SUITE_DRAFTS, type SuiteDraft } from '../../../support/schemaSuite.ts';

const least = { draft4: 590, draft6: 800, draft7: 890, 'draft2019-09': 1200, 'draft2020-12': 1230 };

describe('the public test suite of JSON Schema', () => {
  for (const draft of Object.keys(SUITE_DRAFTS) as SuiteDraft[]) {
    it(`is passed in every required test of ${draft} that needs no other document`, () => {
      const { passed, failed, remote } = runSuite(draft, 'required');
      assert.deepEqual(failed, []);
      assert.ok(passed >= least[draft], `${passed} tests ran`);
      assert.ok(remote < passed / 20, `${remote} tests need another document`);
    });

    it(`is passed in the tests of the formats of ${draft} but for the finer rules of host names`, () => {
      const { passed, failed } = runSuite(draft, 'formats');
      assert.ok(passed > 200);
      assert.deepEqual(
        failed.filter(one => !/^(?:idn-)?hostname: /.test(one)),
        [],
      );
    });
  }
});
