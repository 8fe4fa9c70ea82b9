import { textWidth, type FontWeight } from './font.ts';

/** Truncates a text with an ellipsis if it is wider than `width`. */
export function ellipsize(
  content: string,
  width: number,
  size: number,
  weight: FontWeight = 'regular',
): string {
  const line = content.replace(/\s+/g, ' ');
  const ellipsis = textWidth('…', size, weight);
  let kept = '';
  let used = 0;
  for (const character of line) {
    used += textWidth(character, size, weight);
    if (used > width) return `${kept.trimEnd()}…`;
    if (used + ellipsis <= width) kept += character;
  }
  return line;
}

/** Wraps a text into lines no wider than `width`, at spaces if possible; keeps its line breaks. */
export function wrapLines(
  content: string,
  width: number,
  size: number,
  weight: FontWeight = 'regular',
): string[] {
  return content.split(/\r?\n/).flatMap(paragraph => wrapParagraph(paragraph, width, size, weight));
}

// Adds up widths without measuring again, so that even very long texts are fast.
function wrapParagraph(paragraph: string, width: number, size: number, weight: FontWeight): string[] {
  const space = textWidth(' ', size, weight);
  const lines: string[] = [];
  let current = '';
  let used = 0;
  for (const word of paragraph.split(/\s+/)) {
    const wide = textWidth(word, size, weight);
    const longer = current === '' ? wide : used + space + wide;
    if (longer <= width) {
      current = current === '' ? word : `${current} ${word}`;
      used = longer;
      continue;
    }
    if (current !== '') lines.push(current);
    const pieces = breakWord(word, width, size, weight);
    for (const piece of pieces.slice(0, -1)) lines.push(piece);
    current = pieces.at(-1) ?? '';
    used = textWidth(current, size, weight);
  }
  return [...lines, current];
}

/** Splits a word into pieces that fit the width or are a single character. */
function breakWord(word: string, width: number, size: number, weight: FontWeight): string[] {
  const pieces: string[] = [];
  let piece = '';
  let used = 0;
  for (const character of word) {
    const wide = textWidth(character, size, weight);
    if (piece !== '' && used + wide > width) {
      pieces.push(piece);
      piece = '';
      used = 0;
    }
    piece += character;
    used += wide;
  }
  return [...pieces, piece];
}
