import assert from 'node:assert/strict';
import { applyEdits } from '../../../src/flow/document/textEdits.ts';
import { addExpectation, addMask, newTestFile } from '../../../src/flowTest/addExpectation.ts';
import { isPictureName, pictureNameFrom } from '../../../src/flowTest/pictureNames.ts';
import { readTestFile } from '../../../src/flowTest/testFile.ts';

const gone = { element: { text: 'Pay', role: 'button' }, check: 'gone' } as const;
const added = (text: string, place: Parameters<typeof addExpectation>[2]): string =>
  applyEdits(text, addExpectation(text, gone, place));
const casesOf = (text: string): unknown => {
  const read = readTestFile(text);
  assert.ok('cases' in read, JSON.stringify(read));
  return read.cases;
};

it('an expectation for the screen begins a new file', () => {
  assert.deepEqual(casesOf(newTestFile(gone, { step: undefined })), [
    { name: 'the run succeeds', expect: { screen: [gone] } },
  ]);
  assert.deepEqual(casesOf(newTestFile(gone, { step: '2' })), [
    { name: 'the run succeeds', expect: { steps: [{ step: 2, screen: [gone] }] } },
  ]);
});

it('an expectation for the screen is added to a case, and the rest of the text stays', () => {
  const text =
    '{\n    "cases": [\n        {"name": "a"},\n        { "name":  "b", "payload": {"x": 1.0} }\n    ]\n}\n';
  const once = added(text, { caseIndex: 1 });
  assert.deepEqual(casesOf(once), [
    { name: 'a' },
    { name: 'b', payload: { x: 1 }, expect: { screen: [gone] } },
  ]);
  assert.ok(once.startsWith('{\n    "cases": [\n        {"name": "a"},\n'));
  assert.match(once, /"x": 1\.0/);
  const twice = added(once, { caseIndex: 1 });
  assert.deepEqual(casesOf(twice), [
    { name: 'a' },
    { name: 'b', payload: { x: 1 }, expect: { screen: [gone, gone] } },
  ]);
});

it('an expectation for the screen is added to the expectations of a step', () => {
  const steps = [
    { step: 1, round: 1, status: 'success' },
    { step: 1, status: 'success' },
  ];
  const text = JSON.stringify({ cases: [{ name: 'a', expect: { steps } }] }, undefined, 2);
  const expectOf = (given: string): unknown => (casesOf(given) as { expect: unknown }[])[0]?.expect;
  const once = added(text, { caseIndex: 0, step: '1' });
  assert.deepEqual(expectOf(once), { steps: [steps[0], { ...steps[1], screen: [gone] }] });
  const twice = added(once, { caseIndex: 0, step: '1' });
  assert.deepEqual(expectOf(twice), { steps: [steps[0], { ...steps[1], screen: [gone, gone] }] });
  const child = added(text, { caseIndex: 0, step: '2.1' });
  assert.deepEqual(expectOf(child), { steps: [...steps, { step: '2.1', screen: [gone] }] });
});

it('an expectation for a picture goes to the pictures of a step or of the end of the run', () => {
  const picture = { name: 'welcome', element: { text: 'Pay' } };
  const text = newTestFile(picture, { step: undefined });
  assert.deepEqual(casesOf(text), [{ name: 'the run succeeds', expect: { pictures: [picture] } }]);
  const other = { name: 'paid' };
  const once = applyEdits(text, addExpectation(text, other, { caseIndex: 0, step: '2' }));
  const twice = applyEdits(once, addExpectation(once, { name: 'end' }, { caseIndex: 0 }));
  assert.deepEqual(casesOf(twice), [
    {
      name: 'the run succeeds',
      expect: { pictures: [picture, { name: 'end' }], steps: [{ step: 2, pictures: [other] }] },
    },
  ]);
});

it('a mask is added to the picture with its name, in any case and step', () => {
  const area = { left: 1, top: 2, right: 3, bottom: 4 };
  const old = { element: { text: 'Total' } };
  const expect = {
    pictures: [{ name: 'end', masks: [old] }],
    steps: [{ step: 1, pictures: [{ name: 'form' }] }],
  };
  const text = JSON.stringify({ cases: [{ name: 'a' }, { name: 'b', expect }] }, undefined, 2);
  const masked = (name: string): unknown =>
    (casesOf(applyEdits(text, addMask(text, name, area))) as { expect: unknown }[])[1]?.expect;
  assert.deepEqual(masked('form'), {
    ...expect,
    steps: [{ step: 1, pictures: [{ name: 'form', masks: [{ area }] }] }],
  });
  assert.deepEqual(masked('end'), { ...expect, pictures: [{ name: 'end', masks: [old, { area }] }] });
  for (const wrong of [
    { ...area, right: 1 },
    { ...area, bottom: 1e300 },
  ])
    assert.throws(
      () => addMask(text, 'end', wrong),
      /The area of the mask is empty|It cannot be added\. cases\.1/,
    );
  const masks = Array.from({ length: 100 }, () => old);
  const full = JSON.stringify({ cases: [{ name: 'a', expect: { pictures: [{ name: 'end', masks }] } }] });
  assert.throws(() => addMask(full, 'end', area), /It cannot be added\. /);
  assert.throws(() => addMask(text, 'none', area), /The tests have no picture “none” anymore\./);
});

for (const [text, taken, name] of [
  ['“E-mail”', [], 'e-mail'],
  ['“Größe & Farbe”', [], 'grosse-farbe'],
  ['“設定”', [], 'screen'],
  ['con', [], 'screen'],
  ['a button', ['a-button', 'a-button-2'], 'a-button-3'],
  ['x'.repeat(100), [], 'x'.repeat(50)],
] as const)
  it(`a name of a picture is made of the text ${text.slice(0, 20)}, and is free`, () => {
    assert.equal(pictureNameFrom(text, taken), name);
    assert.equal(isPictureName(name), true);
  });

it('an expectation for the screen is refused for a file that is no test', () => {
  assert.throws(() => added('{"cases": []}', { caseIndex: 0 }), /It is not a file of tests\. cases: /);
});
