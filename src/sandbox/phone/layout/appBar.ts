import { box, line, textShape } from '../draw/shape.ts';
import { ellipsize } from '../draw/textFlow.ts';
import { rect } from '../geometry.ts';
import { widget } from '../widget.ts';
import type { LayoutContext, Stack } from './layoutContext.ts';

/** Returns the title bar of an app's first screen. */
export function titleBar(layout: LayoutContext, title: string): Stack {
  const { column, theme, ios } = layout;
  const height = ios ? 64 : 68;
  const size = ios ? 32 : 26;
  const bar = widget('text', 'title', rect(column.x, column.y, column.width, height), {
    text: title,
    shapes: [
      textShape(column.x + 20, column.y + (ios ? 46 : 44), title, size, theme.ink, { weight: 'semibold' }),
    ],
  });
  return { widgets: [bar], bottom: column.y + height };
}

/** Returns the title bar of a nested screen, with a back button. */
export function backBar(layout: LayoutContext, title: string): Stack {
  const { column, theme, ios } = layout;
  const { x, y, width } = column;
  const height = 56;
  const ink = ios ? theme.accent : theme.ink;
  const middle = y + height / 2;
  const arrow = ios
    ? [
        line(2.4, ink, [x + 26, middle - 8], [x + 18, middle], [x + 26, middle + 8]),
        textShape(x + 33, middle + 6, 'Back', 17, ink),
      ]
    : [
        line(2.2, ink, [x + 36, middle], [x + 20, middle]),
        line(2.2, ink, [x + 27, middle - 7], [x + 20, middle], [x + 27, middle + 7]),
      ];
  const reach = ios ? 84 : 52;
  const label = ellipsize(title, width - (ios ? 2 * reach : reach + 20), ios ? 17 : 20, 'semibold');
  const titleX = ios ? x + width / 2 : x + reach + 8;
  return {
    widgets: [
      widget('button', 'back', rect(x, y, reach, height), {
        description: 'Back',
        tap: { kind: 'back' },
        shapes: arrow,
      }),
      widget('text', 'title', rect(x + reach, y, width - (ios ? 2 * reach : reach), height), {
        text: title,
        shapes: [
          textShape(titleX, middle + (ios ? 6 : 7), label, ios ? 17 : 20, theme.ink, {
            weight: 'semibold',
            align: ios ? 'middle' : 'start',
          }),
          ...(ios ? [box(layout.screen.x, y + height - 0.5, layout.screen.width, 0.5, theme.divider)] : []),
        ],
      }),
    ],
    bottom: y + height,
  };
}
