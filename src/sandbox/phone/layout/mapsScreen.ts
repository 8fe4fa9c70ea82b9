import { box, disc, line, ring, textShape, type Shape } from '../draw/shape.ts';
import { ellipsize } from '../draw/textFlow.ts';
import type { TouchEffect } from '../effect.ts';
import { type Box, clamp, rect } from '../geometry.ts';
import type { Theme } from '../theme.ts';
import { widget, type Widget } from '../widget.ts';
import { phonePositionText } from '../screenContext.ts';
import { mapDrawing, metersPerUnit, drawScaleBar } from './mapDrawing.ts';
import { CARD_MARGIN, cardSpan } from './rows.ts';
import { appScreen, type LayoutContext, type ScreenContent } from './layoutContext.ts';

const CARD_HEIGHT = 92;

/** Returns the Maps app: a fictional map, zoom buttons, and the coordinates. */
export function mapsScreen(layout: LayoutContext): ScreenContent {
  const { state, context, theme, screen, area } = layout;
  const { x, width } = cardSpan(layout);
  const frame = rect(0, 0, screen.width, area.y + area.height);
  const cardTop = area.y + area.height - CARD_HEIGHT - 16;
  const map = widget('image', 'map', frame, {
    description: 'Map',
    pannable: true,
    shapes: [
      ...mapDrawing(frame, context.position, state.map, state.switches.darkTheme),
      ...drawScaleBar(CARD_MARGIN + 4, cardTop - 14, state.map, theme.ink),
    ],
    children: state.switches.location ? marker(layout, frame) : [],
  });
  const right = x + width - 48;
  const keys = [
    roundKey(layout, 'zoom_in', 'Zoom in', right, cardTop - 184, { kind: 'zoom', by: 1 }, plus),
    roundKey(layout, 'zoom_out', 'Zoom out', right, cardTop - 124, { kind: 'zoom', by: -1 }, minus),
    roundKey(layout, 'center_map', 'Show my position', right, cardTop - 64, { kind: 'centerMap' }, target),
  ];
  return appScreen(layout, [map, barShade(layout), ...keys, positionCard(layout, cardTop)]);
}

/** Keeps the status bar readable over the map, and hides the map below the app area. */
function barShade({ screen, theme, area }: LayoutContext): Widget {
  const bottom = area.y + area.height;
  const bounds = rect(0, 0, screen.width, area.y);
  const shapes = [
    box(0, 0, screen.width, area.y, { top: `${theme.page}f0`, bottom: `${theme.page}a0` }),
    box(0, bottom, screen.width, screen.height - bottom, theme.page),
  ];
  return widget('group', 'map_shade', bounds, { shapes });
}

function marker({ state, theme }: LayoutContext, frame: Box): Widget[] {
  const meters = metersPerUnit(state.map.zoom);
  const x = frame.x + frame.width / 2 - state.map.east / meters;
  const y = frame.y + frame.height / 2 + state.map.north / meters;
  const seen =
    x === clamp(x, frame.x, frame.x + frame.width) && y === clamp(y, frame.y, frame.y + frame.height);
  if (!seen) return [];
  return [
    widget('image', 'position_marker', rect(x - 24, y - 24, 48, 48), {
      description: "This phone's position",
      shapes: [disc(x, y, 40, `${theme.accent}2b`), disc(x, y, 11, '#ffffff'), disc(x, y, 8, theme.accent)],
    }),
  ];
}

function roundKey(
  layout: LayoutContext,
  id: string,
  description: string,
  x: number,
  y: number,
  tap: TouchEffect,
  sign: Sign,
): Widget {
  const [centerX, centerY] = [x + 24, y + 24];
  const shapes = [
    disc(centerX, y + 25.5, 25, '#0000001f'),
    disc(centerX, centerY, 24, layout.theme.card),
    ...sign(centerX, centerY, layout.theme),
  ];
  return widget('button', id, rect(x, y, 48, 48), { description, tap, shapes });
}

/** Returns the symbol of a key around a point. */
type Sign = (x: number, y: number, theme: Theme) => Shape[];

const minus: Sign = (x, y, { ink }) => [line(2.4, ink, [x - 7, y], [x + 7, y])];
const plus: Sign = (x, y, theme) => [...minus(x, y, theme), line(2.4, theme.ink, [x, y - 7], [x, y + 7])];
const target: Sign = (x, y, { accent }) => [ring(x, y, 8, 2, accent), disc(x, y, 3.2, accent)];

function positionCard(layout: LayoutContext, y: number): Widget {
  const { theme, context, state, ios } = layout;
  const { x, width } = cardSpan(layout);
  const on = state.switches.location;
  const title = on ? 'You are here' : 'Location is off';
  const detail = on ? phonePositionText(context.position) : 'Turn it on in Settings';
  const radius = ios ? 18 : 24;
  return widget('text', 'position', rect(x, y, width, CARD_HEIGHT), {
    text: `${title}, ${detail}`,
    shapes: [
      box(x, y + 2, width, CARD_HEIGHT, '#0000001a', radius),
      box(x, y, width, CARD_HEIGHT, theme.card, radius),
      disc(x + 44, y + CARD_HEIGHT / 2, 22, theme.tint),
      disc(x + 44, y + CARD_HEIGHT / 2, 7, on ? theme.accent : theme.quietInk),
      textShape(x + 82, y + 41, title, 17, theme.ink, { weight: 'semibold' }),
      textShape(x + 82, y + 65, ellipsize(detail, width - 100, 14.5), 14.5, theme.quietInk),
    ],
  });
}
