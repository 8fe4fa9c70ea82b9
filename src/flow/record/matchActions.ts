import { GLOBAL_ACTIONS } from '../../contract/enumerations.ts';
import type { CatalogueAction } from '../catalogue.ts';
import { FormSchema } from '../form/formSchema.ts';
import { isObject } from '../../util/isObject.ts';
import { fillParams } from './fillParams.ts';
import { type Act, wantedValues } from './wantedValues.ts';

/** An action that can stand for an act, with the parameters that make it do so. */
export interface Match {
  readonly action: CatalogueAction;
  readonly params: Readonly<Record<string, unknown>>;
  /** What the step does not do as it was done, as parts of a sentence; empty where it does all. */
  readonly losses: readonly string[];
}

/** The actions that can stand for an act, the likeliest first; `isSure` where the first one certainly means it. */
export interface Matches {
  readonly found: readonly Match[];
  readonly isSure: boolean;
}

interface Meaning {
  /** An action that means it has a word of each group in its method or its name. */
  readonly words: readonly (readonly string[])[];
  /** Words of actions that mean something else. */
  readonly not: readonly string[];
}

const GPS = ['location', 'gps', 'position', 'geo', 'geolocation', 'coordinates'];
const BUTTONS = Object.keys(GLOBAL_ACTIONS);
const MEANINGS: Readonly<Record<Act['kind'], Meaning>> = {
  tap: { words: [['tap', 'click', 'touch']], not: ['long', 'double', 'hold', 'multi', 'element'] },
  swipe: { words: [['swipe', 'drag', 'fling']], not: ['element', 'direction'] },
  text: {
    words: [['type', 'input', 'write', 'enter', 'keyboard']],
    not: ['clear', 'read', 'key', 'get', 'wait', 'element'],
  },
  clear: {
    words: [
      ['clear', 'empty', 'erase'],
      ['text', 'input', 'field'],
    ],
    not: ['data', 'app', 'type'],
  },
  key: { words: [['key', 'keycode', 'keyevent']], not: ['long', 'get', 'api'] },
  global: { words: [['global', 'button', 'navigate', 'navigation', 'back', 'home', 'recents']], not: [] },
  locate: { words: [GPS], not: ['reset', 'get', 'clear', 'read', 'wait'] },
  resetLocation: { words: [['reset', 'restore', 'clear'], GPS], not: ['get'] },
  wait: {
    words: [['wait', 'sleep', 'pause', 'delay']],
    not: ['element', 'text', 'message', 'code', 'until'],
  },
};

/** A name by which the action chosen for an act is remembered; acts with one name are steps of one action. */
export function actName(act: Act): string {
  return act.kind === 'global' ? `global ${act.button}` : act.kind;
}

/** Finds the actions of a catalogue that can stand for an act on a display, by their words and their parameters. */
export function matchActions(act: Act, display: number, actions: Iterable<CatalogueAction>): Matches {
  const all = [...actions];
  const meant = all.filter(action => means(act, action));
  const sure = rank(meant.flatMap(action => matchAction(act, display, action) ?? []));
  const [best, second] = sure;
  if (best) return { found: sure, isSure: !second || weight(best) < weight(second) };
  const rest = all.filter(action => isPossible(act, action));
  return { found: rank(rest.flatMap(action => matchAction(act, display, action) ?? [])), isSure: false };
}

/** How an action stands for an act; undefined where its parameters have no room for it. */
export function matchAction(act: Act, display: number, action: CatalogueAction): Match | undefined {
  const form = formOf(action);
  if (form.unusable !== undefined) return undefined;
  const inherited = isObject(action.params) ? action.params : {};
  const wanted = wantedValues(act, display);
  const { params, placed } = fillParams(form, wanted, inherited);
  const missing = wanted.filter(value => !placed.has(value));
  if (missing.some(({ need }) => need === 'must') && !isForButton(act, action)) return undefined;
  if (!form.judge(form.root, { ...inherited, ...params }).valid) return undefined;
  return { action, params, losses: missing.filter(({ need }) => need === 'should').map(({ loss }) => loss) };
}

function formOf({ paramsSchema }: CatalogueAction): FormSchema {
  return new FormSchema(paramsSchema ?? undefined);
}

// An action of one button needs no parameter that names it.
function isForButton(act: Act, action: CatalogueAction): boolean {
  if (act.kind !== 'global') return false;
  const named = BUTTONS.filter(button => wordsOf(action).includes(button));
  return named.length === 1 && named[0] === act.button;
}

function means(act: Act, action: CatalogueAction): boolean {
  const { words, not } = MEANINGS[act.kind];
  const own = wordsOf(action);
  return (
    words.every(group => group.some(word => own.includes(word))) && !not.some(word => own.includes(word))
  );
}

// What needs nothing fits every action that needs nothing either, so there a word must speak for it.
function isPossible(act: Act, action: CatalogueAction): boolean {
  if (wantedValues(act, 0).some(({ need }) => need === 'must')) return true;
  const told = words(`${action.name} ${action.method ?? ''} ${action.description ?? ''}`);
  return MEANINGS[act.kind].words.every(group => group.some(word => told.includes(word)));
}

function wordsOf({ name, method }: CatalogueAction): readonly string[] {
  return words(`${name} ${method ?? ''}`);
}

/** The words of names such as `device.typeText`, in small letters. */
function words(text: string): readonly string[] {
  const parted = text.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase();
  return parted.split(/[^\p{L}\d]+/u).filter(word => word !== '');
}

function rank(matches: readonly Match[]): readonly Match[] {
  return matches.toSorted(
    (one, other) => weight(one) - weight(other) || one.action.name.localeCompare(other.action.name),
  );
}

/** Smaller for an action that loses less, and then for one that is told in fewer words. */
function weight({ losses, action }: Match): number {
  return losses.length * 100 + words(action.method ?? action.name).length;
}
