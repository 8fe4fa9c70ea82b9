import { box, type Color, type Shape } from '../draw/shape.ts';
import type { Box } from '../geometry.ts';
import type { PhoneState } from '../state.ts';
import type { Theme } from '../theme.ts';
import type { Widget } from '../widget.ts';
import type { ScreenContext } from '../screenContext.ts';

/** The input of every layout; boxes are in density-independent units. */
export interface LayoutContext {
  readonly state: PhoneState;
  readonly context: ScreenContext;
  readonly theme: Theme;
  readonly ios: boolean;
  readonly screen: Box;
  /** The area between the status bar and the navigation bar or keyboard. */
  readonly area: Box;
  /** The area narrowed to a readable width, centered. */
  readonly column: Box;
}

/** The content of an app or system screen: background, color of the status bar's text, and widgets. */
export interface ScreenContent {
  readonly background: readonly Shape[];
  readonly barColor: Color;
  readonly widgets: readonly Widget[];
}

/** Creates the screen of an app, on the background of the theme. */
export function appScreen({ screen, theme }: LayoutContext, widgets: readonly Widget[]): ScreenContent {
  const background = [box(0, 0, screen.width, screen.height, theme.page)];
  return { background, barColor: theme.ink, widgets };
}

/** Widgets stacked vertically, and the y coordinate of their end. */
export interface Stack {
  readonly widgets: readonly Widget[];
  readonly bottom: number;
}
