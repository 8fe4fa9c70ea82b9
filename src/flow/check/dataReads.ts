import type { FlowCatalog } from '../catalog.ts';
import { dataScope } from '../data/dataScope.ts';
import { describePath, type ExpressionProblem } from '../data/describeExpression.ts';
import type { FlowStep } from '../data/flowSteps.ts';
import type { FlowDiagnostic } from '../document/diagnostic.ts';
import type { FlowDocument } from '../document/flowDocument.ts';
import type { PathSegment } from '../template.ts';
import { counted } from '../../util/counted.ts';
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
    const found = problem && describeProblem(problem, path, parts, scope.steps, scope.reader);
    return found ? [{ ...found, start, end }] : [];
  });
}

type Found = Omit<FlowDiagnostic, 'start' | 'end'>;

function describeProblem(
  problem: ExpressionProblem,
  path: readonly PathSegment[],
  parts: readonly string[],
  steps: readonly FlowStep[],
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
      const outer = steps[Number(path[1])];
      const owner = outer ? `step ${outer.number}` : 'the flow';
      const { number } = problem;
      const count = counted(outer ? outer.children.length : steps.length, 'step');
      const message = `There is no step ${number}; ${owner} has only ${count}.`;
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

/** Puts the name in the label of a step in parentheses: `4 (Wait for passcode)`. */
function named(label: string): string {
  return label.replace(/^([\d.]+) (.*)$/s, '$1 ($2)');
}

/** Returns the subject of a sentence: `Step 4 (Wait for passcode)`, `The trigger`, or the value that a name was read of. */
function holderOf(path: readonly PathSegment[], at: number, parts: readonly string[]): string {
  const [source = '', ...names] = parts;
  const behind = names.slice(0, Math.max(0, names.length - (path.length - at)));
  const subject =
    path[0] === 'steps' ? `Step ${named(source)}` : path[0] === 'trigger' ? 'The trigger' : source;
  return behind.length === 0
    ? subject
    : `“${behind.join(' › ')}” of ${subject.replace(/^The/, 'the').replace(/^Step/, 'step')}`;
}

function nounOf(path: readonly PathSegment[], at: number): string {
  const [root] = path;
  if (root === 'steps') return path[at - 1] === 'output' ? 'output' : 'field';
  return root === 'trigger' && path[at - 1] === 'payload' ? 'payload field' : 'field';
}
