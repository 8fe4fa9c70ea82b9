import { area, box, line, textShape, type Color, type Shape } from '../draw/shape.ts';
import type { TouchEffect } from '../effect.ts';
import { type Box, rect } from '../geometry.ts';
import type { PhoneState } from '../state.ts';
import { widget, type Widget } from '../widget.ts';
import { barHeights } from './bars.ts';
import type { LayoutContext } from './layoutContext.ts';

const ROW_HEIGHT = 50;
const PADDING = 8;
const MAX_WIDTH = 720;

const ROWS: Readonly<Record<PhoneState['keyboardPage'], readonly string[]>> = {
  lower: ['1234567890', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm'],
  upper: ['1234567890', 'QWERTYUIOP', 'ASDFGHJKL', 'ZXCVBNM'],
  symbols: ['1234567890', '@#€_&-+()/', '*"\':;!?=%', '[]{}<>~'],
};

/** The height of the keyboard above the navigation bar. */
export const KEYBOARD_HEIGHT = 5 * ROW_HEIGHT + 2 * PADDING;

/** Returns the on-screen keyboard, whose keys are ordinary widgets. */
export function keyboard(layout: LayoutContext): Widget {
  const { screen, theme, ios, state } = layout;
  const top = screen.height - barHeights(ios).navigation - KEYBOARD_HEIGHT;
  const width = Math.min(screen.width, MAX_WIDTH) - 8;
  const left = (screen.width - width) / 2;
  const unit = width / 10;
  const rowTop = (row: number): number => top + PADDING + row * ROW_HEIGHT;
  const boundsAt = (column: number, row: number, columns: number): Box =>
    rect(left + column * unit, rowTop(row), columns * unit, ROW_HEIGHT);
  const keys = ROWS[state.keyboardPage].flatMap((letters, row) =>
    Array.from(letters).map((letter, index) =>
      characterKey(layout, letter, boundsAt(index + (10 - letters.length) / 2, row, 1)),
    ),
  );
  const ink = theme.ink;
  const special = (
    id: string,
    label: string,
    bounds: Box,
    tap: TouchEffect,
    sign: Shape[],
    fill: Color,
  ): Widget =>
    widget('button', id, bounds, { description: label, tap, shapes: [keyCap(bounds, fill, ios), ...sign] });
  const word = (bounds: Box, label: string, color: Color): Shape =>
    textShape(bounds.x + bounds.width / 2, bounds.y + bounds.height / 2 + 5, label, 14.5, color, {
      align: 'middle',
    });
  const shift = boundsAt(0, 3, 1.5);
  const erase = boundsAt(8.5, 3, 1.5);
  const symbols = boundsAt(0, 4, 1.5);
  const enter = boundsAt(8, 4, 2);
  const onSymbols = state.keyboardPage === 'symbols';
  const keyboardBounds = rect(0, top, screen.width, screen.height - top);
  return widget('group', 'keyboard', keyboardBounds, {
    shapes: [box(0, top, screen.width, keyboardBounds.height, theme.keyboard)],
    children: [
      ...keys,
      special(
        'key_shift',
        'Shift',
        shift,
        { kind: 'keyboardPage', page: state.keyboardPage === 'upper' ? 'lower' : 'upper' },
        shiftSign(shift, ink),
        state.keyboardPage === 'upper' ? theme.key : theme.quietKey,
      ),
      special('key_delete', 'Delete', erase, { kind: 'delete' }, eraseSign(erase, ink), theme.quietKey),
      special(
        'key_symbols',
        onSymbols ? 'Letters' : 'Symbols',
        symbols,
        { kind: 'keyboardPage', page: onSymbols ? 'lower' : 'symbols' },
        [word(symbols, onSymbols ? 'abc' : '!#1', ink)],
        theme.quietKey,
      ),
      characterKey(layout, ',', boundsAt(1.5, 4, 1)),
      special(
        'key_space',
        'Space',
        boundsAt(2.5, 4, 4.5),
        { kind: 'type', text: ' ' },
        [word(boundsAt(2.5, 4, 4.5), 'space', theme.quietInk)],
        theme.key,
      ),
      characterKey(layout, '.', boundsAt(7, 4, 1)),
      special(
        'key_enter',
        'Enter',
        enter,
        { kind: 'enter' },
        [word(enter, 'Enter', theme.onAccent)],
        theme.accent,
      ),
    ],
  });
}

function characterKey({ theme, ios }: LayoutContext, letter: string, bounds: Box): Widget {
  const label = textShape(
    bounds.x + bounds.width / 2,
    bounds.y + bounds.height / 2 + 7.5,
    letter,
    21,
    theme.ink,
    {
      align: 'middle',
    },
  );
  return widget('button', `key_${letter}`, bounds, {
    text: letter,
    tap: { kind: 'type', text: letter },
    shapes: [keyCap(bounds, theme.key, ios), label],
  });
}

function keyCap({ x, y, width, height }: Box, fill: Color, ios: boolean): Shape {
  return box(x + 2.5, y + 4, width - 5, height - 8, fill, ios ? 6 : 9);
}

function shiftSign({ x, y, width, height }: Box, ink: Color): Shape[] {
  const [cx, cy] = [x + width / 2, y + height / 2];
  return [
    line(
      1.8,
      ink,
      [cx - 8, cy],
      [cx, cy - 8],
      [cx + 8, cy],
      [cx + 4, cy],
      [cx + 4, cy + 8],
      [cx - 4, cy + 8],
      [cx - 4, cy],
      [cx - 8, cy],
    ),
  ];
}

function eraseSign({ x, y, width, height }: Box, ink: Color): Shape[] {
  const [cx, cy] = [x + width / 2, y + height / 2];
  return [
    area(ink, [cx - 11, cy], [cx - 4, cy - 8], [cx + 11, cy - 8], [cx + 11, cy + 8], [cx - 4, cy + 8]),
    line(1.8, '#ffffff', [cx, cy - 3.5], [cx + 7, cy + 3.5]),
    line(1.8, '#ffffff', [cx + 7, cy - 3.5], [cx, cy + 3.5]),
  ];
}
