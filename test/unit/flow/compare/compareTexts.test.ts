import assert from 'node:assert/strict';
import { createCatalog } from '../../../../src/flow/catalog.ts';
import { compareTexts, meaningOfText } from '../../../../src/flow/compare/compareTexts.ts';

const catalog = createCatalog([{ id: 'tap', name: 'Tap', method: 'device.tap' }]);

it('two texts of a flow file are compared by their meaning, so that their notation makes no difference', () => {
  const before = '{ "name": "A", "actions": [{ "actionId": "tap", "position": 1 }] }';
  const after = '{\n  "actions": [{ "position": 7, "actionId": "TAP" }],\n  "name": "A"\n}';
  assert.deepEqual(compareTexts(before, after, catalog), []);
  assert.deepEqual(
    compareTexts(before, after.replace('"A"', '"B"'), catalog)?.map(({ kind }) => kind),
    ['setting'],
  );
});

it('two texts of a flow file are not compared if one of them holds no flow, for a reason', () => {
  for (const text of ['', '[]', '{ "name": ', 'null']) {
    assert.equal(compareTexts(text, '{}', catalog), undefined);
    assert.equal(compareTexts('{}', text, catalog), undefined);
    const read = meaningOfText(text, catalog);
    assert.ok('problem' in read && read.problem.endsWith('.'), text);
  }
});
