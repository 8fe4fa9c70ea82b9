import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { flowTestSchemaText, TEST_SCHEMA } from '../../../scripts/flow-schema.mjs';
import { compileSchema } from '../../../src/flow/schema/compileSchema.ts';
import { readTestFile } from '../../../src/flowTest/testFile.ts';
import { flowPathOf, testPathOf } from '../../../src/flowTest/testPath.ts';

const ID = '11111111-1111-4111-8111-111111111111';
const good = {
  $schema: 's',
  cases: [
    { name: 'a' },
    {
      name: 'b',
      payload: { x: 1 },
      deviceIds: [ID],
      messages: [{ mailboxId: ID, subject: 's', passcode: true }],
      timeoutSeconds: 5,
      expect: { status: 'failed', error: 'e', steps: [{ step: 1 }, { step: '2.1', round: 1, output: null }] },
    },
    {
      name: 'c',
      expect: {
        steps: [{ step: 1, screen: [{ element: { text: 'Pay', role: 'button' }, check: 'exists' }] }],
        screen: [
          { element: { role: 'button', index: 1, within: { resourceId: 'a:id/b' } }, check: 'gone' },
          { element: { description: 'Total', near: { text: 'Sum' } }, check: 'textIs', value: '' },
          { element: { text: 'Total' }, check: 'textContains', value: '9' },
        ],
      },
    },
    {
      name: 'd',
      expect: {
        steps: [{ step: 1, pictures: [{ name: 'welcome' }, { name: 'pay-2', element: { text: 'Pay' } }] }],
        pictures: [
          {
            name: 'end',
            masks: [{ element: { role: 'image' } }, { area: { left: 0, top: 1, right: 20, bottom: 30 } }],
            tolerance: 0.01,
          },
        ],
      },
    },
  ],
};
const wrong: readonly (readonly [object, RegExp])[] = [
  [{}, /^cases: /],
  [{ cases: [] }, /^cases: /],
  [{ cases: [{ name: '' }] }, /^cases\.0\.name: /],
  [{ cases: [{ name: 'a', payloads: {} }] }, /^cases\.0: .*payloads/],
  [{ cases: [{ name: 'a', expect: { steps: [{ step: 0 }] } }] }, /^cases\.0\.expect\.steps\.0\.step: /],
  [{ cases: [{ name: 'a', expect: { steps: [{ step: '1.0' }] } }] }, /^cases\.0\.expect\.steps\.0\.step: /],
  [{ cases: [{ name: 'a', expect: { status: 'well' } }] }, /^cases\.0\.expect\.status: /],
];

const element = { text: 'Pay' };
const wrongScreens: readonly (readonly [object, RegExp])[] = [
  [{ element }, /\.check: /],
  [{ element, check: 'is there' }, /\.check: /],
  [{ element: {}, check: 'exists' }, /\.element: Name the element by resourceId/],
  [{ element: { index: 1 }, check: 'exists' }, /\.element: Name the element by resourceId/],
  [{ element: { role: 'toolbar' }, check: 'exists' }, /\.element\.role: /],
  [{ element: { text: 'Pay', within: {} }, check: 'exists' }, /\.element\.within: Name the element/],
  [{ element, check: 'textIs' }, /\.value: /],
  [{ element, check: 'textContains', value: '' }, /\.value: /],
  [{ element, check: 'gone', value: 'Pay' }, /value/],
];

const area = { left: 0, top: 0, right: 1, bottom: 1 };
const wrongPictures: readonly (readonly [object, RegExp])[] = [
  [{}, /\.name: /],
  ...['', 'Welcome', '../secret', 'a/b', 'a.b', '-a', 'con', 'lpt1', 'x'.repeat(61)].map(
    name => [{ name }, /\.name: Name a picture by 1 to 60 lowercase letters, digits, and hyphens/] as const,
  ),
  [{ name: 'a', tolerance: 2 }, /\.tolerance: /],
  [{ name: 'a', masks: [{}] }, /\.masks\.0: Name either an element or an area\./],
  [{ name: 'a', masks: [{ element, area }] }, /\.masks\.0: Name either an element or an area\./],
  [{ name: 'a', masks: [{ area: { ...area, left: -1 } }] }, /\.area\.left: /],
  [{ name: 'a', threshold: 1 }, /threshold/],
];

const withPicture = (expected: object): object => ({
  cases: [{ name: 'a', expect: { steps: [{ step: 1, pictures: [expected] }] } }],
});

const withScreen = (expected: object): object => ({ cases: [{ name: 'a', expect: { screen: [expected] } }] });

it('a file of tests is read', () => {
  assert.deepEqual(readTestFile(`\ufeff${JSON.stringify(good)}`), { cases: good.cases });
});

it('a file of tests is refused with the location of the error', () => {
  for (const [value, problem] of wrong) {
    const read = readTestFile(JSON.stringify(value));
    assert.ok('problem' in read, JSON.stringify(value));
    assert.match(read.problem, problem);
  }
  for (const [expected, problem] of wrongScreens) {
    const read = readTestFile(JSON.stringify(withScreen(expected)));
    assert.ok('problem' in read, JSON.stringify(expected));
    assert.match(read.problem, problem);
    assert.match(read.problem, /^cases\.0\.expect\.screen\.0/);
  }
  const twice = readTestFile(JSON.stringify({ cases: [{ name: 'a' }, { name: 'a' }] }));
  assert.deepEqual(twice, { problem: 'cases: Two cases have the same name.' });
  const text = '{"cases": [\n  {"name": "a", "payload": {"password": "canary" x}}]}';
  assert.deepEqual(readTestFile(text), { problem: 'It is not JSON: see line 2, column 50.' });
});

it('a file of tests is next to its flow', () => {
  assert.equal(testPathOf('a/b.flow.json'), 'a/b.flow.test.json');
  assert.equal(flowPathOf('a/b.flow.test.json'), 'a/b.flow.json');
  assert.equal(flowPathOf('a'), 'a');
});

it('a file of tests has an equivalent schema for editors', async () => {
  assert.equal(readFileSync(TEST_SCHEMA, 'utf8'), await flowTestSchemaText());
  const { check, unusable } = compileSchema(JSON.parse(readFileSync(TEST_SCHEMA, 'utf8')));
  assert.equal(unusable, undefined);
  assert.deepEqual(check(good), []);
  for (const [value] of wrong) assert.notDeepEqual(check(value), [], JSON.stringify(value));
  for (const [expected] of wrongScreens)
    assert.notDeepEqual(check(withScreen(expected)), [], JSON.stringify(expected));
});

it('a file of tests with a wrong picture is refused with the reason', () => {
  for (const [expected, pattern] of wrongPictures) {
    const read = readTestFile(JSON.stringify(withPicture(expected)));
    assert.match('problem' in read ? read.problem : '', pattern, JSON.stringify(expected));
  }
  const twice = [
    { name: 'a', expect: { pictures: [{ name: 'p' }] } },
    { name: 'b', expect: { pictures: [{ name: 'p' }] } },
  ];
  const read = readTestFile(JSON.stringify({ cases: twice }));
  assert.deepEqual(read, { problem: 'cases: Two pictures have the same name.' });
});
