import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { checkFlow } from '../../../../src/flow/check/checkFlow.ts';
import { parseFlow } from '../../../../src/flow/document/flowDocument.ts';
import { parseJson, valueOf } from '../../../../src/flow/document/jsonTree.ts';
import { applyEdit } from '../../../../src/flow/edit/applyEdit.ts';
import { applyEdits } from '../../../../src/flow/document/textEdits.ts';
import { editFor, editIntent } from '../../../support/flowEdits/edits.ts';
import { sampleCatalog } from '../../../support/sampleCatalog.ts';

const OF_STEPS = [
  'addStep',
  'duplicateSteps',
  'deleteSteps',
  'moveSteps',
  'shiftSteps',
  'pasteSteps',
  'wrapSteps',
];
const OF_ORDER = ['duplicate-position', 'unordered-position', 'mixed-positions', 'nested-children', 'syntax'];

const catalog = sampleCatalog();
const folder = join(import.meta.dirname, '../../../../examples');
const samples = readdirSync(folder)
  .filter(name => name.endsWith('.flow.json'))
  .map(name => readFileSync(join(folder, name), 'utf8'))
  .filter(text => disorder(text).length === 0);

/** Returns the findings about the order of a flow's steps. */
function disorder(text: string): string[] {
  const found = checkFlow(parseFlow(text), catalog).map(({ code }) => code);
  return found.filter(code => OF_ORDER.includes(code));
}

it('the moved steps of example flows run in the order of the file', () => {
  const wishes = fc.array(
    editIntent.filter(({ kind }) => OF_STEPS.includes(kind)),
    { minLength: 1, maxLength: 5 },
  );
  const property = fc.property(fc.constantFrom(...samples), fc.boolean(), wishes, (sample, asText, all) => {
    let text = asText ? sample.replaceAll(/"position": (\d+)/g, '"position": "$1"') : sample;
    for (const [count, one] of all.entries()) {
      const { root } = parseJson(text);
      const edit = editFor(valueOf(root!) as Record<string, unknown>, one, count);
      const outcome = applyEdit(text, edit);
      if (outcome.kind === 'edits') text = applyEdits(text, outcome.edits);
    }
    assert.deepEqual(disorder(text), [], text);
  });
  fc.assert(property, { numRuns: 200 });
});
