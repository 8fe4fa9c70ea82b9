import type { FlowDiagnostic, TextRange } from '../document/diagnostic.ts';
import type { JsonNode } from '../document/jsonTree.ts';
import {
  openExpressions,
  TEMPLATE_ROOTS,
  type TemplateExpression,
  templateExpressions,
} from '../template.ts';
import { similarTo } from './similar.ts';

/** A reference to the result of an earlier step, such as `{{steps[2].output.code}}`. */
export interface StepReference {
  /** The index of the step from 0, in execution order. */
  readonly step: number;
  readonly start: number;
  readonly end: number;
}

/** The problems and step references in the template expressions of a value. */
interface TemplateFindings {
  readonly problems: readonly FlowDiagnostic[];
  readonly steps: readonly StepReference[];
}

/**
 * Checks the template expressions in all texts of a value; `inside` is true for children, such as the steps of a
 * repeat.
 */
export function checkTemplates(node: JsonNode | undefined, inside: boolean): TemplateFindings {
  const problems: FlowDiagnostic[] = [];
  const steps: StepReference[] = [];
  if (node) visit(node);
  return { problems, steps };

  function visit(part: JsonNode): void {
    if (part.type === 'string') text(part);
    else if (part.type === 'property') {
      const value = part.children?.[1];
      if (value) visit(value);
    } else for (const child of part.children ?? []) visit(child);
  }

  function text(part: JsonNode): void {
    const value = String(part.value);
    if (!value.includes('{{')) return;
    // Escape sequences shift the offsets, so then the whole text is marked.
    const exact = part.length === value.length + 2;
    const rangeOf = ({ start, end }: TextRange): TextRange =>
      exact
        ? { start: part.offset + 1 + start, end: part.offset + 1 + end }
        : { start: part.offset, end: part.offset + part.length };
    for (const open of openExpressions(value)) {
      const message = `${value.slice(open.start, open.end)} has no closing }}, so it stays text.`;
      problems.push({ code: 'template-syntax', severity: 'warning', ...rangeOf(open), message });
    }
    for (const expression of templateExpressions(value)) {
      const range = rangeOf(expression);
      const problem = problemOf(expression, inside);
      if (problem) problems.push({ ...problem, ...range });
      const [root, step] = expression.path ?? [];
      if (root === 'steps' && typeof step === 'number') steps.push({ step, ...range });
    }
  }
}

function problemOf(
  { path, source }: TemplateExpression,
  inside: boolean,
): Omit<FlowDiagnostic, 'start' | 'end'> | undefined {
  if (!path) {
    const message = `{{${source}}} is not an expression such as {{steps[0].output.code}}.`;
    return { code: 'template-syntax', severity: 'warning', message };
  }
  const root = String(path[0]);
  if (!TEMPLATE_ROOTS.some(known => known === root)) {
    const [similar] = similarTo(root, TEMPLATE_ROOTS);
    const meant = similar === undefined ? '' : ` Did you mean “${similar}”?`;
    const message = `The sandbox knows no “${root}”; expressions begin with ${TEMPLATE_ROOTS.join(', ')}.${meant}`;
    return { code: 'template-unknown', severity: 'hint', message };
  }
  if (!inside && (root === 'item' || root === 'index')) {
    const message = `{{${source}}} has a value only in the children of a step that repeats them.`;
    return { code: 'template-scope', severity: 'warning', message };
  }
  return undefined;
}
