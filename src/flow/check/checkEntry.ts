import { isUuid } from '../../util/isUuid.ts';
import { type LostNumber, lostNumberIn, lostNumberText } from '../../util/exactJson.ts';
import { type JsonObject, withoutUndefined } from '../../util/isObject.ts';
import { memoize } from '../../util/once.ts';
import { actionParams, type CatalogAction, type FlowCatalog } from '../catalog.ts';
import { mayRepeat } from '../data/dataScope.ts';
import type { FlowDiagnostic, TextRange } from '../document/diagnostic.ts';
import { keyOf, propertyOf, rangeOf, valueOf } from '../document/jsonTree.ts';
import { objectOf, type StepModel, textOf } from '../document/stepModel.ts';
import { childSchema, entrySchema } from '../envelopeSchema.ts';
import { compiledSchema } from '../schema/compileSchema.ts';
import type { SchemaProblem } from '../schema/problem.ts';
import type { CheckLimits } from '../schema/run.ts';
import { FIELD_CODES, PARAM_CODES, toSchemaDiagnostic } from './schemaDiagnostics.ts';
import { findSiblingProblems } from './siblings.ts';
import { MAX_SUGGESTIONS, similarIds, similarTo } from './similar.ts';
import { checkTemplates, type DataRead } from './templates.ts';
import { findUnknownReferences } from './unknownReferences.ts';

/** The problems of a single entry, and what its expressions read. */
export interface EntryFindings {
  readonly problems: readonly FlowDiagnostic[];
  readonly reads: readonly DataRead[];
}

/**
 * Checks an entry and its children: form, actions, parameters and expressions. The findings are kept for the text of the
 * entry, so they must depend on nothing but the entry and the catalog.
 */
export function checkEntry(entry: StepModel, catalog: FlowCatalog, limits?: CheckLimits): EntryFindings {
  const problems: FlowDiagnostic[] = [];
  const reads: DataRead[] = [];
  const check = (step: StepModel, depth: number, inRound: boolean, child: number | undefined): void => {
    const ofAction = findActionProblems(step, catalog, limits);
    const isUnknown = ofAction.some(({ code }) => code === 'unknown-action');
    // An unknown action is reported once, whatever the form of its ID.
    const ofForm = findFormProblems(step, depth);
    problems.push(...ofForm.filter(({ data }) => !isUnknown || data?.path?.[0] !== 'actionId'), ...ofAction);
    const templates = checkTemplates(step.params, inRound, child, catalog.templates);
    problems.push(...templates.problems, ...findUnknownReferences(step.params, catalog));
    reads.push(...templates.reads);
    const repeats = step.children.length > 0 && mayRepeat(catalog.action(textOf(step.actionId) ?? ''));
    for (const inner of step.children) check(inner, depth + 1, repeats, child ?? inner.at);
    problems.push(...findSiblingProblems(step.children));
  };
  check(entry, 0, false, undefined);
  return { problems, reads };
}

function findFormProblems(step: StepModel, depth: number): FlowDiagnostic[] {
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
  const checker = compiledSchema(depth > 0 ? childSchema : entrySchema);
  for (const problem of checker.check(valueOf(step.node))) {
    if (nested && problem.path[0] === 'children') continue;
    problems.push(toSchemaDiagnostic(problem, subject));
  }
  return problems;
}

function findActionProblems(
  step: StepModel,
  catalog: FlowCatalog,
  limits: CheckLimits | undefined,
): FlowDiagnostic[] {
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
  const checker = compiledSchema(action.paramsSchema ?? true);
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
  const notes: SchemaProblem[] = [];
  const found = checker.check(
    { ...actionParams(action), ...ownParams },
    { templates: true, onUnread: note => notes.push(note), ...withoutUndefined({ limits }) },
  );
  return [...[...found, ...notes].map(problem => toSchemaDiagnostic(problem, subject)), ...unchecked];
}

/** A parameter of an action with a number that JSON parsing would change. */
interface LostParam {
  readonly name: string;
  readonly number: LostNumber;
}

/** Returns a parameter that a step inherits from its action and that contains a lost number. */
function findLostParam(action: CatalogAction, ownParams: JsonObject | undefined): LostParam | undefined {
  return lostParamsOf(action).find(({ name }) => !(ownParams && Object.hasOwn(ownParams, name)));
}

// Many steps inherit the parameters of the same action.
const lostParamsOf = memoize((action: CatalogAction): readonly LostParam[] =>
  Object.entries(actionParams(action)).flatMap(([name, value]) => {
    const number = lostNumberIn(value);
    return number ? { name, number } : [];
  }),
);

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
  const similar = named.size > 0 ? [...named] : findSimilarActions(id, catalog);
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

/** Returns the actions with an ID or name that is similar to what is written in place of an ID. */
function findSimilarActions(name: string, catalog: FlowCatalog): readonly CatalogAction[] {
  const ids = catalog.searchActions('', Number.POSITIVE_INFINITY).map(({ id }) => id);
  const meant = similarIds(name, ids).flatMap(id => catalog.action(id) ?? []);
  if (meant.length > 0 || isUuid(name)) return meant;
  return similarTo(name, catalog.actionNames()).flatMap(similar =>
    catalog.searchActions(similar, MAX_SUGGESTIONS).filter(action => action.name.toLowerCase() === similar),
  );
}
