import type { Bounds } from '../../contract/records/uiState.ts';
import { isNamed, type Screen, type ScreenElement } from './screen.ts';
import { besideLabel, candidatesOf, isKindOnly, isOnLine, narrow } from './matchElements.ts';
import { type Criteria, type Selector, shortId } from './selector.ts';

const GENERATED = [
  /^(?:0x)?[0-9a-f]{6,}$/i, // a number in an obfuscated build
  /[0-9a-f]{8}-?[0-9a-f]{4}-/i, // a UUID
  /\d{3,}/, // a counter or a record
  /[_.-]\d+$/, // the index of a list item
  /^_?[a-z]{1,2}\d*$/i, // shortened by a build tool
];

const MONTHS = 'jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec';

const CHANGING = [
  /\d{1,2}:\d{2}/, // a time
  /[$€£¥₹]\s?\d|\d\s?[$€£¥₹%]/, // a price or a share
  new RegExp(String.raw`\b(?:${MONTHS})\w*\.? \d|\d\.? (?:${MONTHS})`, 'i'), // a date
  /\b(?:ago|yesterday|today|tomorrow|just now)\b/i,
  /\d{3,}/,
];

const MAX_LABEL_LENGTH = 40;

/** A selector for an element with the number of elements that it finds now, at least 1. */
export interface RankedSelector {
  readonly selector: Selector;
  readonly matches: number;
  /** The probability, from 0 to 1, that it still finds the element in another version of the app. */
  readonly stability: number;
}

const MAX_PARTS = 20;
const MAX_CONTAINERS = 4;
const MAX_LABELS = 12;
/** The number of texts near an element among which labels are searched. */
const MAX_NEAR = 40;
/** The factors of the stability of selectors that depend on what surrounds their element. */
const PLACES = { container: 0.95, row: 0.9, line: 0.4, above: 0.35, far: 0.15, index: 0.1 } as const;
/** The stability from which a shorter selector is better than a more stable one. */
const STABLE = 0.6;

/**
 * Returns selectors for an element, the best first: those that find only the element, of these the stable ones, and of
 * these the shortest. At least the first finds only the element, unless nothing identifies the element.
 */
export function rankSelectors(screen: Screen, element: ScreenElement): readonly RankedSelector[] {
  const target = element.target;
  const parts = screen.elements
    .slice(target.order, target.end)
    .filter(part => part.target === target)
    .slice(0, MAX_PARTS);
  const ranked: RankedSelector[] = [];
  const add = (selector: Selector, found: readonly ScreenElement[], place = 1): void => {
    if (!found.some(match => match.target === target)) return;
    ranked.push({ selector, matches: found.length, stability: stabilityOf(selector, place) });
  };
  const named = parts.flatMap(part => namesOf(screen, part));
  for (const { criteria, candidates } of named) add(criteria, candidates);
  // What surrounds an element is needed only if nothing about it is unique and likely to stay.
  if (ranked.some(({ matches, stability }) => matches === 1 && stability >= STABLE))
    return ranked.toSorted(compare);
  const containers = containersOf(screen, target);
  const labels = labelsOf(screen, target);
  for (const name of named.filter(({ candidates }) => candidates.length > 1)) {
    const { criteria, candidates } = name;
    for (const within of containers)
      add({ ...criteria, within }, narrow(screen, candidates, { within }), PLACES.container);
    for (const { near, found, place } of findNear(screen, target, name, labels)) {
      // Of the elements of a kind, any new one could be closer to a label far away.
      if (place > PLACES.far || !isKindOnly(criteria)) add({ ...criteria, near }, found, place);
    }
    const index = candidates.findIndex(match => match.target === target);
    if (index !== -1) add({ ...criteria, index }, candidates.slice(index, index + 1), PLACES.index);
  }
  return ranked.toSorted(compare);
}

/**
 * Returns the selectors that find only an element by its role and a text beside or above it, for elements that only an
 * ID names.
 */
export function labelSelectors(screen: Screen, { target }: ScreenElement): readonly Selector[] {
  const { role } = target;
  const name = { criteria: { role }, candidates: candidatesOf(screen, { role }) };
  return findNear(screen, target, name, labelsOf(screen, target))
    .filter(({ found }) => found.length === 1)
    .toSorted((one, other) => other.place - one.place)
    .map(({ near }) => ({ role, near }));
}

/** Returns the labels near which criteria find an element, with all that they find there and the factor of the label. */
function findNear(
  screen: Screen,
  target: ScreenElement,
  { criteria, candidates }: Name,
  labels: readonly Label[],
) {
  return labels.flatMap(({ label, near }) => {
    const found = narrow(screen, candidates, { ...criteria, near });
    return found.some(match => match.target === target)
      ? [{ near, found, place: placeOf(label, target, candidates) }]
      : [];
  });
}

/** Criteria with the elements that match them. */
interface Name {
  readonly criteria: Criteria;
  readonly candidates: readonly ScreenElement[];
}

/** Returns the criteria that name an element; a text or a description with a role only if the role makes a difference. */
function namesOf(screen: Screen, element: ScreenElement): readonly Name[] {
  const { resourceId, role } = element;
  const nameBy = (criteria: Criteria): Name => ({ criteria, candidates: candidatesOf(screen, criteria) });
  const byText = namesOfLabel(element).map(nameBy);
  const byRole = byText.map(({ criteria, candidates }) => {
    const name = nameBy({ ...criteria, role });
    return name.candidates.length < candidates.length ? [name] : [];
  });
  return [
    ...(resourceId === '' ? [] : [nameBy({ resourceId })]),
    ...byText,
    ...byRole.flat(),
    nameBy({ role }),
  ];
}

/** Returns the criteria of the closest containers that are the only ones of their kind. */
function containersOf(screen: Screen, target: ScreenElement): readonly Criteria[] {
  const found: Criteria[] = [];
  for (let outer = target.parent; outer && found.length < MAX_CONTAINERS; outer = outer.parent) {
    const { resourceId, description } = outer;
    for (const criteria of [
      ...(resourceId ? [{ resourceId }] : []),
      ...(description ? [{ description }] : []),
    ]) {
      if (screen.find(criteria).length === 1) found.push(criteria);
    }
  }
  return found;
}

/** An element that says what another one is for. */
interface Label {
  readonly label: ScreenElement;
  readonly near: Criteria;
}

/**
 * Returns the labels of an element that are the only ones with their text or description: those in its container first,
 * such as a row, then those in the containers around it, of each the closest first.
 */
function labelsOf(screen: Screen, target: ScreenElement): readonly Label[] {
  const found: Label[] = [];
  const whole = { order: 0, end: screen.elements.length };
  let searched = target;
  for (let outer = target.parent; found.length < MAX_LABELS; outer = outer.parent) {
    found.push(...labelsIn(screen, outer ?? whole, searched, target));
    if (!outer) break;
    searched = outer;
  }
  return found.slice(0, MAX_LABELS);
}

/** Returns the labels in a container of an element that are not in the part of it that was searched before. */
function labelsIn(
  screen: Screen,
  { order, end }: Pick<ScreenElement, 'order' | 'end'>,
  searched: ScreenElement,
  { bounds: { left, top, right, bottom } }: ScreenElement,
): readonly Label[] {
  const nearest: { readonly label: ScreenElement; readonly distance: number }[] = [];
  const around = [
    ...screen.elements.slice(order, searched.order),
    ...screen.elements.slice(searched.end, end),
  ];
  for (const label of around) {
    if (!isNamed(label)) continue;
    const { bounds } = label;
    const distance = Math.hypot(
      bounds.left + bounds.right - left - right,
      bounds.top + bounds.bottom - top - bottom,
    );
    const farthest = nearest[MAX_NEAR - 1];
    if (farthest && farthest.distance <= distance) continue;
    const place = nearest.findIndex(other => other.distance > distance);
    nearest.splice(place === -1 ? nearest.length : place, 0, { label, distance });
    nearest.length = Math.min(nearest.length, MAX_NEAR);
  }
  return nearest.flatMap(({ label }) =>
    namesOfLabel(label)
      .filter(near => screen.find(near).length === 1)
      .map(near => ({ label, near })),
  );
}

/** Returns what an element says. What is typed into a field is no name of it. */
function namesOfLabel({ text, description, role }: ScreenElement): readonly Criteria[] {
  return [
    ...(text === '' || role === 'field' ? [] : [{ text }]),
    ...(description === '' ? [] : [{ description }]),
  ];
}

/** Returns the factor for a label: an element that is alone with it, such as in a row, stays with it. */
function placeOf(
  label: ScreenElement,
  { bounds, target }: ScreenElement,
  candidates: readonly ScreenElement[],
): number {
  const [only, ...others] = besideLabel(candidates, label);
  if (only?.target === target && others.length === 0) return PLACES.row;
  if (isOnLine(label.bounds, bounds)) return PLACES.line;
  return isAbove(label.bounds, bounds) ? PLACES.above : PLACES.far;
}

/** Returns true for a label above an element, within its height. */
function isAbove(label: Bounds, { left, top, right, bottom }: Bounds): boolean {
  const gap = top - label.bottom;
  return label.left < right && label.right > left && gap >= 0 && gap <= bottom - top;
}

function compare(one: RankedSelector, other: RankedSelector): number {
  return (
    Number(other.matches === 1) - Number(one.matches === 1) ||
    Number(other.stability >= STABLE) - Number(one.stability >= STABLE) ||
    sizeOf(one.selector) - sizeOf(other.selector) ||
    other.stability - one.stability
  );
}

function sizeOf({ within, near, index, ...criteria }: Selector): number {
  const parts = [criteria, within, near].flatMap(part => (part ? Object.keys(part) : []));
  return parts.length + (index === undefined ? 0 : 1);
}

/** Returns the probability, from 0 to 1, that a selector still finds its element in another version of the app. */
function stabilityOf(selector: Selector, place: number): number {
  const { within, near } = selector;
  return (
    place *
    stabilityOfCriteria(selector) *
    (within ? stabilityOfCriteria(within) : 1) *
    (near ? stabilityOfText(near.text ?? near.description ?? '') : 1)
  );
}

// The most stable property counts least against a selector that needs several.
function stabilityOfCriteria({ resourceId, description, text, role }: Criteria): number {
  const values = [
    ...(resourceId === undefined ? [] : [stabilityOfId(resourceId)]),
    ...(description === undefined ? [] : [0.9 * stabilityOfText(description)]),
    ...(text === undefined ? [] : [0.85 * stabilityOfText(text)]),
  ];
  if (values.length === 0) return role === undefined ? 0 : 0.5;
  return values.reduce((product, value) => product * value, 1);
}

/** Returns the probability that a resource ID is not generated. */
function stabilityOfId(resourceId: string): number {
  const id = shortId(resourceId);
  return GENERATED.some(pattern => pattern.test(id)) ? 0.2 : 0.97;
}

/** Returns the probability that a text stays the same: labels do, but times, prices, counts, and contents do not. */
function stabilityOfText(text: string): number {
  if (CHANGING.some(pattern => pattern.test(text))) return 0.2;
  if (/\d/.test(text)) return 0.5;
  return text.length > MAX_LABEL_LENGTH || text.includes('\n') ? 0.5 : 1;
}
