import type { UiState } from '../../contract/records/uiState.ts';
import { labelSelectors, rankSelectors } from '../selector/rankSelectors.ts';
import { reactsToTap, Screen, type ScreenElement } from '../selector/screen.ts';
import type { Selector } from '../selector/selector.ts';
import { type DeviceGesture, touchedPoint } from './deviceGesture.ts';

/** The element that a gesture touches, as steps name it. */
export interface RecordedElement {
  /** Its text or description, otherwise its role and ID. */
  readonly name: string;
  /** Selectors that find only this element, the best first. */
  readonly selectors: readonly Selector[];
}

const MAX_SELECTORS = 5;
const MAX_NAME_LENGTH = 60;

/** Returns the element that a tap or long press touches; undefined without an element that a selector finds. */
export function recordElement(gesture: DeviceGesture, uiState: UiState): RecordedElement | undefined {
  const point = touchedPoint(gesture);
  if (!point) return undefined;
  const screen = new Screen(uiState);
  const element = screen.at(point);
  if (!element || !isTouchedAnywhere(screen, element.target)) return undefined;
  const selectors = uniqueSelectors(screen, element).slice(0, MAX_SELECTORS);
  return selectors.length === 0 ? undefined : { name: nameElement(screen, element), selectors };
}

/** Returns the selectors that find only an element, the best first; at least one of them without an ID, if possible. */
export function uniqueSelectors(screen: Screen, element: ScreenElement): readonly Selector[] {
  const ranked = rankSelectors(screen, element)
    .filter(({ matches }) => matches === 1)
    .map(({ selector }) => selector);
  const hasOther = ranked.some(({ description, text }) => description !== undefined || text !== undefined);
  return hasOther ? ranked : [...ranked.slice(0, MAX_SELECTORS - 1), ...labelSelectors(screen, element)];
}

// A step touches the center of an element. That is the same only if the whole element reacts alike, unlike a map, a
// slider, or the gap between the children of a list.
function isTouchedAnywhere(screen: Screen, target: ScreenElement): boolean {
  const { node, bounds, role, order, end } = target;
  if (node.isScrollable === true || role === 'slider' || role === 'list') return false;
  const isLeaf = end === order + 1;
  if (!reactsToTap(node) && !(isLeaf && role !== 'element')) return false;
  const center = { x: (bounds.left + bounds.right) / 2, y: (bounds.top + bounds.bottom) / 2 };
  return screen.at(center)?.target === target;
}

/** Returns the text, description, or label of an element in quotation marks, or else its role. */
export function nameElement(screen: Screen, { target, role }: ScreenElement): string {
  const names = screen.elements
    .slice(target.order, target.end)
    .filter(part => part.target === target && part.role !== 'field')
    .flatMap(part => [part.text, part.description]);
  const described = target.description || labelOf(screen, target) || target.node.hint;
  const name = names.find(text => text !== '') ?? described;
  if (!name) return role === 'element' ? 'an element' : `a ${role}`;
  return quoteName(name);
}

/** Returns a text as one short line in quotation marks. */
export function quoteName(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > MAX_NAME_LENGTH ? `“${line.slice(0, MAX_NAME_LENGTH - 1)}…”` : `“${line}”`;
}

/** Returns the text directly above a field or to the left of it, within the height of the field; undefined if there is none. */
function labelOf(screen: Screen, { role, bounds: field }: ScreenElement): string | undefined {
  if (role !== 'field') return undefined;
  const reach = field.bottom - field.top;
  let nearest: { readonly text: string; readonly gap: number } | undefined;
  for (const { text, role: other, bounds } of screen.elements) {
    if (text === '' || other !== 'text') continue;
    const isBeside = bounds.top < field.bottom && bounds.bottom > field.top;
    const isAbove = bounds.left < field.right && bounds.right > field.left;
    const gap = isAbove ? field.top - bounds.bottom : isBeside ? field.left - bounds.right : -1;
    if (gap >= 0 && gap <= reach && (!nearest || gap < nearest.gap)) nearest = { text, gap };
  }
  return nearest?.text;
}
