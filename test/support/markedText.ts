/** A part of a text, with an exclusive end. */
interface Part {
  readonly start: number;
  readonly end: number;
}

/** A text with its marked positions. */
interface MarkedText {
  readonly text: string;
  /** Offset of the cursor; the end of the text if none is marked. */
  readonly cursor: number;
  /** The parts in brackets, in order. */
  readonly parts: readonly Part[];
}

/** Parses a sample in which `|` marks the cursor and `⟦…⟧` a part; the text itself cannot contain these characters. */
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
