import { plainLines, plainText } from './plainText.ts';

/** A text that Markdown shows as it is, with its paragraphs: no link, also not for an address within it. */
export function escapeMarkdown(text: string): string {
  return plainLines(text)
    .replaceAll(/[\\`*_{}[\]()#+\-!|<>~&=@$]/g, '\\$&')
    .replaceAll(/:(?=\/\/)|(?<=www)\./gi, '\\$&')
    .replaceAll(/^\s+/gm, '')
    .replaceAll(/\n+/g, '\n\n');
}

/** A text as code of one line in Markdown, whatever back quotes it holds. */
export function code(text: string): string {
  const line = plainText(text);
  const longest = Math.max(0, ...[...line.matchAll(/`+/g)].map(match => match[0].length));
  const fence = '`'.repeat(longest + 1);
  const space = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return `${fence}${space}${line}${space}${fence}`;
}
