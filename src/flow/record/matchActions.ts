import { GLOBAL_ACTIONS } from '../../contract/enumerations.ts';
import type { CatalogAction } from '../catalog.ts';
import { SchemaReader } from '../schema/schemaReader.ts';
import { isObject } from '../../util/isObject.ts';
import { fillParams } from './fillParams.ts';
import { type RecordedInput, toInputValues } from './wantedValues.ts';

/** An action that can perform an act, with the necessary parameters. */
export interface Match {
  readonly action: CatalogAction;
  readonly params: Readonly<Record<string, unknown>>;
  /** Phrases for what the step does not reproduce; empty if it reproduces everything. */
  readonly losses: readonly string[];
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
};

/** Returns the key under which the action chosen for an act is stored; acts with the same key use the same action. */
export function actName(input: RecordedInput): string {
  return input.kind === 'global' ? `global ${input.button}` : input.kind;
}

/** Finds the actions that can perform an act on a display, by their words and parameters. */
export function matchActions(
  input: RecordedInput,
  display: number,
  actions: Iterable<CatalogAction>,
): Matches {
  const allActions = [...actions];
  const meant = allActions.filter(action => matchesMeaning(input, action));
  const sure = rank(meant.flatMap(action => matchAction(input, display, action) ?? []));
  const [best, second] = sure;
  if (best) return { found: sure, isSure: !second || weight(best) < weight(second) };
  const rest = allActions.filter(action => isPossible(input, action));
  return { found: rank(rest.flatMap(action => matchAction(input, display, action) ?? [])), isSure: false };
}

/** Matches an action with an act; undefined if its parameters cannot express the act. */
export function matchAction(input: RecordedInput, display: number, action: CatalogAction): Match | undefined {
  const form = formOf(action);
  if (form.unusable !== undefined) return undefined;
  const inherited = isObject(action.params) ? action.params : {};
  const values = toInputValues(input, display);
  const { params, placed } = fillParams(form, values, inherited);
  const missing = values.filter(value => !placed.has(value));
  if (missing.some(({ need }) => need === 'must') && !isForButton(input, action)) return undefined;
  if (!form.judge(form.root, { ...inherited, ...params }).valid) return undefined;
  return { action, params, losses: missing.filter(({ need }) => need === 'should').map(({ loss }) => loss) };
}

function formOf({ paramsSchema }: CatalogAction): SchemaReader {
  return new SchemaReader(paramsSchema ?? undefined);
}

// An action for a single button needs no parameter for it.
function isForButton(input: RecordedInput, action: CatalogAction): boolean {
  if (input.kind !== 'global') return false;
  const named = BUTTONS.filter(button => wordsOf(action).includes(button));
  return named.length === 1 && named[0] === input.button;
}

function matchesMeaning(input: RecordedInput, action: CatalogAction): boolean {
  const { splitWords: words, not } = MEANINGS[input.kind];
  const actionWords = wordsOf(action);
  return (
    words.every(group => group.some(word => actionWords.includes(word))) &&
    !not.some(word => actionWords.includes(word))
  );
}

// An act without required values would match every action without required parameters, so a word must match too.
function isPossible(input: RecordedInput, action: CatalogAction): boolean {
  if (toInputValues(input, 0).some(({ need }) => need === 'must')) return true;
  const describedWords = words(`${action.name} ${action.method ?? ''} ${action.description ?? ''}`);
  return MEANINGS[input.kind].splitWords.every(group => group.some(word => describedWords.includes(word)));
}

function wordsOf({ name, method }: CatalogAction): readonly string[] {
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

/** Lower for an action with fewer losses, then for one with fewer words in its method or name. */
function weight({ losses, action }: Match): number {
  return losses.length * 100 + words(action.method ?? action.name).length;
}
