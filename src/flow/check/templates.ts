import type { TemplateRules } from '../catalog.ts';
import type { FlowDiagnostic, TextRange } from '../document/diagnostic.ts';
import { type JsonNode, rangeOf, stringsIn } from '../document/jsonTree.ts';
import {
  openExpressions,
  type PathSegment,
  stepKeyOf,
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
 * them, and `child` is the index of a child. Without the rules of a service, those of the sandbox apply.
 */
export function checkTemplates(
  node: JsonNode | undefined,
  inRound: boolean,
  child: number | undefined,
  rules: TemplateRules | undefined,
): TemplateFindings {
  // The syntax of earlier versions is not known.
  if (rules && rules.version < 3) return { problems: [], reads: [] };
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
      const problem = problemOf(expression, inRound, rules);
      if (problem) problems.push({ ...problem, ...range });
      const { path } = expression;
      if (path && !problem && READABLE.includes(path[0])) reads.push({ path, child, ...range });
    }
  }
  return { problems, reads };
}

/** The first path segments whose values differ between flows. */
const READABLE: readonly (PathSegment | undefined)[] = ['steps', 'event', 'item'];

function problemOf(
  { path, source }: TemplateExpression,
  inRound: boolean,
  rules: TemplateRules | undefined,
): Omit<FlowDiagnostic, 'start' | 'end'> | undefined {
  if (!path || (path[0] === 'steps' && stepKeyOf(path) === undefined)) {
    const message = path
      ? `{{${source}}} does not name a step by its key, such as {{steps.read-text.body.text}}.`
      : `{{${source}}} is not an expression such as {{steps.read-text.body.text}}.`;
    return { code: 'template-syntax', severity: 'warning', message, data: { reason: { kind: 'syntax' } } };
  }
  const root = String(path[0]);
  const roots: readonly string[] = rules?.roots ?? TEMPLATE_ROOTS;
  if (!roots.includes(root)) {
    const meant = suggestionText(similarTo(root, roots));
    const owner = rules ? 'service' : 'sandbox';
    const message = `The ${owner} knows no “${root}”; expressions begin with ${roots.join(', ')}.${meant}`;
    return { code: 'template-unknown', severity: 'hint', message };
  }
  if (!inRound && (root === 'item' || root === 'index')) {
    const message = `{{${source}}} has a value only in the children of a step that repeats them.`;
    const data = { reason: { kind: 'outsideRound' } } as const;
    return { code: 'template-scope', severity: 'warning', message, data };
  }
  return undefined;
}
