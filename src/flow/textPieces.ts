import { templateExpressions } from './template.ts';

/** A piece of a text: plain text, or an expression with its braces. */
export interface TextPiece {
  readonly kind: 'text' | 'expression';
  readonly text: string;
}

/** Splits a text at its expressions; the pieces together are the text. */
export function splitText(text: string): readonly TextPiece[] {
  const pieces: TextPiece[] = [];
  let at = 0;
  for (const { start, end } of templateExpressions(text)) {
    if (start > at) pieces.push({ kind: 'text', text: text.slice(at, start) });
    pieces.push({ kind: 'expression', text: text.slice(start, end) });
    at = end;
  }
  if (at < text.length) pieces.push({ kind: 'text', text: text.slice(at) });
  return pieces;
}
