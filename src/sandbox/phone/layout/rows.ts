import { box, textShape, type Shape } from '../draw/shape.ts';
import { ellipsize } from '../draw/textFlow.ts';
import type { TouchEffect } from '../effect.ts';
import { rect } from '../geometry.ts';
import type { SwitchKey } from '../state.ts';
import { widget, type Widget } from '../widget.ts';
import { chevron, switchShapes } from './controls.ts';
import type { LayoutContext, Stack } from './layoutContext.ts';

/** A row of a card: its text and, depending on its kind, the effect of a tap. */
export type CardRow = { readonly id: string; readonly title: string } & (
  | { readonly kind: 'value'; readonly value: string }
  | { readonly kind: 'switch'; readonly key: SwitchKey }
  | { readonly kind: 'link'; readonly value: string; readonly tap: TouchEffect }
);

/** The space between a card and the edge of its column. */
export const CARD_MARGIN = 16;
const ROW_HEIGHT = 56;
const PADDING = 20;

/** Returns the left edge and the width of cards. */
export function cardSpan({ column }: LayoutContext): { readonly x: number; readonly width: number } {
  return { x: column.x + CARD_MARGIN, width: column.width - 2 * CARD_MARGIN };
}

/** Returns the background of a card. */
export function cardShape(layout: LayoutContext, top: number, height: number): Shape {
  const { x, width } = cardSpan(layout);
  return box(x, top, width, height, layout.theme.card, layout.theme.cardRadius);
}

/** Returns a heading above a card. */
export function sectionTitle(layout: LayoutContext, id: string, title: string, top: number): Stack {
  const { x, width } = cardSpan(layout);
  const label = textShape(x + 6, top + 25, title, 13, layout.theme.quietInk, { weight: 'semibold' });
  const heading = widget('text', id, rect(x, top, width, 36), { text: title, shapes: [label] });
  return { widgets: [heading], bottom: top + 36 };
}

/** Returns a card with rows, separated by lines. */
export function rowCard(layout: LayoutContext, id: string, rows: readonly CardRow[], top: number): Stack {
  const { x, width } = cardSpan(layout);
  const height = rows.length * ROW_HEIGHT;
  const children = rows.map((row, index) =>
    rowWidget(layout, row, { x, y: top + index * ROW_HEIGHT, width }),
  );
  const dividers = rows
    .slice(1)
    .map((_, index) =>
      box(x + PADDING, top + (index + 1) * ROW_HEIGHT, width - PADDING, 1, layout.theme.divider),
    );
  const card = widget('group', id, rect(x, top, width, height), {
    shapes: [cardShape(layout, top, height), ...dividers],
    children,
  });
  return { widgets: [card], bottom: top + height };
}

function rowWidget(
  layout: LayoutContext,
  row: CardRow,
  frame: { x: number; y: number; width: number },
): Widget {
  const { theme, state, ios } = layout;
  const bounds = { ...frame, height: ROW_HEIGHT };
  const middle = frame.y + ROW_HEIGHT / 2;
  const right = frame.x + frame.width - PADDING;
  // A phone in airplane mode has no Bluetooth to switch on.
  const isDisabled = row.kind === 'switch' && row.key === 'bluetooth' && state.switches.airplane;
  const ink = isDisabled ? theme.quietInk : theme.ink;
  const title = textShape(frame.x + PADDING, middle + 5.5, row.title, 16, ink);
  if (row.kind === 'switch') {
    const checked = state.switches[row.key];
    return widget('switch', row.id, bounds, {
      text: row.title,
      checked,
      ...(isDisabled ? { enabled: false } : { tap: { kind: 'toggle', key: row.key } }),
      shapes: [title, ...switchShapes(theme, ios, right, middle, checked)],
    });
  }
  const end = row.kind === 'link' ? right - 14 : right;
  const shown = ellipsize(row.value, frame.width * 0.62, 14);
  const value = textShape(end, middle + 5, shown, 14, theme.quietInk, { align: 'end' });
  const label = row.value === '' ? row.title : `${row.title}, ${row.value}`;
  if (row.kind === 'link') {
    const shapes = [title, value, chevron(theme.quietInk, right, middle)];
    return widget('button', row.id, bounds, { text: label, tap: row.tap, shapes });
  }
  return widget('text', row.id, bounds, { text: label, shapes: [title, value] });
}
