import type { FlowCatalog } from '../catalog.ts';
import { dataScope } from '../data/dataScope.ts';
import { keysOfSteps, stepWithKey } from '../data/flowSteps.ts';
import type { FlowDocument } from '../document/flowDocument.ts';
import { stringsIn } from '../document/jsonTree.ts';
import { stepsOf } from '../document/stepModel.ts';
import { textsIn } from '../run/trial.ts';
import { keyReferences } from '../template.ts';
import type { FlowEdit } from './flowEdit.ts';

/**
 * Returns the edits that first give a step its key, if it is read by the key that the service would derive from its
 * name: in a value that is set, or anywhere before steps change, since then the service can derive other keys.
 */
export function giveReadKeys(
  document: FlowDocument,
  edits: readonly FlowEdit[],
  catalog: FlowCatalog,
): readonly FlowEdit[] {
  const values = edits.flatMap(edit =>
    'value' in edit ? [edit.value] : edit.kind === 'addStep' || edit.kind === 'wrapSteps' ? [edit.step] : [],
  );
  const texts = [...textsIn(values), ...(edits.some(changesSteps) ? paramTexts(document) : [])];
  const read = new Set(texts.flatMap(keyReferences).map(({ key }) => key));
  const without = [...read].filter(key => !stepWithKey(document, key));
  const isDeleting = edits.some(({ kind }) => kind === 'deleteSteps');
  if (without.length === 0 && (read.size === 0 || !isDeleting)) return [];
  const { stepWith } = dataScope(document, [], { catalog });
  const given = new Map(without.map(key => [key, stepWith(key)]));
  // Otherwise, a step with the same name would get the key of a deleted one, and expressions would read it instead.
  for (const [step, key] of isDeleting ? keysOfSteps(document, catalog).keys : [])
    if (step.facts.key === undefined && read.has(baseOf(key))) given.set(key, step);
  return [...given].flatMap(([key, step]) =>
    step ? [{ kind: 'set', location: { in: 'step', step: step.path, path: ['key'] }, value: key }] : [],
  );
}

/** Returns a key without the number of several steps with the same name. */
function baseOf(key: string): string {
  return key.replace(/_\d+$/, '');
}

/** True for an edit after which the service can derive other keys: of the steps, of their names, or of their keys. */
function changesSteps(edit: FlowEdit): boolean {
  return !('location' in edit) || edit.location.in === 'step';
}

function paramTexts({ entries }: FlowDocument): readonly string[] {
  return entries
    .flatMap(entry => [...stepsOf(entry)])
    .flatMap(({ params }) => [...stringsIn(params)].map(({ value }) => String(value)));
}
