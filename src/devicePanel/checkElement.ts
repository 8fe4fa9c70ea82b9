import type * as vscode from 'vscode';
import type { NewStep } from '../flow/edit/flowEdit.ts';
import { findCheckStep } from '../flow/record/checkSteps.ts';
import { nameElement } from '../flow/record/recordedElement.ts';
import { type ExpectedElement, isChecked, textsOf } from '../flow/selector/elementCheck.ts';
import { rankSelectors } from '../flow/selector/rankSelectors.ts';
import type { Screen, ScreenElement } from '../flow/selector/screen.ts';
import { describeSelector, type Selector } from '../flow/selector/selector.ts';
import { dialogs } from '../host/dialogs.ts';
import type { DevicePanelSession } from './devicePanelSession.ts';
import { expectInTest } from './expectInTest.ts';
import type { PanelServices } from './panelServices.ts';

/** An element of the screen that the user wants to check. */
export interface CheckedElement {
  readonly screen: Screen;
  readonly element: ScreenElement;
}

type Expected = Omit<ExpectedElement, 'element'>;

interface CheckItem extends vscode.QuickPickItem {
  readonly expected?: Expected;
}

/**
 * Asks what to check of an element, and adds it as a step of a flow or as an expectation of a flow test. Does nothing on
 * cancel.
 */
export async function checkElement(
  { deviceId }: DevicePanelSession,
  services: PanelServices,
  checked: CheckedElement,
): Promise<void> {
  const selectors = selectorsOf(checked);
  const [best] = selectors;
  if (!best) {
    void dialogs.showInformationMessage('No selector finds only this element. Choose another one.');
    return;
  }
  const picked = await dialogs.showQuickPick<CheckItem>(checkItems(checked), {
    title: `Check ${describeSelector(best)}`,
    placeHolder: ['Choose what to check', ...refusalsOf(checked)].join('. '),
    ignoreFocusOut: true,
  });
  const expected = picked?.expected && (await withText(picked.expected, checked));
  if (!expected) return;
  if (services.catalog.state.count === 0) await services.catalog.refresh();
  const actions = services.catalog.catalog.searchActions('', Infinity);
  const step = findCheckStep(actions, selectors, expected);
  const destination = await chooseDestination(picked.label, step);
  if (!destination) return;
  if (destination === 'test' || !step) {
    await expectInTest({ element: best, ...expected }, services.catalog.catalog);
    return;
  }
  const newStep: NewStep = {
    actionId: step.action.id,
    nameOverride: `Check ${nameElement(checked.screen, checked.element)}`,
    overrides: { params: step.params },
  };
  const inserted = await services.insertSteps([newStep], deviceId);
  if (inserted)
    void dialogs.showInformationMessage(`Inserted a step that checks the element into ${inserted}.`);
}

/** Asks where to check an element; returns undefined on cancel. */
async function chooseDestination(
  title: string,
  step: ReturnType<typeof findCheckStep>,
): Promise<'step' | 'test' | undefined> {
  const inTest = {
    label: '$(beaker) Expect It in a Flow Test',
    description: 'checked whenever the test runs',
    destination: 'test',
  } as const;
  const inStep = step && {
    label: '$(add) Insert a Step That Checks It',
    description: `“${step.action.name}”${step.isWholeScreen ? ', anywhere on the screen' : ''}`,
    destination: 'step' as const,
  };
  const picked = await dialogs.showQuickPick(inStep ? [inStep, inTest] : [inTest], {
    title,
    placeHolder: step
      ? 'Choose where to check it'
      : 'A step cannot check this, because no action of the catalog does',
    ignoreFocusOut: true,
  });
  return picked?.destination;
}

/** Returns the selectors that find only an element, the best first. */
function selectorsOf({ screen, element }: CheckedElement): readonly Selector[] {
  return rankSelectors(screen, element)
    .filter(({ matches }) => matches === 1)
    .map(({ selector }) => selector);
}

/** Returns what can be checked of an element. */
function checkItems({ screen, element }: CheckedElement): CheckItem[] {
  const [value] = textsOf(screen, element);
  const state = isChecked(screen, element);
  const items: CheckItem[] = [{ label: 'It Is on the Screen', expected: { check: 'exists' } }];
  if (value !== undefined)
    items.push(
      { label: 'Its Text Is…', description: value, expected: { check: 'textIs', value } },
      { label: 'Its Text Contains…', description: value, expected: { check: 'textContains', value } },
    );
  if (state !== undefined) {
    const [ifChecked, ifNot] = state ? ['as now', ''] : ['', 'as now'];
    items.push(
      { label: 'It Is Checked', description: ifChecked, expected: { check: 'checked' } },
      { label: 'It Is Not Checked', description: ifNot, expected: { check: 'notChecked' } },
    );
  }
  items.push({ label: 'It Is Gone', description: 'on a later screen', expected: { check: 'gone' } });
  return items;
}

/** Returns the reasons why something cannot be checked of an element. */
function refusalsOf({ screen, element }: CheckedElement): readonly string[] {
  const hasText = textsOf(screen, element).length > 0;
  const hasState = isChecked(screen, element) !== undefined;
  return [
    ...(hasText ? [] : ['It has no text to compare']),
    ...(hasState ? [] : ['It cannot be checked or unchecked']),
  ];
}

/** Asks for the text to compare with; returns undefined on cancel. */
async function withText(
  expected: Expected,
  { screen, element }: CheckedElement,
): Promise<Expected | undefined> {
  if (expected.value === undefined) return expected;
  const isWhole = expected.check === 'textIs';
  const texts = textsOf(screen, element);
  const value = await dialogs.showInputBox({
    title: isWhole ? 'Its Text Is' : 'Its Text Contains',
    prompt: isWhole ? 'The whole text of the element' : 'A part of the text, in any letter case',
    value: expected.value,
    ignoreFocusOut: true,
    validateInput: given =>
      given === '' ? `Enter a text. The text of the element is now “${texts.join('”, “')}”.` : undefined,
  });
  return value === undefined ? undefined : { ...expected, value };
}
