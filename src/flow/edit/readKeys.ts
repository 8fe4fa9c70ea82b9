import type { FlowCatalog } from '../catalog.ts';
import { dataScope } from '../data/dataScope.ts';
import { stepWithKey } from '../data/flowSteps.ts';
import type { FlowDocument } from '../document/flowDocument.ts';
import { textsIn } from '../run/trial.ts';
import { keyReferences } from '../template.ts';
import type { FlowEdit } from './flowEdit.ts';

/**
 * Returns the edits that first give a step its key, if a value that is set reads it by the key that the service would
 * derive from its name. Later, the step can have another name and other steps around it.
 */
export function giveReadKeys(
  document: FlowDocument,
  edits: readonly FlowEdit[],
  catalog: FlowCatalog,
): readonly FlowEdit[] {
  const values = edits.map(edit => ('value' in edit ? edit.value : undefined));
  const read = textsIn(values)
    .flatMap(keyReferences)
    .map(({ key }) => key);
  const without = [...new Set(read)].filter(key => !stepWithKey(document, key));
  if (without.length === 0) return [];
  const { stepWith } = dataScope(document, [], { catalog });
  return without.flatMap(key => {
    const path = stepWith(key)?.path;
    return path ? [{ kind: 'set', location: { in: 'step', step: path, path: ['key'] }, value: key }] : [];
  });
}
