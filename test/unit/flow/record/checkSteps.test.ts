import assert from 'node:assert/strict';
import type { CatalogAction } from '../../../../src/flow/catalog.ts';
import { type CheckStep, findCheckStep } from '../../../../src/flow/record/checkSteps.ts';
import { ELEMENT_CHECKS, type ElementCheck } from '../../../../src/flow/selector/elementCheck.ts';
import { demoCatalog } from '../../../../src/sandbox/demo/demoCatalog.ts';

const text = { type: 'string' };
const flag = { type: 'boolean' };

function action(name: string, properties: object, more: object = {}): CatalogAction {
  return {
    id: name,
    name,
    paramsSchema: { type: 'object', properties, additionalProperties: false, ...more },
  };
}

const selectors = [
  { text: 'Pay', role: 'button', index: 1 },
  { text: 'Pay', role: 'button' },
  { text: 'Pay' },
] as const;

function stepFor(
  actions: Iterable<CatalogAction>,
  check: ElementCheck,
  value?: string,
): readonly [name: string, params: CheckStep['params']] | undefined {
  const found = findCheckStep(actions, selectors, { check, value });
  return found && [found.action.name, found.params];
}

it('a step that checks an element is found for each check in the demo catalog', () => {
  const element = { by: 'text', text: 'Pay', role: 'button' };
  const found = ELEMENT_CHECKS.map(check => stepFor(demoCatalog, check, 'Pay now'));
  assert.deepEqual(found, [
    ['Check element', { element }],
    ['Check element', { element, equals: 'Pay now' }],
    ['Check element', { element, contains: 'Pay now' }],
    ['Check element', { element, state: 'checked' }],
    ['Check element', { element, state: 'unchecked' }],
    ['Check element', { element, state: 'gone' }],
  ]);
});

it('a step that checks an element waits if nothing checks, and looks at the whole screen if nothing else compares texts', () => {
  const others = demoCatalog.filter(({ method }) => method !== 'device.checkElement');
  const element = { by: 'text', text: 'Pay', role: 'button' };
  assert.deepEqual(stepFor(others, 'exists'), ['Wait for element', { element }]);
  assert.deepEqual(stepFor(others, 'gone'), ['Wait for element', { element, until: 'gone' }]);
  assert.deepEqual(stepFor(others, 'textContains', 'now'), ['Check text', { contains: 'now' }]);
  assert.equal(
    findCheckStep(others, selectors, { check: 'textContains', value: 'now' })?.isWholeScreen,
    true,
  );
  for (const check of ['textIs', 'checked', 'notChecked'] as const)
    assert.equal(stepFor(others, check, 'now'), undefined, check);
});

it('a step that checks an element is found by other names and shapes', () => {
  const assertion = action('Assert element', {
    locator: { type: 'object', properties: { using: { enum: ['text'] }, value: text } },
    condition: { enum: ['DISPLAYED', 'HIDDEN', 'CHECKED'] },
  });
  const locator = { using: 'text', value: 'Pay' };
  assert.deepEqual(stepFor([assertion], 'gone'), ['Assert element', { locator, condition: 'HIDDEN' }]);
  assert.deepEqual(stepFor([assertion], 'checked'), ['Assert element', { locator, condition: 'CHECKED' }]);
  assert.equal(stepFor([assertion], 'notChecked'), undefined);
  assert.equal(stepFor([assertion], 'textIs', 'x'), undefined);
  const flags = action('Verify element', { text, checked: flag, visible: flag, expectedText: text });
  assert.deepEqual(stepFor([flags], 'gone'), ['Verify element', { text: 'Pay', visible: false }]);
  assert.deepEqual(stepFor([flags], 'notChecked'), ['Verify element', { text: 'Pay', checked: false }]);
  assert.deepEqual(stepFor([flags], 'textIs', 'x'), ['Verify element', { text: 'Pay', expectedText: 'x' }]);
  const vanish = action('Wait until element is gone', { text });
  assert.deepEqual(stepFor([vanish], 'gone'), ['Wait until element is gone', { text: 'Pay' }]);
  assert.equal(stepFor([vanish], 'exists'), undefined);
});

it('a step that checks an element is none of an action that does something else, or that needs more', () => {
  for (const name of ['Tap element', 'Check checkbox', 'Read element', 'Open app', 'Wait for message'])
    assert.equal(stepFor([action(name, { text })], 'exists'), undefined, name);
  const needy = action('Assert element', { text, report: text }, { required: ['report'] });
  assert.equal(stepFor([needy], 'exists'), undefined);
  assert.equal(stepFor([action('Assert element', { text, state: text })], 'gone'), undefined);
  assert.equal(
    stepFor([{ id: 'a', name: 'Assert element', paramsSchema: { $ref: '#/no' } }], 'exists'),
    undefined,
  );
});

it('a step that checks an element never has a text that would be read as an expression', () => {
  assert.equal(stepFor(demoCatalog, 'textIs', '{{a}}'), undefined);
  assert.equal(stepFor(demoCatalog, 'textContains', '{{a}}'), undefined);
  const named = [{ text: '{{a}}' }, { description: 'Total' }];
  const found = findCheckStep(demoCatalog, named, { check: 'exists' });
  assert.deepEqual(found?.params, { element: { by: 'description', description: 'Total' } });
});
