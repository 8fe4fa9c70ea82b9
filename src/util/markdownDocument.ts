import { code, escapeMarkdown } from './markdown.ts';
import { plainLines, plainText, spellInvisible } from './plainText.ts';

/** The maximum length of a code block, and the length beyond which a document takes no more blocks, in characters. */
const MAX_LENGTH = { fence: 100_000, document: 1_000_000 } as const;

/**
 * Escapes text as one line of a Markdown preview. A word that may be an address becomes inline code, because the
 * preview links even escaped addresses.
 */
export function escapeLine(text: string): string {
  const words = plainText(text).trim().split(' ');
  return words.map(word => (/\/\/|@/.test(word) ? addressCode(word) : escapeMarkdown(word))).join(' ');
}

// Trailing punctuation belongs to the sentence, not to the address.
function addressCode(word: string): string {
  const end = /[.,;:!?]{0,3}$/.exec(word)?.index ?? word.length;
  return `${code(word.slice(0, end))}${escapeMarkdown(word.slice(end))}`;
}

/** Escapes text like `escapeLine`, but keeps its lines, each as a paragraph. */
export function escapeLines(text: string): string {
  return plainLines(text)
    .split('\n')
    .map(escapeLine)
    .filter(line => line !== '')
    .join('\n\n');
}

/** Formats text as a code block whose fence the text cannot close. A long text is cut, with a note that says so. */
export function fencedBlock(language: string, text: string): string {
  const shown = spellInvisible(text.slice(0, MAX_LENGTH.fence).toWellFormed());
  const longest = [...shown.matchAll(/`+/g)].reduce((most, [run]) => Math.max(most, run.length), 2);
  const fence = '`'.repeat(longest + 1);
  const block = `${fence}${language}\n${shown}\n${fence}`;
  if (text.length <= MAX_LENGTH.fence) return block;
  return `${block}\n\nThese are the first ${MAX_LENGTH.fence.toLocaleString('en')} of ${text.length.toLocaleString('en')} characters.`;
}

/** Joins Markdown blocks to a document. A document that grows too long ends early, with a note that says so. */
export function markdownDocument(blocks: readonly string[]): string {
  const kept: string[] = [];
  let length = 0;
  for (const block of blocks) {
    if (length > MAX_LENGTH.document) {
      kept.push('The rest is left out because this document would become too long.');
      break;
    }
    kept.push(block);
    length += block.length;
  }
  return `${kept.join('\n\n')}\n`;
}
