import assert from 'node:assert/strict';
import type { UiNode } from '../../../../src/contract/records/uiState.ts';
import {
  checkChoices,
  pictureChoices,
  checkStepFor,
  type Expected,
  type ElementOnScreen,
  waitChoices,
} from '../../../../src/flow/record/elementExpectations.ts';
import { Screen } from '../../../../src/flow/selector/screen.ts';
import { demoActionId, demoCatalog } from '../../../../src/sandbox/demo/demoCatalog.ts';

const at = (top: number) => ({ left: 0, top, right: 100, bottom: top + 10 });
const children: readonly UiNode[] = [
  { text: 'Total: 19.90', resourceId: 'shop:id/total', className: 'android.widget.TextView' },
  { text: 'Newsletter', className: 'android.widget.CheckBox', isCheckable: true, isChecked: true },
  { resourceId: 'shop:id/logo', className: 'android.widget.ImageView' },
  { text: 'E-mail', className: 'android.widget.TextView' },
  { text: 'sam@example.com', resourceId: 'shop:id/email', className: 'a.EditText', isEditable: true },
].map((node, index) => ({ ...node, boundsInScreen: at(10 * index) }));
const screen = new Screen({
  a11y_tree: { boundsInScreen: { ...at(0), bottom: 100 }, children: [...children] },
});

function shown(index: number): ElementOnScreen {
  const element = screen.at({ x: 5, y: 10 * index + 5 });
  assert.ok(element);
  return { screen, element };
}

describe('flow/record/elementExpectations: checks that a recording offers', () => {
  const labels = (index: number): readonly string[] =>
    checkChoices(shown(index), demoCatalog).map(({ label, detail }) => `${label} ${detail}`.trim());

  it('the checks that a recording offers are those that the element meets now', () => {
    assert.deepEqual(labels(0), ['Is visible', 'Text is “Total: 19.90”', 'Text contains…']);
    assert.deepEqual(labels(1), [...['Is visible', 'Text is “Newsletter”', 'Text contains…'], 'Is checked']);
    assert.deepEqual(labels(2), ['Is visible']);
  });

  it('the checks that a recording offers are only those that the catalog has an action for', () => {
    const waits = demoCatalog.filter(({ method }) => method === 'device.waitForElement');
    assert.deepEqual(
      checkChoices(shown(1), waits).map(({ label }) => label),
      // Waiting for an element with the text checks that the screen contains it.
      ['Is visible', 'Text contains…'],
    );
    assert.deepEqual(checkChoices(shown(1), []), []);
  });

  it('the pictures that a recording offers are of the screen, and of an element that a selector finds', () => {
    const labelsOf = (element: ElementOnScreen): readonly string[] =>
      pictureChoices(element).map(({ label }) => label);
    assert.deepEqual(labelsOf(shown(0)), ['Looks the same…', 'Screen is the same…']);
    // The container of everything has nothing to find it by.
    const [element] = screen.elements;
    assert.ok(element);
    assert.deepEqual(labelsOf({ screen, element }), ['Screen is the same…']);
  });

  it('the checks that a recording offers become steps with a name and a fallback', () => {
    const expected = { check: 'textContains', value: 'Total' } as const;
    assert.deepEqual(checkStepFor(shown(0), demoCatalog, expected)?.step, {
      actionId: demoActionId('device.checkElement'),
      nameOverride: 'Check text contains “Total”',
      overrides: {
        params: {
          element: { by: 'resourceId', resourceId: 'shop:id/total' },
          fallback: { by: 'text', text: 'Total: 19.90' },
          contains: 'Total',
        },
      },
    });
    assert.equal(checkStepFor(shown(0), [], expected), undefined);
  });

  it('the checks that a recording offers are named by what is checked', () => {
    const nameOf = (index: number, expected: Expected): unknown =>
      checkStepFor(shown(index), demoCatalog, expected)?.step['nameOverride'];
    assert.equal(nameOf(0, { check: 'exists' }), 'Check “Total: 19.90”');
    assert.equal(nameOf(0, { check: 'textIs', value: 'Total: 19.90' }), 'Check “Total: 19.90”');
    assert.equal(nameOf(0, { check: 'textIs', value: 'Total: 0' }), 'Check text is “Total: 0”');
    // A field is named by its label, whatever is in it.
    assert.equal(nameOf(4, { check: 'textContains', value: 'sam@' }), 'Check “E-mail” contains “sam@”');
    assert.equal(nameOf(4, { check: 'textIs', value: 'sam@example.com' }), 'Check “E-mail”');
  });
});

describe('flow/record/elementExpectations: waits that a recording offers', () => {
  it('the waits that a recording offers are for an element, until it is gone, and for a time', () => {
    const choices = waitChoices(shown(1), 0, demoCatalog);
    assert.deepEqual(
      choices.map(({ label }) => label),
      ['Wait until it is visible', 'Wait until it is gone', 'Wait 5 seconds'],
    );
    const [visible, gone] = choices.map(({ adds }) => adds);
    assert.equal(visible?.kind === 'wait' && visible.wait.element?.name, '“Newsletter”');
    assert.equal(
      gone?.kind === 'check' && checkStepFor(shown(1), demoCatalog, gone.expected)?.step['nameOverride'],
      'Wait until “Newsletter” is gone',
    );
    assert.deepEqual(
      waitChoices(shown(1), 0, []).map(({ label }) => label),
      ['Wait until it is visible', 'Wait 5 seconds'],
    );
  });
});
