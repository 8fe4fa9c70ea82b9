import { APP_IDS, APPS } from '../apps.ts';
import { box, disc, textShape, type Color, type Shape } from '../draw/shape.ts';
import { ellipsize } from '../draw/textFlow.ts';
import { type Box, clamp, rect } from '../geometry.ts';
import type { AppId, InstalledIcon } from '../state.ts';
import { widget, type Widget } from '../widget.ts';
import { clockText, dayText, latestMessages, phonePositionText } from '../screenContext.ts';
import { appIcon, installedIcon } from './icons.ts';
import type { ScreenContent, LayoutContext } from './layoutContext.ts';

const PAGES = 2;
const DOCK: readonly AppId[] = ['messages', 'browser', 'maps', 'settings'];
const CARD: Color = '#ffffff2e';

/** Returns the background of the home screen and of the recent apps. */
export function wallpaper({ screen, ios }: LayoutContext): Shape[] {
  const { width, height } = screen;
  const ground = ios
    ? ({ top: '#1d2b64', bottom: '#b3577d' } as const)
    : ({ top: '#16324f', bottom: '#2f8f89' } as const);
  const hill = ios ? '#ffffff12' : '#0b2b3d2e';
  return [
    box(0, 0, width, height, ground),
    disc(width * 0.12, height * 1.02, width * 0.62, hill),
    disc(width * 0.9, height * 0.98, width * 0.5, hill),
    disc(width * 0.55, height * 1.12, width * 0.7, hill),
    disc(width * 0.78, height * 0.2, width * 0.2, '#ffffff0d'),
  ];
}

/** Returns the home screen: a page with clock and apps, a page with cards, and the dock. */
export function homeScreen(layout: LayoutContext): ScreenContent {
  const { state, area, ios } = layout;
  const page = clamp(Math.round(state.scroll.home ?? 0), 0, PAGES - 1);
  const dockHeight = ios ? 96 : 92;
  const dockTop = area.y + area.height - dockHeight - (ios ? 4 : 8);
  const pages = rect(0, area.y, area.width, dockTop - area.y - 32);
  const content = page === 0 ? [...clock(layout), ...appGrid(layout, pages)] : cards(layout);
  return {
    background: wallpaper(layout),
    barColor: '#ffffff',
    widgets: [
      widget('list', 'home_pages', pages, {
        scrolling: { key: 'home', axis: 'horizontal', unit: 'page', offset: page, max: PAGES - 1 },
        children: content,
      }),
      ...pageDots(layout, page, dockTop - 18),
      dock(layout, dockTop, dockHeight),
    ],
  };
}

function clock(layout: LayoutContext): Widget[] {
  const { area, context } = layout;
  const center = area.width / 2;
  const time = clockText(context.now, context);
  const day = dayText(context.now, context);
  return [
    widget('text', 'home_clock', rect(0, area.y + 36, area.width, 92), {
      text: time,
      shapes: [textShape(center, area.y + 114, time, 84, '#ffffff', { align: 'middle' })],
    }),
    widget('text', 'home_day', rect(0, area.y + 128, area.width, 36), {
      text: day,
      shapes: [textShape(center, area.y + 152, day, 18, '#ffffffd9', { align: 'middle' })],
    }),
  ];
}

function appGrid(layout: LayoutContext, pages: Box): Widget[] {
  const columns = layout.screen.width > 600 ? 5 : 4;
  const width = Math.min(pages.width - 32, 640);
  const cell = width / columns;
  const left = (pages.width - width) / 2;
  const top = pages.y + 210;
  const cellAt = (index: number): Box =>
    rect(left + (index % columns) * cell, top + Math.floor(index / columns) * 112, cell, 104);
  const rows = Math.max(Math.floor((pages.y + pages.height - top) / 112), 2);
  const freeCells = rows * columns - APP_IDS.length;
  return [
    ...APP_IDS.map((app, index) => launcher(layout, app, `icon_${app}`, cellAt(index))),
    ...layout.state.installed
      .slice(0, freeCells)
      .map((icon, index) => installedLauncher(icon, layout.ios, cellAt(APP_IDS.length + index))),
  ];
}

/** Returns the icon of an installed app with its label. */
function installedLauncher({ packageName, label }: InstalledIcon, ios: boolean, bounds: Box): Widget {
  const center = bounds.x + bounds.width / 2;
  return widget('button', `icon_${packageName}`, bounds, {
    text: label,
    tap: { kind: 'openInstalled', packageName },
    shapes: [
      ...installedIcon(label, ios, center - 30, bounds.y + 8, 60),
      textShape(center, bounds.y + 90, ellipsize(label, bounds.width - 4, 13), 13, '#ffffff', {
        align: 'middle',
      }),
    ],
  });
}

/** Returns the icon of a built-in app with its label. */
function launcher(layout: LayoutContext, app: AppId, id: string, bounds: Box): Widget {
  const { label } = APPS[app];
  const center = bounds.x + bounds.width / 2;
  return widget('button', id, bounds, {
    text: label,
    tap: { kind: 'openApp', app },
    shapes: [
      ...appIcon(app, layout.ios, center - 30, bounds.y + 8, 60),
      textShape(center, bounds.y + 90, label, 13, '#ffffff', { align: 'middle' }),
    ],
  });
}

function dock(layout: LayoutContext, top: number, height: number): Widget {
  const { area, ios } = layout;
  const width = Math.min(area.width - 24, 460);
  const left = (area.width - width) / 2;
  const cell = width / DOCK.length;
  const children = DOCK.map((app, index) =>
    widget('button', `dock_${app}`, rect(left + index * cell, top, cell, height), {
      description: APPS[app].label,
      tap: { kind: 'openApp', app },
      shapes: appIcon(app, ios, left + (index + 0.5) * cell - 30, top + height / 2 - 30, 60),
    }),
  );
  const ground = box(left, top, width, height, CARD, ios ? 30 : height / 2);
  return widget('group', 'dock', rect(left, top, width, height), { shapes: [ground], children });
}

function pageDots({ area }: LayoutContext, page: number, middle: number): Widget[] {
  const start = area.width / 2 - ((PAGES - 1) * 28) / 2;
  return Array.from({ length: PAGES }, (_, index) => {
    const x = start + index * 28;
    return widget('button', `page_${index + 1}`, rect(x - 14, middle - 14, 28, 28), {
      description: `Page ${index + 1}`,
      selected: index === page,
      tap: { kind: 'turnPage', key: 'home', page: index },
      shapes: [disc(x, middle, 3.5, index === page ? '#ffffff' : '#ffffff66')],
    });
  });
}

/** Returns the second page: the latest message and the position, which open their apps. */
function cards(layout: LayoutContext): Widget[] {
  const { column, context, area } = layout;
  const message = latestMessages(context)[0];
  const width = column.width - 40;
  const bounds = (index: number): Box => rect(column.x + 20, area.y + 24 + index * 128, width, 112);
  const card = (index: number, app: AppId, title: string, detail: string): Widget => {
    const { x, y, height } = bounds(index);
    return widget('button', `card_${app}`, bounds(index), {
      text: `${title}, ${detail}`,
      tap: { kind: 'openApp', app },
      shapes: [
        box(x, y, width, height, CARD, 24),
        ...appIcon(app, layout.ios, x + 18, y + 32, 48),
        textShape(x + 82, y + 50, ellipsize(title, width - 100, 17, 'semibold'), 17, '#ffffff', {
          weight: 'semibold',
        }),
        textShape(x + 82, y + 74, ellipsize(detail, width - 100, 14), 14, '#ffffffd9'),
      ],
    });
  };
  return [
    message === undefined
      ? card(0, 'messages', 'Messages', 'Nothing new')
      : card(0, 'messages', message.from, message.subject ?? message.text),
    card(1, 'maps', 'Where this phone is', phonePositionText(context.position)),
  ];
}
