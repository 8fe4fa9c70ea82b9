import { textWidth } from '../draw/font.ts';
import { box, disc, textShape, type Color, type Shape } from '../draw/shape.ts';
import { ellipsize, wrapLines } from '../draw/textFlow.ts';
import { rect } from '../geometry.ts';
import { topScreen } from '../state.ts';
import { widget, type Widget } from '../widget.ts';
import { clockText, dayText, latestMessages, momentText, type PhoneMessage } from '../screenContext.ts';
import { backBar, titleBar } from './appBar.ts';
import { button } from './controls.ts';
import { cardShape, cardSpan } from './rows.ts';
import { appScreen, type LayoutContext, type ScreenContent, type Stack } from './layoutContext.ts';
import { scrollList } from './scrollList.ts';

const ROW_HEIGHT = 84;
const AVATARS: readonly Color[] = ['#5b6bd6', '#1f9d8a', '#d0653f', '#9a55b8', '#3d86c6', '#b8872c'];

/** Returns the Messages app: the list, or one message with its passcode. */
export function messagesScreen(layout: LayoutContext): ScreenContent {
  const { state, context } = layout;
  const opened = topScreen(state, 'messages');
  const message = context.messages.find(({ id }) => id === opened?.argument);
  return appScreen(layout, opened === undefined ? inbox(layout) : opening(layout, message));
}

function inbox(layout: LayoutContext): Widget[] {
  const bar = titleBar(layout, 'Messages');
  const messages = latestMessages(layout.context);
  if (messages.length === 0) return [...bar.widgets, notice(layout, bar.bottom + 60, 'No messages yet')];
  const list = scrollList(layout, 'messages', bar.bottom, top => ({
    widgets: messages.map((message, index) => messageRow(layout, message, top + index * ROW_HEIGHT)),
    bottom: top + messages.length * ROW_HEIGHT,
  }));
  return [...bar.widgets, list];
}

function notice({ column, theme }: LayoutContext, top: number, content: string): Widget {
  const label = textShape(column.x + column.width / 2, top + 26, content, 16, theme.quietInk, {
    align: 'middle',
  });
  return widget('text', 'notice', rect(column.x, top, column.width, 40), { text: content, shapes: [label] });
}

function messageRow(layout: LayoutContext, message: PhoneMessage, y: number): Widget {
  const { column, theme, context } = layout;
  const x = column.x;
  const bounds = rect(x, y, column.width, ROW_HEIGHT);
  const right = x + column.width - 20;
  const time = momentText(message.receivedAt, context);
  const subject = message.subject ?? message.text;
  const badge = message.otp === undefined ? [] : passcodeBadge(layout, right, y + 54);
  const textRight = right - (message.otp === undefined ? 0 : 66);
  const left = x + 80;
  return widget('button', `message_${message.id}`, bounds, {
    text: `${message.from}, ${subject}, ${time}`,
    tap: { kind: 'openScreen', app: 'messages', screen: { screen: 'message', argument: message.id } },
    ...(message.otp === undefined
      ? {}
      : { longPress: { kind: 'copy', what: 'passcode', text: message.otp } }),
    shapes: [
      ...avatar(message.from, x + 42, y + ROW_HEIGHT / 2, 23),
      textShape(left, y + 36, ellipsize(message.from, right - left - 64, 16, 'semibold'), 16, theme.ink, {
        weight: 'semibold',
      }),
      textShape(right, y + 36, time, 13, theme.quietInk, { align: 'end' }),
      textShape(left, y + 59, ellipsize(subject, textRight - left, 14.5), 14.5, theme.quietInk),
      ...badge,
      box(left, y + ROW_HEIGHT - 1, column.width - 80, 1, theme.divider),
    ],
  });
}

function passcodeBadge({ theme }: LayoutContext, right: number, middle: number): Shape[] {
  const width = textWidth('Code', 12, 'semibold') + 20;
  return [
    box(right - width, middle - 11, width, 22, theme.tint, 11),
    textShape(right - width / 2, middle + 4.3, 'Code', 12, theme.accent, {
      weight: 'semibold',
      align: 'middle',
    }),
  ];
}

function avatar(from: string, x: number, y: number, radius: number): Shape[] {
  const letter = Array.from(from.trim())[0]?.toUpperCase() ?? '?';
  const sum = Array.from(from).reduce((total, character) => total + (character.codePointAt(0) ?? 0), 0);
  return [
    disc(x, y, radius, AVATARS[sum % AVATARS.length] ?? '#5b6bd6'),
    textShape(x, y + radius * 0.31, letter, radius * 0.86, '#ffffff', {
      weight: 'semibold',
      align: 'middle',
    }),
  ];
}

function opening(layout: LayoutContext, message: PhoneMessage | undefined): Widget[] {
  const bar = backBar(layout, message?.from ?? 'Message');
  if (message === undefined)
    return [...bar.widgets, notice(layout, bar.bottom + 60, 'This message is no longer here')];
  return [
    ...bar.widgets,
    scrollList(layout, 'message', bar.bottom, top => messageBody(layout, message, top)),
  ];
}

function messageBody(layout: LayoutContext, message: PhoneMessage, top: number): Stack {
  const { theme, context } = layout;
  const { x, width } = cardSpan(layout);
  const inner = width - 40;
  const subject = message.subject === undefined ? [] : wrapLines(message.subject, inner, 19, 'semibold');
  const body = wrapLines(message.text, inner, 16);
  const bodyTop = 76 + subject.length * 26;
  const height = bodyTop + body.length * 24 + 12;
  const y = top + 12;
  const when = `${dayText(message.receivedAt, context)}, ${clockText(message.receivedAt, context)}`;
  const letter = widget('text', 'message_text', rect(x, y, width, height), {
    text: [...(message.subject === undefined ? [] : [message.subject]), message.text].join('\n'),
    shapes: [
      cardShape(layout, y, height),
      ...avatar(message.from, x + 38, y + 38, 18),
      textShape(x + 68, y + 34, ellipsize(message.from, inner - 48, 15, 'semibold'), 15, theme.ink, {
        weight: 'semibold',
      }),
      textShape(x + 68, y + 54, when, 13, theme.quietInk),
      ...subject.map((words, index) =>
        textShape(x + 20, y + 92 + index * 26, words, 19, theme.ink, { weight: 'semibold' }),
      ),
      ...body.map((words, index) => textShape(x + 20, y + bodyTop + 17 + index * 24, words, 16, theme.ink)),
    ],
  });
  const bottom = y + height;
  if (message.otp === undefined) return { widgets: [letter], bottom };
  const code = passcodeCard(layout, message.otp, bottom + 16);
  return { widgets: [letter, ...code.widgets], bottom: code.bottom };
}

function passcodeCard(layout: LayoutContext, otp: string, y: number): Stack {
  const { theme } = layout;
  const { x, width } = cardSpan(layout);
  const height = 172;
  const copy = { kind: 'copy', what: 'passcode', text: otp } as const;
  const center = x + width / 2;
  const card = widget('group', 'passcode_card', rect(x, y, width, height), {
    shapes: [
      box(x, y, width, height, theme.tint, theme.cardRadius),
      textShape(center, y + 34, 'Your passcode', 14, theme.quietInk, { align: 'middle' }),
    ],
    children: [
      widget('text', 'passcode', rect(x, y + 42, width, 54), {
        text: otp,
        longPress: copy,
        shapes: [
          textShape(center, y + 84, Array.from(otp).join('\u2009'), 40, theme.ink, {
            weight: 'semibold',
            align: 'middle',
          }),
        ],
      }),
      button(layout, 'copy_passcode', rect(center - 80, y + 108, 160, 46), 'Copy passcode', copy),
    ],
  });
  return { widgets: [card], bottom: y + height };
}
