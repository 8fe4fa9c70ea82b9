import { area, box, disc, line, textShape, type Color, type Shape } from '../draw/shape.ts';
import { ellipsize, wrapLines } from '../draw/textFlow.ts';
import { rect } from '../geometry.ts';
import { findStories, STORIES, type Story } from '../stories.ts';
import { topScreen } from '../state.ts';
import { widget, type Widget } from '../widget.ts';
import { backBar } from './appBar.ts';
import { textField } from './controls.ts';
import { cardShape, cardSpan } from './rows.ts';
import { appScreen, type LayoutContext, type ScreenContent, type Stack } from './layoutContext.ts';
import { scrollList } from './scrollList.ts';

const SECTION_COLORS: Readonly<Record<string, readonly [Color, Color]>> = {
  City: ['#7c8cf0', '#4653b4'],
  Science: ['#53c2a8', '#207f6c'],
  Food: ['#f5b267', '#cf7a2b'],
  Travel: ['#64b5ee', '#2a72b5'],
  Technology: ['#a88bea', '#6845b5'],
  People: ['#f08f8f', '#b84a55'],
  Weather: ['#9db4c8', '#5b7690'],
  Culture: ['#e48ac2', '#a5417f'],
};

/** Returns the Browser app: a list of articles with a search field, one article, or a web page. */
export function browserScreen(layout: LayoutContext): ScreenContent {
  const opened = topScreen(layout.state, 'browser');
  const story = STORIES.find(({ id }) => id === opened?.argument);
  if (opened?.screen === 'address') return appScreen(layout, page(layout, opened.argument));
  return appScreen(layout, story === undefined ? front(layout) : article(layout, story));
}

/** Returns a web page, which shows only its address because the sandbox loads no pages. */
function page(layout: LayoutContext, address: string): Widget[] {
  const { area: space, theme } = layout;
  const bar = backBar(layout, 'Browser');
  const { x, width } = cardSpan(layout);
  const host = hostOf(address);
  const lines = wrapLines(address, width - 40, 15).slice(0, 6);
  const top = bar.bottom + 76;
  const height = 150 + lines.length * 22;
  return [
    ...bar.widgets,
    widget('text', 'address_bar', rect(x, bar.bottom + 8, width, 48), {
      text: address,
      shapes: [
        box(x, bar.bottom + 8, width, 48, theme.fieldFill, 24),
        textShape(x + 20, bar.bottom + 37, ellipsize(address, width - 40, 15), 15, theme.ink),
      ],
    }),
    widget('text', 'page_content', rect(x, top, width, Math.min(height, space.y + space.height - top)), {
      text: host,
      shapes: [
        cardShape(layout, top, height),
        textShape(x + 20, top + 46, ellipsize(host, width - 40, 24, 'semibold'), 24, theme.ink, {
          weight: 'semibold',
        }),
        textShape(x + 20, top + 76, 'This phone is simulated and has no web.', 15, theme.quietInk),
        ...lines.map((words, index) => textShape(x + 20, top + 118 + index * 22, words, 15, theme.ink)),
      ],
    }),
  ];
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host || address : address;
}

function front(layout: LayoutContext): Widget[] {
  const { area: space, column, state, theme } = layout;
  const { x, width } = cardSpan(layout);
  const field = textField(layout, 'browser.search', rect(x, space.y + 10, width, 48), 24);
  const typed = state.fields['browser.search'] ?? '';
  const found = findStories(typed);
  const heading = typed.trim() === '' ? 'The Daily Sandbox' : `${found.length} of ${STORIES.length} stories`;
  const list = scrollList(layout, 'browser', space.y + 68, y => {
    const title = widget('text', 'page_title', rect(column.x, y, column.width, 52), {
      text: heading,
      shapes: [textShape(column.x + 22, y + 35, heading, 22, theme.ink, { weight: 'semibold' })],
    });
    const rows = found.map((story, index) => storyRow(layout, story, y + 56 + index * 116));
    return { widgets: [title, ...rows], bottom: y + 56 + found.length * 116 };
  });
  return [field, list];
}

function storyRow(layout: LayoutContext, story: Story, y: number): Widget {
  const { theme } = layout;
  const { x, width } = cardSpan(layout);
  const words = wrapLines(story.title, width - 128, 16.5, 'semibold').slice(0, 2);
  const block = words.length * 22;
  const first = y + 52 - block / 2 + 4;
  return widget('button', `story_${story.id}`, rect(x, y, width, 104), {
    text: `${story.title}, ${story.section}, ${story.minutes} min`,
    tap: { kind: 'openScreen', app: 'browser', screen: { screen: 'story', argument: story.id } },
    shapes: [
      cardShape(layout, y, 104),
      ...thumbnail(story, x + 12, y + 12, 80, 80),
      ...words.map((part, index) =>
        textShape(x + 108, first + index * 22, part, 16.5, theme.ink, { weight: 'semibold' }),
      ),
      textShape(x + 108, first + block + 2, `${story.section}  ·  ${story.minutes} min`, 13, theme.quietInk),
    ],
  });
}

/** Returns a small landscape in the colors of the story's section. */
function thumbnail(story: Story, x: number, y: number, width: number, height: number): Shape[] {
  const [top, bottom] = SECTION_COLORS[story.section] ?? ['#9db4c8', '#5b7690'];
  const lean = (story.id.charCodeAt(0) % 5) / 10;
  const low = y + height - 12;
  const peak = (at: number, rise: number, spread: number, paint: Color): Shape =>
    area(
      paint,
      [x + Math.max(width * (at - spread), 8), low],
      [x + width * at, y + height * rise],
      [x + Math.min(width * (at + spread), width - 8), low],
    );
  return [
    box(x, y, width, height, { top, bottom }, 14),
    disc(x + width * (0.3 + lean), y + height * 0.3, height * 0.1, '#ffffffd9'),
    peak(0.36, 0.5, 0.27, '#ffffff59'),
    peak(0.66 - lean / 3, 0.4, 0.3, '#ffffff80'),
    line(1.5, '#ffffffa6', [x + 8, low], [x + width - 8, low]),
  ];
}

function article(layout: LayoutContext, story: Story): Widget[] {
  const { column, theme } = layout;
  const bar = backBar(layout, story.section);
  const x = column.x + 20;
  const width = column.width - 40;
  const titleLines = wrapLines(story.title, width, 26, 'semibold');
  const bodyLines = wrapLines(story.text, width, 17);
  const build = (y: number): Stack => {
    const pictureBottom = y + 12 + 170;
    const titleHeight = titleLines.length * 34 + 48;
    const bodyTop = pictureBottom + titleHeight;
    const bodyHeight = bodyLines.length * 27;
    return {
      bottom: bodyTop + bodyHeight,
      widgets: [
        widget('image', 'story_picture', rect(x, y + 12, width, 170), {
          description: `Picture for ${story.title}`,
          shapes: thumbnail(story, x, y + 12, width, 170),
        }),
        widget('text', 'story_title', rect(x, pictureBottom, width, titleHeight), {
          text: story.title,
          shapes: [
            ...titleLines.map((part, index) =>
              textShape(x, pictureBottom + 38 + index * 34, part, 26, theme.ink, { weight: 'semibold' }),
            ),
            textShape(x, pictureBottom + titleHeight - 14, `${story.minutes} min read`, 14, theme.quietInk),
          ],
        }),
        widget('text', 'story_text', rect(x, bodyTop, width, bodyHeight), {
          text: story.text,
          shapes: bodyLines.map((part, index) =>
            textShape(x, bodyTop + 20 + index * 27, part, 17, theme.ink),
          ),
        }),
      ],
    };
  };
  return [...bar.widgets, scrollList(layout, 'story', bar.bottom, build)];
}
