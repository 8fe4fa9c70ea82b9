import type { FlowCatalog } from '../catalog.ts';
import { dataScope } from '../data/dataScope.ts';
import { describePath, type ExpressionProblem } from '../data/describeExpression.ts';
import { type FlowStep, stepWithKey } from '../data/flowSteps.ts';
import type { FlowDiagnostic } from '../document/diagnostic.ts';
import type { FlowDocument } from '../document/flowDocument.ts';
import { type PathSegment, stepKeyOf } from '../template.ts';
import { similarTo, suggestionText } from './similar.ts';
import type { DataRead } from './templates.ts';

/** A read with the index in `actions` of the entry that reads. */
export interface PlacedRead extends DataRead {
  readonly entry: number;
}

/** Returns the problems of what the expressions of a flow read. */
export function findReadProblems(
  document: FlowDocument,
  reads: readonly PlacedRead[],
  catalog: FlowCatalog,
): readonly FlowDiagnostic[] {
  return reads.flatMap(({ path, entry, child, start, end }) => {
    const scope = dataScope(document, child === undefined ? [entry] : [entry, child], { catalog });
    const { problem, parts } = describePath(path, scope);
    const found = problem
      ? describeProblem(problem, path, parts, scope.reader)
      : keyProblem(document, path, parts);
    return found ? [{ ...found, start, end }] : [];
  });
}

type Found = Omit<FlowDiagnostic, 'start' | 'end'>;

function describeProblem(
  problem: ExpressionProblem,
  path: readonly PathSegment[],
  parts: readonly string[],
  reader: FlowStep | undefined,
): Found | undefined {
  switch (problem.kind) {
    case 'laterStep': {
      const { number } = problem.step;
      const step = `Step ${named(parts[0] ?? number)}`;
      const message = `${step} has not run yet when step ${reader?.number ?? ''} begins; only steps that have run have an output.`;
      const data = { reason: { kind: 'laterStep', step: { number } } } as const;
      return { code: 'template-order', severity: 'warning', message, data };
    }
    case 'missingStep': {
      const message = `No step has the key “${problem.key}”. Choose another value.`;
      return { code: 'template-order', severity: 'warning', message, data: { reason: problem } };
    }
    case 'unknownName': {
      const { name, names, at, isCertain } = problem;
      const similar = similarTo(name, names);
      const known = isCertain ? '' : 'known ';
      const message = `${holderOf(path, at, parts)} has no ${known}${nounOf(path, at)} “${name}”.${suggestionText(similar)}`;
      return {
        code: 'template-name',
        severity: isCertain ? 'warning' : 'hint',
        message,
        data: { path, missing: name, similar },
      };
    }
    default:
      return undefined;
  }
}

/** Returns the problem of a step that is found only while it and the steps before it keep their names. */
function keyProblem(
  document: FlowDocument,
  path: readonly PathSegment[],
  parts: readonly string[],
): Found | undefined {
  const key = stepKeyOf(path);
  if (key === undefined || stepWithKey(document, key)) return undefined;
  const label = named((parts[0] ?? '').replace(/ \(status\)$/, ''));
  const message = `Step ${label} has no key, so this reads it only while the steps keep their names. Give the step the key “${key}”.`;
  return { code: 'template-key', severity: 'warning', message, data: { missing: key } };
}

/** Puts the name in the label of a step in parentheses: `4 (Wait for passcode)`. */
function named(label: string): string {
  return label.replace(/^([\d.]+) (.*)$/s, '$1 ($2)');
}

/** Returns the subject of a sentence: `Step 4 (Wait for passcode)`, `The trigger`, or the value that a name was read of. */
function holderOf(path: readonly PathSegment[], at: number, parts: readonly string[]): string {
  const [source = '', ...names] = parts;
  const behind = names.slice(0, Math.max(0, names.length - (path.length - at)));
  const subject =
    path[0] === 'steps' ? `Step ${named(source)}` : path[0] === 'event' ? 'The trigger' : source;
  return behind.length === 0
    ? subject
    : `“${behind.join(' › ')}” of ${subject.replace(/^The/, 'the').replace(/^Step/, 'step')}`;
}

function nounOf(path: readonly PathSegment[], at: number): string {
  const [root] = path;
  if (root === 'steps') return path[at - 1] === 'body' ? 'output' : 'field';
  return root === 'event' && path[at - 1] === 'payload' ? 'payload field' : 'field';
}
