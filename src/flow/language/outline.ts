import type { FlowCatalog } from '../catalog.ts';
import type { TextRange } from '../document/diagnostic.ts';
import { type EntryModel, type StepModel, textOf } from '../document/entryModel.ts';
import type { FlowDocument } from '../document/flowDocument.ts';
import { fromEnvelopeOffset } from '../document/flowDocument.ts';
import type { JsonNode } from '../document/jsonTree.ts';
import { nameOfStep, stepName } from '../document/stepName.ts';
import { type StepPath, stepNumber } from '../edit/flowEdit.ts';
import { nameOfId, referenceKindAt } from '../referenceKind.ts';

/** A setting or step in the outline. */
export interface OutlineItem extends TextRange {
  readonly name: string;
  readonly detail: string;
  readonly kind: 'setting' | 'step';
  readonly children: readonly OutlineItem[];
}

/** A cache of outline items by entry, with offsets from the start of the entry. */
export type KnownOutlines = WeakMap<EntryModel, OutlineItem>;

/**
 * Returns the settings and steps of a flow, children below their parents. `known` is a cache for use with the same
 * catalog.
 */
export function outlineOf(
  document: FlowDocument,
  catalog: FlowCatalog,
  known: KnownOutlines = new WeakMap(),
): readonly OutlineItem[] {
  const place = (at: number): number => fromEnvelopeOffset(document, at);
  const settings = (document.envelope.root?.children ?? []).flatMap(({ children = [], offset, length }) => {
    const [key, value] = children;
    const name = textOf(key);
    if (name === undefined || name === 'actions' || !value) return [];
    const detail = settingDetail(name, value, catalog);
    const [start, end] = [place(offset), place(offset + length)];
    return [{ name, detail, kind: 'setting' as const, start, end, children: [] }];
  });
  const steps = document.entries.map((entry, index) => {
    const item = known.get(entry) ?? entryItem(entry, catalog);
    known.set(entry, item);
    return placed(item, document.starts[index] ?? 0, [index]);
  });
  return [...settings, ...steps].toSorted((one, other) => one.start - other.start);
}

/** Returns the value of a setting, with names in place of IDs. */
function settingDetail(name: string, value: JsonNode, catalog: FlowCatalog): string {
  const kind = referenceKindAt([name]);
  const nodes = value.type === 'array' ? (value.children ?? []) : [value];
  if (!kind) return value.type === 'object' || value.type === 'array' ? '' : String(value.value);
  const ids = nodes.flatMap(node => textOf(node) ?? []);
  return ids.map(id => nameOfId(id, name, catalog) ?? id).join(', ');
}

function entryItem(entry: EntryModel, catalog: FlowCatalog): OutlineItem {
  const plain = entry.plain;
  // A step without children needs no offsets inside it, so its tree need not be built.
  if (!plain || 'children' in plain) return stepItem(entry.step, catalog);
  const { nameOverride, actionId } = plain;
  const name = nameOfStep(asText(nameOverride), asText(actionId), catalog);
  return { name, detail: '', kind: 'step', start: 0, end: entry.text.length, children: [] };
}

function stepItem(step: StepModel, catalog: FlowCatalog): OutlineItem {
  return {
    name: stepName(step, catalog),
    detail: '',
    kind: 'step',
    start: step.node.offset,
    end: step.node.offset + step.node.length,
    children: step.children.map(child => stepItem(child, catalog)),
  };
}

/** Returns the item of a step at its place: moved by a number of characters, with the number of the step. */
function placed(item: OutlineItem, by: number, step: StepPath): OutlineItem {
  const children = item.children.map((child, index) => placed(child, by, [step[0], index]));
  return {
    ...item,
    detail: `step ${stepNumber(step)}`,
    start: item.start + by,
    end: item.end + by,
    children,
  };
}

function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
