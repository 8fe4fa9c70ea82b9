import type { Shape } from './draw/shape.ts';
import type { TouchEffect } from './effect.ts';
import type { Box } from './geometry.ts';
import type { FieldKey, ScrollKey } from './state.ts';

/** The kind of a widget, which determines its class name in the UI tree. */
export type WidgetKind =
  | 'group'
  | 'list'
  | 'text'
  | 'button'
  | 'image'
  | 'field'
  | 'switch'
  | 'checkbox'
  | 'progress';

/** The scrolling of a widget: an `offset` from 0 to `max`, in density-independent units or pages. */
export interface Scrolling {
  readonly key: ScrollKey;
  readonly axis: 'vertical' | 'horizontal';
  readonly unit: 'distance' | 'page';
  readonly offset: number;
  readonly max: number;
}

/**
 * A widget of the screen, from which the image, the UI tree and the hit test are derived. Bounds and shapes are in
 * density-independent units from the display's upper left corner; children are drawn on top.
 */
export interface Widget {
  /** Unique on its screen. */
  readonly id: string;
  /** The name in the resource ID; `id` by default, empty for none. */
  readonly resourceName?: string;
  readonly kind: WidgetKind;
  readonly bounds: Box;
  readonly text?: string;
  readonly description?: string;
  readonly hint?: string;
  readonly checked?: boolean;
  readonly selected?: boolean;
  readonly focused?: boolean;
  /** False if touching the widget has no effect for now. */
  readonly enabled?: boolean;
  readonly password?: boolean;
  readonly field?: FieldKey;
  readonly tap?: TouchEffect;
  readonly longPress?: TouchEffect;
  /** The effect of an upward swipe, as on recent apps. */
  readonly swipeUp?: TouchEffect;
  readonly scrolling?: Scrolling;
  /** True if the widget follows the finger in both directions. */
  readonly pannable?: boolean;
  readonly shapes: readonly Shape[];
  readonly children: readonly Widget[];
}

type Optional = Partial<Omit<Widget, 'id' | 'kind' | 'bounds'>>;

/** Creates a widget; shapes and children are empty by default. */
export function widget(kind: WidgetKind, id: string, bounds: Box, rest: Optional = {}): Widget {
  return { shapes: [], children: [], ...rest, id, kind, bounds };
}
