import type { Colour, Shape } from '../draw/shape.ts';
import type { Box } from '../geometry.ts';
import type { PhoneState } from '../state.ts';
import type { Theme } from '../theme.ts';
import type { Widget } from '../widget.ts';
import type { World } from '../world.ts';

/** What every layout reads; boxes in density-independent units. */
export interface Scene {
  readonly state: PhoneState;
  readonly world: World;
  readonly theme: Theme;
  readonly ios: boolean;
  readonly screen: Box;
  /** Between the status bar and the navigation bar or the keyboard. */
  readonly area: Box;
  /** The area narrowed to a readable width, in the middle. */
  readonly column: Box;
}

/** How a place looks: what lies behind everything, the colour of the status bar's text, and the widgets. */
export interface Face {
  readonly background: readonly Shape[];
  readonly barInk: Colour;
  readonly widgets: readonly Widget[];
}

/** Widgets stacked from a given height down, and where they end. */
export interface Stack {
  readonly widgets: readonly Widget[];
  readonly bottom: number;
}
