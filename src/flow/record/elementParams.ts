import { actionParams, type CatalogAction } from '../catalog.ts';
import type { FlowEdit, StepPath } from '../edit/flowEdit.ts';
import { readerOf } from '../schema/schemaReader.ts';
import { type Role, ROLES, type Selector } from '../selector/selector.ts';
import type { PathSegment } from '../template.ts';
import { isObject, without } from '../../util/isObject.ts';
import { memoize } from '../../util/once.ts';
import type { DevicePoint } from './deviceGesture.ts';
import { fallbackIn } from './fallback.ts';
import { fillParams } from './fillParams.ts';
import { wordsOfAction } from './matchActions.ts';
import { expectedValues, type InputValue, selectorValues, touchValues } from './wantedValues.ts';

type Params = Readonly<Record<string, unknown>>;

/** The use that a step makes of an element: it finds it, starts or ends a swipe there, or expects its text. */
export type ElementUse = 'element' | 'start' | 'end' | 'text';

/** A parameter that takes an element of the screen. */
export interface ElementPlace {
  readonly path: readonly PathSegment[];
  readonly use: ElementUse;
}

/** An element as a step can name it: by a selector, a point of it, or its text. */
export type NamedElement =
  /** With `isPart`, part of the text in any letter case is enough. */
  | { readonly by: 'selector'; readonly selector: Selector; readonly isPart?: boolean }
  | { readonly by: 'point'; readonly point: DevicePoint }
  | { readonly by: 'text'; readonly text: string };

/** The parameters of an action that name an element, with example values. */
export interface ElementForm {
  readonly use: ElementUse;
  readonly by: 'resourceId' | 'description' | 'text' | 'point';
  readonly params: Params;
  /** The path to the example value in `params`; to the horizontal coordinate of a point. */
  readonly path: readonly PathSegment[];
  /** The path to the role beside a text or a description; undefined if the parameters have none. */
  readonly rolePath?: readonly PathSegment[];
}

/** Words of actions that look for elements, in which a parameter such as `text` names one. */
const FINDS = [
  'tap',
  'click',
  'touch',
  'press',
  'hold',
  'longpress',
  'element',
  'find',
  'wait',
  'scroll',
  'see',
  'visible',
  'assert',
  'check',
  'verify',
  'expect',
];
/** Words of actions that compare what is on the screen. */
const CHECKS = ['assert', 'check', 'verify', 'expect', 'compare'];
/** Words of actions with texts that are not on the screen. */
const WRITES = [
  'type',
  'input',
  'write',
  'enter',
  'keyboard',
  'message',
  'mail',
  'mailbox',
  'passcode',
  'task',
  'agent',
  'webhook',
  'webhooks',
  'log',
];

const POINT: DevicePoint = { x: 1, y: 2 };
const EXAMPLES = {
  resourceId: ['com.example.shop:id/sign_in', 'sign_in'],
  description: ['Sign in'],
  text: ['Sign in'],
} as const;

const EXAMPLE_ROLE: Role = 'button';
/** The example role as actions may spell it. */
const SPELLED_ROLES = [EXAMPLE_ROLE, 'BUTTON', 'Button'];

/** Returns the parameters of an action that name an element; empty if it takes none. */
export const elementForms = memoize((action: CatalogAction): readonly ElementForm[] => {
  const reader = readerOf(action.paramsSchema);
  if (reader.unusable !== undefined) return [];
  const inherited = actionParams(action);
  const formOf = (
    use: ElementUse,
    by: ElementForm['by'],
    values: readonly InputValue[],
    example: unknown,
  ): ElementForm | undefined => {
    const { params, placed } = fillParams(reader, values, inherited);
    if (values.some(value => !placed.has(value))) return undefined;
    const path = pathTo(params, example);
    return path && { use, by, params, path };
  };
  const withRole = (form: ElementForm): ElementForm => {
    const [example] = EXAMPLES[form.by === 'text' ? 'text' : 'description'];
    const selector = { [form.by]: example, role: EXAMPLE_ROLE };
    const found = form.by === 'resourceId' ? [] : selectorValues(selector, action.elementParam);
    const rolePath = found
      .flatMap(values => SPELLED_ROLES.map(role => formOf('element', form.by, values, role)?.path))
      .find(path => path !== undefined);
    return { ...form, ...(rolePath ? { rolePath } : {}) };
  };
  const bySelector = (['resourceId', 'description', 'text'] as const).flatMap(by => {
    const found = EXAMPLES[by].flatMap(example =>
      selectorValues({ [by]: example }, action.elementParam).map(values =>
        formOf('element', by, values, example),
      ),
    );
    const form = found.find(one => one !== undefined);
    return form ? withRole(form) : [];
  });
  const touches = [['element', 'only'] as const, ['start', 'start'] as const, ['end', 'end'] as const].map(
    ([use, which]) => formOf(use, 'point', touchValues(which, POINT), POINT.x),
  );
  const finds = findsElements(action);
  // Without other words or an answer of the user, a text may be anything, such as one to type.
  const isClear = finds || action.elementParam != null || bySelector.some(({ by }) => by !== 'text');
  const selectors = isClear ? bySelector : [];
  const [example] = EXAMPLES.text;
  const expected =
    finds && hasWord(action, CHECKS) ? formOf('text', 'text', expectedValues(example), example) : undefined;
  const isOther = expected && !selectors.some(form => isSamePath(form, expected));
  const [only, start, end] = touches;
  // A point that is named like the end of a swipe, such as `target`, is the only one without a start.
  const isSwipe = start && end && (!only || isSamePath(only, start) || isSamePath(only, end));
  const points = isSwipe ? [start, end] : [only];
  return [...selectors, ...points, isOther ? expected : undefined].filter(form => form !== undefined);
});

/** Returns true if the words of an action say that it looks for an element, not that it writes a text. */
export function findsElements(action: CatalogAction): boolean {
  return hasWord(action, FINDS) && !writesText(action);
}

/** Returns true if the words of an action say that it writes or sends a text. */
export function writesText(action: CatalogAction): boolean {
  return hasWord(action, WRITES);
}

function hasWord(action: CatalogAction, list: readonly string[]): boolean {
  const words = wordsOfAction(action);
  return list.some(word => words.includes(word));
}

function isSamePath(one: ElementForm, other: ElementForm): boolean {
  return one.path.join('/') === other.path.join('/');
}

/** Returns the parameters that take an element, each once. */
export function elementPlaces(forms: readonly ElementForm[]): readonly ElementPlace[] {
  const places = forms.map(({ use, path }): ElementPlace => {
    // A selector is one value, wherever its properties are; the points of a swipe are two.
    if (use === 'element' || use === 'text') return { use, path: path.slice(0, 1) };
    return { use, path: path.length > 1 && path.at(-1) === 'x' ? path.slice(0, -1) : path };
  });
  return [...new Map(places.map(place => [place.path.join('/'), place])).values()];
}

/**
 * Returns the parameters of a step with an element in place of the one that they name; undefined if the action cannot
 * name it in this way.
 */
export function withElement(
  action: CatalogAction,
  own: Params,
  use: ElementUse,
  named: NamedElement,
): Params | undefined {
  const reader = readerOf(action.paramsSchema);
  const inherited = actionParams(action);
  for (const values of valuesOf(action, use, named)) {
    const { params, placed } = fillParams(reader, values, inherited);
    if (values.length === 0 || values.some(value => !placed.has(value))) continue;
    if (use === 'start' || use === 'end') return merge(own, params);
    const before = elementForms(action).filter(form => form.use === use);
    // Another way to find the element before finds another one.
    const outdated = use === 'element' ? Object.keys(fallbackIn(own)) : [];
    return { ...without(own, [...before.flatMap(namesOf), ...outdated]), ...params };
  }
  return undefined;
}

// The vertical coordinate is beside the horizontal one, and a strategy beside its value.
function namesOf({ params, path: [name, inner], rolePath = [] }: ElementForm): readonly string[] {
  const [roleName] = rolePath;
  const own = inner === undefined || typeof name !== 'string' ? Object.keys(params) : [name];
  return typeof roleName === 'string' ? [...own, roleName] : own;
}

/** Returns the edit that gives a step other parameters, as small as possible; undefined if they are the same. */
export function paramsEdit(step: StepPath, before: Params, after: Params): FlowEdit | undefined {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    name => JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  const [name] = names;
  if (name === undefined) return undefined;
  if (names.length > 1) return { kind: 'set', location: { in: 'params', step, path: [] }, value: after };
  const location = { in: 'params', step, path: [name] } as const;
  return Object.hasOwn(after, name)
    ? { kind: 'set', location, value: after[name] }
    : { kind: 'remove', location };
}

/** Returns the element that parameters name, as far as no expression decides it; undefined if they name none. */
export function elementIn(forms: readonly ElementForm[], params: Params): NamedElement | undefined {
  for (const { use, by, params: example, path, rolePath } of forms) {
    if (use !== 'element' && use !== 'text') continue;
    const value = valueAt(params, path);
    if (by === 'point') {
      const y = valueAt(params, pathTo(example, POINT.y) ?? []);
      if (typeof value === 'number' && typeof y === 'number') return { by, point: { x: value, y } };
    } else if (typeof value === 'string' && !value.includes('{{') && hasConstants(params, example, path)) {
      if (use === 'text') return { by: 'text', text: value };
      const holder = valueAt(params, path.slice(0, -1));
      const isPart = by === 'text' && isObject(holder) && holder['exact'] === false;
      const given = rolePath && valueAt(params, rolePath);
      const role = ROLES.find(known => typeof given === 'string' && known === given.toLowerCase());
      // Another role than those known here may mean any element.
      if (given !== undefined && !role) continue;
      const selector = { [by]: value, ...(role ? { role } : {}) };
      return { by: 'selector', selector, ...(isPart ? { isPart } : {}) };
    }
  }
  return undefined;
}

function valuesOf(
  { elementParam }: CatalogAction,
  use: ElementUse,
  named: NamedElement,
): readonly (readonly InputValue[])[] {
  switch (named.by) {
    case 'selector':
      return use === 'element' ? selectorValues(named.selector, elementParam) : [];
    case 'point':
      return use === 'text' ? [] : [touchValues(use === 'element' ? 'only' : use, named.point)];
    case 'text':
      return use === 'text' ? [expectedValues(named.text)] : [];
  }
}

/** Returns true if the values beside the example, such as the kind of a selector, are those of the example. */
function hasConstants(
  params: unknown,
  example: unknown,
  [segment, ...rest]: readonly PathSegment[],
): boolean {
  if (segment === undefined || !isObject(example)) return true;
  return Object.entries(example).every(([name, value]) => {
    const given = isObject(params) ? params[name] : undefined;
    return name === segment
      ? hasConstants(given, value, rest)
      : JSON.stringify(given) === JSON.stringify(value);
  });
}

function pathTo(value: unknown, wanted: unknown): readonly PathSegment[] | undefined {
  if (value === wanted) return [];
  for (const [name, inner] of Object.entries(isObject(value) ? value : {})) {
    const path = pathTo(inner, wanted);
    if (path) return [name, ...path];
  }
  return undefined;
}

function valueAt(value: unknown, path: readonly PathSegment[]): unknown {
  return path.reduce<unknown>(
    (found, name) => (isObject(found) && Object.hasOwn(found, name) ? found[name] : undefined),
    value,
  );
}

function merge(own: unknown, added: Params): Params {
  const result: Record<string, unknown> = isObject(own) ? { ...own } : {};
  for (const [name, value] of Object.entries(added)) {
    result[name] = isObject(value) ? merge(result[name], value) : value;
  }
  return result;
}
