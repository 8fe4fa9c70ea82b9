import { BUDGETS } from '../../util/budgets.ts';
import type { Bounds, UiNode, UiState } from '../../contract/records/uiState.ts';
import { hasProperty } from './hasProperty.ts';
import { screenBounds, visiblePart } from './visiblePart.ts';
import { type Criteria, type Role, roleOf } from './selector.ts';

/** An element of a screen. Texts of passwords are empty. */
export class ScreenElement implements Required<Criteria> {
  readonly node: UiNode;
  readonly parent: ScreenElement | undefined;
  /** The position in reading order, from 0. */
  readonly order: number;
  /** The position after the last element inside it. */
  end: number;
  readonly bounds: Bounds;
  /** The part that the screen and the lists around it show; undefined if they show none. */
  readonly visible: Bounds | undefined;
  readonly role: Role;
  readonly resourceId: string;
  readonly description: string;
  readonly text: string;
  /** The closest element, itself or around it, that reacts to a tap; itself if there is none. */
  readonly target: ScreenElement;
  readonly isSecret: boolean;

  constructor(
    node: UiNode,
    bounds: Bounds,
    visible: Bounds | undefined,
    parent: ScreenElement | undefined,
    order: number,
    role: Role,
  ) {
    this.node = node;
    this.parent = parent;
    this.order = order;
    this.end = order + 1;
    this.bounds = bounds;
    this.visible = visible;
    this.role = role;
    this.isSecret = parent?.isSecret === true || node.isPassword === true;
    this.resourceId = node.resourceId ?? '';
    this.description = this.isSecret ? '' : (node.contentDescription ?? '');
    this.text = this.isSecret ? '' : (node.text ?? '');
    const outer = parent?.target;
    this.target = !reactsToTap(node) && outer && reactsToTap(outer.node) ? outer : this;
  }

  /** The center of the visible part in device pixels, which a tap hits. */
  get center(): { readonly x: number; readonly y: number } {
    const { left, top, right, bottom } = this.visible ?? this.bounds;
    return { x: Math.floor((left + right) / 2), y: Math.floor((top + bottom) / 2) };
  }
}

type ElementIndex = Readonly<Record<keyof Criteria, Map<string, ScreenElement[]>>>;

const PROPERTIES = ['resourceId', 'description', 'text', 'role'] as const;
/** The number of elements that are read from a screen; the rest is ignored. */
const MAX_ELEMENTS = BUDGETS.tree.parts.elements;
/** The depth to which a screen is read. */
const MAX_DEPTH = BUDGETS.tree.levels;

/** The visible elements of a screen, found by what identifies them. */
export class Screen {
  readonly elements: readonly ScreenElement[];
  #byValue: ElementIndex | undefined;

  constructor(state: Pick<UiState, 'a11y_tree' | 'device_context'>) {
    const { a11y_tree } = state;
    const elements: ScreenElement[] = [];
    if (a11y_tree) collect(a11y_tree, undefined, 0, elements, new Map(), screenBounds(state));
    this.elements = elements;
  }

  /** Returns the elements that match all criteria, in reading order. */
  find(criteria: Criteria): readonly ScreenElement[] {
    // Many screens are only read.
    const index = (this.#byValue ??= indexElements(this.elements));
    const [shortest, ...others] = PROPERTIES.flatMap(property => {
      const value = criteria[property];
      return value ? [index[property].get(value) ?? []] : [];
    }).toSorted((left, right) => left.length - right.length);
    if (!shortest) return [];
    return others.length === 0 ? shortest : shortest.filter(element => matches(element, criteria));
  }

  /** Returns the element in front at a point in device pixels; undefined if there is none. */
  at({ x, y }: { readonly x: number; readonly y: number }): ScreenElement | undefined {
    let found: ScreenElement | undefined;
    for (const element of this.elements) {
      const { left, top, right, bottom } = element.bounds;
      if (x < left || x >= right || y < top || y >= bottom) continue;
      // Of the elements at a point, the smallest is meant, and the last one drawn of those of equal size.
      if (!found || areaOf(element.bounds) <= areaOf(found.bounds)) found = element;
    }
    return found;
  }
}

function indexElements(elements: readonly ScreenElement[]): ElementIndex {
  const index: ElementIndex = {
    resourceId: new Map(),
    description: new Map(),
    text: new Map(),
    role: new Map(),
  };
  for (const element of elements)
    for (const property of PROPERTIES) {
      const value = searchedValue(element, property);
      if (value === '') continue;
      const found = index[property].get(value);
      if (found) found.push(element);
      else index[property].set(value, [element]);
    }
  return index;
}

/** Returns true if an element is another one or is inside it. */
export function isInside(element: ScreenElement, outer: ScreenElement): boolean {
  return element.order >= outer.order && element.order < outer.end;
}

function collect(
  node: UiNode,
  parent: ScreenElement | undefined,
  depth: number,
  elements: ScreenElement[],
  roles: Map<string, Role>,
  area: Bounds | undefined,
): void {
  if (elements.length >= MAX_ELEMENTS || depth > MAX_DEPTH || node.isVisibleToUser === false) return;
  const bounds = node.boundsInScreen;
  // An element without an area cannot be seen, but what is inside it may have one.
  const isSeen = bounds && bounds.right > bounds.left && bounds.bottom > bounds.top;
  const element = isSeen
    ? new ScreenElement(node, bounds, visiblePart(bounds, area), parent, elements.length, roleIn(node, roles))
    : undefined;
  if (element) elements.push(element);
  const inner = node.isScrollable === true ? (element?.visible ?? area) : area;
  for (const child of node.children ?? [])
    collect(child, element ?? parent, depth + 1, elements, roles, inner);
  if (element) element.end = elements.length;
}

/** Returns the role of an element; `roles` keeps those of the classes of a screen, which are few. */
function roleIn({ className, isEditable, isPassword, isCheckable }: UiNode, roles: Map<string, Role>): Role {
  if (isEditable === true || isPassword === true) return roleOf(className, true, false);
  const name = className ?? '';
  const known = roles.get(name) ?? roleOf(name, false, false);
  roles.set(name, known);
  // Toolkits that draw everything themselves report a switch as a view that can be checked.
  return known === 'element' && isCheckable === true ? 'checkbox' : known;
}

/** Returns true if an element itself has a text or a description that names it; what is typed into a field does not. */
export function isNamed({ text, description, role }: ScreenElement): boolean {
  return description !== '' || (text !== '' && role !== 'field');
}

/** Returns true if an element does something when it is tapped. */
export function reactsToTap({ isClickable, isEditable, isCheckable }: UiNode): boolean {
  return isClickable === true || isEditable === true || isCheckable === true;
}

function matches(element: ScreenElement, criteria: Criteria): boolean {
  return PROPERTIES.every(property => {
    const value = criteria[property];
    return (
      value === undefined || hasProperty({ [property]: searchedValue(element, property) }, property, value)
    );
  });
}

/** Returns the value by which an element is found. A device finds a field of passwords by its description. */
function searchedValue(element: ScreenElement, property: keyof Criteria): string {
  return property === 'description' ? (element.node.contentDescription ?? '') : element[property];
}

function areaOf({ left, top, right, bottom }: Bounds): number {
  return (right - left) * (bottom - top);
}
