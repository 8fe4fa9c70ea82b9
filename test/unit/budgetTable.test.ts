import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { PAGE, pageWithBudgets, ROWS } from '../../scripts/budget-table.mjs';

describe('budgetTable', () => {
  const page = readFileSync(PAGE, 'utf8').replaceAll('\r\n', '\n');

  it('docs/security.md has the table of budgets that the code uses; run "npm run docs" to update it', async () => {
    assert.equal(page, await pageWithBudgets(page));
  });

  it('docs/security.md has one row for each budget, with at least one limit', () => {
    for (const [input, beyond] of Object.values(ROWS)) {
      const [row, other] = page.split('\n').filter(line => line.startsWith(`| ${input} `));
      assert.match(row ?? '', /\d/, input);
      assert.ok(row?.includes(beyond), input);
      assert.equal(other, undefined, input);
    }
  });
});
