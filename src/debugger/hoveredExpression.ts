import { templateExpressions } from '../flow/template.ts';

/** An expression in a line, with its columns. */
interface FoundExpression {
  readonly start: number;
  readonly end: number;
  readonly expression: string;
}

/**
 * Returns the expression around a column of a line: the path up to the name or index there, so that its parents can be
 * read too.
 */
export function hoveredExpression(line: string, column: number): FoundExpression | undefined {
  const found = templateExpressions(line).find(({ start, end }) => start <= column && column < end);
  if (!found) return undefined;
  // In a JSON text, quotes within an expression are escaped.
  const source = found.source.replaceAll(String.raw`\"`, '"');
  const from = line.indexOf(found.source, found.start);
  const whole = { start: found.start, end: found.end, expression: source };
  if (from === -1 || column < from || source !== found.source) return whole;
  const [rest = ''] = /^[\w$-]*\]?/.exec(line.slice(column, from + found.source.length)) ?? [];
  const end = column + rest.length;
  const expression = line.slice(from, end);
  return templateExpressions(`{{${expression}}}`)[0]?.path ? { start: from, end, expression } : whole;
}
