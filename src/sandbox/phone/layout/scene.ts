import type { Colour, Shape } from '../draw/shape.ts';
import type { Box } from '../geometry.ts';
import type { PhoneState } from '../state.ts';
import type { Theme } from '../theme.ts';
import type { Widget } from '../widget.ts';
import type { World } from '../world.ts';

/** The input of every layout; boxes are in density-independent units. */
export interface Scene {
  readonly state: PhoneState;
  readonly world: World;
  readonly theme: Theme;
  readonly ios: boolean;
  readonly screen: Box;
  /** The area between the status bar and the navigation bar or keyboard. */
  readonly area: Box;
  /** The area narrowed to a readable width, centered. */
  readonly column: Box;
}

/** The content of an app or system screen: background, color of the status bar's text, and widgets. */
export interface Face {
  readonly background: readonly Shape[];
  readonly barInk: Colour;
  readonly widgets: readonly Widget[];
}

/** Widgets stacked vertically, and the y coordinate of their end. */
export interface Stack {
  readonly widgets: readonly Widget[];
  readonly bottom: number;
}
