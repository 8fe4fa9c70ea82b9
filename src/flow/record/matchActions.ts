import { GLOBAL_ACTIONS } from '../../contract/enumerations.ts';
import { actionParams, type CatalogAction } from '../catalog.ts';
import { readerOf } from '../schema/schemaReader.ts';
import { fillWithFallback } from './fallback.ts';
import { fillParams } from './fillParams.ts';
import type { RecordedElement } from './recordedElement.ts';
import { type RecordedInput, takesElement, toInputVariants } from './wantedValues.ts';

/** An action that can perform an act, with the necessary parameters. */
export interface Match {
  readonly action: CatalogAction;
  readonly params: Readonly<Record<string, unknown>>;
  /** Phrases for what the step does not reproduce; empty if it reproduces everything. */
  readonly losses: readonly string[];
  /** True if the touched element is known, but the step touches its point. */
  readonly isByPoint: boolean;
}

/** The actions that can perform an act, the most likely first; `isSure` if the first is certainly the right one. */
interface Matches {
  readonly found: readonly Match[];
  readonly isSure: boolean;
}

interface Meaning {
  /** Groups of words; the method or name of a matching action has a word of each group. */
  readonly splitWords: readonly (readonly string[])[];
  /** Words that exclude an action. */
  readonly not: readonly string[];
}

const GPS = ['location', 'gps', 'position', 'geo', 'geolocation', 'coordinates'];
const BUTTONS = Object.keys(GLOBAL_ACTIONS);
const MEANINGS: Readonly<Record<RecordedInput['kind'], Meaning>> = {
  tap: { splitWords: [['tap', 'click', 'touch']], not: ['long', 'double', 'hold', 'multi', 'element'] },
  swipe: { splitWords: [['swipe', 'drag', 'fling']], not: ['element', 'direction'] },
  text: {
    splitWords: [['type', 'input', 'write', 'enter', 'keyboard']],
    not: ['clear', 'read', 'key', 'get', 'wait', 'element'],
  },
  clear: {
    splitWords: [
      ['clear', 'empty', 'erase'],
      ['text', 'input', 'field'],
    ],
    not: ['data', 'app', 'type'],
  },
  key: { splitWords: [['key', 'keycode', 'keyevent']], not: ['long', 'get', 'api'] },
  global: {
    splitWords: [['global', 'button', 'navigate', 'navigation', 'back', 'home', 'recents']],
    not: [],
  },
  locate: { splitWords: [GPS], not: ['reset', 'get', 'clear', 'read', 'wait'] },
  resetLocation: { splitWords: [['reset', 'restore', 'clear'], GPS], not: ['get'] },
  wait: {
    splitWords: [['wait', 'sleep', 'pause', 'delay']],
    not: ['element', 'text', 'message', 'code', 'until'],
  },
  waitFor: {
    splitWords: [
      ['wait', 'await'],
      ['element', 'selector', 'visible', 'appear', 'text', 'displayed'],
    ],
    not: ['gone', 'hidden', 'invisible', 'disappear', 'message', 'code', 'passcode'],
  },
  scrollTo: { splitWords: [['scroll', 'scrolls']], not: ['by', 'position'] },
  closeKeyboard: {
    splitWords: [
      ['hide', 'close', 'dismiss'],
      ['keyboard', 'ime'],
    ],
    not: [],
  },
  openApp: {
    splitWords: [
      ['launch', 'open', 'start'],
      ['app', 'application'],
    ],
    not: ['url', 'link', 'task'],
  },
  task: { splitWords: [['run', 'start'], ['task']], not: [] },
  // Its step is found apart, by what it checks.
  check: { splitWords: [[]], not: [] },
  passcode: {
    splitWords: [
      ['wait', 'await', 'get', 'read', 'receive', 'fetch'],
      ['passcode', 'otp', 'code'],
    ],
    not: ['key', 'send'],
  },
};

/** The meaning of a long press on an element. Without an element, it is a swipe within one point. */
const LONG_PRESS: Meaning = { splitWords: [['long', 'hold', 'longpress']], not: [] };

/** Returns the key under which the action chosen for an act is stored; acts with the same key use the same action. */
export function actName(input: RecordedInput, element?: RecordedElement): string {
  if (element && takesElement(input)) return `${input.kind} element`;
  return input.kind === 'global' ? `global ${input.button}` : input.kind;
}

/** Finds the actions that can perform an act on a display, by their words and parameters. */
export function matchActions(
  input: RecordedInput,
  display: number,
  actions: Iterable<CatalogAction>,
  element?: RecordedElement,
): Matches {
  const allActions = [...actions];
  const match = (action: CatalogAction): Match | [] => matchAction(input, display, action, element) ?? [];
  for (const meaning of meaningsOf(input, element)) {
    const found = rank(allActions.filter(action => hasMeaning(action, meaning)).flatMap(match));
    const [best, second] = found;
    if (best) return { found, isSure: !second || weight(best) < weight(second) };
  }
  const rest = allActions.filter(action => isPossible(input, action));
  return { found: rank(rest.flatMap(match)), isSure: false };
}

/** Matches an action with an act; undefined if its parameters can express neither the touched element nor the point. */
export function matchAction(
  input: RecordedInput,
  display: number,
  action: CatalogAction,
  element?: RecordedElement,
): Match | undefined {
  const form = readerOf(action.paramsSchema);
  if (form.unusable !== undefined) return undefined;
  const inherited = actionParams(action);
  const variants = toInputVariants(input, display, element, action.elementParam);
  for (const [index, { values, selector }] of variants.entries()) {
    const { params, placed } = fillParams(form, values, inherited);
    const missing = values.filter(value => !placed.has(value));
    if (missing.some(({ need }) => need === 'must') && !isForButton(input, action)) continue;
    if (!form.accepts([form.root], { ...inherited, ...params })) continue;
    const filled = { reader: form, inherited, param: action.elementParam };
    const withFallback = selector && fillWithFallback(filled, values, selector, element?.selectors ?? []);
    return {
      action,
      params: withFallback ?? params,
      losses: missing.filter(({ need }) => need === 'should').map(({ loss }) => loss),
      isByPoint: element !== undefined && isByPoint(input, index, variants.length),
    };
  }
  return undefined;
}

function isByPoint({ kind }: RecordedInput, index: number, variants: number): boolean {
  return (kind === 'tap' || kind === 'swipe') && variants > 1 && index === variants - 1;
}

// An action for a single button needs no parameter for it.
function isForButton(input: RecordedInput, action: CatalogAction): boolean {
  if (input.kind !== 'global') return false;
  const named = BUTTONS.filter(button => wordsOfAction(action).includes(button));
  return named.length === 1 && named[0] === input.button;
}

/** Returns the meanings of an act, the best first. */
function meaningsOf(input: RecordedInput, element: RecordedElement | undefined): readonly Meaning[] {
  const meaning = MEANINGS[input.kind];
  if (!element) return [meaning];
  const ofElements = { ...meaning, not: meaning.not.filter(word => word !== 'element') };
  return input.kind === 'swipe' ? [LONG_PRESS, ofElements] : [ofElements];
}

/** Returns true if the words of an action mean an act, on the touched element if there is one. */
export function means(action: CatalogAction, input: RecordedInput, element?: RecordedElement): boolean {
  return meaningsOf(input, element).some(meaning => hasMeaning(action, meaning));
}

function hasMeaning(action: CatalogAction, { splitWords: groups, not }: Meaning): boolean {
  const actionWords = wordsOfAction(action);
  return (
    groups.every(group => group.some(word => actionWords.includes(word))) &&
    !not.some(word => actionWords.includes(word))
  );
}

// An act without required values would match every action without required parameters, so a word must match too.
function isPossible(input: RecordedInput, action: CatalogAction): boolean {
  const [variant] = toInputVariants(input, 0, undefined);
  // An element is always one of the parameters.
  if (!variant) return true;
  if (variant.values.some(({ need }) => need === 'must')) return true;
  const describedWords = words(`${action.name} ${action.method ?? ''} ${action.description ?? ''}`);
  return MEANINGS[input.kind].splitWords.every(group => group.some(word => describedWords.includes(word)));
}

/** Returns the words of the name and the method of an action, in lowercase. */
export function wordsOfAction({ name, method }: Pick<CatalogAction, 'name' | 'method'>): readonly string[] {
  return words(`${name} ${method ?? ''}`);
}

/** Splits names such as `device.typeText` into lowercase words. */
function words(text: string): readonly string[] {
  const parted = text.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase();
  return parted.split(/[^\p{L}\d]+/u).filter(word => word !== '');
}

function rank(matches: readonly Match[]): readonly Match[] {
  return matches.toSorted(
    (left, right) => weight(left) - weight(right) || left.action.name.localeCompare(right.action.name),
  );
}

/** Lower for an action with fewer losses, then for one that finds the element, then for one with a shorter name. */
function weight({ losses, isByPoint, action }: Match): number {
  return losses.length * 100 + (isByPoint ? 50 : 0) + words(action.method ?? action.name).length;
}
