import { readdirSync, readFileSync } from 'node:fs';
import type { UiNode } from '../../src/contract/records/uiState.ts';
import type { TraceElement, TraceScreen } from '../../src/contract/sandbox/traces.ts';

/** An element of a screen in the notation of `test/fixtures/screens`, before it has a place. */
export interface DrawnElement {
  /** The identity, which stays when the screen changes. */
  readonly key: string;
  /** Undefined for rows and columns that only arrange what is in them. */
  readonly className: string | undefined;
  id: string;
  text: string;
  description: string;
  readonly flags: ReadonlySet<string>;
  /** The width and height in density-independent pixels; undefined if the contents decide. */
  readonly width: number | undefined;
  readonly height: number | undefined;
  children: DrawnElement[];
}

/** A screen in the notation of `test/fixtures/screens`. */
export interface DrawnScreen {
  readonly name: string;
  readonly root: DrawnElement;
}

/** A screen with places, as a device reports it. */
export interface PlacedScreen {
  readonly tree: UiNode;
  readonly keyOf: ReadonlyMap<UiNode, string>;
  /** The elements of which a list shows a part, and what is in them: their name may be outside. */
  readonly cut: ReadonlySet<UiNode>;
}

/** A rectangle in density-independent pixels. */
interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const FOLDER = new URL('../fixtures/screens/', import.meta.url);
const PIXELS = 3;
const SCREEN: Box = { left: 0, top: 24, width: 360, height: 752 };
const PACKAGES: readonly (readonly [names: RegExp, prefix: string])[] = [
  [/^(?:View|ViewGroup|ViewStub)$/, 'android.view.'],
  [/^WebView$/, 'android.webkit.'],
  [/^(?:RecyclerView)$/, 'androidx.recyclerview.widget.'],
  [/^(?:ViewPager)$/, 'androidx.viewpager.widget.'],
  [/^(?:ComposeView)$/, 'androidx.compose.ui.platform.'],
  [/^Tab$/, 'androidx.appcompat.app.ActionBar$'],
];
const TOKEN = /"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|(\S+)/g;
const LEAF_HEIGHTS: Readonly<Record<string, number>> = { TextView: 24, EditText: 56 };
const LEAF_HEIGHT = 48;
/** The height up to which an element is a row or a card, not the content of a whole screen. */
const MAX_ROW_HEIGHT = 280;

/** Reads all screens of the fixtures. */
export function readDrawnScreens(): readonly DrawnScreen[] {
  return readdirSync(FOLDER)
    .filter(file => file.endsWith('.txt'))
    .toSorted()
    .flatMap(file => parseScreens(readFileSync(new URL(file, FOLDER), 'utf8')));
}

function parseScreens(text: string): readonly DrawnScreen[] {
  return text
    .split(/^screen /m)
    .slice(1)
    .map(part => {
      const [name = '', ...lines] = part.split('\n').filter(line => line.trim() !== '');
      const root = elementOf('View', `${name}:root`, []);
      root.children = childrenOf(lines, 0, name, []);
      return { name, root };
    });
}

/** Returns the elements of lines with the same indentation; what is indented further is inside them. */
function childrenOf(
  lines: readonly string[],
  indent: number,
  key: string,
  values: readonly string[],
): DrawnElement[] {
  const found: DrawnElement[] = [];
  for (let at = 0; at < lines.length;) {
    const line = lines[at] ?? '';
    const rest = lines.slice(at + 1).findIndex(other => indentOf(other) <= indent);
    const end = rest === -1 ? lines.length : at + 1 + rest;
    const inner = lines.slice(at + 1, end);
    const own = `${key}/${at}`;
    const words = line.trim();
    if (words.startsWith('for ')) {
      for (const row of words.slice('for '.length).split(';')) {
        const fields = row.split(',').map(field => field.trim());
        found.push(...childrenOf(inner, indent + 2, `${own}.${fields.join()}`, fields));
      }
    } else {
      const element = elementOf(words, own, values);
      element.children = childrenOf(inner, indent + 2, own, values);
      found.push(element);
    }
    at = end;
  }
  return found;
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

function elementOf(line: string, key: string, values: readonly string[]): DrawnElement {
  const given = line.replaceAll(/\$(\d)/g, (_, number: string) => values[Number(number) - 1] ?? '');
  const flags = new Set<string>();
  let className: string | undefined;
  let [id, text, description] = ['', '', ''];
  let [width, height]: (number | undefined)[] = [];
  for (const [, quoted, described, word = ''] of given.matchAll(TOKEN)) {
    const size = /^([wh])(\d+)$/.exec(word);
    if (quoted !== undefined) text = quoted.replaceAll('\\n', '\n');
    else if (described !== undefined) description = described.replaceAll('\\n', '\n');
    else if (size?.[1] === 'w') width = Number(size[2]);
    else if (size) height = Number(size[2]);
    else if (className === undefined && flags.size === 0 && /^(?:-|[A-Z])/.test(word))
      [className = '', id = ''] = word.split(/#(.*)/);
    else flags.add(word);
  }
  const name = className === '-' || className === undefined ? undefined : className;
  return { key, className: name, id, text, description, flags, width, height, children: [] };
}

/** Returns a copy of an element that can be changed. */
export function copyOf(element: DrawnElement): DrawnElement {
  return { ...element, children: element.children.map(copyOf) };
}

/** Returns an element and all inside it. */
export function allOf(element: DrawnElement): readonly DrawnElement[] {
  return [element, ...element.children.flatMap(allOf)];
}

/** Gives each element its place; lists are scrolled by a distance in density-independent pixels. */
export function placeScreen({ root, name }: DrawnScreen, scrolled = 0): PlacedScreen {
  const keyOf = new Map<UiNode, string>();
  const cut = new Set<UiNode>();
  const place = (element: DrawnElement, box: Box, clip: Box, isInCut = false): UiNode[] => {
    const shown = intersection(box, clip);
    if (shown.width <= 0 || shown.height <= 0) return [];
    const isSmaller = shown.width < box.width || shown.height < box.height;
    const isCut = isInCut || (isSmaller && box.height <= MAX_ROW_HEIGHT);
    const isScrolled = element.flags.has('scroll') && !element.flags.has('row');
    const inner = element.flags.has('scroll') ? shown : clip;
    const most = Math.max(0, contentHeight(element, box.width) - box.height);
    const content = isScrolled ? { ...box, top: box.top - Math.min(scrolled, most) } : box;
    const children = arrange(element, content).flatMap(([child, at]) => place(child, at, inner, isCut));
    if (element.className === undefined) return children;
    const node = nodeOf(element, name, shown, children);
    keyOf.set(node, element.key);
    if (isCut) cut.add(node);
    return [node];
  };
  const [tree] = place(root, SCREEN, SCREEN);
  if (!tree) throw new Error(`The screen ${name} is empty.`);
  return { tree, keyOf, cut };
}

function arrange(element: DrawnElement, box: Box): readonly (readonly [DrawnElement, Box])[] {
  const { children, flags } = element;
  if (flags.has('stack')) return children.map(child => [child, stacked(child, box)]);
  const columns = columnsOf(element);
  const result: [DrawnElement, Box][] = [];
  if (columns > 0) {
    const width = box.width / columns;
    let top = box.top;
    for (let at = 0; at < children.length; at += columns) {
      const row = children.slice(at, at + columns);
      const height = Math.max(...row.map(child => heightOf(child, width)));
      for (const [column, child] of row.entries())
        result.push([child, { left: box.left + column * width, top, width, height }]);
      top += height;
    }
    return result;
  }
  if (flags.has('row')) {
    const widths = widthsOf(element, box.width);
    let left = box.left;
    for (const [at, child] of children.entries()) {
      const width = widths[at] ?? 0;
      const own = child.children.length > 0 ? box.height : Math.min(box.height, heightOf(child, width));
      result.push([child, { left, top: box.top + (box.height - own) / 2, width, height: own }]);
      left += width;
    }
    return result;
  }
  const isBounded = !flags.has('scroll');
  const flexible = isBounded ? children.filter(isFlexible).length : 0;
  const fixed = children
    .filter(child => !isBounded || !isFlexible(child))
    .reduce((sum, child) => sum + heightOf(child, box.width), 0);
  const share = flexible === 0 ? 0 : Math.max(0, box.height - fixed) / flexible;
  let top = box.top;
  for (const child of children) {
    const height = isBounded && isFlexible(child) ? share : heightOf(child, box.width);
    result.push([child, { left: box.left, top, width: child.width ?? box.width, height }]);
    top += height;
  }
  return result;
}

/** Returns true for an element that takes the height that its siblings leave, such as a list. */
function isFlexible({ height, flags, children }: DrawnElement): boolean {
  if (height !== undefined) return false;
  if (flags.has('scroll') || flags.has('fill')) return true;
  return !flags.has('row') && children.some(isFlexible);
}

/** Returns the place of a child of a stack: at an edge, or everywhere. */
function stacked(child: DrawnElement, box: Box): Box {
  const width = child.width ?? box.width;
  const height = child.height ?? (child.flags.has('wrap') ? heightOf(child, width) : box.height);
  const { flags } = child;
  const left = flags.has('end')
    ? box.left + box.width - width
    : flags.has('center')
      ? box.left + (box.width - width) / 2
      : box.left;
  const top = flags.has('bottom')
    ? box.top + box.height - height
    : flags.has('center') || flags.has('middle')
      ? box.top + (box.height - height) / 2
      : box.top;
  return { left, top, width, height };
}

function columnsOf({ flags }: DrawnElement): number {
  const grid = [...flags].find(flag => /^grid\d$/.test(flag));
  return grid ? Number(grid.slice('grid'.length)) : 0;
}

function widthsOf({ children }: DrawnElement, width: number): readonly number[] {
  const given = children.reduce((sum, child) => sum + (child.width ?? 0), 0);
  const free = children.filter(child => child.width === undefined).length;
  return children.map(child => child.width ?? Math.max(0, width - given) / free);
}

function heightOf(element: DrawnElement, width: number): number {
  return element.height ?? contentHeight(element, width);
}

function contentHeight(element: DrawnElement, width: number): number {
  const { children, flags, className } = element;
  if (children.length === 0) return element.height ?? LEAF_HEIGHTS[className ?? ''] ?? LEAF_HEIGHT;
  const columns = columnsOf(element);
  if (columns > 0) {
    const rows = Array.from({ length: Math.ceil(children.length / columns) }, (_, row) =>
      children.slice(row * columns, (row + 1) * columns),
    );
    return rows.reduce(
      (sum, row) => sum + Math.max(...row.map(child => heightOf(child, width / columns))),
      0,
    );
  }
  if (flags.has('row')) {
    const widths = widthsOf(element, width);
    return Math.max(...children.map((child, at) => heightOf(child, widths[at] ?? 0)));
  }
  const heights = children.map(child => heightOf(child, child.width ?? width));
  return flags.has('stack') ? Math.max(...heights) : heights.reduce((sum, height) => sum + height, 0);
}

function intersection(one: Box, other: Box): Box {
  const left = Math.max(one.left, other.left);
  const top = Math.max(one.top, other.top);
  const width = Math.min(one.left + one.width, other.left + other.width) - left;
  const height = Math.min(one.top + one.height, other.top + other.height) - top;
  return { left, top, width, height };
}

function nodeOf(
  { className = '', id, text, description, flags }: DrawnElement,
  screen: string,
  { left, top, width, height }: Box,
  children: UiNode[],
): UiNode {
  const packageName = `org.example.${screen.replace(/-.*/, '')}`;
  const prefix = PACKAGES.find(([names]) => names.test(className))?.[1] ?? 'android.widget.';
  const pixels = (value: number): number => Math.round(value * PIXELS);
  return {
    className: prefix + className,
    packageName,
    resourceId: resourceIdOf(id, packageName),
    text,
    contentDescription: description,
    boundsInScreen: {
      left: pixels(left),
      top: pixels(top),
      right: pixels(left + width),
      bottom: pixels(top + height),
    },
    isClickable: flags.has('tap'),
    isCheckable: flags.has('check'),
    isChecked: flags.has('checked'),
    isEditable: className === 'EditText',
    isPassword: flags.has('password'),
    isScrollable: flags.has('scroll'),
    children,
  };
}

/** IDs that begin with `@` are of the system, and those that begin with `=` have no package. */
function resourceIdOf(id: string, packageName: string): string {
  if (id === '') return '';
  if (id.startsWith('@')) return `android:id/${id.slice(1)}`;
  return id.startsWith('=') ? id.slice(1) : `${packageName}:id/${id}`;
}

/** Returns a screen as the evidence of a run has it: without the elements that nothing names or reacts to. */
export function traceOf({ tree }: PlacedScreen, id: string): TraceScreen {
  const elements: TraceElement[] = [];
  const collect = (node: UiNode): void => {
    const { text, contentDescription, resourceId, className, isClickable, isCheckable, isEditable } = node;
    const { left, top, right, bottom } = node.boundsInScreen!;
    const reacts = [isClickable, isCheckable, isEditable].includes(true);
    if (text || contentDescription || resourceId || reacts)
      elements.push({
        bounds: { left, top, right, bottom },
        ...(text ? { text } : {}),
        ...(contentDescription ? { description: contentDescription } : {}),
        ...(resourceId ? { resourceId } : {}),
        className: className ?? '',
        ...(reacts ? { clickable: true } : {}),
        ...(isCheckable === true ? { checked: node.isChecked === true } : {}),
      });
    for (const child of node.children ?? []) collect(child);
  };
  collect(tree);
  const { right = 0, bottom = 0 } = tree.boundsInScreen ?? {};
  return { id, deviceId: 'd', width: right, height: bottom, packageName: tree.packageName ?? '', elements };
}
