import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { PAGE, pageWithModules } from '../../scripts/module-table.mjs';

it('docs/architecture.md has the table of modules that the import test enforces; run "npm run docs" to update it', async () => {
  const page = readFileSync(PAGE, 'utf8').replaceAll('\r\n', '\n');
  assert.equal(page, await pageWithModules(page));
});
