import { isUuid } from '../../util/isUuid.ts';
import { lostNumberText } from '../../util/exactJson.ts';
import type { CatalogAction, FlowCatalog } from '../catalog.ts';
import { mayRepeat } from '../data/dataScope.ts';
import type { FlowDiagnostic, TextRange } from '../document/diagnostic.ts';
import { childIndex, type EntryModel, objectOf, type StepModel, textOf } from '../document/entryModel.ts';
import { keyOf, propertyOf, rangeOf, valueOf } from '../document/jsonTree.ts';
import { childSchema, entrySchema } from '../envelopeSchema.ts';
import { FIELD_CODES, PARAM_CODES, toSchemaDiagnostic } from './schemaDiagnostics.ts';
import type { SchemaCache } from './schemaCache.ts';
import { mergeParams, passesQuickCheck, findLostParam } from './quickCheck.ts';
import { MAX_SUGGESTIONS, similarTo } from './similar.ts';
import { findSiblingProblems } from './siblings.ts';
import { checkTemplates, type DataRead } from './templates.ts';
import { findUnknownReferences } from './unknownReferences.ts';

/** The problems of a single entry, and what its expressions read. Offsets count from the start of the entry. */
export interface EntryFindings {
  readonly problems: readonly FlowDiagnostic[];
  readonly reads: readonly DataRead[];
}

const NOTHING: EntryFindings = { problems: [], reads: [] };

/** Checks an entry and its children: form, actions, parameters and expressions. */
export function checkEntry(entry: EntryModel, catalog: FlowCatalog, schemas: SchemaCache): EntryFindings {
  // Most entries are correct, and this faster check needs no offsets.
  if (passesQuickCheck(entry, catalog, schemas)) return NOTHING;
  return findProblems(entry, catalog, schemas);
}

/** Runs all checks of an entry, without the fast check of `checkEntry`; the result is the same. */
export function findProblems(entry: EntryModel, catalog: FlowCatalog, schemas: SchemaCache): EntryFindings {
  const problems: FlowDiagnostic[] = [...entry.syntax];
  if (!entry.isReadable) return { problems, reads: [] };
  const reads: DataRead[] = [];
  const check = (step: StepModel, depth: number, inRound: boolean, place: number | undefined): void => {
    const ofAction = findActionProblems(step, catalog, schemas);
    const isUnknown = ofAction.some(({ code }) => code === 'unknown-action');
    // An unknown action is reported once, whatever the form of its ID.
    const ofForm = findFormProblems(step, depth, schemas);
    problems.push(...ofForm.filter(({ data }) => !isUnknown || data?.path?.[0] !== 'actionId'), ...ofAction);
    const templates = checkTemplates(step.params, inRound, place);
    problems.push(...templates.problems, ...findUnknownReferences(step.params, catalog));
    reads.push(...templates.reads);
    const repeats = step.children.length > 0 && mayRepeat(catalog.action(textOf(step.actionId) ?? ''));
    for (const child of step.children) check(child, depth + 1, repeats, place ?? childIndex(child));
    problems.push(...findSiblingProblems(step.children.map(child => ({ step: child, start: 0 }))));
  };
  check(entry.step, 0, false, undefined);
  return { problems, reads };
}

function findFormProblems(step: StepModel, depth: number, schemas: SchemaCache): FlowDiagnostic[] {
  const problems: FlowDiagnostic[] = [];
  const nested = depth > 0 ? keyOf(step.node, 'children') : undefined;
  if (nested) {
    const message = 'A child cannot have children of its own; steps can be nested one level only.';
    problems.push({ code: 'nested-children', severity: 'error', ...rangeOf(nested), message });
  }
  const subject = {
    root: step.node,
    whole: { start: step.node.offset, end: step.node.offset + 1 },
    name: depth > 0 ? 'A child' : 'An entry',
    codes: FIELD_CODES,
  };
  const checker = schemas.get(depth > 0 ? childSchema : entrySchema);
  for (const problem of checker.check(valueOf(step.node))) {
    if (nested && problem.path[0] === 'children') continue;
    problems.push(toSchemaDiagnostic(problem, subject));
  }
  return problems;
}

function findActionProblems(step: StepModel, catalog: FlowCatalog, schemas: SchemaCache): FlowDiagnostic[] {
  const id = textOf(step.actionId);
  if (id === undefined || !step.actionId) return [];
  const range = rangeOf(step.actionId);
  const action = catalog.action(id);
  if (!action) return catalog.isComplete ? [describeUnknownAction(step, id, range, catalog)] : [];
  const ownParams = objectOf(step.params);
  const lost = findLostParam(action, ownParams);
  if (lost) {
    const message = `“${lost.name}” of “${action.name}”: ${lostNumberText(lost.number)} The value is the action’s own.`;
    return [{ code: 'number-lost', severity: 'error', ...range, message }];
  }
  const checker = schemas.get(action.paramsSchema ?? true);
  const unchecked = [checker.unusable ?? checker.unchecked ?? []].flat().map((reason): FlowDiagnostic => {
    const message = `The parameters of “${action.name}” ${reason}.`;
    return { code: 'cannot-check', severity: 'information', ...range, message };
  });
  const key = keyOf(step.overrides, 'params');
  const subject = {
    root: step.params,
    whole: key ? rangeOf(key) : range,
    name: `The parameters of “${action.name}”`,
    codes: PARAM_CODES,
    elsewhere: ' The value is the action’s own.',
  };
  const found = checker.check(mergeParams(action, ownParams), { templates: true });
  return [...found.map(problem => toSchemaDiagnostic(problem, subject)), ...unchecked];
}

function describeUnknownAction(
  step: StepModel,
  id: string,
  range: TextRange,
  catalog: FlowCatalog,
): FlowDiagnostic {
  // Users without the ID often enter the name of the action instead, or in `nameOverride`.
  const names = [id, textOf(propertyOf(step.node, 'nameOverride')) ?? ''].filter(
    candidate => candidate !== '' && !isUuid(candidate),
  );
  const named = new Set(names.flatMap(name => catalog.searchActions(name, MAX_SUGGESTIONS)));
  // Comparing all names for similarity is slower.
  const similar = named.size > 0 || isUuid(id) ? [...named] : findSimilarActions(id, catalog);
  const [first] = similar;
  if (id === '') {
    const message = 'The step has no action. Choose one from the catalog.';
    return { code: 'unknown-action', severity: 'error', ...range, message, data: { similar: [] } };
  }
  const meant = first ? ` Did you mean “${first.name}” (${first.id})?` : '';
  return {
    code: 'unknown-action',
    severity: 'error',
    ...range,
    message: `The catalog has no action ${JSON.stringify(id)}.${meant}`,
    data: { similar: similar.map(action => action.id) },
  };
}

function findSimilarActions(name: string, catalog: FlowCatalog): readonly CatalogAction[] {
  return similarTo(name, catalog.actionNames()).flatMap(similar =>
    catalog.searchActions(similar, MAX_SUGGESTIONS).filter(action => action.name.toLowerCase() === similar),
  );
}
