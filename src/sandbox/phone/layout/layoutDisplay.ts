import { programInFront, SYSTEM_APPS } from '../apps.ts';
import { type Shape, textShape } from '../draw/shape.ts';
import { type Box, rect } from '../geometry.ts';
import type { Display, PhoneState, Foreground } from '../state.ts';
import { themeOf } from '../theme.ts';
import { type Widget, widget } from '../widget.ts';
import type { ScreenContext } from '../screenContext.ts';
import { barHeights, navigationBar, statusBar } from './bars.ts';
import { browserScreen } from './browserScreen.ts';
import { dashboard } from './dashboard.ts';
import { formScreen } from './formScreen.ts';
import { homeScreen } from './homeScreen.ts';
import { changeWidgets, scaleOf, spaceAbove, translateWidgets } from './otherLayout.ts';
import { isContentShown, loadingScreen, slideDistance } from './loadingScreen.ts';
import { keyboard, KEYBOARD_HEIGHT } from './keyboardLayout.ts';
import { mapsScreen } from './mapsScreen.ts';
import { messagesScreen } from './messagesScreen.ts';
import { recentsScreen } from './recentsScreen.ts';
import { appScreen, type LayoutContext, type ScreenContent } from './layoutContext.ts';
import { settingsScreen } from './settingsScreen.ts';
import { systemDialog } from './systemDialog.ts';
import { installedIcon } from './icons.ts';
import { titleBar } from './appBar.ts';

const READABLE_WIDTH = 640;

/** The widgets of one program on a display. */
export interface Window {
  readonly packageName: string;
  readonly role: 'app' | 'system' | 'keyboard';
  readonly widgets: readonly Widget[];
}

/** The content of a display from back to front, used by the image, the UI tree and the hit test. */
export interface DisplayLayout {
  readonly display: Display;
  readonly background: readonly Shape[];
  readonly windows: readonly Window[];
}

const SCREENS: Readonly<Record<Foreground, (layout: LayoutContext) => ScreenContent>> = {
  home: homeScreen,
  recents: recentsScreen,
  messages: messagesScreen,
  maps: mapsScreen,
  settings: settingsScreen,
  form: formScreen,
  browser: browserScreen,
  installed: installedScreen,
};

/** Lays out a display from the state of the phone and the external data. */
export function layoutDisplay(state: PhoneState, context: ScreenContext, known: Display): DisplayLayout {
  const display = { ...known, density: known.density * scaleOf(context.layout) };
  const layout = createLayoutContext(state, context, display);
  if (display.id !== 0) {
    const { background, widgets } = dashboard(layout);
    return {
      display,
      background,
      windows: [{ packageName: SYSTEM_APPS.launcher.packageName, role: 'app', widgets }],
    };
  }
  if (state.isScreenOff === true) return { display, background: [], windows: [] };
  const content = isContentShown(context)
    ? changed(SCREENS[state.place](layout), layout)
    : loadingScreen(layout);
  const { packageName } = programInFront(state);
  const bars = [statusBar(layout, content.barColor), navigationBar(layout, navigationInk(state, content))];
  const keys: Window[] = state.keyboardVisible
    ? [{ packageName: SYSTEM_APPS.keyboard.packageName, role: 'keyboard', widgets: [keyboard(layout)] }]
    : [];
  if (state.dialog != null) {
    // What a dialog covers is only drawn: it can neither be found nor touched.
    const covered = content.widgets.flatMap(shapesIn);
    const { packageName: owner } = SYSTEM_APPS.systemUi;
    return {
      display,
      background: [...content.background, ...covered],
      windows: [
        { packageName: owner, role: 'system', widgets: bars },
        { packageName: owner, role: 'app', widgets: [systemDialog(layout, state.dialog)] },
      ],
    };
  }
  return {
    display,
    background: content.background,
    windows: [
      { packageName, role: 'app', widgets: content.widgets },
      ...keys,
      { packageName: SYSTEM_APPS.systemUi.packageName, role: 'system', widgets: bars },
    ],
  };
}

/** Returns a screen in the language of the phone, and as the other layout of the apps shows it, if there is one. */
function changed(content: ScreenContent, layout: LayoutContext): ScreenContent {
  const { layout: other, locale } = layout.context;
  const widgets = other ? changeWidgets(content.widgets, layout, other) : content.widgets;
  return { ...content, widgets: translateWidgets(widgets, locale) };
}

function shapesIn({ shapes, children }: Widget): readonly Shape[] {
  return [...shapes, ...children.flatMap(shapesIn)];
}

/** Returns the color of the navigation keys; over the keyboard they use the theme's text color. */
function navigationInk(state: PhoneState, content: ScreenContent): ScreenContent['barColor'] {
  return state.keyboardVisible ? themeOf(state).ink : content.barColor;
}

function createLayoutContext(state: PhoneState, context: ScreenContext, display: Display): LayoutContext {
  const ios = state.platform === 'ios-phone';
  const screen: Box = rect(0, 0, display.width / display.density, display.height / display.density);
  const { status, navigation } = barHeights(ios);
  const below = navigation + (state.keyboardVisible ? KEYBOARD_HEIGHT : 0);
  const top = status + (display.id === 0 ? spaceAbove(context.layout) + slideDistance(context) : 0);
  const area: Box = rect(0, top, screen.width, screen.height - top - below);
  const width = Math.min(screen.width, READABLE_WIDTH);
  const column: Box = { ...area, x: (screen.width - width) / 2, width };
  return { state, context, theme: themeOf(state), ios, screen, area, column };
}

/** Returns the screen of an installed app: its icon, name and package. */
function installedScreen(layout: LayoutContext): ScreenContent {
  const { state, theme, area, ios } = layout;
  const { label, packageName } = programInFront(state);
  const bar = titleBar(layout, label);
  const center = area.width / 2;
  const top = area.y + area.height * 0.34;
  return appScreen(layout, [
    ...bar.widgets,
    widget('text', 'app_package', rect(0, top, area.width, 150), {
      text: packageName,
      shapes: [
        ...installedIcon(label, ios, center - 44, top, 88),
        textShape(center, top + 124, packageName, 15, theme.quietInk, { align: 'middle' }),
      ],
    }),
  ]);
}
