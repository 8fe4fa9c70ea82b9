import type { Bounds } from '../../contract/records/uiState.ts';
import { isInside, type Screen, type ScreenElement } from './screen.ts';
import type { Criteria, Selector } from './selector.ts';

/**
 * Returns the elements that a selector finds, in reading order. Elements that react to a tap as one, such as a button
 * and the text in it, count once: the first of them is returned.
 */
export function matchElements(screen: Screen, selector: Selector): readonly ScreenElement[] {
  return narrow(screen, candidatesOf(screen, selector), selector);
}

/** Returns the elements that match all criteria, as `matchElements` counts them. */
export function candidatesOf(screen: Screen, criteria: Criteria): readonly ScreenElement[] {
  return distinct(screen.find(criteria));
}

/** Returns those candidates that a selector finds by what surrounds them and by their position. */
export function narrow(
  screen: Screen,
  candidates: readonly ScreenElement[],
  { within, near, index }: Selector,
): readonly ScreenElement[] {
  let found = candidates;
  if (within) {
    const containers = screen.find(within);
    found = found.filter(element => containers.some(container => isInside(element, container)));
  }
  if (near) found = closest(found, screen.find(near));
  if (index === undefined) return found;
  const chosen = found[index];
  return chosen ? [chosen] : [];
}

function distinct(elements: readonly ScreenElement[]): readonly ScreenElement[] {
  if (elements.length < 2) return elements;
  const targets = new Set<ScreenElement>();
  return elements.filter(({ target }) => targets.size < targets.add(target).size);
}

/** Returns the elements that are closest to each label, without the label itself. */
function closest(
  elements: readonly ScreenElement[],
  labels: readonly ScreenElement[],
): readonly ScreenElement[] {
  const found = new Set<ScreenElement>();
  for (const label of labels) {
    let best: ScreenElement | undefined;
    let least = Infinity;
    for (const element of elements) {
      if (element.target === label.target) continue;
      // A label usually precedes its element.
      const factor = element.order < label.order ? BEFORE : 1;
      const distance = factor * distanceBetween(label.bounds, element.bounds);
      if (distance >= least) continue;
      least = distance;
      best = element;
    }
    if (best) found.add(best);
  }
  return elements.filter(element => found.has(element));
}

/** The factor by which the distance of an element before its label counts more. */
const BEFORE = 2;
/** The factor by which an offset across the reading direction counts more than one along it. */
const ACROSS = 4;

/**
 * Returns the distance of an element from its label. An element in the same row or column is closer than one that is
 * only near it diagonally.
 */
function distanceBetween(label: Bounds, element: Bounds): number {
  const x = gapBetween(label.left, label.right, element.left, element.right);
  const y = gapBetween(label.top, label.bottom, element.top, element.bottom);
  const centers = Math.hypot(
    (label.left + label.right - element.left - element.right) / 2,
    (label.top + label.bottom - element.top - element.bottom) / 2,
  );
  return Math.max(x, y) + ACROSS * Math.min(x, y) + centers / 1000;
}

function gapBetween(start: number, end: number, otherStart: number, otherEnd: number): number {
  return Math.max(0, otherStart - end, start - otherEnd);
}
