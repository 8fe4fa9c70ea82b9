import { textWidth } from '../draw/font.ts';
import { box, disc, line, textShape, type Color, type Shape } from '../draw/shape.ts';
import { ellipsize } from '../draw/textFlow.ts';
import type { TouchEffect } from '../effect.ts';
import { FIELDS } from '../fields.ts';
import { type Box, rect } from '../geometry.ts';
import type { FieldKey } from '../state.ts';
import type { Theme } from '../theme.ts';
import { widget, type Widget } from '../widget.ts';
import type { LayoutContext } from './layoutContext.ts';

/** Returns the shapes of a switch whose right edge is centered at x, y. */
export function switchShapes(theme: Theme, ios: boolean, x: number, y: number, on: boolean): Shape[] {
  const [width, height] = ios ? [50, 30] : [48, 28];
  const fill = on ? (ios ? '#34b85c' : theme.accent) : theme.switchOff;
  const knob = height / 2 - 3;
  const center = on ? x - height / 2 : x - width + height / 2;
  return [box(x - width, y - height / 2, width, height, fill, height / 2), disc(center, y, knob, '#ffffff')];
}

/** Returns the shapes of a checkbox, 24 units wide, with its upper left corner at x, y. */
export function checkboxShapes(theme: Theme, x: number, y: number, on: boolean): Shape[] {
  if (!on) return [box(x, y, 24, 24, theme.quietInk, 7), box(x + 2, y + 2, 20, 20, theme.card, 5)];
  return [
    box(x, y, 24, 24, theme.accent, 7),
    line(2.6, theme.onAccent, [x + 6.5, y + 12.5], [x + 10.5, y + 16.5], [x + 17.5, y + 8.5]),
  ];
}

/** Returns a small arrow for rows that open a screen, with its tip at x, y. */
export function chevron(color: Color, x: number, y: number): Shape {
  return line(1.8, color, [x - 5, y - 5], [x, y], [x - 5, y + 5]);
}

/** Returns a filled button with a centered label. */
export function button(
  layout: LayoutContext,
  id: string,
  bounds: Box,
  label: string,
  tap: TouchEffect,
): Widget {
  const { theme } = layout;
  const middle = { x: bounds.x + bounds.width / 2, y: bounds.y + bounds.height / 2 };
  return widget('button', id, bounds, {
    text: label,
    tap,
    shapes: [
      box(bounds.x, bounds.y, bounds.width, bounds.height, theme.accent, theme.buttonRadius),
      textShape(middle.x, middle.y + 5.5, label, 16, theme.onAccent, { weight: 'semibold', align: 'middle' }),
    ],
  });
}

/** Returns a text field with its text, bullets for a password, or the hint, and the cursor if it has the focus. */
export function textField(layout: LayoutContext, key: FieldKey, bounds: Box, radius = 12): Widget {
  const { theme, state } = layout;
  const { hint, label, password } = FIELDS[key];
  const value = state.fields[key] ?? '';
  const cursor = state.focus?.field === key ? state.focus.cursor : undefined;
  const { x, y, width, height } = bounds;
  const frame =
    cursor === undefined
      ? [box(x, y, width, height, theme.fieldFill, radius)]
      : [
          box(x, y, width, height, theme.accent, radius),
          box(x + 2, y + 2, width - 4, height - 4, theme.fieldFill, radius - 2),
        ];
  const baseline = y + height / 2 + 5.5;
  const content =
    value === '' && cursor === undefined
      ? [textShape(x + 16, baseline, ellipsize(hint, width - 32, 16), 16, theme.quietInk)]
      : typedText(theme, value, cursor, rect(x + 16, baseline, width - 32, height));
  return widget('field', key, bounds, {
    text: password ? '' : value,
    hint,
    description: label,
    password,
    focused: cursor !== undefined,
    field: key,
    tap: { kind: 'focus', field: key },
    longPress: { kind: 'paste', field: key },
    shapes: [...frame, ...content],
  });
}

/** The maximum number of characters on each side of the cursor that could be visible in a field. */
const MAX_SEEN = 150;

/** Returns the text of a field, shifted left so that the cursor is visible; otherwise from its start. */
function typedText(theme: Theme, value: string, cursor: number | undefined, place: Box): Shape[] {
  const characters = Array.from(value);
  const widthOf = (from: number, to: number): number => textWidth(characters.slice(from, to).join(''), 16);
  // Skips measuring characters far outside the field.
  let from = Math.max(0, (cursor ?? 0) - MAX_SEEN);
  while (cursor !== undefined && from < cursor && widthOf(from, cursor) > place.width) from++;
  let to = Math.min(characters.length, from + 2 * MAX_SEEN);
  while (to > from && widthOf(from, to) > place.width) to--;
  const visible = textShape(place.x, place.y, characters.slice(from, to).join(''), 16, theme.ink);
  if (cursor === undefined) return [visible];
  const caret = place.x + widthOf(from, cursor);
  return [visible, box(caret, place.y - 15, 2, 20, theme.accent, 1)];
}
