import { isInside, type Screen, type ScreenElement } from './screen.ts';
import { candidatesOf, narrow } from './matchElements.ts';
import type { Criteria, Selector } from './selector.ts';
import { stabilityOf } from './stability.ts';

/** A selector for an element with the number of elements that it finds now, at least 1. */
export interface RankedSelector {
  readonly selector: Selector;
  readonly matches: number;
  /** The probability, from 0 to 1, that it still finds the element in another version of the app. */
  readonly stability: number;
}

const MAX_PARTS = 20;
const MAX_CONTAINERS = 4;
const MAX_LABELS = 4;
/** The number of texts near an element among which labels are searched. */
const MAX_NEAR = 40;
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
  const add = (selector: Selector, found: readonly ScreenElement[]): void => {
    if (!found.some(match => match.target === target)) return;
    ranked.push({ selector, matches: found.length, stability: stabilityOf(selector) });
  };
  const named = parts.flatMap(part => namesOf(screen, part));
  for (const { criteria, candidates } of named) add(criteria, candidates);
  // What surrounds an element is needed only if nothing about it is unique and likely to stay.
  if (ranked.some(({ matches, stability }) => matches === 1 && stability >= STABLE))
    return ranked.toSorted(compare);
  const containers = containersOf(screen, target);
  const labels = labelsOf(screen, target);
  for (const { criteria, candidates } of named.filter(({ candidates }) => candidates.length > 1)) {
    for (const place of [...containers.map(within => ({ within })), ...labels.map(near => ({ near }))])
      add({ ...criteria, ...place }, narrow(screen, candidates, place));
    const index = candidates.findIndex(match => match.target === target);
    if (index !== -1) add({ ...criteria, index }, candidates.slice(index, index + 1));
  }
  return ranked.toSorted(compare);
}

/** Criteria with the elements that match them. */
interface Name {
  readonly criteria: Criteria;
  readonly candidates: readonly ScreenElement[];
}

/** Returns the criteria that name an element; a text or a description with a role only if the role makes a difference. */
function namesOf(screen: Screen, { resourceId, description, text, role }: ScreenElement): readonly Name[] {
  const nameBy = (criteria: Criteria): Name => ({ criteria, candidates: candidatesOf(screen, criteria) });
  const byText = [
    ...(description === '' ? [] : [nameBy({ description })]),
    ...(text === '' || role === 'field' ? [] : [nameBy({ text })]),
  ];
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

/** Returns the criteria of the closest labels that are the only ones with their text. */
function labelsOf(screen: Screen, target: ScreenElement): readonly Criteria[] {
  const { left, top, right, bottom } = target.bounds;
  const nearest: { readonly text: string; readonly distance: number }[] = [];
  for (const element of screen.elements) {
    const { text, role, bounds } = element;
    if (text === '' || role === 'field' || isInside(element, target)) continue;
    const distance = Math.hypot(
      bounds.left + bounds.right - left - right,
      bounds.top + bounds.bottom - top - bottom,
    );
    const farthest = nearest[MAX_NEAR - 1];
    if (farthest && farthest.distance <= distance) continue;
    const at = nearest.findIndex(other => other.distance > distance);
    nearest.splice(at === -1 ? nearest.length : at, 0, { text, distance });
    nearest.length = Math.min(nearest.length, MAX_NEAR);
  }
  return nearest
    .filter(({ text }) => screen.find({ text }).length === 1)
    .slice(0, MAX_LABELS)
    .map(({ text }) => ({ text }));
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
