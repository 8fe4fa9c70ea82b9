import type { CatalogAction } from '../catalog.ts';
import type { NewStep } from '../edit/flowEdit.ts';
import { type ElementCheck, type ExpectedElement, isChecked, textsOf } from '../selector/elementCheck.ts';
import type { Screen, ScreenElement } from '../selector/screen.ts';
import type { Selector } from '../selector/selector.ts';
import { type CheckStep, findCheckStep } from './checkSteps.ts';
import { nameElement, quoteName, uniqueSelectors } from './recordedElement.ts';
import type { TimedInput } from './timedInputs.ts';

/** An element on a screen. */
export interface ElementOnScreen {
  readonly screen: Screen;
  readonly element: ScreenElement;
}

export type Expected = Omit<ExpectedElement, 'element'>;

/** Something that can be added during a recording: a check, a wait, or a picture in the test of the flow. */
export interface RecordedChoice {
  readonly label: string;
  readonly detail: string;
  readonly isUnique: boolean;
  readonly adds:
    | { readonly kind: 'check'; readonly expected: Expected }
    | { readonly kind: 'wait'; readonly wait: TimedInput }
    | { readonly kind: 'picture'; readonly of: 'element' | 'screen' };
}

/** The pause that a recording offers beside waiting for an element, in milliseconds. */
const PAUSE_MS = 5000;

/** Returns what can be expected of an element, whether or not it is so now. */
export function expectationsOf({ screen, element }: ElementOnScreen): readonly Expected[] {
  const [value] = textsOf(screen, element);
  const hasState = isChecked(screen, element) !== undefined;
  return [
    { check: 'exists' },
    ...(value === undefined
      ? []
      : ([
          { check: 'textIs', value },
          { check: 'textContains', value },
        ] as const)),
    ...(hasState ? ([{ check: 'checked' }, { check: 'notChecked' }] as const) : []),
    { check: 'gone' },
  ];
}

const CHECK_LABELS: Readonly<Record<Exclude<ElementCheck, 'gone'>, string>> = {
  exists: 'Is visible',
  textIs: 'Text is',
  textContains: 'Text contains…',
  checked: 'Is checked',
  notChecked: 'Is not checked',
};

/** Returns the pictures that a recording can compare with: of an element that a selector finds, and of the screen. */
export function pictureChoices({ screen, element }: ElementOnScreen): readonly RecordedChoice[] {
  const choice = { detail: '', isUnique: true };
  return [
    ...(uniqueSelectors(screen, element).length > 0
      ? [{ ...choice, label: 'Looks the same…', adds: { kind: 'picture', of: 'element' } as const }]
      : []),
    { ...choice, label: 'Screen is the same…', adds: { kind: 'picture', of: 'screen' } },
  ];
}

/** Returns what a recording can check of an element as it is now, if the catalog has an action for it. */
export function checkChoices(
  shown: ElementOnScreen,
  actions: readonly CatalogAction[],
): readonly RecordedChoice[] {
  const selectors = uniqueSelectors(shown.screen, shown.element);
  const otherState = isChecked(shown.screen, shown.element) ? 'notChecked' : 'checked';
  return expectationsOf(shown).flatMap((expected): readonly RecordedChoice[] => {
    const { check, value } = expected;
    if (check === 'gone' || check === otherState || !findCheckStep(actions, selectors, expected)) return [];
    const detail = check === 'textIs' ? `“${value}”` : '';
    return [{ label: CHECK_LABELS[check], detail, isUnique: true, adds: { kind: 'check', expected } }];
  });
}

/** Returns the ways in which a recording can wait: for an element, until it is gone, or for a time. */
export function waitChoices(
  shown: ElementOnScreen,
  display: number,
  actions: readonly CatalogAction[],
): readonly RecordedChoice[] {
  const { screen, element } = shown;
  const selectors = uniqueSelectors(screen, element);
  const recorded = { name: nameElement(screen, element), selectors };
  const wait: TimedInput = { input: { kind: 'waitFor' }, element: recorded, display };
  const pause: TimedInput = { input: { kind: 'wait', milliseconds: PAUSE_MS }, display: 0 };
  const choice = { detail: '', isUnique: true };
  return [
    ...(selectors.length > 0
      ? [{ ...choice, label: 'Wait until it is visible', adds: { kind: 'wait', wait } as const }]
      : []),
    ...(findCheckStep(actions, selectors, { check: 'gone' })
      ? [
          {
            ...choice,
            label: 'Wait until it is gone',
            adds: { kind: 'check', expected: { check: 'gone' } } as const,
          },
        ]
      : []),
    { ...choice, label: `Wait ${PAUSE_MS / 1000} seconds`, adds: { kind: 'wait', wait: pause } },
  ];
}

/** Returns the step that checks an element, with the action that it uses; undefined if no action of the catalog can. */
export function checkStepFor(
  shown: ElementOnScreen,
  actions: readonly CatalogAction[],
  expected: Expected,
): { readonly step: NewStep; readonly found: CheckStep } | undefined {
  const selectors: readonly Selector[] = uniqueSelectors(shown.screen, shown.element);
  const found = findCheckStep(actions, selectors, expected);
  if (!found) return undefined;
  const step: NewStep = {
    actionId: found.action.id,
    nameOverride: checkName(shown, expected),
    overrides: { params: found.params },
  };
  return { step, found };
}

/** Names a check by what is checked, which may be a part of the text that names the element now. */
function checkName(shown: ElementOnScreen, { check, value }: Expected): string {
  const { screen, element } = shown;
  const name = nameElement(screen, element);
  if (check === 'gone') return `Wait until ${name} is gone`;
  if (value === undefined || (check !== 'textIs' && check !== 'textContains')) return `Check ${name}`;
  const isNamedByText = textsOf(screen, element).some(text => name === quoteName(text));
  if (check === 'textIs')
    return isNamedByText && name !== quoteName(value) ? `Check text is ${quoteName(value)}` : `Check ${name}`;
  return `Check ${isNamedByText ? 'text' : name} contains ${quoteName(value)}`;
}
