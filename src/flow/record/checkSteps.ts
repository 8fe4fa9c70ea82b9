import { actionParams, type CatalogAction } from '../catalog.ts';
import { readerOf } from '../schema/schemaReader.ts';
import type { ElementCheck, ExpectedElement } from '../selector/elementCheck.ts';
import type { Selector } from '../selector/selector.ts';
import { elementForms, withElement } from './elementParams.ts';
import { fillWithFallback } from './fallback.ts';
import { fillParams } from './fillParams.ts';
import { wordsOfAction } from './matchActions.ts';
import { enumerated, type InputValue, must, selectorValues, letterCases } from './wantedValues.ts';

/** A step that checks an element: an action of the catalog with its parameters. */
export interface CheckStep {
  readonly action: CatalogAction;
  readonly params: Readonly<Record<string, unknown>>;
  /** True if the step looks for the text on the whole screen, not in the element. */
  readonly isWholeScreen: boolean;
}

/** Words of actions that compare what is on the screen, the surest first, and of actions that wait for it. */
const CHECKS = ['assert', 'verify', 'expect', 'check', 'validate'];
const WAITS = ['wait', 'exists', 'visible', 'appears', 'gone', 'disappear', 'disappears', 'hidden'];
/** Words of actions that wait until an element is gone. */
const GONE = ['gone', 'disappear', 'disappears', 'hidden', 'absent', 'invisible', 'vanish'];
/** Words of actions that touch an element or do something else with it. */
const OTHERS = [
  'tap',
  'click',
  'touch',
  'press',
  'hold',
  'swipe',
  'drag',
  'scroll',
  'type',
  'count',
  'read',
  'checkbox',
  'uncheck',
  'toggle',
  'select',
  'screenshot',
];

const STATES = 'state until condition expectation expected expect visibility status should'.split(' ');
const STATE_FORMS: Readonly<Record<'exists' | 'gone' | 'checked' | 'notChecked', readonly string[]>> = {
  exists: ['visible', 'exists', 'present', 'displayed', 'shown', 'appears'],
  gone: ['gone', 'hidden', 'absent', 'invisible', 'notVisible', 'not_visible', 'missing', 'disappears'],
  checked: ['checked', 'on', 'selected'],
  notChecked: ['unchecked', 'notChecked', 'not_checked', 'off', 'unselected'],
};
const TEXT_NAMES: Readonly<Record<'textIs' | 'textContains', readonly string[]>> = {
  textIs: ['equals', 'textequals', 'equalstext', 'expectedtext', 'expected', 'textis', 'exacttext'],
  textContains: ['contains', 'textcontains', 'containstext', 'includes', 'expectedpart', 'substring'],
};

/**
 * Finds an action that checks an element by its words and parameters. The element is named by the first of the selectors
 * that an action can take. Undefined if no action can check this.
 */
export function findCheckStep(
  actions: Iterable<CatalogAction>,
  selectors: readonly Selector[],
  { check, value = '' }: Omit<ExpectedElement, 'element'>,
): CheckStep | undefined {
  const able = [...actions]
    .filter(action => isCheck(action, check))
    .toSorted((one, other) => weightOf(one) - weightOf(other) || one.name.localeCompare(other.name));
  for (const selector of selectors.filter(isLiteral)) {
    for (const action of able) {
      const params = checkParams(action, selector, selectors, check, value);
      if (params) return { action, params, isWholeScreen: false };
    }
  }
  if (check !== 'textContains' || isExpression(value)) return undefined;
  for (const action of able) {
    const params = withElement(action, {}, 'text', { by: 'text', text: value });
    if (params && isValid(action, params)) return { action, params, isWholeScreen: true };
  }
  return undefined;
}

function checkParams(
  action: CatalogAction,
  selector: Selector,
  selectors: readonly Selector[],
  check: ElementCheck,
  value: string,
): CheckStep['params'] | undefined {
  if (isExpression(value) || !elementForms(action).some(({ use }) => use === 'element')) return undefined;
  const reader = readerOf(action.paramsSchema);
  const inherited = actionParams(action);
  for (const named of selectorValues(selector, action.elementParam)) {
    for (const expected of expectedValues(action, check, value)) {
      const { params, placed } = fillParams(reader, [...named, ...expected], inherited);
      const isPlaced = [...named, ...expected].every(one => placed.has(one) || one.need !== 'must');
      if (!isPlaced || !isValid(action, params)) continue;
      const filled = { reader, inherited, param: action.elementParam };
      return (
        fillWithFallback(filled, [...named, ...expected], selector, selectors.filter(isLiteral)) ?? params
      );
    }
  }
  return undefined;
}

/** Returns the ways to express what is expected: as a state in an enumeration, as a flag, or as a text. */
function expectedValues(
  action: CatalogAction,
  check: ElementCheck,
  value: string,
): readonly (readonly InputValue[])[] {
  switch (check) {
    case 'exists':
      return [[{ ...stateValue('exists'), need: 'may', isUsual: true }]];
    case 'gone':
      if (GONE.some(word => wordsOfAction(action).includes(word))) return [[]];
      return [
        [stateValue('gone')],
        [must(['gone', 'absent', 'hidden', 'negate'], [true])],
        [must(['visible', 'exists'], [false])],
      ];
    case 'checked':
    case 'notChecked':
      return [[stateValue(check)], [must(['checked', 'ischecked'], [check === 'checked'])]];
    case 'textIs':
    case 'textContains':
      return [[{ ...must(TEXT_NAMES[check], []), forms: (_, takesAny) => (takesAny ? [value] : []) }]];
  }
}

function stateValue(check: keyof typeof STATE_FORMS): InputValue {
  return enumerated(
    STATES,
    STATE_FORMS[check].flatMap(form => [form, ...letterCases(form)]),
  );
}

function isCheck(action: CatalogAction, check: ElementCheck): boolean {
  const words = wordsOfAction(action);
  const has = (list: readonly string[]): boolean => list.some(word => words.includes(word));
  if (has(OTHERS) || !has([...CHECKS, ...WAITS])) return false;
  return check === 'gone' || !has(GONE);
}

/** Lower for an action that says that it checks, then for one with a shorter name. */
function weightOf(action: CatalogAction): number {
  const words = wordsOfAction(action);
  const surest = CHECKS.findIndex(word => words.includes(word));
  return (surest === -1 ? CHECKS.length : surest) * 100 + words.length;
}

function isValid(action: CatalogAction, params: CheckStep['params']): boolean {
  const reader = readerOf(action.paramsSchema);
  const inherited = actionParams(action);
  return reader.unusable === undefined && reader.accepts([reader.root], { ...inherited, ...params });
}

function isLiteral({ text = '', description = '', resourceId = '', near }: Selector): boolean {
  return ![text, description, resourceId, near?.text ?? ''].some(isExpression);
}

/** Returns true for a text that a step would read as an expression. */
function isExpression(text: string): boolean {
  return text.includes('{{');
}
