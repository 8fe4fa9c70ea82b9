import type { UiNode, UiState } from '../../contract/records/uiState.ts';
import { programInFront } from './apps.ts';
import { displayBounds, paintOrder, type VisibleWidget, visibleWidgets } from './visible.ts';
import { type DisplayLayout, layoutDisplay, type Window } from './layout/layoutDisplay.ts';
import { type Display, DPI_PER_DENSITY, displayOf, type PhoneState } from './state.ts';
import type { Widget, WidgetKind } from './widget.ts';
import type { ScreenContext } from './screenContext.ts';

const CLASSES: Readonly<Record<WidgetKind, string>> = {
  group: 'android.view.ViewGroup',
  list: 'androidx.recyclerview.widget.RecyclerView',
  text: 'android.widget.TextView',
  button: 'android.widget.Button',
  image: 'android.widget.ImageView',
  field: 'android.widget.EditText',
  switch: 'android.widget.Switch',
  checkbox: 'android.widget.CheckBox',
  progress: 'android.widget.ProgressBar',
};

/** Returns the UI state of a display (wire facts 9); undefined for an unknown display. */
export function uiStateOf(
  state: PhoneState,
  context: ScreenContext,
  { displayId = 0 }: { readonly displayId?: number } = {},
): UiState | undefined {
  const display = displayOf(state, displayId);
  if (!display) return undefined;
  const layout = layoutDisplay(state, context, display);
  const tree = (keyboard: boolean): UiNode =>
    root(
      layout,
      layout.windows.filter(({ role }) => (role === 'keyboard') === keyboard),
    );
  return {
    a11y_tree: tree(false),
    ime_tree: tree(true),
    device_context: deviceContextOf(layout.display),
    phone_state: phoneState(state, layout),
  };
}

/** Returns the metrics of a display, as UI states describe them (wire facts 9). */
export function deviceContextOf({ width, height, density }: Display): UiState['device_context'] {
  return {
    screen_bounds: { width, height },
    display_metrics: {
      density,
      densityDpi: Math.round(density * DPI_PER_DENSITY),
      scaledDensity: density,
      widthPixels: width,
      heightPixels: height,
    },
    filtering_params: { min_element_size: 1, overlay_offset: 0 },
  };
}

/** Returns the class name of a widget in the UI tree. */
export function classNameOf({ kind }: Widget): string {
  return CLASSES[kind];
}

/** Returns the resource ID of a widget, such as `org.sandbox.form:id/form.name`; empty if it has none. */
export function resourceIdOf({ packageName }: Window, { id, resourceName = id }: Widget): string {
  if (resourceName === '') return '';
  return `${packageName}:id/${resourceName.replaceAll(/[^\w.]/g, character => `_${character.codePointAt(0)}`)}`;
}

function phoneState(state: PhoneState, layout: DisplayLayout): UiState['phone_state'] {
  const { packageName, label } = programInFront(state);
  const focused = paintOrder(layout).find(({ widget }) => widget.focused);
  return {
    isEditable: state.focus !== null,
    keyboardVisible: state.keyboardVisible,
    currentApp: label,
    packageName,
    activityName: `${packageName}.MainActivity`,
    ...(focused
      ? {
          focusedElement: {
            text: widgetText(focused.widget),
            className: CLASSES[focused.widget.kind],
            resourceId: resourceIdOf(focused.window, focused.widget),
          },
        }
      : {}),
  };
}

function root(layout: DisplayLayout, windows: readonly Window[]): UiNode {
  const children = windows.flatMap(window => visibleWidgets(layout, window).map(nodeOf));
  return {
    ...flags({ kind: 'group' }),
    boundsInScreen: { ...displayBounds(layout) },
    className: 'android.widget.FrameLayout',
    packageName: windows[0]?.packageName ?? '',
    resourceId: '',
    text: '',
    contentDescription: '',
    hint: '',
    childCount: children.length,
    children,
  };
}

function nodeOf(item: VisibleWidget): UiNode {
  const { widget, window, bounds } = item;
  const children = item.children.map(nodeOf);
  return {
    ...flags(widget),
    boundsInScreen: { ...bounds },
    className: CLASSES[widget.kind],
    packageName: window.packageName,
    resourceId: resourceIdOf(window, widget),
    text: widgetText(widget),
    contentDescription: widget.description ?? '',
    hint: widget.hint ?? '',
    childCount: children.length,
    children,
  };
}

/** Returns a UI state without the elements that cannot be touched; their children take their place (wire facts 9). */
export function withInteractiveOnly(state: UiState): UiState {
  const only = (tree: UiNode | null | undefined): UiNode | null | undefined =>
    tree && withChildren(tree, (tree.children ?? []).flatMap(interactiveIn));
  return { ...state, a11y_tree: only(state.a11y_tree), ime_tree: only(state.ime_tree) };
}

function interactiveIn(node: UiNode): UiNode[] {
  const children = (node.children ?? []).flatMap(interactiveIn);
  const isInteractive = [node.isClickable, node.isLongClickable, node.isScrollable].includes(true);
  return isInteractive ? [withChildren(node, children)] : children;
}

function withChildren(node: UiNode, children: UiNode[]): UiNode {
  return { ...node, childCount: children.length, children };
}

/** Returns the text of a widget, which is empty for a password. */
export function widgetText({ password, text }: Widget): string {
  return password === true ? '' : (text ?? '');
}

function flags(widget: Partial<Widget> & Pick<Widget, 'kind'>): Partial<UiNode> {
  const clickable = widget.tap !== undefined;
  return {
    isCheckable: widget.kind === 'switch' || widget.kind === 'checkbox',
    isChecked: widget.checked ?? false,
    isClickable: clickable,
    isEditable: widget.kind === 'field',
    isEnabled: widget.enabled ?? true,
    isFocusable: clickable,
    isFocused: widget.focused ?? false,
    isLongClickable: widget.longPress !== undefined,
    isPassword: widget.password ?? false,
    isScrollable: widget.scrolling !== undefined || widget.pannable === true,
    isSelected: widget.selected ?? false,
    isVisibleToUser: true,
  };
}
