import assert from 'node:assert/strict';
import { CodeHider } from '../../../../src/util/passcodes/hideCodes.ts';
import { hideCodesIn } from '../../../../src/util/passcodes/hideCodesIn.ts';
import { seededRandom } from '../../../../src/util/random.ts';
import { assertNothingComesOut, randomEmbedding } from '../../../support/codeEmbeddings.ts';

const codes = new CodeHider(['482913', '739164', '981050', 'X7K9Q2', '4417']);
const hidden = '••••••';

it('a known code is hidden in all of 1,000 generated embeddings', () => {
  const { next } = seededRandom(7);
  for (let count = 0; count < 1000; count++) assertNothingComesOut(randomEmbedding(next));
});

it('a known code is hidden within words and numbers, and beside expressions', () => {
  assert.equal(codes.hide('a981050b'), `a${hidden}b`);
  assert.equal(codes.hide('Code{{x}}482913{{y}}'), `Code{{x}}${hidden}{{y}}`);
  assert.equal(codes.hide('14829130'), `1${hidden}0`);
});

it('a known code is hidden across invisible characters, separators, and digits of other scripts', () => {
  for (const text of [
    '48\u200B29\u200B13',
    '48\u{E0101}29\u{E0101}13',
    '4 8 2 9 1 3',
    '٤٨٢٩١٣',
    '４８２-９１３',
  ])
    assert.equal(codes.hide(text), hidden, JSON.stringify(text));
  assert.equal(codes.hide('x7k-9q2'), hidden);
});

it('a known code is hidden across the boxes of a form, and what else they show is kept', () => {
  const boxes = Array.from('739164', text => ({
    text,
    resourceId: 'otp_box',
    bounds: { left: 7, top: 3 },
  }));
  const shown = hideCodesIn([{ text: 'Enter 6 digits' }, ...boxes, { text: 'Resend in 30 s' }], codes);
  assert.deepEqual(shown, [
    { text: 'Enter 6 digits' },
    ...boxes.map(box => ({ ...box, text: hidden })),
    { text: 'Resend in 30 s' },
  ]);
});

it('a known code of four or five characters is kept in times and sums, which are not it', () => {
  assert.equal(codes.hide('at 10:44:17, price 44.17, 44/17'), 'at 10:44:17, price 44.17, 44/17');
  assert.equal(codes.hide('44 17, 4-4-1-7, 94417'), `${hidden}, ${hidden}, 9${hidden}`);
});

it('a known code does not come out of a value that is nested too deep to be searched', () => {
  const deep = JSON.parse(`${'['.repeat(1000)}"482913"${']'.repeat(1000)}`) as unknown;
  assert.doesNotMatch(JSON.stringify(hideCodesIn(deep, codes)), /482913/);
});

it('a known code is kept in IDs and times in members of their own, and in measures', () => {
  const value = {
    id: '00004417-0000-4000-8000-000000000000',
    receivedAt: '2026-11-28T10:44:17.000Z',
    width: 4417,
    x: 482_913,
  };
  assert.deepEqual(hideCodesIn(value, codes), value);
  assert.deepEqual(hideCodesIn({ text: value.id, total: 1_482_913, count: 94_417 }, codes), {
    text: `0000${hidden}-0000-4000-8000-000000000000`,
    total: hidden,
    count: 94_417,
  });
});
