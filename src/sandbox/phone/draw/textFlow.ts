import { textWidth, type FontWeight } from './font.ts';

/** The text, or its beginning with an ellipsis where the whole is wider than `width`. */
export function ellipsize(
  content: string,
  width: number,
  size: number,
  weight: FontWeight = 'regular',
): string {
  const line = content.replace(/\s+/g, ' ');
  if (textWidth(line, size, weight) <= width) return line;
  let kept = '';
  for (const character of line) {
    if (textWidth(`${kept}${character}…`, size, weight) > width) break;
    kept += character;
  }
  return `${kept.trimEnd()}…`;
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

function wrapParagraph(paragraph: string, width: number, size: number, weight: FontWeight): string[] {
  const lines: string[] = [];
  let current = '';
  for (const word of paragraph.split(/\s+/)) {
    const longer = current === '' ? word : `${current} ${word}`;
    if (textWidth(longer, size, weight) <= width) {
      current = longer;
      continue;
    }
    if (current !== '') lines.push(current);
    const pieces = breakWord(word, width, size, weight);
    lines.push(...pieces.slice(0, -1));
    current = pieces.at(-1) ?? '';
  }
  return [...lines, current];
}

/** A word in pieces that each fit the width; one piece for a word that fits. */
function breakWord(word: string, width: number, size: number, weight: FontWeight): string[] {
  const pieces = [''];
  for (const character of word) {
    const piece = pieces.at(-1) ?? '';
    if (piece !== '' && textWidth(piece + character, size, weight) > width) pieces.push(character);
    else pieces[pieces.length - 1] = piece + character;
  }
  return pieces;
}
