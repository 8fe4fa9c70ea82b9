import type { UiNode } from '../../contract/records/uiState.ts';
import type { TraceElement, TraceScreen } from '../../contract/sandbox/traces.ts';
import { Screen, type ScreenElement } from '../selector/screen.ts';

/** The maximum number of elements of a screen that are read, since every pair of two screens is compared. */
const MAX_ELEMENTS = 400;

/** A screen in the evidence of a run as selectors see it. */
export interface TracedScreen {
  readonly id: string;
  readonly screen: Screen;
  /** The size in device pixels. */
  readonly size: { readonly width: number; readonly height: number };
  /** The app in front; empty if unknown. */
  readonly packageName: string;
  readonly dialog: string | undefined;
  /** The recorded elements by the elements of the screen. */
  readonly recorded: ReadonlyMap<ScreenElement, TraceElement>;
}

/**
 * Reads a recorded screen, which lists its elements without their containers: an element is inside the last one before
 * it whose bounds contain it. Elements that only scrolling or closing the keyboard shows are apart from the others.
 */
export function tracedScreen({
  id,
  elements,
  width,
  height,
  packageName,
  dialog,
}: TraceScreen): TracedScreen {
  const known = (elements ?? []).filter(({ hidden }) => hidden !== 'dialog').slice(0, MAX_ELEMENTS);
  const byNode = new Map<UiNode, TraceElement>();
  const groups = Map.groupBy(known, ({ hidden }) => hidden ?? '');
  const children = [...groups.values()].flatMap(group => nested(group, byNode));
  const extent = { left: 0, top: 0, right: 1, bottom: 1 };
  for (const { bounds } of known) {
    extent.right = Math.max(extent.right, bounds.right);
    extent.bottom = Math.max(extent.bottom, bounds.bottom);
  }
  // A root without an area is no element of the screen.
  const screen = new Screen({ a11y_tree: { children } });
  const recorded = new Map(
    screen.elements.flatMap(element => {
      const found = byNode.get(element.node);
      return found ? [[element, found] as const] : [];
    }),
  );
  const size = { width: width ?? extent.right, height: height ?? extent.bottom };
  return { id, screen, size, packageName: packageName ?? '', dialog: dialog ?? undefined, recorded };
}

/** Returns true if an element can be touched without scrolling. */
export function isSeen({ recorded }: TracedScreen, element: ScreenElement): boolean {
  return recorded.get(element)?.hidden == null;
}

function nested(elements: readonly TraceElement[], byNode: Map<UiNode, TraceElement>): UiNode[] {
  const roots: UiNode[] = [];
  const open: {
    readonly node: UiNode;
    readonly children: UiNode[];
    readonly bounds: TraceElement['bounds'];
  }[] = [];
  for (const element of elements) {
    const children: UiNode[] = [];
    const node = nodeOf(element, children);
    byNode.set(node, element);
    while (open.length > 0 && !contains(open.at(-1)?.bounds, element.bounds)) open.pop();
    (open.at(-1)?.children ?? roots).push(node);
    open.push({ node, children, bounds: element.bounds });
  }
  return roots;
}

function nodeOf(
  { bounds, text, description, resourceId, className, clickable, checked }: TraceElement,
  children: UiNode[],
): UiNode {
  return {
    boundsInScreen: bounds,
    text,
    contentDescription: description,
    resourceId,
    className,
    children,
    isClickable: clickable === true,
    isCheckable: checked != null,
    isEditable: /EditText|TextField/i.test(className ?? ''),
  };
}

function contains(outer: TraceElement['bounds'] | undefined, inner: TraceElement['bounds']): boolean {
  return (
    outer !== undefined &&
    outer.left <= inner.left &&
    outer.top <= inner.top &&
    outer.right >= inner.right &&
    outer.bottom >= inner.bottom
  );
}
