import { SaxesParser } from 'saxes';
import type { Bounds, UiNode, UiState } from '../../../contract/records/uiState.ts';
import { BUDGETS } from '../../../util/budgets.ts';
import type { Display } from '../../phone/state.ts';
import { deviceContextOf } from '../../phone/uiState.ts';
import type { Activity } from './readDumps.ts';

/** The elements of a display, from back to front, as `uiautomator dump` wrote them. */
export interface DumpedTree {
  readonly apps: readonly UiNode[];
  readonly keyboard: readonly UiNode[];
  /** True if the dump has windows, so that a keyboard that is shown is among them. */
  readonly hasWindows: boolean;
}

/** A window of a dump; the topmost one has the highest layer. */
interface DumpedWindow {
  readonly layer: number;
  readonly isKeyboard: boolean;
  readonly displayId: number;
  readonly nodes: UiNode[];
}

type Attributes = Readonly<Record<string, string>>;

const { levels: MAX_LEVELS, parts } = BUDGETS.tree;
/** The maximum length of a dump, in characters, and the number of faults that are skipped, each of which takes long. */
const MAX_DUMP = 16_000_000;
const MAX_FAULTS = 100;
/** The maximum length of a text of an element, in characters. */
const MAX_TEXT = 20_000;
const EDITABLE = /(?:EditText|AutoCompleteTextView|SearchAutoComplete)$/;

/** Thrown where a dump cannot be read further. */
class UnreadableDump extends Error {}

/**
 * Reads the elements of a display from the XML of `uiautomator dump`. Leaves out elements beyond the budget of trees, and
 * all that is cut off. Returns undefined if the main display has none, or for another one if no display has any.
 */
export function readDumpedTree(xml: string, displayId = 0): DumpedTree | undefined {
  const reader = new DumpReader();
  try {
    reader.read(xml);
  } catch (error) {
    if (!(error instanceof UnreadableDump)) throw error;
  }
  const filled = reader.windows.filter(({ nodes }) => nodes.length > 0);
  const windows = filled
    .filter(window => window.displayId === displayId)
    .toSorted((one, other) => one.layer - other.layer);
  if ((displayId === 0 ? windows : filled).length === 0) return undefined;
  return {
    apps: windows.filter(({ isKeyboard }) => !isKeyboard).flatMap(({ nodes }) => nodes),
    keyboard: windows.filter(({ isKeyboard }) => isKeyboard).flatMap(({ nodes }) => nodes),
    hasWindows: reader.hasWindows,
  };
}

/** Returns the state of the screen that a dump and the activity in front describe. */
export function toUiState(
  { apps, keyboard }: DumpedTree,
  display: Display,
  activity: Activity | undefined,
  keyboardVisible: boolean,
): UiState {
  const focused = findFocused(apps);
  const { packageName = apps.at(-1)?.packageName ?? '', activityName = '' } = activity ?? {};
  return {
    a11y_tree: root(apps, display),
    ime_tree: root(keyboard, display),
    device_context: deviceContextOf(display),
    phone_state: {
      isEditable: focused?.isEditable === true,
      keyboardVisible,
      currentApp: packageName,
      packageName,
      activityName,
      ...(focused
        ? {
            focusedElement: {
              text: focused.text,
              className: focused.className,
              resourceId: focused.resourceId,
            },
          }
        : {}),
    },
  };
}

class DumpReader {
  readonly windows: DumpedWindow[] = [];
  hasWindows = false;
  readonly #open: UiNode[] = [];
  #displayId = 0;
  #depth = 0;
  #elements = 0;

  read(xml: string): void {
    const parser = new SaxesParser({ xmlns: false });
    let faults = 0;
    parser.on('error', error => {
      // Text after the end, and characters that XML does not have, are no reason to lose the elements.
      const isHarmless = /disallowed character|text data outside|undefined entity/.test(error.message);
      if (!isHarmless || ++faults > MAX_FAULTS) throw new UnreadableDump(error.message);
    });
    parser.on('opentag', ({ name, attributes }) => this.#start(name, attributes));
    parser.on('closetag', ({ name }) => this.#end(name));
    parser.write(xml.slice(0, MAX_DUMP)).close();
  }

  #start(name: string, attributes: Attributes): void {
    if (++this.#depth > MAX_LEVELS) throw new UnreadableDump('too deep');
    if (name === 'display') this.#displayId = Number(attributes['id'] ?? 0);
    else if (name === 'window') this.#startWindow(attributes);
    else if (name === 'hierarchy' && !this.hasWindows) this.#startWindow({});
    else if (name === 'node') this.#startNode(attributes);
  }

  #startWindow(attributes: Attributes): void {
    this.hasWindows ||= 'layer' in attributes;
    this.windows.push({
      layer: Number(attributes['layer'] ?? 0),
      isKeyboard: attributes['type']?.includes('INPUT_METHOD') === true,
      displayId: this.#displayId,
      nodes: [],
    });
  }

  #startNode(attributes: Attributes): void {
    if (++this.#elements > parts.elements) throw new UnreadableDump('too many elements');
    const node = toNode(attributes);
    const parent = this.#open.at(-1);
    const siblings = parent ? (parent.children ??= []) : this.windows.at(-1)?.nodes;
    siblings?.push(node);
    if (parent) parent.childCount = parent.children?.length ?? 0;
    this.#open.push(node);
  }

  #end(name: string): void {
    this.#depth--;
    if (name === 'node') this.#open.pop();
  }
}

function toNode(attributes: Attributes): UiNode {
  const is = (name: string): boolean => attributes[name] === 'true';
  const text = (name: string): string => (attributes[name] ?? '').slice(0, MAX_TEXT);
  const className = text('class');
  return {
    isCheckable: is('checkable'),
    isChecked: is('checked'),
    isClickable: is('clickable'),
    isEditable: EDITABLE.test(className),
    isEnabled: is('enabled'),
    isFocusable: is('focusable'),
    isFocused: is('focused'),
    isLongClickable: is('long-clickable'),
    isPassword: is('password'),
    isScrollable: is('scrollable'),
    isSelected: is('selected'),
    isVisibleToUser: true,
    boundsInScreen: readBounds(attributes['bounds'] ?? ''),
    className,
    packageName: text('package'),
    resourceId: text('resource-id'),
    text: is('password') ? '' : text('text'),
    contentDescription: text('content-desc'),
    hint: text('hint'),
    childCount: 0,
    children: [],
  };
}

function readBounds(text: string): Bounds {
  const numbers = /^\[(-?\d{1,7}),(-?\d{1,7})\]\[(-?\d{1,7}),(-?\d{1,7})\]$/.exec(text)?.slice(1) ?? [];
  const [left = 0, top = 0, right = 0, bottom = 0] = numbers.map(Number);
  return { left, top, right, bottom };
}

function root(children: readonly UiNode[], { width, height }: Display): UiNode {
  return {
    ...toNode({
      class: 'android.widget.FrameLayout',
      enabled: 'true',
      package: children[0]?.packageName ?? '',
    }),
    boundsInScreen: { left: 0, top: 0, right: width, bottom: height },
    childCount: children.length,
    children: [...children],
  };
}

function findFocused(nodes: readonly UiNode[]): UiNode | undefined {
  for (const node of nodes.toReversed()) {
    const found = node.isFocused === true ? node : findFocused(node.children ?? []);
    if (found) return found;
  }
  return undefined;
}
