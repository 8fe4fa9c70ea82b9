import {
  resolveTemplates,
  TEMPLATE_ROOTS,
  templateExpressions,
  type TemplateScope,
} from '../../../flow/template.ts';
import { readExact } from '../../../util/exactJson.ts';
import { type ComparisonOperator, comparisonHolds } from '../../engine/compare.ts';

/** The comparisons by their texts; a condition is true if one of them holds. */
const OPERATORS: Readonly<Record<string, readonly ComparisonOperator[]>> = {
  equals: ['equals'],
  notEquals: ['notEquals'],
  contains: ['contains'],
  exists: ['exists'],
  greaterThan: ['greaterThan'],
  lessThan: ['lessThan'],
  '==': ['equals'],
  '!=': ['notEquals'],
  '>=': ['greaterThan', 'equals'],
  '<=': ['lessThan', 'equals'],
  '>': ['greaterThan'],
  '<': ['lessThan'],
};

const COMPARED =
  /^\s*(\{\{[^{}]*\}\}|"(?:[^"\\]|\\.)*"|[^\s{}"=!<>]+)(?:\s*(==|!=|>=|<=|>|<)|\s+(equals|notEquals|contains|exists|greaterThan|lessThan)(?!\S))\s*(.*)$/s;

/** Returns the value of an expression with or without braces, of a text with expressions, or of a comparison. */
export function evaluateText(text: string, scope: TemplateScope): unknown {
  const [, left, symbol, word, right = ''] = COMPARED.exec(text) ?? [];
  const comparisons = OPERATORS[symbol ?? word ?? ''];
  if (left !== undefined && comparisons) return holds(left, comparisons, right.trim(), scope);
  return resolveTemplates(text.includes('{{') ? text : `{{${text.trim()}}}`, scope);
}

/** Returns true if the value of a condition counts as true. */
export function isTrue(value: unknown): boolean {
  return value !== undefined && value !== null && value !== false && value !== 0 && value !== '';
}

/** Returns the reason why a condition has no value at any step, or undefined. */
export function problemOf(text: string): string | undefined {
  const expressions = templateExpressions(text);
  const wrong = expressions.find(({ path }) => !hasKnownRoot(path));
  if (wrong) return `{{${wrong.source}}} is not an expression such as {{steps.tap.body.code}}.`;
  if (expressions.length > 0) return undefined;
  const [, left = text, , , right = ''] = COMPARED.exec(text) ?? [];
  const isBare = [left, right].some(part => hasKnownRoot(templateExpressions(`{{${part}}}`)[0]?.path));
  return isBare ? undefined : 'This has no expression such as {{steps.tap.body.code}}.';
}

function hasKnownRoot(path: readonly (string | number)[] | undefined): boolean {
  return TEMPLATE_ROOTS.some(root => root === path?.[0]);
}

function holds(
  left: string,
  comparisons: readonly ComparisonOperator[],
  right: string,
  scope: TemplateScope,
): boolean {
  const isExistence = comparisons[0] === 'exists';
  const value = operand(left, scope, isExistence);
  const wanted = isExistence ? undefined : operand(right, scope, false);
  // A number in a condition also stands for its text, as outputs often contain numbers as text.
  const asText =
    typeof value === 'string' && typeof wanted !== 'string' && !right.includes('{{') ? right : wanted;
  return comparisons[0] === 'notEquals'
    ? comparisonHolds(value, 'notEquals', asText)
    : comparisons.some(comparison => comparisonHolds(value, comparison, asText));
}

// An expression, a JSON literal, or plain text.
function operand(text: string, scope: TemplateScope, isLenient: boolean): unknown {
  if (text.includes('{{')) return resolveTemplates(text, scope, isLenient);
  const [bare] = templateExpressions(`{{${text}}}`);
  if (hasKnownRoot(bare?.path)) return resolveTemplates(`{{${text}}}`, scope, isLenient);
  const literal = /^(?:".*"|-?\d.*|true|false|null)$/s.test(text) ? readExact(text) : undefined;
  return literal === undefined ? text : literal;
}
