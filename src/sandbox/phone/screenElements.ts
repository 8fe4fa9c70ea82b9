import type { UiState } from '../../contract/records/uiState.ts';
import type { TraceElement } from '../../contract/sandbox/traces.ts';
import { Screen } from '../../flow/selector/screen.ts';
import type { ScreenContext } from './screenContext.ts';
import { scaleOf } from './layout/otherLayout.ts';
import { displayOf, type PhoneState } from './state.ts';
import { classNameOf, resourceIdOf, widgetText } from './uiState.ts';
import { layoutDisplay } from './layout/layoutDisplay.ts';
import { paintOrder, type VisibleWidget } from './visible.ts';

/** The maximum number of elements of a screen. */
const MAX_ELEMENTS = 300;
/** The maximum number of positions to which a list is scrolled in search of hidden elements. */
const MAX_SCROLLS = 12;

/** Returns the elements of the main display, in reading order, without the keys of the keyboard. */
export function visibleElements(state: PhoneState, context: ScreenContext): readonly TraceElement[] {
  return widgetsOf(state, context).map(toElement).slice(0, MAX_ELEMENTS);
}

/** Returns the elements of a screen of a real phone, in reading order, without the keys of the keyboard. */
export function treeElements(tree: UiState): readonly TraceElement[] {
  return new Screen(tree).elements
    .slice(0, MAX_ELEMENTS)
    .map(({ node, bounds, visible = bounds, ...element }) => {
      const { text, description, resourceId } = element;
      return {
        bounds: { ...visible },
        ...(text ? { text } : {}),
        ...(description ? { description } : {}),
        resourceId,
        className: node.className ?? '',
        ...(node.isClickable === true ? { clickable: true } : {}),
        ...(node.isCheckable === true ? { checked: node.isChecked === true } : {}),
        ...(node.isFocused === true ? { focused: true } : {}),
        ...(node.isEnabled === false ? { enabled: false } : {}),
      };
    });
}

/** Returns the elements that scrolling or closing the keyboard would show, with the reason why they are hidden. */
export function hiddenElements(state: PhoneState, context: ScreenContext): readonly TraceElement[] {
  const seen = new Set(widgetsOf(state, context).map(keyOf));
  const found: TraceElement[] = [];
  const collect = (other: PhoneState, hidden: NonNullable<TraceElement['hidden']>): void => {
    for (const item of widgetsOf(other, context)) {
      if (seen.has(keyOf(item)) || found.length >= MAX_ELEMENTS) continue;
      seen.add(keyOf(item));
      found.push({ ...toElement(item), hidden });
    }
  };
  if (state.dialog != null) collect({ ...state, dialog: null }, 'dialog');
  if (state.keyboardVisible) collect({ ...state, keyboardVisible: false }, 'keyboard');
  for (const { widget, bounds } of widgetsOf(state, context)) {
    const { scrolling } = widget;
    if (scrolling?.unit !== 'distance' || scrolling.max <= 0) continue;
    const density = (displayOf(state, 0)?.density ?? 1) * scaleOf(context.layout);
    const page = Math.max((bounds.bottom - bounds.top) / density, scrolling.max / MAX_SCROLLS);
    const scrollTo = (offset: number): PhoneState => ({
      ...state,
      scroll: { ...state.scroll, [scrolling.key]: offset },
    });
    for (let offset = scrolling.offset + page; offset < scrolling.max + page; offset += page)
      collect(scrollTo(Math.min(offset, scrolling.max)), 'below');
    for (let offset = scrolling.offset - page; offset > -page; offset -= page)
      collect(scrollTo(Math.max(offset, 0)), 'above');
  }
  return found;
}

/** Returns the visible widgets of the main display, in reading order, without the keys of the keyboard. */
export function widgetsOf(state: PhoneState, context: ScreenContext): readonly VisibleWidget[] {
  const display = displayOf(state, 0);
  const widgets = display ? paintOrder(layoutDisplay(state, context, display)) : [];
  return widgets.filter(({ window }) => window.role !== 'keyboard');
}

function keyOf({ window, widget }: VisibleWidget): string {
  return `${window.packageName} ${widget.id}`;
}

function toElement({ widget, window, bounds }: VisibleWidget): TraceElement {
  const text = widgetText(widget);
  return {
    bounds: { ...bounds },
    ...(text ? { text } : {}),
    ...(widget.description ? { description: widget.description } : {}),
    resourceId: resourceIdOf(window, widget),
    className: classNameOf(widget),
    ...(widget.tap ? { clickable: true } : {}),
    ...(widget.checked === undefined ? {} : { checked: widget.checked }),
    ...(widget.focused === true ? { focused: true } : {}),
    ...(widget.enabled === false ? { enabled: false } : {}),
  };
}
