import type { ScreenElement } from '../selector/screen.ts';
import { shortId } from '../selector/selector.ts';
import { isSeen, type TracedScreen } from './tracedScreen.ts';
import { distance } from 'fastest-levenshtein';

/** The length to which texts are compared, in characters. */
const MAX_TEXT_LENGTH = 60;

/** The likeness of a text that contains the other one. */
const PART = 0.8;

/** The property by which two elements of different screens are compared. */
export type FactName =
  | 'id'
  | 'description'
  | 'text'
  | 'role'
  | 'container'
  | 'position'
  | 'size'
  | 'neighbors';

/** A comparison of two elements by one fact. */
export interface LikenessFact {
  readonly name: FactName;
  /** From 0 to 1 for equal. */
  readonly value: number;
  readonly weight: number;
}

/** The likeness of two elements, from 0 to 1, with the facts that it is made of. */
export interface Likeness {
  readonly score: number;
  readonly facts: readonly LikenessFact[];
}

/** The share of the IDs and of the texts of a screen that another one still has, from 0 to 1. */
export interface KeptShares {
  readonly ids: number;
  readonly texts: number;
}

const WEIGHTS: Readonly<Record<FactName, number>> = {
  id: 4,
  description: 3,
  text: 3,
  role: 2,
  container: 0.7,
  position: 1.5,
  size: 1,
  neighbors: 2.5,
};
/** The factor for a property of which the other screen keeps nothing, such as the texts of another language. */
const LEAST_TELLING = 0.15;
/** The likeness from which two names are alike. */
export const ALIKE = 0.6;
/** The likeness of roles that are often exchanged, such as a text that becomes a button. */
const OTHER_ROLE = 0.25;
/** The distance of centers, in parts of the screen, from which two positions have nothing in common. */
const FAR = 0.4;
/** The content of a field changes with every run. */
const FIELD_TEXT = 0.2;

/** Returns the share of the IDs and texts of a screen that another one has. */
export function keptShares(before: TracedScreen, now: TracedScreen): KeptShares {
  const prefix = `${before.packageName}:`;
  const ids = before.screen.elements.map(({ resourceId }) => resourceId).filter(id => id !== '');
  const own = ids.filter(id => id.startsWith(prefix));
  const texts = before.screen.elements.flatMap(({ text, description }) => [text, description]);
  const [nowIds, nowTexts] = [new Set<string>(), new Set<string>()];
  for (const { resourceId, text, description } of now.screen.elements) {
    nowIds.add(resourceId);
    nowTexts.add(text).add(description);
  }
  return {
    // Those of the system stay if an app changes.
    ids: shareOf(own.length > 0 ? own : ids, nowIds),
    texts: shareOf(
      texts.filter(text => text !== ''),
      nowTexts,
    ),
  };
}

function shareOf(values: readonly string[], known: ReadonlySet<string>): number {
  return values.length === 0 ? 0 : values.filter(value => known.has(value)).length / values.length;
}

/** Compares an element with one of another screen, without their neighbors. */
export function compareElements(
  before: TracedScreen,
  element: ScreenElement,
  now: TracedScreen,
  other: ScreenElement,
  kept: KeptShares,
): Likeness {
  const facts: LikenessFact[] = [];
  const add = (name: FactName, value: number, telling = 1): void => {
    facts.push({ name, value, weight: WEIGHTS[name] * telling });
  };
  const [idTelling, textTelling] = [kept.ids, kept.texts].map(
    share => LEAST_TELLING + (1 - LEAST_TELLING) * share,
  );
  if (element.resourceId !== '') {
    const likeness = idLikeness(element.resourceId, other.resourceId);
    // Words in common tell something, even if all IDs were renamed.
    add('id', likeness, Math.max(likeness, idTelling ?? 0));
  }
  if (element.description !== '' || other.description !== '')
    add('description', textLikeness(element.description, other.description), textTelling);
  if (element.text !== '' || other.text !== '')
    add('text', textLikeness(element.text, other.text), element.role === 'field' ? FIELD_TEXT : textTelling);
  add('role', element.role === other.role ? 1 : OTHER_ROLE);
  const container = containerLikeness(element, other);
  if (container !== undefined) add('container', container, idTelling);
  // What has to be scrolled to has no position on the screen.
  if (isSeen(before, element) && isSeen(now, other))
    add('position', Math.max(0, 1 - distanceOf(placeOf(before, element), placeOf(now, other)) / FAR));
  add('size', sizeLikeness(before, element, now, other));
  return toLikeness(facts);
}

/**
 * Returns true if a name of an element is still alike: its resource ID, description, or text. A name that several
 * elements share, such as the ID of a row, does not say which one it is.
 */
export function isNamedAlike(
  { screen: before }: TracedScreen,
  element: ScreenElement,
  { screen: now }: TracedScreen,
  { element: other, facts }: Likeness & { readonly element: ScreenElement },
): boolean {
  return NAMES.some(([fact, property]) => {
    // What is typed into a field is no name.
    if (factValue(facts, fact) < ALIKE || (property === 'text' && element.role === 'field')) return false;
    const [name, otherName] = [element[property], other[property]];
    const isOnly =
      before.find({ [property]: name }).length === 1 && now.find({ [property]: otherName }).length === 1;
    // A name that was on the screen before belongs to another element, such as the next day of a calendar.
    return isOnly && (name === otherName || before.find({ [property]: otherName }).length === 0);
  });
}

/** The names of an element, with the facts about them. */
const NAMES = [
  ['id', 'resourceId'],
  ['description', 'description'],
  ['text', 'text'],
] as const;

/** Returns the value of a fact; 0 if it was not compared. */
export function factValue(facts: readonly LikenessFact[], name: FactName): number {
  return facts.find(fact => fact.name === name)?.value ?? 0;
}

/** Returns a likeness with the likeness of the neighbors in reading order. */
export function withNeighbors({ facts }: Likeness, neighbors: number): Likeness {
  return toLikeness([...facts, { name: 'neighbors', value: neighbors, weight: WEIGHTS.neighbors }]);
}

function toLikeness(facts: readonly LikenessFact[]): Likeness {
  const total = facts.reduce((sum, { weight }) => sum + weight, 0);
  const score = facts.reduce((sum, { value, weight }) => sum + value * weight, 0) / (total || 1);
  return { score, facts };
}

/** Compares the closest containers with an ID; undefined if the element before has none. */
function containerLikeness(element: ScreenElement, other: ScreenElement): number | undefined {
  const [own, others] = [containerIds(element), containerIds(other)];
  const [closest] = own;
  if (closest === undefined) return undefined;
  return Math.max(0, ...others.map(id => idLikeness(closest, id)));
}

function containerIds({ parent }: ScreenElement): readonly string[] {
  const ids: string[] = [];
  for (let outer = parent; outer; outer = outer.parent) {
    if (outer.resourceId !== '') ids.push(shortId(outer.resourceId));
  }
  return ids;
}

/** Returns the center of an element in parts of the screen. */
function placeOf({ size }: TracedScreen, { bounds }: ScreenElement): readonly [x: number, y: number] {
  return [(bounds.left + bounds.right) / 2 / size.width, (bounds.top + bounds.bottom) / 2 / size.height];
}

function distanceOf(one: readonly [number, number], other: readonly [number, number]): number {
  return Math.hypot(one[0] - other[0], one[1] - other[1]);
}

function sizeLikeness(
  before: TracedScreen,
  { bounds: one }: ScreenElement,
  now: TracedScreen,
  { bounds: other }: ScreenElement,
): number {
  const ratio = (left: number, right: number): number => Math.min(left, right) / Math.max(left, right);
  return (
    ratio((one.right - one.left) / before.size.width, (other.right - other.left) / now.size.width) *
    ratio((one.bottom - one.top) / before.size.height, (other.bottom - other.top) / now.size.height)
  );
}

/** Returns the likeness of two texts, from 0 to 1 for equal ones; letter case makes little difference. */
function textLikeness(one: string, other: string): number {
  if (one === other) return 1;
  const [left, right] = [one, other].map(text => text.slice(0, MAX_TEXT_LENGTH).toLowerCase());
  if (!left || !right) return 0;
  if (left === right) return 0.98;
  const [short, long] = left.length < right.length ? [left, right] : [right, left];
  const edits = 1 - distance(left, right) / long.length;
  // A single letter is in most texts.
  const part = short.length > 2 && long.includes(short) ? PART : 0;
  return Math.min(0.95, Math.max(edits, part));
}

/** Returns the likeness of two resource IDs, from 0 to 1 for equal ones; they consist of words. */
function idLikeness(one: string, other: string): number {
  if (one === other) return 1;
  const [left, right] = [wordsOf(one), wordsOf(other)];
  if (left.length === 0 || right.length === 0) return 0;
  const shared = left.filter(word => right.includes(word)).length;
  const words = (2 * shared) / (left.length + right.length);
  return Math.min(0.95, Math.max(words, textLikeness(left.join(''), right.join(''))));
}

function wordsOf(id: string): readonly string[] {
  return id
    .slice(id.lastIndexOf('/') + 1)
    .slice(0, MAX_TEXT_LENGTH)
    .replaceAll(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/)
    .filter(word => word !== '');
}
