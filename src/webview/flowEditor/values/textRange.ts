import type { TextRange } from '../../../flow/document/diagnostic.ts';
import { templateExpressions } from '../../../flow/template.ts';

/** Returns the range of the expression directly before or after an offset. */
export function expressionBeside(
  text: string,
  offset: number,
  side: 'before' | 'after',
): TextRange | undefined {
  return templateExpressions(text).find(({ start, end }) =>
    side === 'before' ? end === offset : start === offset,
  );
}

/** Returns the expression that a range selects exactly. */
export function selectedExpression(text: string, range: TextRange): string | undefined {
  const found = templateExpressions(text).find(
    ({ start, end }) => start === range.start && end === range.end,
  );
  return found && text.slice(found.start, found.end);
}

/** Extends a range so that it cuts no expression in two. */
export function extendToExpressions(text: string, { start, end }: TextRange): TextRange {
  const cutAt = (offset: number): TextRange | undefined =>
    templateExpressions(text).find(expression => expression.start < offset && offset < expression.end);
  return { start: cutAt(start)?.start ?? start, end: cutAt(end)?.end ?? end };
}

/** Replaces a range of a text; returns the text and the caret after the replacement. */
export function replaceRange(
  text: string,
  { start, end }: TextRange,
  replacement: string,
): { readonly text: string; readonly caret: number } {
  return { text: text.slice(0, start) + replacement + text.slice(end), caret: start + replacement.length };
}

/** Returns the range of an expression that is not closed before the caret, from its braces to the caret. */
export function startedExpression(text: string, caret: number): TextRange | undefined {
  const open = /\{\{[^{}]*$/.exec(text.slice(0, caret));
  return open ? { start: open.index, end: caret } : undefined;
}
