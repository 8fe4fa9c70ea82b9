import { textWidth, type FontWeight } from './font.ts';

/** The text, or its beginning with an ellipsis where the whole is wider than `width`. */
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

/** The text cut into lines no wider than `width`, at spaces where possible; line breaks of the text are kept. */
export function wrapLines(
  content: string,
  width: number,
  size: number,
  weight: FontWeight = 'regular',
): string[] {
  return content.split(/\r?\n/).flatMap(paragraph => wrapParagraph(paragraph, width, size, weight));
}

// Widths are added up and never measured again, so that a text of a million letters is no burden.
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

/** A word in pieces that each fit the width, or are a single character; one piece for a word that fits. */
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
