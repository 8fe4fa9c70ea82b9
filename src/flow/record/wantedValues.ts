import { GLOBAL_ACTIONS } from '../../contract/enumerations.ts';
import type { DeviceGesture } from './deviceGesture.ts';

/** An action that a step can perform: a gesture, or a pause before the next one. */
export type RecordedInput = DeviceGesture | { readonly kind: 'wait'; readonly milliseconds: number };

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

/** Names of keys, by Android key code. */
const KEY_NAMES: Readonly<Record<number, readonly string[]>> = {
  3: ['home'],
  4: ['back'],
  19: ['up', 'dpadUp'],
  20: ['down', 'dpadDown'],
  21: ['left', 'dpadLeft'],
  22: ['right', 'dpadRight'],
  61: ['tab'],
  62: ['space'],
  66: ['enter', 'return'],
  67: ['delete', 'backspace', 'del'],
  111: ['escape', 'esc'],
  112: ['forwardDelete', 'forwardDel', 'forward_del'],
  187: ['recents', 'appSwitch'],
};

/** Returns the values that a step for an act on a display needs; the first display is 0. */
export function toInputValues(input: RecordedInput, display: number): readonly InputValue[] {
  const general = input.kind === 'wait' ? [] : [displayValue(display)];
  switch (input.kind) {
    case 'tap':
      return [...point(input.at, ['', 'point', 'tap', 'position']), stealthValue(input.stealth), ...general];
    case 'swipe':
      return [
        ...point(input.from, ['start', 'from', 'begin', 'startpoint', 'source'], '1'),
        ...point(input.to, ['end', 'to', 'finish', 'endpoint', 'target'], '2'),
        timeValue(input.duration, ['duration', 'time', 'swipeduration'], 'should', 'its duration'),
        stealthValue(input.stealth),
        ...general,
      ];
    case 'text':
      return [
        must(['text', 'value', 'input', 'content', 'string'], [input.text]),
        stealthValue(input.stealth),
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
    case 'clear':
      return general;
    case 'resetLocation':
      return [];
  }
}

function must(names: readonly string[], forms: readonly unknown[]): InputValue {
  return { names, forms: () => forms, need: 'must', loss: '', isUsual: false };
}

function point(
  { x, y }: { readonly x: number; readonly y: number },
  outer: readonly string[],
  number?: string,
): readonly InputValue[] {
  return (['x', 'y'] as const).map(axis => {
    const names = outer.flatMap(name => [`${name}${axis}`, `${axis}${name}`]);
    return must(number === undefined ? names : [...names, axis + number], [axis === 'x' ? x : y]);
  });
}

function stealthValue(stealth: boolean): InputValue {
  const names = ['stealth', 'humanlike', 'human', 'humantouch', 'stealthmode'];
  const loss = stealth ? 'stealth' : 'an exact hand';
  return { names, forms: () => [stealth], need: stealth ? 'should' : 'may', loss, isUsual: !stealth };
}

function displayValue(display: number): InputValue {
  const names = ['display', 'displayid', 'displayindex', 'screen'];
  const isFirst = display === 0;
  return {
    names,
    forms: () => [display],
    need: isFirst ? 'may' : 'should',
    loss: `display ${display}`,
    isUsual: isFirst,
  };
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
  return [...names, key, ...names.flatMap(spellings), ...names.map(name => `KEYCODE_${name.toUpperCase()}`)];
}

function buttonForms(button: keyof typeof GLOBAL_ACTIONS): readonly unknown[] {
  return [button, ...spellings(button), `GLOBAL_ACTION_${button.toUpperCase()}`, GLOBAL_ACTIONS[button]];
}

function spellings(name: string): readonly string[] {
  return [name.toUpperCase(), `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`];
}
