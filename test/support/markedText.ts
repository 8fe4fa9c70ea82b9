/** A part of a text, from its first character to behind its last one. */
interface Part {
  readonly start: number;
  readonly end: number;
}

/** A text with the places that were marked in it. */
export interface MarkedText {
  readonly text: string;
  /** Where the cursor stands; the end of the text where none is marked. */
  readonly cursor: number;
  /** The parts in brackets, in their order. */
  readonly parts: readonly Part[];
}

/** Reads a sample in which `|` marks the cursor and `⟦…⟧` a part; neither can be written in the text itself. */
export function readMarked(marked: string): MarkedText {
  let text = '';
  let cursor: number | undefined;
  const open: number[] = [];
  const parts: Part[] = [];
  for (const character of marked) {
    if (character === '|') cursor = text.length;
    else if (character === '⟦') open.push(text.length);
    else if (character === '⟧') parts.push({ start: open.pop() ?? 0, end: text.length });
    else text += character;
  }
  return { text, cursor: cursor ?? text.length, parts };
}
