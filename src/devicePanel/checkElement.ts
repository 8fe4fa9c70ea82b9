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
    void dialogs.showInformationMessage('Nothing names this element alone. Choose another one.');
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
  const place = await dialogs.showQuickPick(
    [
      ...(step
        ? [
            {
              label: '$(add) Insert a Step That Checks It',
              description: `“${step.action.name}”${step.isWholeScreen ? ', anywhere on the screen' : ''}`,
              isStep: true,
            },
          ]
        : []),
      {
        label: '$(beaker) Expect It in a Flow Test',
        description: 'checked whenever the test runs',
        isStep: false,
      },
    ],
    {
      title: picked.label,
      placeHolder: step
        ? 'Choose where to check it'
        : 'A step cannot check this, because no action of the catalog does',
      ignoreFocusOut: true,
    },
  );
  if (!place) return;
  if (!place.isStep || !step) {
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

/** Returns the selectors that find only an element, the best first. */
function selectorsOf({ screen, element }: CheckedElement): readonly Selector[] {
  return rankSelectors(screen, element)
    .filter(({ matches }) => matches === 1)
    .map(({ selector }) => selector);
}

/** Returns what can be checked of an element. */
function checkItems({ screen, element }: CheckedElement): CheckItem[] {
  const [text] = textsOf(screen, element);
  const state = isChecked(screen, element);
  return [
    { label: 'It Is on the Screen', expected: { check: 'exists' } },
    ...(text === undefined
      ? []
      : [
          { label: 'Its Text Is…', description: text, expected: { check: 'textIs', value: text } as const },
          {
            label: 'Its Text Contains…',
            description: text,
            expected: { check: 'textContains', value: text } as const,
          },
        ]),
    ...(state === undefined
      ? []
      : [
          {
            label: 'It Is Checked',
            description: state ? 'as now' : '',
            expected: { check: 'checked' } as const,
          },
          {
            label: 'It Is Not Checked',
            description: state ? '' : 'as now',
            expected: { check: 'notChecked' } as const,
          },
        ]),
    { label: 'It Is Gone', description: 'on a later screen', expected: { check: 'gone' } },
  ];
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
      given === '' ? `Enter a text. The element says “${texts.join('”, “')}” now.` : undefined,
  });
  return value === undefined ? undefined : { ...expected, value };
}
