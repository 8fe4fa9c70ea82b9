import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { interfacePage, PAGE } from '../../scripts/interface-doc.mjs';
import { operations } from '../../src/contract/operations.ts';
import { sandboxOperations } from '../../src/contract/sandboxOperations.ts';

describe('interfaceDoc', () => {
  const page = readFileSync(PAGE, 'utf8').replaceAll('\r\n', '\n');

  it('docs/interface.md matches the table of operations; run "npm run docs" to update it', async () => {
    assert.equal(page, await interfacePage());
  });

  it('docs/interface.md has exactly one row for each operation', () => {
    const rows = page
      .split('\n')
      .flatMap(line => /^\| `(\w+)` +\|.*`([A-Z]+) (\/\S*)`/.exec(line)?.slice(1) ?? []);
    const named = rows.filter((_, index) => index % 3 === 0);
    const all = { ...operations, ...sandboxOperations };
    assert.deepEqual(named.toSorted(), Object.keys(all).toSorted());
    for (const [id, { method, path }] of Object.entries(all)) {
      const at = rows.indexOf(id);
      assert.deepEqual(rows.slice(at + 1, at + 3), [method, path]);
    }
  });
});
