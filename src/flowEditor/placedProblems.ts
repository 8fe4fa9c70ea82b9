import type { FlowDiagnostic } from '../flow/document/diagnostic.ts';
import type { FlowDocument } from '../flow/document/flowDocument.ts';
import { pathAt } from '../flow/document/pathAt.ts';
import type { StepPath } from '../flow/edit/gesture.ts';
import type { PathSegment } from '../flow/template.ts';
import type { Problem } from '../protocol/flowEditor.ts';

/** A finding by the step that it is about; its path begins there, with `params` for the parameters. */
export interface PlacedProblem extends Problem {
  readonly step: StepPath | undefined;
}

/** The findings of a file by the fields that they are about. */
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

/** How many errors and warnings there are among findings. */
export function countProblems(problems: readonly Problem[]): { errors: number; warnings: number } {
  const count = (severity: Problem['severity']): number =>
    problems.filter(one => one.severity === severity).length;
  return { errors: count('error'), warnings: count('warning') };
}

/** What stands at a place of a file: the step, if any, and the path to it there as that of a finding. */
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
