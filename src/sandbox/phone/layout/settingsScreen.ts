import { APPS } from '../apps.ts';
import { disc, textShape } from '../draw/shape.ts';
import { ellipsize } from '../draw/textFlow.ts';
import { FIELDS } from '../fields.ts';
import { rect } from '../geometry.ts';
import { displayOf, type PhoneState, type Platform, topScreen } from '../state.ts';
import { widget, type Widget } from '../widget.ts';
import { clockText, DEFAULT_LOCALE, phonePositionText } from '../screenContext.ts';
import { backBar, titleBar } from './appBar.ts';
import { textField } from './controls.ts';
import { cardShape, cardSpan, rowCard, sectionTitle, type CardRow } from './rows.ts';
import { appScreen, type LayoutContext, type ScreenContent, type Stack } from './layoutContext.ts';
import { scrollList } from './scrollList.ts';

/** Returns the Settings app: switches, the lock password, and a page about the phone. */
export function settingsScreen(layout: LayoutContext): ScreenContent {
  const about = topScreen(layout.state, 'settings') !== undefined;
  const bar = about ? backBar(layout, 'About this phone') : titleBar(layout, 'Settings');
  const content = about
    ? rowCard(layout, 'about', aboutRows(layout), bar.bottom + 12).widgets
    : [scrollList(layout, 'settings', bar.bottom, top => sections(layout, top))];
  return appScreen(layout, [...bar.widgets, ...content]);
}

function sections(layout: LayoutContext, top: number): Stack {
  const { context } = layout;
  const parts: readonly { readonly title: string; readonly rows: readonly CardRow[] }[] = [
    {
      title: 'Network',
      rows: [
        { kind: 'switch', id: 'wifi', title: 'Wi-Fi', key: 'wifi' },
        { kind: 'switch', id: 'bluetooth', title: 'Bluetooth', key: 'bluetooth' },
        { kind: 'switch', id: 'airplane', title: 'Airplane mode', key: 'airplane' },
      ],
    },
    {
      title: 'Location',
      rows: [
        { kind: 'switch', id: 'location', title: 'Use location', key: 'location' },
        { kind: 'value', id: 'position', title: 'Position', value: phonePositionText(context.position) },
      ],
    },
    {
      title: 'Display and battery',
      rows: [
        { kind: 'switch', id: 'dark_theme', title: 'Dark theme', key: 'darkTheme' },
        {
          kind: 'value',
          id: 'battery_level',
          title: 'Battery',
          value: `${Math.round(context.batteryPercent)}%`,
        },
      ],
    },
  ];
  const header = identity(layout, top + 4);
  const widgets: Widget[] = [header];
  let y = header.bounds.y + header.bounds.height + 4;
  const add = (stack: Stack): void => {
    widgets.push(...stack.widgets);
    y = stack.bottom;
  };
  for (const { title, rows } of parts) {
    add(sectionTitle(layout, `section_${rows[0]?.id ?? ''}`, title, y + 4));
    add(rowCard(layout, `card_${rows[0]?.id ?? ''}`, rows, y));
  }
  add(sectionTitle(layout, 'section_security', 'Security', y + 4));
  add(lockCard(layout, y));
  add(sectionTitle(layout, 'section_system', 'System', y + 4));
  add(rowCard(layout, 'card_system', systemRows(layout), y));
  return { widgets, bottom: y };
}

function identity(layout: LayoutContext, y: number): Widget {
  const { theme, context, state } = layout;
  const { x, width } = cardSpan(layout);
  const letter = Array.from(context.deviceName)[0]?.toUpperCase() ?? 'P';
  return widget('text', 'device_name', rect(x, y, width, 84), {
    text: context.deviceName,
    shapes: [
      cardShape(layout, y, 84),
      disc(x + 46, y + 42, 24, theme.accent),
      textShape(x + 46, y + 49.5, letter, 21, theme.onAccent, { weight: 'semibold', align: 'middle' }),
      textShape(x + 86, y + 38, ellipsize(context.deviceName, width - 106, 18, 'semibold'), 18, theme.ink, {
        weight: 'semibold',
      }),
      textShape(x + 86, y + 60, PLATFORM_NAMES[state.platform], 14, theme.quietInk),
    ],
  });
}

const PLATFORM_NAMES: Readonly<Record<Platform, string>> = {
  'android-phone': 'Android phone',
  'android-tablet': 'Android tablet',
  'ios-phone': 'iOS phone',
};

const LANGUAGES = new Intl.DisplayNames(['en'], { type: 'language' });

function lockCard(layout: LayoutContext, y: number): Stack {
  const { x, width } = cardSpan(layout);
  const height = 112;
  const field = textField(layout, 'settings.lock', rect(x + 20, y + 44, width - 40, 52));
  const label = textShape(x + 20, y + 30, FIELDS['settings.lock'].label, 16, layout.theme.ink);
  const card = widget('group', 'card_security', rect(x, y, width, height), {
    shapes: [cardShape(layout, y, height), label],
    children: [field],
  });
  return { widgets: [card], bottom: y + height };
}

function systemRows(layout: LayoutContext): CardRow[] {
  const { context } = layout;
  const locale = context.locale ?? DEFAULT_LOCALE;
  const screen = { screen: 'about', argument: '' } as const;
  return [
    { kind: 'value', id: 'language', title: 'Language', value: LANGUAGES.of(locale) ?? locale },
    {
      kind: 'value',
      id: 'time_zone',
      title: 'Date and time',
      value: `${clockText(context.now, context)}, ${context.timeZone}`,
    },
    ...(layout.state.platform === 'ios-phone' ? [] : [notificationRow(layout.state)]),
    {
      kind: 'link',
      id: 'about_phone',
      title: 'About this phone',
      value: '',
      tap: { kind: 'openScreen', app: 'settings', screen },
    },
  ];
}

function notificationRow({ notifying = [], installed }: PhoneState): CardRow {
  const labels = [...Object.values(APPS), ...installed]
    .filter(({ packageName }) => notifying.includes(packageName))
    .map(({ label }) => label);
  return {
    kind: 'value',
    id: 'notifications',
    title: 'Notifications',
    value: labels.length === 0 ? 'No apps' : labels.join(', '),
  };
}

function aboutRows(layout: LayoutContext): CardRow[] {
  const { state, context } = layout;
  const display = displayOf(state, 0);
  const size = display === undefined ? 'none' : `${display.width} × ${display.height}`;
  return [
    { kind: 'value', id: 'about_name', title: 'Device name', value: context.deviceName },
    { kind: 'value', id: 'about_kind', title: 'Kind', value: PLATFORM_NAMES[state.platform] },
    { kind: 'value', id: 'about_screen', title: 'Screen', value: size },
    { kind: 'value', id: 'about_displays', title: 'Displays', value: String(state.displays.length) },
    { kind: 'value', id: 'about_version', title: 'Version', value: APPS.settings.versionName },
  ];
}
