import type { FlowDiagnostic } from '../flow/document/diagnostic.ts';
import type { FlowDocument } from '../flow/document/flowDocument.ts';
import { pathAt } from '../flow/document/pathAt.ts';
import type { StepPath } from '../flow/edit/flowEdit.ts';
import type { PathSegment } from '../flow/template.ts';
import type { Problem } from '../protocol/flowEditor.ts';

/** A diagnostic with the step that it belongs to; its path begins at the step, with `params` for the parameters. */
export interface PlacedProblem extends Problem {
  readonly step: StepPath | undefined;
}

/** Assigns the diagnostics of a file to steps and fields. */
export function placeProblems(
  document: FlowDocument,
  found: readonly FlowDiagnostic[],
): readonly PlacedProblem[] {
  return found.map(({ code, severity, message, start, data }) => {
    const { step, rest } = splitPath(pathAt(document, start));
    const about = data?.path
      ? [
          ...(code.startsWith('param-') || code.startsWith('template-') ? ['params'] : []),
          ...data.path,
          ...(data.missing === undefined ? [] : [data.missing]),
        ]
      : rest;
    return { severity, message, step, path: withoutOverrides(about) };
  });
}

/** Counts the errors and warnings. */
export function countProblems(problems: readonly Problem[]): { errors: number; warnings: number } {
  const count = (severity: Problem['severity']): number =>
    problems.filter(problem => problem.severity === severity).length;
  return { errors: count('error'), warnings: count('warning') };
}

/** Returns the step, if any, at an offset of a file, and the path from there in the format of a problem path. */
export function placeAt(document: FlowDocument, offset: number): Pick<PlacedProblem, 'step' | 'path'> {
  const { step, rest } = splitPath(pathAt(document, offset));
  return { step, path: withoutOverrides(rest) };
}

function splitPath(path: readonly PathSegment[]): {
  step: StepPath | undefined;
  rest: readonly PathSegment[];
} {
  const [list, entry, children, child] = path;
  if (list !== 'actions' || typeof entry !== 'number') return { step: undefined, rest: path };
  if (children !== 'children' || typeof child !== 'number') return { step: [entry], rest: path.slice(2) };
  return { step: [entry, child], rest: path.slice(4) };
}

function withoutOverrides(path: readonly PathSegment[]): readonly PathSegment[] {
  return path[0] === 'overrides' && path[1] === 'params' ? path.slice(1) : path;
}
