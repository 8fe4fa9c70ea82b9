import type { FlowDiagnostic, TextRange } from '../document/diagnostic.ts';
import { type JsonNode, rangeOf, stringsIn } from '../document/jsonTree.ts';
import {
  openExpressions,
  type PathSegment,
  readsDeletedStep,
  TEMPLATE_ROOTS,
  type TemplateExpression,
  templateExpressions,
} from '../template.ts';
import { similarTo, suggestionText } from './similar.ts';

/** An expression that reads data of another step or of the trigger, or an item. */
export interface DataRead extends TextRange {
  readonly path: readonly PathSegment[];
  /** The index of the reading child in the list of the file; undefined if the entry itself reads. */
  readonly child: number | undefined;
}

/** The problems and the reads in the template expressions of a value. */
interface TemplateFindings {
  readonly problems: readonly FlowDiagnostic[];
  readonly reads: readonly DataRead[];
}

/**
 * Checks the template expressions in all texts of a value. `inRound` is true for the children of a step that may repeat
 * them, and `child` is the index of a child.
 */
export function checkTemplates(
  node: JsonNode | undefined,
  inRound: boolean,
  child: number | undefined,
): TemplateFindings {
  const problems: FlowDiagnostic[] = [];
  const reads: DataRead[] = [];
  for (const text of stringsIn(node)) {
    const value = String(text.value);
    if (!value.includes('{{')) continue;
    // Escape sequences shift the offsets, so then the whole text is marked.
    const isExact = text.length === value.length + 2;
    const rangeIn = ({ start, end }: TextRange): TextRange =>
      isExact ? { start: text.offset + 1 + start, end: text.offset + 1 + end } : rangeOf(text);
    for (const open of openExpressions(value)) {
      const message = `${value.slice(open.start, open.end)} has no closing }}, so it stays text.`;
      problems.push({ code: 'template-syntax', severity: 'warning', ...rangeIn(open), message });
    }
    for (const expression of templateExpressions(value)) {
      const range = rangeIn(expression);
      const problem = problemOf(expression, inRound);
      if (problem) problems.push({ ...problem, ...range });
      const { path } = expression;
      if (path && !problem && READABLE.includes(path[0])) reads.push({ path, child, ...range });
    }
  }
  return { problems, reads };
}

/** The first path segments whose values differ between flows. */
const READABLE: readonly (PathSegment | undefined)[] = ['steps', 'trigger', 'item'];

function problemOf(
  { path, source }: TemplateExpression,
  inRound: boolean,
): Omit<FlowDiagnostic, 'start' | 'end'> | undefined {
  if (!path && readsDeletedStep(source)) {
    const message = 'The step that this expression read was deleted. Choose another value.';
    const data = { reason: { kind: 'deletedStep' } } as const;
    return { code: 'template-syntax', severity: 'warning', message, data };
  }
  if (!path) {
    const message = `{{${source}}} is not an expression such as {{steps[0].output.code}}.`;
    return { code: 'template-syntax', severity: 'warning', message, data: { reason: { kind: 'syntax' } } };
  }
  const root = String(path[0]);
  if (!TEMPLATE_ROOTS.some(known => known === root)) {
    const meant = suggestionText(similarTo(root, TEMPLATE_ROOTS));
    const message = `The sandbox knows no “${root}”; expressions begin with ${TEMPLATE_ROOTS.join(', ')}.${meant}`;
    return { code: 'template-unknown', severity: 'hint', message };
  }
  if (!inRound && (root === 'item' || root === 'index')) {
    const message = `{{${source}}} has a value only in the children of a step that repeats them.`;
    const data = { reason: { kind: 'outsideRound' } } as const;
    return { code: 'template-scope', severity: 'warning', message, data };
  }
  return undefined;
}
