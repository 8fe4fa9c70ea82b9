import assert from 'node:assert/strict';
import { formatCounts, summarize } from '../../../../src/flow/check/checkSummary.ts';
import { counted } from '../../../../src/util/counted.ts';

it('a summary of checked files counts the problems and the files with problems', () => {
  const summary = summarize([
    [],
    [{ severity: 'hint' }],
    [{ severity: 'error' }, { severity: 'error' }],
    [{ severity: 'warning' }, { severity: 'information' }],
  ]);
  assert.deepEqual(summary, { files: 4, errors: 2, warnings: 1, notes: 2, wrong: 2 });
  assert.equal(formatCounts(summary), '2 errors, 1 warning, 2 notes');
});
it('a summary of checked files omits notes if there are none', () => {
  assert.equal(formatCounts(summarize([])), '0 errors, 0 warnings');
  assert.equal(counted(1, 'file'), '1 file');
});
