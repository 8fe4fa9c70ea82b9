import type { FlowCatalog } from '../catalog.ts';
import type { TextRange } from '../document/diagnostic.ts';
import { type EntryModel, type StepModel, textOf } from '../document/entryModel.ts';
import type { FlowDocument } from '../document/flowDocument.ts';
import { fromEnvelopeOffset } from '../document/flowDocument.ts';
import { propertyOf } from '../document/jsonTree.ts';

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
    const detail = value.type === 'object' || value.type === 'array' ? '' : String(value.value);
    const [start, end] = [place(offset), place(offset + length)];
    return [{ name, detail, kind: 'setting' as const, start, end, children: [] }];
  });
  const steps = document.entries.map((entry, index) => {
    const item = known.get(entry) ?? entryItem(entry, catalog);
    known.set(entry, item);
    return moved(item, document.starts[index] ?? 0);
  });
  return [...settings, ...steps].toSorted((one, other) => one.start - other.start);
}

/** Returns the display name of a step: its own name, that of its action, or the ID of the action. */
export function stepName(step: StepModel, catalog: FlowCatalog): string {
  return nameOf(textOf(propertyOf(step.node, 'nameOverride')), textOf(step.actionId), catalog);
}

function nameOf(own: string | undefined, id: string | undefined, catalog: FlowCatalog): string {
  const name = own ?? (id === undefined ? undefined : (catalog.action(id)?.name ?? id));
  return name === undefined || name === '' ? 'Step without an action' : name;
}

function detailOf(position: unknown): string {
  return typeof position === 'number' ? `position ${position}` : '';
}

function entryItem(entry: EntryModel, catalog: FlowCatalog): OutlineItem {
  const plain = entry.plain;
  // A step without children needs no offsets inside it, so its tree need not be built.
  if (!plain || 'children' in plain) return stepItem(entry.step, catalog);
  const { nameOverride, actionId, position } = plain;
  const name = nameOf(asText(nameOverride), asText(actionId), catalog);
  return { name, detail: detailOf(position), kind: 'step', start: 0, end: entry.text.length, children: [] };
}

function stepItem(step: StepModel, catalog: FlowCatalog): OutlineItem {
  return {
    name: stepName(step, catalog),
    detail: detailOf(step.position?.value),
    kind: 'step',
    start: step.node.offset,
    end: step.node.offset + step.node.length,
    children: step.children.map(child => stepItem(child, catalog)),
  };
}

function moved(item: OutlineItem, by: number): OutlineItem {
  const children = item.children.map(child => moved(child, by));
  return { ...item, start: item.start + by, end: item.end + by, children };
}

function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
