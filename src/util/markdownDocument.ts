import { code, escapeMarkdown } from './markdown.ts';
import { INVISIBLE, plainLines, plainText } from './plainText.ts';

/** The most characters of one block of code, and those after which a document takes no further block. */
const LONGEST = { fence: 100_000, document: 1_000_000 } as const;

/**
 * A text for a document that VS Code previews, in one line. A word that may be an address becomes code, since the
 * preview makes links of addresses also where they are escaped.
 */
export function escapeLine(text: string): string {
  const words = plainText(text).trim().split(' ');
  return words.map(word => (/\/\/|@/.test(word) ? addressCode(word) : escapeMarkdown(word))).join(' ');
}

// The punctuation of a sentence is no part of an address at its end.
function addressCode(word: string): string {
  const end = /[.,;:!?]{0,3}$/.exec(word)?.index ?? word.length;
  return `${code(word.slice(0, end))}${escapeMarkdown(word.slice(end))}`;
}

/** The same for a text whose lines stay, each as a paragraph. */
export function escapeLines(text: string): string {
  return plainLines(text)
    .split('\n')
    .map(escapeLine)
    .filter(line => line !== '')
    .join('\n\n');
}

/** A text as a block of code that nothing in it can end. A long one is cut, and a sentence says so. */
export function fenced(language: string, text: string): string {
  const shown = spellInvisible(text.slice(0, LONGEST.fence).toWellFormed());
  const longest = [...shown.matchAll(/`+/g)].reduce((most, [run]) => Math.max(most, run.length), 2);
  const fence = '`'.repeat(longest + 1);
  const block = `${fence}${language}\n${shown}\n${fence}`;
  if (text.length <= LONGEST.fence) return block;
  return `${block}\n\nThese are the first ${LONGEST.fence.toLocaleString('en')} of ${text.length.toLocaleString('en')} characters.`;
}

/** Blocks of Markdown as a document. One that grows too long ends early, and a sentence says so. */
export function markdownDocument(blocks: readonly string[]): string {
  const taken: string[] = [];
  let length = 0;
  for (const block of blocks) {
    if (length > LONGEST.document) {
      taken.push('The rest is left out because this document would become too long.');
      break;
    }
    taken.push(block);
    length += block.length;
  }
  return `${taken.join('\n\n')}\n`;
}

// A text as it is, with the characters that show nothing and turn others around spelled out, as in `\u202e`.
function spellInvisible(text: string): string {
  return text.replaceAll(INVISIBLE, spelled).replaceAll(/[^\P{Cc}\n\r\t]/gu, spelled);
}

// JSON writes characters in this way, too, so that a body stays what it is.
function spelled(character: string): string {
  return character
    .split('')
    .map(unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');
}
