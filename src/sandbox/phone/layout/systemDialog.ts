import { box, textShape, type Shape } from '../draw/shape.ts';
import { wrapLines } from '../draw/textFlow.ts';
import { rect } from '../geometry.ts';
import { widget, type Widget } from '../widget.ts';
import { button } from './controls.ts';
import type { LayoutContext } from './layoutContext.ts';

const SCRIM = '#00000099';
const MARGIN = 32;
const LINE = 26;

/** Returns a dialog of the system with a title and a button that closes it; it covers the whole screen. */
export function systemDialog(layout: LayoutContext, title: string): Widget {
  const { screen, theme, column } = layout;
  const width = column.width - 2 * MARGIN;
  const lines = wrapLines(title, width - 48, 18, 'semibold').slice(0, 4);
  const height = lines.length * LINE + 132;
  const [x, y] = [column.x + MARGIN, (screen.height - height) / 2];
  const titleShapes: readonly Shape[] = lines.map((words, index) =>
    textShape(x + 24, y + 44 + index * LINE, words, 18, theme.ink, { weight: 'semibold' }),
  );
  const titleBounds = rect(x + 24, y + 20, width - 48, lines.length * LINE + 8);
  const close = rect(x + width - 144, y + height - 72, 120, 48);
  return widget('group', 'dialog', rect(0, 0, screen.width, screen.height), {
    shapes: [
      box(0, 0, screen.width, screen.height, SCRIM),
      box(x, y, width, height, theme.card, theme.cardRadius),
    ],
    children: [
      widget('text', 'dialog_title', titleBounds, { text: title, shapes: titleShapes }),
      button(layout, 'dialog_ok', close, 'OK', { kind: 'closeDialog' }),
    ],
  });
}
