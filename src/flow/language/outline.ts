import type { FlowCatalog } from '../catalog.ts';
import type { TextRange } from '../document/diagnostic.ts';
import { type StepModel, textOf } from '../document/stepModel.ts';
import type { FlowDocument } from '../document/flowDocument.ts';
import { type JsonNode, rangeOf } from '../document/jsonTree.ts';
import { stepName } from '../document/stepName.ts';
import { type StepPath, stepNumber } from '../edit/flowEdit.ts';
import { nameOfId, referenceKindAt } from '../referenceKind.ts';

/** A setting or step in the outline. */
export interface OutlineItem extends TextRange {
  readonly name: string;
  readonly detail: string;
  readonly kind: 'setting' | 'step';
  readonly children: readonly OutlineItem[];
}

/** Returns the settings and steps of a flow, children below their parents. */
export function outlineOfFlow({ root, entries }: FlowDocument, catalog: FlowCatalog): readonly OutlineItem[] {
  const settings = (root?.children ?? []).flatMap((property): readonly OutlineItem[] => {
    const [key, value] = property.children ?? [];
    const name = textOf(key);
    if (name === undefined || name === 'actions' || !value) return [];
    const detail = settingDetail(name, value, catalog);
    return [{ name, detail, kind: 'setting', ...rangeOf(property), children: [] }];
  });
  const steps = entries.map((step, index) => stepItem(step, [index], catalog));
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

function stepItem(step: StepModel, path: StepPath, catalog: FlowCatalog): OutlineItem {
  return {
    name: stepName(step, catalog),
    detail: `step ${stepNumber(path)}`,
    kind: 'step',
    ...rangeOf(step.node),
    children: step.children.map((child, index) => stepItem(child, [path[0], index], catalog)),
  };
}
