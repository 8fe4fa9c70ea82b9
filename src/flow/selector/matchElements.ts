import type { Bounds } from '../../contract/records/uiState.ts';
import { isInside, isNamed, reactsToTap, type Screen, type ScreenElement } from './screen.ts';
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
  const found = screen.find(criteria);
  // What only arranges others is never meant by its kind alone.
  return distinct(
    criteria.role === 'element' && isKindOnly(criteria)
      ? found.filter(element => !isWrapper(element))
      : found,
  );
}

/** Returns true if criteria say nothing but the kind of an element. */
export function isKindOnly({ resourceId, description, text }: Criteria): boolean {
  return (resourceId ?? description ?? text) === undefined;
}

function isWrapper({ node, order, end }: ScreenElement): boolean {
  return end > order + 1 && !reactsToTap(node);
}

/** Returns those candidates that a selector finds by what surrounds them and by their position. */
export function narrow(
  screen: Screen,
  candidates: readonly ScreenElement[],
  selector: Selector,
): readonly ScreenElement[] {
  const { within, near, index } = selector;
  let found = candidates;
  if (within) {
    const containers = screen.find(within);
    found = found.filter(element => containers.some(container => isInside(element, container)));
  }
  if (near) {
    // An element with a name would have been called by it.
    const isMeant = isKindOnly(selector) ? (element: ScreenElement) => !isNamed(element) : () => true;
    found = closest(found, screen.find(near), isMeant);
  }
  if (index === undefined) return found;
  const chosen = found[index];
  return chosen ? [chosen] : [];
}

function distinct(elements: readonly ScreenElement[]): readonly ScreenElement[] {
  if (elements.length < 2) return elements;
  const targets = new Set<ScreenElement>();
  return elements.filter(({ target }) => targets.size < targets.add(target).size);
}

/**
 * Returns the element that is closest to each label, without the label itself and what is around it. `isMeant` says
 * which elements are meant if there are several.
 */
function closest(
  elements: readonly ScreenElement[],
  labels: readonly ScreenElement[],
  isMeant: (element: ScreenElement) => boolean,
): readonly ScreenElement[] {
  const found = new Set<ScreenElement>();
  for (const label of labels) {
    let best: ScreenElement | undefined;
    let least = Infinity;
    const beside = prefer(besideLabel(elements, label), isMeant);
    for (const element of prefer(beside, ({ bounds }) => isOnLine(label.bounds, bounds))) {
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

/** Returns the elements that are preferred, or all if none is. */
function prefer(
  elements: readonly ScreenElement[],
  isPreferred: (element: ScreenElement) => boolean,
): readonly ScreenElement[] {
  if (elements.length < 2) return elements;
  const preferred = elements.filter(isPreferred);
  return preferred.length === 0 ? elements : preferred;
}

/** Returns true if a label is on the line of an element. */
export function isOnLine(label: Bounds, { top, bottom }: Bounds): boolean {
  const middle = (label.top + label.bottom) / 2;
  return middle >= top && middle < bottom;
}

/**
 * Returns those elements that are in the smallest container of a label that has any of them, such as its row, without
 * what is around the label.
 */
export function besideLabel(
  elements: readonly ScreenElement[],
  label: ScreenElement,
): readonly ScreenElement[] {
  let container: ScreenElement | undefined;
  let found: ScreenElement[] = [];
  for (const element of elements) {
    if (element.target === label.target || isInside(label, element)) continue;
    if (container && !isInside(element, container)) continue;
    const shared = sharedContainer(element, label);
    if (shared === container) found.push(element);
    else [container, found] = [shared, [element]];
  }
  return found;
}

/** Returns the smallest container of an element and its label, which may be the label itself; undefined without one. */
function sharedContainer(element: ScreenElement, label: ScreenElement): ScreenElement | undefined {
  let container: ScreenElement | undefined = label;
  while (container && !isInside(element, container)) container = container.parent;
  return container;
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
