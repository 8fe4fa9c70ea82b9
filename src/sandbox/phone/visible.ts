import { contains, intersect, isEmpty, toPixels, type Rectangle, type Point } from './geometry.ts';
import type { DisplayLayout, Window } from './layout/layoutDisplay.ts';
import type { Widget } from './widget.ts';

/** A widget with its bounds in device pixels, clipped by the lists around it. */
export interface VisibleWidget {
  readonly widget: Widget;
  readonly window: Window;
  readonly bounds: Rectangle;
  /** The area in which the widget may draw. */
  readonly clip: Rectangle;
  readonly children: readonly VisibleWidget[];
}

/** Returns the bounds of the entire display in device pixels. */
export function displayBounds({ display }: DisplayLayout): Rectangle {
  return { left: 0, top: 0, right: display.width, bottom: display.height };
}

/** Returns the visible widgets of a window as trees. */
export function visibleWidgets(layout: DisplayLayout, window: Window): readonly VisibleWidget[] {
  const clipWidgets = (widgets: readonly Widget[], clip: Rectangle): VisibleWidget[] =>
    widgets.flatMap(item => {
      const bounds = intersect(toPixels(item.bounds, layout.display.density), clip);
      if (isEmpty(bounds)) return [];
      const children = clipWidgets(item.children, item.scrolling === undefined ? clip : bounds);
      return [{ widget: item, window, bounds, clip, children }];
    });
  return clipWidgets(window.widgets, displayBounds(layout));
}

/** Returns all visible widgets of a display from back to front, parents before children. */
export function paintOrder(layout: DisplayLayout): readonly VisibleWidget[] {
  const flatten = (item: VisibleWidget): VisibleWidget[] => [item, ...item.children.flatMap(flatten)];
  return layout.windows.flatMap(window => visibleWidgets(layout, window)).flatMap(flatten);
}

/** Returns the widgets at a point in device pixels, from front to back. */
export function widgetsAt(layout: DisplayLayout, point: Point): readonly VisibleWidget[] {
  return paintOrder(layout)
    .filter(({ bounds }) => contains(bounds, point))
    .toReversed();
}
