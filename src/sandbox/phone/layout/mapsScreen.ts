import { box, disc, line, ring, text, type Shape } from '../draw/shape.ts';
import { ellipsize } from '../draw/textFlow.ts';
import type { Effect } from '../effect.ts';
import { clamp, type Box } from '../geometry.ts';
import { widget, type Widget } from '../widget.ts';
import { positionText } from '../screenContext.ts';
import { mapDrawing, metresPerUnit, scaleBar } from './mapDrawing.ts';
import { CARD_MARGIN } from './rows.ts';
import type { Screen, LayoutContext } from './layoutContext.ts';

const CARD_HEIGHT = 92;

/** Returns the Maps app: a fictional map, zoom buttons, and the coordinates. */
export function mapsScreen(layout: LayoutContext): Screen {
  const { state, context, theme, screen, area, column } = layout;
  const frame = { x: 0, y: 0, width: screen.width, height: area.y + area.height };
  const cardTop = area.y + area.height - CARD_HEIGHT - 16;
  const map = widget('image', 'map', frame, {
    description: 'Map',
    pannable: true,
    shapes: [
      ...mapDrawing(frame, context.position, state.map, state.switches.darkTheme),
      ...scaleBar(CARD_MARGIN + 4, cardTop - 14, state.map, theme.ink),
    ],
    children: state.switches.location ? marker(layout, frame) : [],
  });
  const right = column.x + column.width - CARD_MARGIN - 48;
  const keys = [
    roundKey(
      layout,
      'zoom_in',
      'Zoom in',
      right,
      cardTop - 184,
      { kind: 'zoom', by: 1 },
      plus(right + 24, cardTop - 160, layout),
    ),
    roundKey(
      layout,
      'zoom_out',
      'Zoom out',
      right,
      cardTop - 124,
      { kind: 'zoom', by: -1 },
      minus(right + 24, cardTop - 100, layout),
    ),
    roundKey(layout, 'centre_map', 'Show my position', right, cardTop - 64, { kind: 'centreMap' }, [
      ring(right + 24, cardTop - 40, 8, 2, theme.accent),
      disc(right + 24, cardTop - 40, 3.2, theme.accent),
    ]),
  ];
  return {
    background: [box(0, 0, screen.width, screen.height, theme.page)],
    barColour: theme.ink,
    widgets: [map, barShade(layout), ...keys, positionCard(layout, cardTop)],
  };
}

/** Keeps the status bar readable over the map, and hides the map below the app area. */
function barShade({ screen, theme, area }: LayoutContext): Widget {
  const bottom = area.y + area.height;
  const bounds = { x: 0, y: 0, width: screen.width, height: area.y };
  const shapes = [
    box(0, 0, screen.width, area.y, { top: `${theme.page}f0`, bottom: `${theme.page}a0` }),
    box(0, bottom, screen.width, screen.height - bottom, theme.page),
  ];
  return widget('group', 'map_shade', bounds, { shapes });
}

function marker({ state, theme }: LayoutContext, frame: Box): Widget[] {
  const metres = metresPerUnit(state.map.zoom);
  const x = frame.x + frame.width / 2 - state.map.east / metres;
  const y = frame.y + frame.height / 2 + state.map.north / metres;
  const seen =
    x === clamp(x, frame.x, frame.x + frame.width) && y === clamp(y, frame.y, frame.y + frame.height);
  if (!seen) return [];
  return [
    widget(
      'image',
      'position_marker',
      { x: x - 24, y: y - 24, width: 48, height: 48 },
      {
        description: "This phone's position",
        shapes: [disc(x, y, 40, `${theme.accent}2b`), disc(x, y, 11, '#ffffff'), disc(x, y, 8, theme.accent)],
      },
    ),
  ];
}

function roundKey(
  layout: LayoutContext,
  id: string,
  description: string,
  x: number,
  y: number,
  tap: Effect,
  sign: Shape[],
): Widget {
  const shapes = [
    disc(x + 24, y + 25.5, 25, '#0000001f'),
    disc(x + 24, y + 24, 24, layout.theme.card),
    ...sign,
  ];
  return widget('button', id, { x, y, width: 48, height: 48 }, { description, tap, shapes });
}

function minus(x: number, y: number, { theme }: LayoutContext): Shape[] {
  return [line(2.4, theme.ink, [x - 7, y], [x + 7, y])];
}

function plus(x: number, y: number, layout: LayoutContext): Shape[] {
  return [...minus(x, y, layout), line(2.4, layout.theme.ink, [x, y - 7], [x, y + 7])];
}

function positionCard({ column, theme, context, state, ios }: LayoutContext, y: number): Widget {
  const x = column.x + CARD_MARGIN;
  const width = column.width - 2 * CARD_MARGIN;
  const on = state.switches.location;
  const title = on ? 'You are here' : 'Location is off';
  const detail = on ? positionText(context.position) : 'Turn it on in Settings';
  const radius = ios ? 18 : 24;
  return widget(
    'text',
    'position',
    { x, y, width, height: CARD_HEIGHT },
    {
      text: `${title}, ${detail}`,
      shapes: [
        box(x, y + 2, width, CARD_HEIGHT, '#0000001a', radius),
        box(x, y, width, CARD_HEIGHT, theme.card, radius),
        disc(x + 44, y + CARD_HEIGHT / 2, 22, theme.tint),
        disc(x + 44, y + CARD_HEIGHT / 2, 7, on ? theme.accent : theme.quietInk),
        text(x + 82, y + 41, title, 17, theme.ink, { weight: 'semibold' }),
        text(x + 82, y + 65, ellipsize(detail, width - 100, 14.5), 14.5, theme.quietInk),
      ],
    },
  );
}
