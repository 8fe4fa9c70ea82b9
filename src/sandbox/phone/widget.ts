import type { Shape } from './draw/shape.ts';
import type { Effect } from './effect.ts';
import type { Box } from './geometry.ts';
import type { FieldKey, ScrollKey } from './state.ts';

/** What a part of the screen is; decides its class name in the UI tree. */
export type WidgetKind = 'group' | 'list' | 'text' | 'button' | 'image' | 'field' | 'switch' | 'checkbox';

/** How a part of the screen scrolls: `offset` of at most `max`, in density-independent units or in pages. */
export interface Scrolling {
  readonly key: ScrollKey;
  readonly axis: 'vertical' | 'horizontal';
  readonly unit: 'distance' | 'page';
  readonly offset: number;
  readonly max: number;
}

/**
 * A part of the screen: the one source of the picture, the UI tree and the hit test.
 * Bounds and shapes are in density-independent units from the display's upper left corner; children lie on top.
 */
export interface Widget {
  /** Unique on its screen. */
  readonly id: string;
  readonly kind: WidgetKind;
  readonly bounds: Box;
  readonly text?: string;
  readonly description?: string;
  readonly hint?: string;
  readonly checked?: boolean;
  readonly selected?: boolean;
  readonly focused?: boolean;
  readonly password?: boolean;
  readonly field?: FieldKey;
  readonly tap?: Effect;
  readonly longPress?: Effect;
  /** Done when the widget is swiped upwards, as recent apps are. */
  readonly swipeUp?: Effect;
  readonly scrolling?: Scrolling;
  /** Moves with the finger in both directions. */
  readonly pannable?: boolean;
  readonly shapes: readonly Shape[];
  readonly children: readonly Widget[];
}

type Optional = Partial<Omit<Widget, 'id' | 'kind' | 'bounds'>>;

/** A widget with nothing in it but what is given. */
export function widget(kind: WidgetKind, id: string, bounds: Box, rest: Optional = {}): Widget {
  return { shapes: [], children: [], ...rest, id, kind, bounds };
}
