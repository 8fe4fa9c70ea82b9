import { type JsonNode, parseJson, propertyOf, valueOf } from '../document/jsonTree.ts';
import { type ListNode, readListNodes, commentsOf, hasLooseComment, isCommented } from './listNodes.ts';
import { FLOW_FIELDS, STEP_FIELDS, listNodeOf, createNotListRefusal } from './flowText.ts';
import { type Layout, lineIndent, reindent, writeValue } from './layout.ts';
import { isMultiline, type ListItem, type NewItem } from './listText.ts';
import { toCopiedItem, toPastedItem } from './copiedItem.ts';
import { type Numbering, numberingOf } from './positions.ts';
import type { StepHandle, StepTree } from './stepTree.ts';
import { type ReplacedKeys, replaceKeys, replaceKeysIn } from './addedKeys.ts';
import { TextPlan } from './textPlan.ts';

/**
 * Adds the steps of a tree to a plan, with new positions in changed lists; steps in `touched` always get a position.
 */
export function writeSteps(
  plan: TextPlan,
  tree: StepTree,
  touched: ReadonlySet<StepHandle>,
  replaced: (step: StepHandle) => ReplacedKeys,
): void {
  const top = listNodeOf(plan, undefined);
  const asText = numberingOf(positionsOf(top)).asText;
  const writer: StepWriter = { plan, touched, asText, replaced, cells: new Map() };
  writeList(writer, plan.root, 'actions', tree.entries);
  for (const { source, children } of tree.entries) {
    // A child that has become an entry keeps its own children.
    if (source.kind === 'item' && source.node.type === 'object' && source.node.parent === top) {
      writeList(writer, source.node, 'children', children);
    }
  }
}

/** The shared state for writing the lists of a flow. */
interface StepWriter {
  readonly plan: TextPlan;
  readonly touched: ReadonlySet<StepHandle>;
  /** True if the positions of the entries are strings. */
  readonly asText: boolean;
  /** Returns the keys that replace those of added steps. */
  readonly replaced: (step: StepHandle) => ReplacedKeys;
  /** The cells of the lists from which items were moved, by list. */
  readonly cells: Map<JsonNode, ReadonlyMap<JsonNode, ListNode>>;
}

/** Sets the steps in a list of an object, and creates or removes the list as needed. */
function writeList(
  writer: StepWriter,
  owner: JsonNode,
  name: 'actions' | 'children',
  steps: readonly StepHandle[],
): void {
  const { plan } = writer;
  const found = propertyOf(owner, name);
  const list = found?.type === 'array' ? found : undefined;
  const nodes = list?.children ?? [];
  const same = ({ source }: StepHandle, index: number): boolean =>
    source.kind === 'item' && source.node === nodes[index];
  if (steps.length === nodes.length && steps.every(same)) return;
  if (found && !list && found.type !== 'null') throw createNotListRefusal(name);
  const items = numberItems(writer, list, steps);
  if (found && !list) {
    const indent = isMultiline(plan.text, owner) ? lineIndent(plan.text, found.offset) : undefined;
    plan.replace(found, listText(items, plan.layout, indent));
  } else if (!list) {
    const fields = name === 'actions' ? FLOW_FIELDS : STEP_FIELDS;
    plan.addFormatted(owner, name, indent => listText(items, plan.layout, indent), fields);
  } else if (name === 'children' && items.length === 0 && list.parent && isBare(plan, list)) {
    plan.remove(list.parent);
  } else plan.setItems(list, items);
}

/** True if no comment is beside a list or would remain in it without its items. */
function isBare({ text }: TextPlan, list: JsonNode): boolean {
  return !hasLooseComment(text, list) && (!list.parent || !isCommented(text, list.parent));
}

/** Converts steps to list items with positions. */
function numberItems(
  writer: StepWriter,
  list: JsonNode | undefined,
  steps: readonly StepHandle[],
): ListItem[] {
  const { plan, touched, asText } = writer;
  const numbering = numberingOf(positionsOf(list), asText);
  const numbers = numbering.numbers(steps.length);
  const needsPosition = (step: StepHandle): boolean => !stays(step, list) || touched.has(step);
  // A step without a position runs last, so one that precedes others needs its own.
  const last = steps.findLastIndex(step => needsPosition(step) || hasPosition(step));
  let place = 0;
  return steps.map((step, index) => {
    const { source } = step;
    if (source.kind === 'item' && source.node.type !== 'object') return itemOf(writer, list, source.node);
    const number = numbers[place++] ?? 0;
    if (source.kind === 'new') return newItem(writer, step, source.value, positionOf(number, numbering));
    if (source.kind === 'text') {
      const text = textOf(writer, step, source.text, positionOf(number, numbering));
      return step.isCopy === true
        ? toCopiedItem(plan, text, source.indent)
        : toPastedItem(plan, list, text, source.indent);
    }
    const { node } = source;
    const isWanted = needsPosition(step) || index < last;
    setPosition(plan, node, number, numbering, { stays: stays(step, list), isWanted });
    return itemOf(writer, list, node);
  });
}

function stays({ source }: StepHandle, list: JsonNode | undefined): boolean {
  return source.kind === 'item' && source.node.parent === list;
}

function hasPosition({ source }: StepHandle): boolean {
  return source.kind === 'item' && propertyOf(source.node, 'position') !== undefined;
}

function setPosition(
  plan: TextPlan,
  node: JsonNode,
  number: number,
  numbering: Numbering,
  { stays, isWanted }: { readonly stays: boolean; readonly isWanted: boolean },
): void {
  const positionNode = propertyOf(node, 'position');
  if (positionNode) {
    const ownKind = positionNode.type === 'string' || positionNode.type === 'number';
    const asText = stays && ownKind ? positionNode.type === 'string' : numbering.asText;
    plan.setValue(positionNode, positionOf(number, { asText }));
  } else if (isWanted) {
    plan.addProperty(node, 'position', positionOf(number, numbering), STEP_FIELDS);
  }
}

/** Returns the node itself if it is in the list already, else a rewritten item with its comments. */
function itemOf(writer: StepWriter, list: JsonNode | undefined, node: JsonNode): ListItem {
  const { plan } = writer;
  const home = node.parent;
  if (!home || home === list) return node;
  let cells = writer.cells.get(home);
  if (!cells) {
    cells = new Map(readListNodes(plan.text, home).cells.map(cell => [cell.node, cell]));
    writer.cells.set(home, cells);
  }
  const cell = cells.get(node);
  const { before, behind } = cell ? commentsOf(plan.text, cell) : { before: [], behind: [] };
  const from = lineIndent(plan.text, node.offset);
  return {
    comments: before,
    ...(behind.length > 0 ? { tail: behind.join(' ') } : {}),
    write: indent => reindent(plan.textOf(node), from, indent ?? from),
  };
}

/** Returns the text of an added step with its position, and with keys that the flow does not have yet. */
function textOf(
  { plan: { layout }, replaced }: StepWriter,
  step: StepHandle,
  text: string,
  position: number | string,
): string {
  const { root } = parseJson(text);
  if (root?.type !== 'object') return text;
  const plan = new TextPlan(text, root, layout);
  plan.setProperty(root, 'position', position, STEP_FIELDS);
  replaceKeys(plan, root, replaced(step));
  return plan.textOf(root);
}

function newItem(
  writer: StepWriter,
  handle: StepHandle,
  value: Readonly<Record<string, unknown>>,
  position: number | string,
): NewItem {
  const { layout } = writer.plan;
  const { children } = handle;
  const { actionId, key, ...rest } = replaceKeysIn(value, writer.replaced(handle));
  const step = { actionId, ...(key === undefined ? {} : { key }), ...rest, position };
  const items = children.length > 0 ? numberItems(writer, undefined, children) : [];
  return {
    write: indent => {
      const text = writeValue(step, layout, indent);
      const { root } = parseJson(text);
      if (!root || items.length === 0) return text;
      const plan = new TextPlan(text, root, layout);
      const empty = propertyOf(root, 'children')?.parent;
      if (empty) plan.remove(empty);
      plan.addFormatted(root, 'children', within => listText(items, layout, within), STEP_FIELDS);
      return plan.textOf(root);
    },
  };
}

/**
 * Formats a list of steps: on one line, or over several lines in an object whose properties are indented by `indent`.
 */
function listText(items: readonly ListItem[], layout: Layout, indent: string | undefined): string {
  const text = `{${indent === undefined ? '' : layout.eol + indent}"":[]}`;
  const { root } = parseJson(text);
  const list = propertyOf(root, '');
  if (!root || !list) return '[]';
  const plan = new TextPlan(text, root, layout);
  plan.setItems(list, items);
  return plan.textOf(list);
}

function positionsOf(list: JsonNode | undefined): readonly unknown[] {
  return (list?.children ?? [])
    .filter(node => node.type === 'object')
    .map(node => {
      const positionNode = propertyOf(node, 'position');
      return positionNode && valueOf(positionNode);
    });
}

function positionOf(number: number, { asText }: Pick<Numbering, 'asText'>): number | string {
  return asText ? String(number) : number;
}
