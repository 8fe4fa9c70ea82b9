import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { planCases, type CaseSelection } from '../../../src/commandLine/test/planCases.ts';
import { useFolder } from '../../support/useFolder.ts';

describe('commandLine/planCases', () => {
  const folder = useFolder('plan');

  it('planned cases have trace names of their own, which are the same in parts of a run', async () => {
    for (const file of ['app1/same.flow.json', 'app2/Same.flow.json', 'other.flow.json']) {
      mkdirSync(join(folder, file, '..'), { recursive: true });
      writeFileSync(join(folder, file), '{}');
    }
    const cases = [{ name: 'works' }, { name: 'works 2' }, { name: 'works/2' }];
    writeFileSync(join(folder, 'app1', 'same.flow.test.json'), JSON.stringify({ cases }));
    writeFileSync(join(folder, 'app2', 'Same.flow.test.json'), JSON.stringify({ cases: cases.slice(0, 1) }));
    const namesIn = async (selection: Partial<CaseSelection>): Promise<readonly string[]> =>
      (await planCases({ files: [folder], ...selection })).map(({ traceName }) => traceName);
    const names = await namesIn({});
    assert.deepEqual(names, [
      'same-works',
      'same-works-2',
      'same-works-2-2',
      'Same-works-3',
      'other-the-run-succeeds',
    ]);
    const parts = await Promise.all([1, 2].map(index => namesIn({ shard: { index, total: 2 } })));
    assert.deepEqual(parts.flat().toSorted(), names.toSorted());
    assert.deepEqual(await namesIn({ grep: 'app2' }), ['Same-works-3']);
  });
});
