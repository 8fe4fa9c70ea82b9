import assert from 'node:assert/strict';
import { findNodeAtOffset, getNodePath, parseTree } from 'jsonc-parser';
import { parseFlow } from '../../../../src/flow/document/flowDocument.ts';
import { pathAt } from '../../../../src/flow/document/pathAt.ts';

it('the path to a value of a flow is that of the innermost value at each offset, also in invalid JSON', () => {
  const texts = [
    '{ "name": "a", "more": [1, [], {"b": [null, "c"], "d": {}}], "e": true }',
    '{"list":[[][]], "x":, "y" 1, "z"}',
    '[1,2,[3]]',
    '"text"',
    '',
  ];
  for (const text of texts) {
    const root = parseTree(text);
    for (let offset = 0; offset <= text.length; offset++) {
      const node = root && findNodeAtOffset(root, offset, true);
      const wanted = node ? getNodePath(node) : [];
      assert.deepEqual(pathAt(parseFlow(text), offset), wanted, `${text} at ${offset}`);
    }
  }
});

it('the path to a value of a flow is found at once in a list of many values', function () {
  this.timeout(20_000);
  const count = 300_000;
  const document = parseFlow(`{"more":[${'1,'.repeat(count)}1]}`);
  for (let index = 0; index < count; index++)
    assert.equal(pathAt(document, '{"more":['.length + 2 * index)[1], index);
});
