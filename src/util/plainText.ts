/** The most characters of a text that is shown in one line, and of one that keeps its lines. */
export const PLAIN_LENGTH = { line: 1000, lines: 10_000 } as const;

/**
 * Characters that show nothing and change how others are shown or read; joiners stay, for words and emoji need them.
 */
export const INVISIBLE =
  /[\p{Bidi_Control}\u00AD\u180E\u200B\u2060-\u2064\u206A-\u206F\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E007F}]/gu;

/**
 * A text in one line that VS Code shows as it is: no link, no control, bidirectional or invisible character. Of a
 * long one the middle is left out, so that words of our own at either end stay.
 */
export function plainText(text: string, most: number = PLAIN_LENGTH.line): string {
  const line = shortened(text, most)
    .replace(INVISIBLE, '')
    .replace(/[\s\p{Cc}]+/gu, ' ');
  return withoutLinks(line, most);
}

/** The same for a text whose lines stay. */
export function plainLines(text: string, most: number = PLAIN_LENGTH.lines): string {
  const lines = shortened(text, most)
    .replace(INVISIBLE, '')
    .replace(/\r\n?|[\u0085\u2028\u2029]/g, '\n')
    .replace(/[^\P{Cc}\n]+/gu, ' ');
  return withoutLinks(lines, most);
}

// VS Code takes `[label](scheme:…)` for a link wherever it stands, also where two texts meet.
function withoutLinks(text: string, most: number): string {
  return shortened(text.replaceAll(/\]\((?=[a-z][a-z\d+.-]*:)/gi, '] ('), most).toWellFormed();
}

function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const head = Math.ceil((most - 1) / 2);
  return `${text.slice(0, head)}…${text.slice(text.length - (most - 1 - head))}`;
}
