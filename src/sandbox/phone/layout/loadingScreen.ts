import { line, ring } from '../draw/shape.ts';
import { rect } from '../geometry.ts';
import type { ScreenContext } from '../screenContext.ts';
import { widget } from '../widget.ts';
import { appScreen, type LayoutContext, type ScreenContent } from './layoutContext.ts';

/** The part of the loading in which the progress indicator is shown; after it, the content moves into its position. */
const INDICATOR_PART = 0.6;
/** The distance by which the content begins below its position, in density-independent units. */
const SLIDE = 160;
const TURNS = 2;
const RADIUS = 22;

/** Returns true if the app in front shows its content, which may still move. */
export function isContentShown({ loaded = 1 }: ScreenContext): boolean {
  return loaded >= INDICATOR_PART;
}

/** Returns how far the content is from its position, in density-independent units. */
export function slideDistance({ loaded = 1 }: ScreenContext): number {
  if (loaded < INDICATOR_PART) return 0;
  return SLIDE * ((1 - loaded) / (1 - INDICATOR_PART));
}

/** Returns the screen of an app that shows only a progress indicator. */
export function loadingScreen(layout: LayoutContext): ScreenContent {
  const { area, theme, context } = layout;
  const [x, y] = [area.x + area.width / 2, area.y + area.height / 2];
  const angle = (context.loaded ?? 0) * TURNS * 2 * Math.PI;
  const hand = (distance: number): [number, number] => [
    x + distance * Math.cos(angle),
    y + distance * Math.sin(angle),
  ];
  const bounds = rect(x - RADIUS, y - RADIUS, RADIUS * 2, RADIUS * 2);
  return appScreen(layout, [
    widget('progress', 'loading', bounds, {
      description: 'Loading',
      shapes: [
        ring(x, y, RADIUS - 3, 4, theme.divider),
        line(6, theme.accent, hand(RADIUS - 3), hand(RADIUS - 3)),
      ],
    }),
  ]);
}
