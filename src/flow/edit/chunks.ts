import type { TextRange } from '../document/diagnostic.ts';
import type { TextEdit } from '../document/flowDocument.ts';
import { trimEdit } from '../document/textEdits.ts';
import { findIncreasing } from './increasing.ts';

/** A piece of a new text: a range of the old one, or new text. */
export type Chunk = TextRange | string;

export function joinChunks(text: string, pieces: readonly Chunk[]): string {
  return pieces
    .map(piece => (typeof piece === 'string' ? piece : text.slice(piece.start, piece.end)))
    .join('');
}

/**
 * Returns minimal edits that turn a text into the pieces. Ranges that keep their order stay untouched; of ranges that
 * swap places, the shorter is rewritten.
 */
export function editsOf(text: string, pieces: readonly Chunk[]): readonly TextEdit[] {
  const parts = mergeChunks(pieces);
  const ranges = parts.filter(part => typeof part !== 'string');
  const kept = findIncreasing(ranges.map(range => ({ ...range, weight: range.end - range.start })));
  const stays = new Set([...kept].map(index => ranges[index]));
  const edits: TextEdit[] = [];
  let at = 0;
  let written = '';
  const close = (end: number): void => {
    const edit = trimEdit(text, { start: at, end, text: written });
    if (edit.end > edit.start || edit.text !== '') edits.push(edit);
    written = '';
  };
  for (const part of parts) {
    if (typeof part === 'string') written += part;
    else if (stays.has(part)) {
      close(part.start);
      at = part.end;
    } else written += text.slice(part.start, part.end);
  }
  close(text.length);
  return edits;
}

/** Drops empty pieces and joins ranges that are adjacent in the text. */
function mergeChunks(pieces: readonly Chunk[]): readonly Chunk[] {
  const parts: Chunk[] = [];
  for (const piece of pieces) {
    const last = parts.at(-1);
    if (typeof piece === 'string') {
      if (piece !== '') parts.push(piece);
    } else if (piece.end > piece.start) {
      if (typeof last === 'object' && last.end === piece.start) {
        parts[parts.length - 1] = { start: last.start, end: piece.end };
      } else parts.push(piece);
    }
  }
  return parts;
}
