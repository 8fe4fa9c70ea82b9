/** An inline element of Markdown. */
export type Span =
  | { readonly kind: 'text' | 'code' | 'strong' | 'emphasis'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly href: string };

/** A block of Markdown: a paragraph, a list or a code block. */
export type Block =
  | { readonly kind: 'paragraph'; readonly spans: readonly Span[] }
  | { readonly kind: 'list'; readonly items: readonly (readonly Span[])[] }
  | { readonly kind: 'code'; readonly text: string };

const INLINE =
  /`([^`]+)`|\*\*([^*]+)\*\*|__([^_]+)__|\*([^*\s][^*]*)\*|\b_([^_\s][^_]*)_\b|\[([^[\]]+)\]\((https?:[^\s)]{1,2000})\)/g;
const ITEM = /^\s*(?:[-*+]|\d+[.)])\s+/;

/** Maximum length of a description; the rest is cut off. */
const MAX_CHARACTERS = 10_000;

/**
 * Parses the Markdown that schema descriptions use: paragraphs, lists, code, emphasis and web links. Everything else,
 * including HTML, stays text.
 */
export function parseMarkdown(source: string): readonly Block[] {
  const blocks: Block[] = [];
  const isLong = source.length > MAX_CHARACTERS;
  const [fences, rest] = takeFences(isLong ? `${source.slice(0, MAX_CHARACTERS)}…` : source);
  for (const chunk of rest.split(/\n\s*\n/)) {
    const lines = chunk.split('\n').filter(line => line.trim() !== '');
    const fence = /^\uE000(\d+)$/.exec(lines[0] ?? '');
    if (fence) blocks.push({ kind: 'code', text: fences[Number(fence[1])] ?? '' });
    else if (lines.length > 0) blocks.push(...parseParagraphs(lines));
  }
  return blocks;
}

/** Parses the inline elements of a line. */
export function parseSpans(line: string): readonly Span[] {
  const spans: Span[] = [];
  let at = 0;
  for (const match of line.matchAll(INLINE)) {
    if (match.index > at) spans.push({ kind: 'text', text: line.slice(at, match.index) });
    const [matched, code, strong, strong2, emphasis, emphasis2, label, href] = match;
    const [bold, italic] = [strong ?? strong2, emphasis ?? emphasis2];
    if (code !== undefined) spans.push({ kind: 'code', text: code });
    else if (bold !== undefined) spans.push({ kind: 'strong', text: bold });
    else if (italic !== undefined) spans.push({ kind: 'emphasis', text: italic });
    else spans.push({ kind: 'link', text: label ?? matched, href: href ?? '' });
    at = match.index + matched.length;
  }
  if (at < line.length) spans.push({ kind: 'text', text: line.slice(at) });
  return spans;
}

/** Replaces fenced code blocks by placeholders with a private-use character. */
function takeFences(source: string): [fences: string[], rest: string] {
  const fences: string[] = [];
  const rest = source.replaceAll(/^```[^\n]*\n([\s\S]*?)\n?```\s*$/gm, (_, code: string) => {
    fences.push(code);
    return `\n\n\uE000${fences.length - 1}\n\n`;
  });
  return [fences, rest];
}

function parseParagraphs(lines: readonly string[]): Block[] {
  const first = lines.findIndex(line => ITEM.test(line));
  const before = first === -1 ? lines : lines.slice(0, first);
  const text = before.map(line => line.trim().replace(/^#{1,6}\s+/, '')).join(' ');
  const blocks: Block[] = before.length > 0 ? [{ kind: 'paragraph', spans: parseSpans(text) }] : [];
  if (first === -1) return blocks;
  const items: string[] = [];
  for (const line of lines.slice(first)) {
    if (ITEM.test(line)) items.push(line.replace(ITEM, ''));
    else items.push(`${items.pop() ?? ''} ${line.trim()}`);
  }
  return [...blocks, { kind: 'list', items: items.map(parseSpans) }];
}
