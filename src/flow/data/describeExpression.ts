import { type PathSegment, stepKeyOf, templateExpressions } from '../template.ts';
import { type DataGroup, type DataScope, type DataSource, sourceAt } from './dataScope.ts';
import { type DataShape, memberShape, UNKNOWN_SHAPE } from './dataShape.ts';
import type { FlowStep } from './flowSteps.ts';

/** The reason that an expression has no value where it stands. */
export type ExpressionProblem =
  /** It is not a path. */
  | { readonly kind: 'syntax' }
  | { readonly kind: 'unknownRoot'; readonly root: string }
  /** No step of the flow has the key. */
  | { readonly kind: 'missingStep'; readonly key: string }
  /** The step runs later, or it is the reading step itself or its parent. */
  | { readonly kind: 'laterStep'; readonly step: FlowStep }
  /** An item or a round number is read outside of a step that repeats. */
  | { readonly kind: 'outsideRound' }
  /** A name is not among the known ones; `isCertain` is false if there can be others. */
  | {
      readonly kind: 'unknownName';
      readonly name: string;
      /** The path segment that holds the name. */
      readonly at: number;
      readonly names: readonly string[];
      readonly isCertain: boolean;
    };

/** An expression as a person reads it. */
export interface ExpressionDescription {
  /** The parts of the label, such as `4 Wait for passcode` and `code`. */
  readonly parts: readonly string[];
  /** The parts joined for one line: `4 Wait for passcode › code`. */
  readonly label: string;
  readonly group: DataGroup | undefined;
  /** The shape of the value, with its type, description, and sample; empty if nothing is known. */
  readonly shape: DataShape;
  /** The step that produces the value, as its indexes in the lists of the file. */
  readonly step: FlowStep['path'] | undefined;
  readonly problem: ExpressionProblem | undefined;
}

/** The sign between the parts of a label. */
const BETWEEN = ' › ';

/** Describes an expression: its text with or without braces, for the step of a scope. */
export function describeExpression(expression: string, scope: DataScope): ExpressionDescription {
  const text = /^\s*\{\{[^{}]*\}\}\s*$/.test(expression) ? expression.trim() : `{{${expression}}}`;
  const [parsed] = templateExpressions(text);
  const source = parsed?.source ?? expression.trim();
  if (!scope.isKnownSyntax) return description([source], {});
  if (parsed?.path) return describePath(parsed.path, scope);
  return description([source], { problem: { kind: 'syntax' } });
}

/** Describes the expression with a path for the step of a scope. */
export function describePath(path: readonly PathSegment[], scope: DataScope): ExpressionDescription {
  const [root = ''] = path;
  // The sources of all steps are listed only for a picker.
  const key = stepKeyOf(path);
  if (key !== undefined) return describeStep(path, key, scope);
  const source = sourceAt(scope.others, path);
  if (source) return describeWithin(path, source);
  if (root === 'item' || root === 'index') {
    const label = root === 'item' ? 'Item' : 'Round number';
    return description([label, ...path.slice(1).map(segmentLabel)], {
      group: 'round',
      problem: { kind: 'outsideRound' },
    });
  }
  const isKnown = scope.roots.includes(String(root));
  const parts = [ROOT_LABELS[root] ?? String(root), ...path.slice(1).map(segmentLabel)];
  if (!isKnown) return description(parts, { problem: { kind: 'unknownRoot', root: String(root) } });
  if (root === 'event' && typeof path[1] === 'string') return description(parts, unknownIn(path, 1, EVENT));
  return description(parts, {});
}

const ROOT_LABELS: Readonly<Record<string, string>> = { event: 'Trigger', steps: 'Steps' };
const EVENT = ['payload', 'name'];
const STEP = ['body', 'status'];

function describeStep(path: readonly PathSegment[], key: string, scope: DataScope): ExpressionDescription {
  const step = scope.stepWith(key);
  if (!step) return description(['Missing step'], { group: 'step', problem: { kind: 'missingStep', key } });
  const sources = scope.sourcesOf(step);
  const label = sources[0]?.label ?? '';
  const source = sourceAt(sources, path);
  if (isLater(step, scope.reader)) {
    const found = source ? describeWithin(path, source) : description([label], {});
    return { ...found, group: 'step', step: step.path, problem: { kind: 'laterStep', step } };
  }
  if (source) return describeWithin(path, source);
  const parts = [label, ...path.slice(2).map(segmentLabel)];
  const unknown = typeof path[2] === 'string' ? unknownIn(path, 2, STEP) : {};
  return description(parts, { group: 'step', step: step.path, ...unknown });
}

/** True if a step has not run when another begins. */
function isLater(step: FlowStep, reader: FlowStep | undefined): boolean {
  if (!reader) return false;
  if (step.index !== reader.index) return step.index > reader.index;
  return step.child === undefined || reader.child === undefined || step.child >= reader.child;
}

function unknownIn(
  path: readonly PathSegment[],
  at: number,
  names: readonly string[],
): { readonly problem?: ExpressionProblem } {
  const name = String(path[at]);
  if (names.includes(name)) return {};
  // Another service may know more names than the sandbox.
  return { problem: { kind: 'unknownName', name, at, names, isCertain: false } };
}

function describeWithin(path: readonly PathSegment[], source: DataSource): ExpressionDescription {
  const parts = [source.label];
  let shape: DataShape | undefined = source.shape;
  let problem: ExpressionProblem | undefined;
  for (const [index, segment] of path.entries()) {
    if (index < source.path.length) continue;
    const member: DataShape | undefined = shape && memberShape(shape, segment);
    if (shape && !member && typeof segment === 'string') problem ??= missingName(shape, segment, index);
    parts.push(member?.title ?? segmentLabel(segment));
    shape = member;
  }
  const { group, step } = source;
  return description(parts, { group, step, shape: shape ?? UNKNOWN_SHAPE, problem });
}

/** Returns a problem if a shape lets expect that a value has no property of this name. */
function missingName(shape: DataShape, name: string, at: number): ExpressionProblem | undefined {
  const { type, properties, isClosed = false, isLearned = false } = shape;
  const names = [...(properties?.keys() ?? [])];
  const isScalar = type !== undefined && type !== 'object' && type !== 'null';
  if (!isScalar && !isClosed && names.length === 0) return undefined;
  // A list has a length and a text has parts in other languages, but not in expressions.
  return { kind: 'unknownName', name, at, names, isCertain: !isLearned && (isScalar || isClosed) };
}

function segmentLabel(segment: PathSegment): string {
  return typeof segment === 'number' ? `item ${segment + 1}` : segment;
}

function description(
  parts: readonly string[],
  known: Partial<Omit<ExpressionDescription, 'parts' | 'label'>>,
): ExpressionDescription {
  return {
    group: undefined,
    shape: UNKNOWN_SHAPE,
    step: undefined,
    problem: undefined,
    ...known,
    parts,
    label: parts.join(BETWEEN),
  };
}
