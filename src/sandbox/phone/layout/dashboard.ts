import { box, disc, textShape } from '../draw/shape.ts';
import { ellipsize, wrapLines } from '../draw/textFlow.ts';
import { clamp, rect } from '../geometry.ts';
import { widget, type Widget } from '../widget.ts';
import {
  clockText,
  dayText,
  latestMessages,
  phonePositionText,
  type ScreenContext,
} from '../screenContext.ts';
import { wallpaper } from './homeScreen.ts';
import type { ScreenContent, LayoutContext } from './layoutContext.ts';

interface Page {
  readonly id: string;
  readonly heading: string;
  readonly large: string;
  readonly detail: string;
}

/** Returns the content of a second display: pages with the time, the latest message and the position. */
export function dashboard(layout: LayoutContext): ScreenContent {
  const { state, context, screen } = layout;
  const pages = pagesOf(context);
  const shown = clamp(Math.round(state.scroll.dashboard ?? 0), 0, pages.length - 1);
  const page = pages[shown];
  return {
    background: wallpaper(layout),
    barColor: '#ffffff',
    widgets: [
      widget('list', 'dashboard_pages', rect(0, 0, screen.width, screen.height - 88), {
        scrolling: {
          key: 'dashboard',
          axis: 'horizontal',
          unit: 'page',
          offset: shown,
          max: pages.length - 1,
        },
        children: page === undefined ? [] : [pageText(layout, page)],
      }),
      ...pages.map((tab, index) => tabButton(layout, tab, index, pages.length, index === shown)),
    ],
  };
}

function pagesOf(context: ScreenContext): readonly Page[] {
  const message = latestMessages(context)[0];
  const charge = `${Math.round(context.batteryPercent)}% battery`;
  return [
    {
      id: 'clock',
      heading: dayText(context.now, context),
      large: clockText(context.now, context),
      detail: `${context.deviceName}  ·  ${charge}`,
    },
    message === undefined
      ? { id: 'message', heading: 'Latest message', large: 'Nothing new', detail: 'Messages will show here' }
      : {
          id: 'message',
          heading: message.from,
          large: message.subject ?? 'New message',
          detail: message.text,
        },
    {
      id: 'position',
      heading: 'Position',
      large: phonePositionText(context.position),
      detail: context.timeZone,
    },
  ];
}

function pageText({ screen }: LayoutContext, page: Page): Widget {
  const width = screen.width * 0.84;
  const size = page.id === 'clock' ? 150 : 50;
  const middle = screen.height * 0.46;
  const center = screen.width / 2;
  const details = wrapLines(page.detail, width, 24).slice(0, 3);
  return widget(
    'text',
    `page_${page.id}`,
    rect((screen.width - width) / 2, 120, width, screen.height - 260),
    {
      text: `${page.heading}, ${page.large}, ${page.detail}`,
      shapes: [
        textShape(center, middle - size * 0.72 - 26, ellipsize(page.heading, width, 28), 28, '#ffffffd9', {
          align: 'middle',
        }),
        textShape(
          center,
          middle + size * 0.36,
          ellipsize(page.large, width, size, 'semibold'),
          size,
          '#ffffff',
          {
            weight: 'semibold',
            align: 'middle',
          },
        ),
        ...details.map((part, index) =>
          textShape(center, middle + size * 0.36 + 64 + index * 34, part, 24, '#ffffffd9', {
            align: 'middle',
          }),
        ),
      ],
    },
  );
}

function tabButton(
  { screen }: LayoutContext,
  page: Page,
  index: number,
  count: number,
  selected: boolean,
): Widget {
  const x = screen.width / 2 + (index - (count - 1) / 2) * 48;
  const y = screen.height - 56;
  return widget('button', `tab_${page.id}`, rect(x - 24, y - 24, 48, 48), {
    description: `Show ${page.id}`,
    selected,
    tap: { kind: 'turnPage', key: 'dashboard', page: index },
    shapes: selected ? [box(x - 14, y - 5, 28, 10, '#ffffff', 5)] : [disc(x, y, 5, '#ffffff80')],
  });
}
