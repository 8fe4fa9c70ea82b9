import type { FlowDocument } from '../flow/document/flowDocument.ts';
import { type DataFacts, dataScope, type DataScope } from '../flow/data/dataScope.ts';
import { completeShape, type DataShape, typeWords, UNKNOWN_SHAPE } from '../flow/data/dataShape.ts';
import { describeExpression, type ExpressionDescription } from '../flow/data/describeExpression.ts';
import { findSources, type FoundSource } from '../flow/data/findSources.ts';
import type { StepPath } from '../flow/edit/flowEdit.ts';
import { type PathSegment, templateExpressions } from '../flow/template.ts';
import type { ValueChoice, ValueChoices, ValueLabel } from '../protocol/flowValues.ts';
import { explainProblem } from './formSentence.ts';
import { payloadFields } from '../flow/run/trial.ts';
import { isObject } from '../util/isObject.ts';
import { memoize } from '../util/once.ts';
import type { FlowCatalog } from '../flow/catalog.ts';

/** The number of values that the picker lists, and of expressions that the form of a step shows with labels. */
const LIMITS = { choices: 60, labels: 500 } as const;

/** Returns the labels of all expressions within some values of a step. */
export function labelExpressions(values: readonly unknown[], scope: DataScope): readonly ValueLabel[] {
  const found = new Set<string>();
  const visit = (value: unknown): void => {
    if (found.size >= LIMITS.labels) return;
    if (typeof value === 'string')
      for (const { start, end } of templateExpressions(value)) found.add(value.slice(start, end));
    else if (Array.isArray(value)) value.forEach(visit);
    else if (isObject(value)) Object.values(value).forEach(visit);
  };
  values.forEach(visit);
  return [...found].map(expression => toLabel(expression, describeExpression(expression, scope)));
}

/** Returns a function that describes the expressions of steps, for the list of all steps. */
export function describeInSteps(
  document: FlowDocument,
  facts: DataFacts,
): (step: StepPath, expression: string) => Pick<ValueLabel, 'parts' | 'problem'> {
  const scopes = new Map<string, DataScope>();
  return (step, expression) => {
    const key = step.join('.');
    const scope = scopes.get(key) ?? dataScope(document, step, facts);
    scopes.set(key, scope);
    return toLabel(expression, describeExpression(expression, scope));
  };
}

/**
 * Finds the values that match a text. Without a text, only the first level of each source is listed. With `inside`,
 * only the values within that expression are.
 */
export function findValues(scope: DataScope, text: string, inside: string | undefined): ValueChoices {
  const outer = inside === undefined ? undefined : templateExpressions(inside)[0]?.path;
  const sources = findSources(scope, text, Number.POSITIVE_INFINITY).filter(
    ({ path }) => outer === undefined || (path.length > outer.length && isWithin(path, outer)),
  );
  const levels = outer ? outer.length + 1 : undefined;
  const isFirst = (source: FoundSource): boolean =>
    source.path.length <= (levels ?? firstLevel(source)) && !isStatus(source) && !isRunItself(source);
  const listed = text === '' ? sources.filter(isFirst) : sources;
  return {
    choices: listed.slice(0, LIMITS.choices).map(toChoice),
    hasMore: listed.length > LIMITS.choices,
  };
}

function isWithin(path: readonly PathSegment[], outer: readonly PathSegment[]): boolean {
  return outer.every((segment, index) => segment === path[index]);
}

// The parts of a label are those of the source and one for each segment after its path.
function firstLevel({ path, parts }: FoundSource): number {
  return path.length - parts.length + 2;
}

// The flow, the device, and the execution are listed by their fields.
function isRunItself({ group, parts }: FoundSource): boolean {
  return group === 'run' && parts.length === 1;
}

// Listed only on request, because every step has one.
function isStatus({ group, path }: FoundSource): boolean {
  return group === 'step' && path.at(-1) === 'status' && path.at(-2) !== 'body';
}

function toChoice(found: FoundSource): ValueChoice {
  const { expression, group, parts, shape, isOpen } = found;
  const [source = '', ...names] = parts;
  const heading = isStatus(found) ? source.replace(/ \(status\)$/, '') : (GROUPS[group] ?? source);
  const isSource = source === heading;
  return {
    ...toLabel(expression, { parts, shape, problem: undefined }),
    group: heading,
    name: isStatus(found) ? 'Status' : (isSource ? names : parts).join(' › '),
    hasFields: shape.properties !== undefined || shape.items !== undefined,
    isOpen,
  };
}

/** The headings of groups with several sources; those of steps are their names. */
const GROUPS: Readonly<Partial<Record<FoundSource['group'], string>>> = {
  trigger: 'Trigger',
  round: 'This round',
  run: 'Flow and device',
};

function toLabel(
  expression: string,
  { parts, shape, problem }: Pick<ExpressionDescription, 'parts' | 'shape' | 'problem'>,
): ValueLabel {
  const type = typeWords(shape);
  return {
    expression,
    parts,
    type: type === '' ? undefined : type,
    sample: shape.sample,
    problem: problem && explainProblem(problem),
  };
}

interface KeptScope {
  readonly document: FlowDocument;
  readonly catalog: FlowCatalog;
  readonly key: string;
  readonly scope: DataScope;
}

/** The data that steps can read. That of the last step is kept, because it remembers what was found in it. */
export class StepDataScopes {
  #kept: KeptScope | undefined;

  /** Returns the data that a step of a document can read. */
  of(document: FlowDocument, catalog: FlowCatalog, step: StepPath): DataScope {
    const key = String(step);
    const known = this.#kept;
    if (known?.document === document && known.catalog === catalog && known.key === key) return known.scope;
    const scope = withUsedPayload(dataScope(document, step, { catalog }), document);
    this.#kept = { document, catalog, key, scope };
    return scope;
  }
}

/** Returns the data of a step with the fields of the payload that the flow reads elsewhere, as far as no schema knows them. */
export function withUsedPayload(scope: DataScope, document: FlowDocument): DataScope {
  const used = usedPayload(document);
  if (!used) return scope;
  return {
    ...scope,
    sources: scope.sources.map(source =>
      source.path.join('.') === 'event.payload'
        ? { ...source, shape: completeShape(source.shape, used) }
        : source,
    ),
  };
}

const usedPayload = memoize(({ text }: FlowDocument): DataShape | undefined => {
  const names = payloadFields(text).filter(name => name !== undefined);
  if (names.length === 0) return undefined;
  return { type: 'object', properties: new Map(names.map(name => [name, UNKNOWN_SHAPE])) };
});
