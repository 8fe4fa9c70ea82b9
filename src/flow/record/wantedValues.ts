import type { ElementParam } from '../catalog.ts';
import { GLOBAL_ACTIONS } from '../../contract/enumerations.ts';
import type { Role, Selector } from '../selector/selector.ts';
import type { RecordedElement } from './recordedElement.ts';
import { type DeviceGesture, type DevicePoint, touchedPoint } from './deviceGesture.ts';

/** An app that a flow opens: its package name, its name for users, and the platform of the device. */
export interface OpenedApp {
  readonly app: string;
  readonly name: string;
  readonly platform: 'android' | 'ios';
}

/** An action that a step can perform: a gesture, or what a recording derives from several of them. */
export type RecordedInput =
  | Exclude<DeviceGesture, { kind: 'text' }>
  /** Types into the field that has the focus, after clearing it if `clears` is set. */
  | (Extract<DeviceGesture, { kind: 'text' }> & { readonly clears?: boolean })
  /** A pause before the next gesture. */
  | { readonly kind: 'wait'; readonly milliseconds: number }
  /** Waits until an element is on the screen. */
  | { readonly kind: 'waitFor' }
  /** Scrolls until an element is on the screen. */
  | { readonly kind: 'scrollTo'; readonly direction: ScrollDirection }
  /** Waits until a mailbox receives a passcode. */
  | { readonly kind: 'passcode'; readonly mailboxId: string }
  /** Closes the on-screen keyboard if it is open. */
  | { readonly kind: 'closeKeyboard' }
  /** Opens an app, in a fresh state unless `keepsData` is set. */
  | ({ readonly kind: 'openApp'; readonly keepsData?: boolean } & OpenedApp)
  /** Lets an agent of the service carry out an instruction. */
  | { readonly kind: 'task'; readonly instruction: string }
  /** Checks an element, with a step that is found apart. */
  | { readonly kind: 'check' };

/** The side at which scrolling shows more. */
export type ScrollDirection = 'up' | 'down' | 'left' | 'right';

/** Returns true for an act that an element of the screen is part of. */
export function takesElement(input: RecordedInput): boolean {
  switch (input.kind) {
    case 'waitFor':
    case 'scrollTo':
      return true;
    case 'wait':
    case 'passcode':
    case 'closeKeyboard':
    case 'openApp':
    case 'task':
    case 'check':
      return false;
    default:
      return touchedPoint(input) !== undefined;
  }
}

/** A way to express an act; `selector` is the one that names its element. */
export interface InputVariant {
  readonly values: readonly InputValue[];
  readonly selector?: Selector;
}

/** A value that a step needs to perform an act, independent of the names in an action. */
export interface InputValue {
  /**
   * Possible parameter names in lowercase letters and digits, outer names before inner ones: `from` with `x` is
   * `fromx`.
   */
  readonly names: readonly string[];
  /**
   * Returns possible notations, the best first, for a parameter with this description; `takesAny` is true for free
   * text.
   */
  readonly forms: (hint: string, takesAny: boolean) => readonly unknown[];
  /**
   * An action without a parameter for a `must` value does not match; without one for a `should` value it loses
   * something.
   */
  readonly need: 'must' | 'should' | 'may';
  /** A phrase for what is lost without the value. */
  readonly loss: string;
  /** True if the value is the usual one, so that it is omitted unless the action or its schema has another. */
  readonly isUsual: boolean;
}

/** The value that makes an action clear the field before it types. */
const CLEARS: InputValue = {
  ...must(['clear', 'clearfirst', 'clearfield', 'cleartext', 'replace', 'overwrite'], [true]),
  need: 'should',
  loss: 'clearing the field first',
};

/** The value that makes an action open an app in a fresh state. */
const FRESH: InputValue = {
  ...must(['cleardata', 'clear', 'fresh', 'freshstate', 'clearstate', 'reset', 'resetdata'], [true]),
  need: 'should',
  loss: 'a fresh state',
};

/** Names of keys, by Android key code. */
const KEY_NAMES: Readonly<Record<number, readonly string[]>> = {
  3: ['home'],
  4: ['back'],
  19: ['up', 'dpadUp'],
  20: ['down', 'dpadDown'],
  21: ['left', 'dpadLeft'],
  22: ['right', 'dpadRight'],
  24: ['volumeUp', 'volume_up'],
  25: ['volumeDown', 'volume_down'],
  26: ['power'],
  61: ['tab'],
  62: ['space'],
  66: ['enter', 'return'],
  67: ['delete', 'backspace', 'del'],
  111: ['escape', 'esc'],
  112: ['forwardDelete', 'forwardDel', 'forward_del'],
  187: ['recents', 'appSwitch'],
};

/**
 * Returns the ways to express an act on a display, the best first: by each selector of the touched element, then by its
 * point. The first display is 0. `param` is the answer of the user about the action.
 */
export function toInputVariants(
  input: RecordedInput,
  display: number,
  element: RecordedElement | undefined,
  param?: ElementParam | null,
): readonly InputVariant[] {
  const others = otherValues(input, display);
  const byPoint = { values: [...pointValues(input), ...others] };
  if (!takesElement(input)) return [byPoint];
  const bySelector = (element?.selectors ?? []).flatMap(selector =>
    selectorValues(selector, param).map(values => ({ values: [...values, ...others], selector })),
  );
  return input.kind === 'tap' || input.kind === 'swipe' ? [...bySelector, byPoint] : bySelector;
}

function pointValues(input: RecordedInput): readonly InputValue[] {
  if (input.kind === 'tap') return touchValues('only', input.at);
  if (input.kind !== 'swipe') return [];
  return [...touchValues('start', input.from), ...touchValues('end', input.to)];
}

/** Returns the values for the only point that a step touches, or for the start or the end of its swipe. */
export function touchValues(which: 'only' | 'start' | 'end', at: DevicePoint): readonly InputValue[] {
  switch (which) {
    case 'only':
      return point(at, ['', 'point', 'tap', 'position']);
    case 'start':
      return point(at, ['start', 'from', 'begin', 'startpoint', 'source'], '1');
    case 'end':
      return point(at, ['end', 'to', 'finish', 'endpoint', 'target'], '2');
  }
}

/** Returns the value for a text that a step expects on the screen. */
export function expectedValues(text: string): readonly InputValue[] {
  return [must(['contains', 'expected', 'expectedtext', 'text', 'equals'], [text])];
}

function otherValues(input: RecordedInput, display: number): readonly InputValue[] {
  const general = [displayValue(display)];
  switch (input.kind) {
    case 'tap':
      return [stealthValue(input.stealth), ...general];
    case 'swipe':
      return [
        timeValue(input.duration, ['duration', 'time', 'swipeduration'], 'should', 'its duration'),
        stealthValue(input.stealth),
        ...general,
      ];
    case 'text':
      return [
        must(['text', 'value', 'input', 'content', 'string'], [input.text]),
        stealthValue(input.stealth),
        ...(input.clears === true ? [CLEARS] : []),
        ...general,
      ];
    case 'key':
      return [
        {
          ...must(['key', 'keycode', 'code', 'keyevent', 'androidkeycode'], []),
          // The service may not know a name in free text, but it knows the code.
          forms: (_, takesAny) => (takesAny ? [input.key, String(input.key)] : keyForms(input.key)),
        },
        ...general,
      ];
    case 'global':
      return [
        must(['button', 'action', 'globalaction', 'name', 'key'], buttonForms(input.button)),
        ...general,
      ];
    case 'locate':
      return [
        must(['latitude', 'lat'], [input.latitude]),
        must(['longitude', 'lon', 'lng', 'long'], [input.longitude]),
      ];
    case 'wait':
      return [
        timeValue(input.milliseconds, ['duration', 'wait', 'delay', 'pause', 'sleep', 'time'], 'must', ''),
      ];
    case 'waitFor':
      return [visibleValue(), ...general];
    case 'scrollTo':
      return [directionValue(input.direction), ...general];
    case 'passcode':
      return [must(['mailboxid', 'mailbox', 'inboxid', 'inbox'], [input.mailboxId])];
    case 'openApp':
      return [
        must(['app', 'appid', 'package', 'packagename', 'bundleid'], [input.app]),
        { ...must(['platform'], [input.platform]), need: 'may' },
        ...(input.keepsData === true ? [] : [FRESH]),
      ];
    case 'task':
      return [must(['task', 'instruction', 'goal', 'prompt'], [input.instruction])];
    case 'clear':
      return general;
    case 'resetLocation':
    case 'closeKeyboard':
    case 'check':
      return [];
  }
}

/** Names of parameters and of strategies for each property that identifies an element. */
const BY: Readonly<Record<'resourceId' | 'description' | 'text', { names: string[]; strategies: string[] }>> =
  {
    resourceId: {
      names: ['resourceid', 'targetid', 'elementid', 'viewid', 'selectorid'],
      strategies: ['resourceId', 'resource_id', 'resource-id', 'id'],
    },
    description: {
      names: ['description', 'contentdescription', 'contentdesc', 'accessibilitylabel', 'accessibilityid'],
      strategies: [
        'description',
        'contentDescription',
        'content_description',
        'content-desc',
        'accessibilityId',
      ],
    },
    text: { names: ['text', 'elementtext', 'label'], strategies: ['text', 'label'] },
  };
const STRATEGY_NAMES = ['by', 'strategy', 'using', 'type', 'kind', 'selectortype', 'locatortype'];
const VALUE_NAMES = ['value', 'selector', 'locator', 'query'];
const ROLE_NAMES = ['role', 'elementrole', 'elementtype', 'elementkind', 'controltype', 'widgettype'];

/**
 * Returns the ways to express a selector: a parameter for its property, or a strategy and a value, and if necessary one
 * for its role. `param` is the answer of the user about the action.
 */
export function selectorValues(
  { within, near, index, role, ...criteria }: Selector,
  param?: ElementParam | null,
): readonly (readonly InputValue[])[] {
  if ((within ?? index) !== undefined) return [];
  if (near)
    return param || Object.keys(criteria).length > 0 ? [] : nearValues(near.text ?? near.description, role);
  if (param) {
    const value = criteria[param.by];
    // One text cannot have the role, too.
    return value === undefined || role !== undefined
      ? []
      : [[must([param.path.map(normalizeName).join('')], [value])]];
  }
  const roles = role === undefined ? [] : [roleValue(role)];
  return (['resourceId', 'description', 'text'] as const).flatMap(property => {
    const value = criteria[property];
    if (value === undefined) return [];
    const { names, strategies } = BY[property];
    return [
      [must(names, [value]), ...roles],
      [enumerated(STRATEGY_NAMES, strategies), must(VALUE_NAMES, [value]), ...roles],
    ];
  });
}

function nearValues(label: string | undefined, role: Role | undefined): readonly (readonly InputValue[])[] {
  if (label === undefined || role === undefined) return [];
  const isUsual = role === 'field';
  return [
    [
      enumerated(STRATEGY_NAMES, ['near', 'label']),
      must(['near', 'neartext', 'labeltext', 'label'], [label]),
      { ...roleValue(role), need: isUsual ? 'may' : 'must', isUsual },
    ],
  ];
}

function roleValue(role: Role): InputValue {
  return enumerated(ROLE_NAMES, [role, ...letterCases(role)]);
}

/** Reduces a name to lowercase letters and digits, so that `start_x` and `startX` are equal. */
export function normalizeName(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

/** Returns a value without which an action does not match. */
export function must(names: readonly string[], forms: readonly unknown[]): InputValue {
  return { names, forms: () => forms, need: 'must', loss: '', isUsual: false };
}

/** Returns a value for an enumeration only, because in free text the service may not know the name. */
export function enumerated(names: readonly string[], forms: readonly string[]): InputValue {
  return { ...must(names, []), forms: (_, takesAny) => (takesAny ? [] : forms) };
}

function point({ x, y }: DevicePoint, outer: readonly string[], number?: string): readonly InputValue[] {
  return (['x', 'y'] as const).map(axis => {
    const names = outer.flatMap(name => [`${name}${axis}`, `${axis}${name}`]);
    return must(number === undefined ? names : [...names, axis + number], [axis === 'x' ? x : y]);
  });
}

function stealthValue(stealth: boolean): InputValue {
  const names = ['stealth', 'humanlike', 'human', 'humantouch', 'stealthmode'];
  const loss = stealth ? 'stealth' : 'an exact hand';
  return { ...must(names, [stealth]), need: stealth ? 'should' : 'may', loss, isUsual: !stealth };
}

/** Returns the value that makes an action wait until an element is there, not until it is gone. */
function visibleValue(): InputValue {
  const forms = ['visible', 'displayed', 'shown', 'present', 'exists', 'appears', 'attached'];
  const value = enumerated(['until', 'state', 'condition', 'for'], [...forms, ...forms.flatMap(letterCases)]);
  return { ...value, need: 'may', isUsual: true };
}

function directionValue(direction: ScrollDirection): InputValue {
  const isUsual = direction === 'down';
  const value = enumerated(['direction', 'scrolldirection'], [direction, ...letterCases(direction)]);
  return { ...value, need: isUsual ? 'may' : 'should', loss: `scrolling ${direction}`, isUsual };
}

function displayValue(display: number): InputValue {
  const isUsual = display === 0;
  const value = must(['display', 'displayid', 'displayindex', 'screen'], [display]);
  return { ...value, need: isUsual ? 'may' : 'should', loss: `display ${display}`, isUsual };
}

function timeValue(
  milliseconds: number,
  stems: readonly string[],
  need: 'must' | 'should',
  loss: string,
): InputValue {
  const units = ['', 'ms', 'millis', 'milliseconds', 's', 'sec', 'seconds'];
  const names = [...stems, '']
    .flatMap(stem => units.map(unit => stem + unit))
    .filter(name => name.length > 1);
  const seconds = milliseconds / 1000;
  // The `duration` format permits no fractions.
  const texts = [`PT${seconds}S`, `PT${Math.max(1, Math.round(seconds))}S`];
  const forms = (hint: string): readonly unknown[] =>
    /milli|ms\b/i.test(hint)
      ? [milliseconds, ...texts]
      : /sec|\bs\b/i.test(hint)
        ? [seconds, ...texts]
        : [...texts, milliseconds];
  return { names, forms, need, loss, isUsual: false };
}

function keyForms(key: number): readonly unknown[] {
  const names = KEY_NAMES[key] ?? [];
  return [
    ...names,
    key,
    ...names.flatMap(letterCases),
    ...names.map(name => `KEYCODE_${name.toUpperCase()}`),
  ];
}

function buttonForms(button: keyof typeof GLOBAL_ACTIONS): readonly unknown[] {
  return [button, ...letterCases(button), `GLOBAL_ACTION_${button.toUpperCase()}`, GLOBAL_ACTIONS[button]];
}

/** Returns a name in other letter cases, as enumerations may have it. */
export function letterCases(name: string): readonly string[] {
  return [name.toUpperCase(), `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`];
}
