import { clamp } from '../geometry.ts';
import type { ScrollKey } from '../state.ts';
import { widget, type Widget } from '../widget.ts';
import type { LayoutContext, Stack } from './layoutContext.ts';

const END_SPACE = 24;

/**
 * Returns a list that scrolls vertically from `top` to the end of the app's area; `build` stacks the content from a
 * given y coordinate. Omits widgets that are not visible.
 */
export function scrollList(
  layout: LayoutContext,
  key: ScrollKey,
  top: number,
  build: (y: number) => Stack,
): Widget {
  const { area, state } = layout;
  const bounds = { ...area, y: top, height: area.y + area.height - top };
  const unscrolled = build(top);
  const max = Math.max(unscrolled.bottom + END_SPACE - bounds.y - bounds.height, 0);
  const offset = clamp(state.scroll[key] ?? 0, 0, max);
  const { widgets } = offset === 0 ? unscrolled : build(top - offset);
  const visible = ({ bounds: { y, height } }: Widget): boolean =>
    y + height > top && y < bounds.y + bounds.height;
  return widget('list', `${key}_list`, bounds, {
    children: widgets.filter(visible),
    scrolling: { key, axis: 'vertical', unit: 'distance', offset, max },
  });
}
