import type { FlowCatalogue } from '../catalogue.ts';
import type { TextRange } from '../document/diagnostic.ts';
import { type StepModel, textOf } from '../document/entryModel.ts';
import type { FlowDocument } from '../document/flowDocument.ts';
import { fromSkeleton } from '../document/flowDocument.ts';
import { propertyOf } from '../document/jsonTree.ts';

/** A part of a flow as an outline shows it. */
export interface OutlineItem extends TextRange {
  readonly name: string;
  readonly detail: string;
  readonly kind: 'setting' | 'step';
  readonly children: readonly OutlineItem[];
}

/** The settings of a flow and its steps by their names, children below their parents. */
export function outlineOf(document: FlowDocument, catalogue: FlowCatalogue): readonly OutlineItem[] {
  const place = (at: number): number => fromSkeleton(document, at);
  const settings = (document.skeleton.root?.children ?? []).flatMap(({ children = [], offset, length }) => {
    const [key, value] = children;
    const name = textOf(key);
    if (name === undefined || name === 'actions' || !value) return [];
    const detail = value.type === 'object' || value.type === 'array' ? '' : String(value.value);
    return [
      {
        name,
        detail,
        kind: 'setting' as const,
        start: place(offset),
        end: place(offset + length),
        children: [],
      },
    ];
  });
  const steps = document.entries.map((entry, index) => {
    const start = document.starts[index] ?? 0;
    const plain = entry.plain;
    // Of a step without others inside it nothing needs a place but itself.
    if (!plain || 'children' in plain) return stepItem(entry.step, start, catalogue);
    const { nameOverride, actionId, position } = plain;
    const texts = [nameOverride, actionId].map(one => (typeof one === 'string' ? one : undefined));
    return {
      name: nameOf(texts[0], texts[1], catalogue),
      detail: detailOf(position),
      kind: 'step' as const,
      start,
      end: start + entry.text.length,
      children: [],
    };
  });
  return [...settings, ...steps].toSorted((one, other) => one.start - other.start);
}

/** What a step is called: its own name, that of its action, or its id. */
export function stepName(step: StepModel, catalogue: FlowCatalogue): string {
  return nameOf(textOf(propertyOf(step.node, 'nameOverride')), textOf(step.actionId), catalogue);
}

function nameOf(own: string | undefined, id: string | undefined, catalogue: FlowCatalogue): string {
  const name = own ?? (id === undefined ? undefined : (catalogue.action(id)?.name ?? id));
  return name === undefined || name === '' ? 'Step without an action' : name;
}

function detailOf(position: unknown): string {
  return typeof position === 'number' ? `position ${position}` : '';
}

function stepItem(step: StepModel, start: number, catalogue: FlowCatalogue): OutlineItem {
  return {
    name: stepName(step, catalogue),
    detail: detailOf(step.position?.value),
    kind: 'step',
    start: start + step.node.offset,
    end: start + step.node.offset + step.node.length,
    children: step.children.map(child => stepItem(child, start, catalogue)),
  };
}
