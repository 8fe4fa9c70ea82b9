import { APPS } from '../apps.ts';
import { box, textShape } from '../draw/shape.ts';
import { clamp, rect } from '../geometry.ts';
import type { AppId } from '../state.ts';
import { widget, type Widget } from '../widget.ts';
import { wallpaper } from './homeScreen.ts';
import { appGround, appIcon } from './icons.ts';
import type { ScreenContent, LayoutContext } from './layoutContext.ts';

const SPACE = 16;

/** Returns the recent apps as a row of cards: a tap opens an app, an upward swipe closes it. */
export function recentsScreen(layout: LayoutContext): ScreenContent {
  const { state, area, screen } = layout;
  const shade = box(0, 0, screen.width, screen.height, '#0000008c');
  const background = [...wallpaper(layout), shade];
  if (state.recents.length === 0) {
    const message = 'No recent apps';
    const bounds = rect(0, area.y + area.height / 2 - 30, area.width, 60);
    const label = textShape(area.width / 2, bounds.y + 36, message, 18, '#ffffffd9', { align: 'middle' });
    return {
      background,
      barColor: '#ffffff',
      widgets: [widget('text', 'recents_empty', bounds, { text: message, shapes: [label] })],
    };
  }
  const width = Math.min(area.width * 0.68, 360);
  const height = Math.min(area.height - 190, width * 1.9);
  const top = area.y + (area.height - height) / 2 - 20;
  const max = (state.recents.length - 1) * (width + SPACE);
  const offset = clamp(state.scroll.recents ?? 0, 0, max);
  const list = rect(0, area.y, area.width, top + height + 16 - area.y);
  const cards = state.recents
    .map((app, index) =>
      card(
        layout,
        app,
        rect((area.width - width) / 2 + index * (width + SPACE) - offset, top, width, height),
      ),
    )
    .filter(({ bounds }) => bounds.x < area.width && bounds.x + bounds.width > 0);
  return {
    background,
    barColor: '#ffffff',
    widgets: [
      widget('list', 'recents_list', list, {
        scrolling: { key: 'recents', axis: 'horizontal', unit: 'distance', offset, max },
        children: cards,
      }),
      closeAll(layout, top + height + 28),
    ],
  };
}

function card(layout: LayoutContext, app: AppId, bounds: Widget['bounds']): Widget {
  const { x, y, width, height } = bounds;
  const { theme, ios } = layout;
  const { label } = APPS[app];
  return widget('button', `recent_${app}`, bounds, {
    text: label,
    tap: { kind: 'openApp', app },
    swipeUp: { kind: 'closeApp', app },
    shapes: [
      box(x, y, width, height, theme.page, 24),
      box(x, y, width, 92, appGround(app), 24),
      box(x, y + 60, width, 60, theme.page),
      box(x, y + 60, width, 1, theme.page),
      ...appIcon(app, ios, x + width / 2 - 36, y + 40, 72),
      textShape(x + width / 2, y + 146, label, 20, theme.ink, { weight: 'semibold', align: 'middle' }),
      ...[0, 1, 2, 3]
        .map(index => box(x + 24, y + 180 + index * 64, width - 48, 48, theme.card, 12))
        .filter((_, index) => 180 + index * 64 + 60 < height),
    ],
  });
}

function closeAll({ area }: LayoutContext, top: number): Widget {
  const bounds = rect(area.width / 2 - 70, top, 140, 44);
  return widget('button', 'close_all', bounds, {
    text: 'Close all',
    tap: { kind: 'closeAllApps' },
    shapes: [
      box(bounds.x, bounds.y, bounds.width, bounds.height, '#ffffff2e', 22),
      textShape(area.width / 2, top + 27.5, 'Close all', 15, '#ffffff', {
        weight: 'semibold',
        align: 'middle',
      }),
    ],
  });
}
