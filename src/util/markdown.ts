import { plainLines, plainText } from './plainText.ts';

/** Escapes text so that Markdown shows it literally, in paragraphs and without turning addresses into links. */
export function escapeMarkdown(text: string): string {
  return plainLines(text)
    .replaceAll(/[\\`*_{}[\]()#+\-!|<>~&=@$]/g, '\\$&')
    .replaceAll(/:(?=\/\/)|(?<=www)\./gi, '\\$&')
    .replaceAll(/^\s+/gm, '')
    .replaceAll(/\n+/g, '\n\n');
}

/** Formats text as single-line inline code in Markdown, even if it contains backticks. */
export function code(text: string): string {
  const line = plainText(text);
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(match => match[0].length));
  const fence = '`'.repeat(longest + 1);
  const space = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return `${fence}${space}${line}${space}${fence}`;
}
