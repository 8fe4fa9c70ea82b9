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
  const steps = document.entries.map((entry, index) =>
    stepItem(entry.step, document.starts[index] ?? 0, catalogue),
  );
  return [...settings, ...steps].toSorted((one, other) => one.start - other.start);
}

/** What a step is called: its own name, that of its action, or its id. */
export function stepName(step: StepModel, catalogue: FlowCatalogue): string {
  const own = textOf(propertyOf(step.node, 'nameOverride'));
  const id = textOf(step.actionId);
  const name = own ?? (id === undefined ? undefined : (catalogue.action(id)?.name ?? id));
  return name === undefined || name === '' ? 'Step without an action' : name;
}

function stepItem(step: StepModel, start: number, catalogue: FlowCatalogue): OutlineItem {
  const position: unknown = step.position?.value;
  return {
    name: stepName(step, catalogue),
    detail: typeof position === 'number' ? `position ${position}` : '',
    kind: 'step',
    start: start + step.node.offset,
    end: start + step.node.offset + step.node.length,
    children: step.children.map(child => stepItem(child, start, catalogue)),
  };
}
