import type { CallToolResult } from '@modelcontextprotocol/client';

/** Returns the output of a tool from the only text of its result. Throws the error of a failed call. */
export function toolOutput({ content, isError }: Pick<CallToolResult, 'content' | 'isError'>): unknown {
  const texts = content.flatMap(part => (part.type === 'text' ? [part.text] : []));
  const [text = ''] = texts;
  if (isError === true || texts.length !== 1) throw new Error(texts.join(' '));
  return JSON.parse(text) as unknown;
}
