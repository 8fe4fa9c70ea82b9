import type { FlowDiagnostic } from '../flow/document/diagnostic.ts';
import type { FlowDocument } from '../flow/document/flowDocument.ts';
import { pathAt } from '../flow/document/pathAt.ts';
import type { StepPath } from '../flow/edit/flowEdit.ts';
import type { PathSegment } from '../flow/template.ts';
import type { Problem } from '../protocol/flowEditor.ts';
import { formSentence } from './formSentence.ts';

/** A diagnostic with the step that it belongs to; its path begins at the step, with `params` for the parameters. */
export interface PlacedProblem extends Problem {
  readonly step: StepPath | undefined;
}

/** Assigns the diagnostics of a file to steps and fields. */
export function placeProblems(
  document: FlowDocument,
  found: readonly FlowDiagnostic[],
): readonly PlacedProblem[] {
  return found.map(diagnostic => {
    const { code, severity, message, start, data } = diagnostic;
    const { step, rest } = splitPath(pathAt(document, start));
    // The path of an expression leads to what it reads.
    const isExpression = code.startsWith('template-');
    const missing = isExpression ? undefined : data?.missing;
    const about =
      data?.path && !isExpression
        ? [
            ...(code.startsWith('param-') ? ['params'] : []),
            ...data.path,
            ...(missing === undefined ? [] : [missing]),
          ]
        : rest;
    const sentence = formSentence(diagnostic, rest.at(-1));
    return {
      severity,
      message: sentence ?? message,
      step,
      path: withoutOverrides(about),
      keyword: sentence === undefined ? data?.keyword : undefined,
      missing: missing !== undefined || undefined,
    };
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

/** Returns true if an offset is neither in a step nor in a setting, such as between two steps. */
export function isNowhere({ step, path }: Pick<PlacedProblem, 'step' | 'path'>): boolean {
  return step === undefined && (path.length === 0 || path[0] === 'actions');
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
