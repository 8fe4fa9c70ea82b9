import type * as vscode from 'vscode';
import type { CheckStep } from '../flow/record/checkSteps.ts';
import {
  checkStepFor,
  type Expected,
  expectationsOf,
  type ElementOnScreen,
} from '../flow/record/elementExpectations.ts';
import { nameElement, uniqueSelectors } from '../flow/record/recordedElement.ts';
import { type ElementCheck, isChecked, textsOf } from '../flow/selector/elementCheck.ts';
import { describeSelector } from '../flow/selector/selector.ts';
import type { UnnamedExpectation, UnnamedPicture } from '../flowTest/addExpectation.ts';
import { fileOf } from '../host/flowFiles.ts';
import type { DevicePanelSession } from './devicePanelSession.ts';
import type { PanelServices } from './panelServices.ts';
import { dialogs, questions } from './questions.ts';
import type { Recorder } from './recorder.ts';

interface CheckItem extends vscode.QuickPickItem {
  readonly expected?: Expected;
  readonly picture?: 'element' | 'screen';
}

/**
 * Asks what to check of an element, and adds it to the recording of its device, if there is one, or else as a step of a
 * flow or as an expectation of a flow test. Does nothing on cancel.
 */
export async function addElementCheck(
  { deviceId }: DevicePanelSession,
  services: PanelServices,
  checked: ElementOnScreen,
  recorder: Recorder | undefined,
): Promise<void> {
  const [best] = uniqueSelectors(checked.screen, checked.element);
  const refusals = best ? refusalsOf(checked) : ['No selector finds only this element'];
  const items = best ? [...checkItems(checked), ELEMENT_PICTURE, SCREEN_PICTURE] : [SCREEN_PICTURE];
  const picked = await dialogs.showQuickPick<CheckItem>(items, {
    title: `Check ${best ? describeSelector(best) : 'the screen'}`,
    placeHolder: ['Choose what to check', ...refusals].join('. '),
    ignoreFocusOut: true,
  });
  if (!picked) return;
  if (services.catalog.state.count === 0) await services.catalog.refresh();
  if (picked.picture) {
    await addToTest(services, newPicture(checked, picked.picture), recorder);
    return;
  }
  const expected = picked.expected && (await withText(picked.expected, checked));
  if (!expected || !best) return;
  const actions = services.catalog.catalog.searchActions('', Infinity);
  const inStep = checkStepFor(checked, actions, expected);
  if (recorder && inStep) {
    await recorder.addCheck(inStep.step);
    return;
  }
  const destination = await chooseDestination(picked.label, inStep?.found);
  if (!destination) return;
  if (destination === 'test' || !inStep) {
    await addToTest(services, { element: best, ...expected });
    return;
  }
  const inserted = await services.flowEditors.insertSteps([inStep.step], deviceId);
  if (inserted)
    void dialogs.showInformationMessage(`Inserted a step that checks the element into ${inserted}.`);
}

/** Adds an expectation to the test of the flow file that is recorded, or else of one that the user chooses. */
export async function addToTest(
  { flowTests }: PanelServices,
  wanted: UnnamedExpectation,
  recorder?: Recorder,
): Promise<void> {
  await recorder?.written();
  const given = recorder?.file === undefined ? undefined : { file: fileOf(recorder.file) };
  await questions.ask(flowTests.expect(wanted, given));
}

/** Asks where to check an element; returns undefined on cancel. */
async function chooseDestination(
  title: string,
  step: CheckStep | undefined,
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

/** Returns what can be checked of an element. */
function checkItems(shown: ElementOnScreen): CheckItem[] {
  const now = isChecked(shown.screen, shown.element) ? 'checked' : 'notChecked';
  return expectationsOf(shown).map(expected => {
    const { check, value } = expected;
    const description = check === 'gone' ? 'on a later screen' : check === now ? 'as now' : value;
    return { label: LABELS[check], ...(description === undefined ? {} : { description }), expected };
  });
}

const IN_TEST = 'compared with an accepted picture in a flow test';
const ELEMENT_PICTURE: CheckItem = { label: 'It Looks the Same…', description: IN_TEST, picture: 'element' };
const SCREEN_PICTURE: CheckItem = {
  label: 'The Whole Screen Looks the Same…',
  description: IN_TEST,
  picture: 'screen',
};

/** Returns the picture of an element, or of its screen, as an expectation of a flow test. */
export function newPicture({ screen, element }: ElementOnScreen, of: 'element' | 'screen'): UnnamedPicture {
  if (of === 'screen') return { title: 'screen' };
  return { element: uniqueSelectors(screen, element)[0], title: nameElement(screen, element) };
}

const LABELS: Readonly<Record<ElementCheck, string>> = {
  exists: 'It Is on the Screen',
  textIs: 'Its Text Is…',
  textContains: 'Its Text Contains…',
  checked: 'It Is Checked',
  notChecked: 'It Is Not Checked',
  gone: 'It Is Gone',
};

/** Returns the reasons why something cannot be checked of an element. */
function refusalsOf({ screen, element }: ElementOnScreen): readonly string[] {
  const hasText = textsOf(screen, element).length > 0;
  const hasState = isChecked(screen, element) !== undefined;
  return [
    ...(hasText ? [] : ['It has no text to compare']),
    ...(hasState ? [] : ['It cannot be checked or unchecked']),
  ];
}

/** Asks for the text to compare with; returns undefined on cancel. */
export async function withText(
  expected: Expected,
  { screen, element }: ElementOnScreen,
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
