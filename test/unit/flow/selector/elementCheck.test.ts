import assert from 'node:assert/strict';
import type { UiNode } from '../../../../src/contract/records/uiState.ts';
import {
  checkElement,
  type ExpectedElement,
  isChecked,
  textsOf,
} from '../../../../src/flow/selector/elementCheck.ts';
import { Screen } from '../../../../src/flow/selector/screen.ts';

let top = 0;
const node = (type: string, more: Partial<UiNode>): UiNode => {
  top += 50;
  return {
    className: `android.widget.${type}`,
    boundsInScreen: { left: 0, top, right: 100, bottom: top + 50 },
    ...more,
  };
};

const screen = new Screen({
  a11y_tree: {
    className: 'android.widget.FrameLayout',
    boundsInScreen: { left: 0, top: 0, right: 100, bottom: 2000 },
    children: [
      node('Button', { text: 'Pay', isClickable: true }),
      node('TextView', { text: 'Total: 19.90\nEUR', resourceId: 'com.example:id/total' }),
      node('CheckBox', { text: 'I accept', isCheckable: true, isChecked: true, isClickable: true }),
      node('EditText', { resourceId: 'com.example:id/password', isPassword: true, text: 'secret' }),
      node('EditText', { resourceId: 'com.example:id/name', isEditable: true, text: '' }),
      {
        ...node('LinearLayout', { resourceId: 'com.example:id/row', isClickable: true }),
        children: [
          { ...node('TextView', { text: 'Wi-Fi' }) },
          { ...node('Switch', { isChecked: false, resourceId: 'com.example:id/toggle' }) },
        ],
      },
      node('TextView', { text: 'Milk', contentDescription: 'Item' }),
      node('TextView', { text: 'Bread', contentDescription: 'Item' }),
    ],
  },
});

const messageOf = (expected: ExpectedElement): string | undefined => checkElement(screen, expected)?.message;
const id = (name: string): ExpectedElement['element'] => ({ resourceId: `com.example:id/${name}` });

it('an expectation of an element is met', () => {
  const met: readonly ExpectedElement[] = [
    { element: { text: 'Pay', role: 'button' }, check: 'exists' },
    { element: { text: 'Pay', role: 'text' }, check: 'gone' },
    { element: id('total'), check: 'textIs', value: 'Total: 19.90\nEUR' },
    { element: id('total'), check: 'textContains', value: 'total' },
    { element: id('name'), check: 'textIs', value: '' },
    { element: { text: 'I accept' }, check: 'checked' },
    { element: id('toggle'), check: 'notChecked' },
    // The switch of a row reacts to a tap on the row.
    { element: { text: 'Wi-Fi' }, check: 'notChecked' },
    { element: id('row'), check: 'textIs', value: 'Wi-Fi' },
    { element: { description: 'Item' }, check: 'textIs', value: 'Bread' },
    { element: { description: 'Item', index: 1 }, check: 'textContains', value: 'rea' },
  ];
  for (const expected of met) assert.equal(messageOf(expected), undefined, JSON.stringify(expected));
});

it('an expectation of an element shows the difference between texts that look equal', () => {
  const says = (text: string, value: string): string | undefined => {
    const one = new Screen({ a11y_tree: node('TextView', { text }) });
    return checkElement(one, { element: { role: 'text' }, check: 'textIs', value })?.message;
  };
  const start = 'Expected the text of the text to be';
  assert.equal(says('19,90\u00A0€', '19,90 €'), `${start} “19,90 €”, but it is “19,90\\u00a0€”.`);
  assert.equal(says('Pay now', 'Pay  now'), `${start} “Pay\\u0020 now”, but it is “Pay now”.`);
  assert.equal(says('Pay ', 'Pay'), `${start} “Pay”, but it is “Pay\\u0020”.`);
  assert.equal(says('Pay\u200B', 'Pay'), `${start} “Pay”, but it is “Pay\\u200b”.`);
  assert.equal(says('Cafe\u0301', 'Café'), `${start} “Caf\\u00e9”, but it is “Cafe\\u0301”.`);
  assert.equal(says('１', '1'), `${start} “1”, but it is “\\uff11”.`);
  assert.equal(says('日本', '中国'), `${start} “中国”, but it is “日本”.`);
});

it('an expectation of an element is not met, with a sentence that says why', () => {
  const button = { text: 'Pay', role: 'button' } as const;
  const unmet: readonly (readonly [expected: ExpectedElement, message: string])[] = [
    [
      { element: { text: 'Buy' }, check: 'exists' },
      'Expected the element “Buy” to be on the screen, but it is not.',
    ],
    [{ element: button, check: 'gone' }, 'Expected the button “Pay” to be gone, but it is on the screen.'],
    [
      { element: id('total'), check: 'textIs', value: 'Total: 9.90' },
      'Expected the text of the element with the ID total to be “Total: 9.90”, but it is “Total: 19.90\\nEUR”.',
    ],
    [
      { element: id('name'), check: 'textContains', value: 'Ada' },
      'Expected the text of the element with the ID name to contain “Ada”, but it is “”.',
    ],
    [
      { element: id('missing'), check: 'textIs', value: 'Ada' },
      'Expected the text of the element with the ID missing to be “Ada”, but it is not on the screen.',
    ],
    [
      { element: id('password'), check: 'textIs', value: 'secret' },
      'Expected the text of the element with the ID password to be “secret”, but the text of a password is hidden.',
    ],
    [
      { element: { description: 'Item' }, check: 'textIs', value: 'Salt' },
      'Expected the text of the element “Item” to be “Salt”, but it is “Milk”, and no other of the 2 matches does.',
    ],
    [
      { element: { text: 'Wi-Fi' }, check: 'checked' },
      'Expected the element “Wi-Fi” to be checked, but it is not.',
    ],
    [
      { element: { text: 'I accept' }, check: 'notChecked' },
      'Expected the element “I accept” not to be checked, but it is.',
    ],
    [
      { element: button, check: 'checked' },
      'Expected the button “Pay” to be checked, but it cannot be checked.',
    ],
    [
      { element: id('missing'), check: 'checked' },
      'Expected the element with the ID missing to be checked, but it is not on the screen.',
    ],
  ];
  for (const [expected, message] of unmet) assert.equal(messageOf(expected), message);
});

it('an expectation of an element has the texts to compare, and never those of a password', () => {
  const unmet = checkElement(screen, { element: id('total'), check: 'textIs', value: 'Total' });
  assert.deepEqual([unmet?.expected, unmet?.actual], ['Total', 'Total: 19.90\nEUR']);
  const secret = checkElement(screen, { element: id('password'), check: 'textIs', value: '' });
  assert.equal(secret?.actual, undefined);
  assert.match(secret?.message ?? '', /hidden/);
});

it('an expectation of an element quotes long texts in part', () => {
  const value = 'x'.repeat(5000);
  const message = messageOf({ element: id('total'), check: 'textIs', value }) ?? '';
  assert.ok(message.length < 2500 && message.includes('x…”'), String(message.length));
});

it('an expectation of an element reads the texts and the state of an element with what reacts as one with it', () => {
  const [row] = screen.find(id('row'));
  const [pay] = screen.find({ text: 'Pay' });
  assert.ok(row && pay);
  assert.deepEqual(textsOf(screen, row), ['Wi-Fi']);
  assert.deepEqual([isChecked(screen, row), isChecked(screen, pay)], [false, undefined]);
});
