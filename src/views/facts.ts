import { escapeMarkdown } from '../util/markdown.ts';

/** A name and value in a tooltip; entries without a value are omitted. */
export type TooltipFact = readonly [name: string, value: string | number | boolean | null | undefined];

/** Returns the Markdown of a tooltip with a heading, a text and a list of facts, all escaped as plain text. */
export function factsText(
  heading: string,
  text: string | null | undefined,
  facts: readonly TooltipFact[],
): string {
  const lines = facts.flatMap(([name, value]) =>
    value === undefined || value === null || value === ''
      ? []
      : [`- ${escapeMarkdown(oneLine(name))}: ${escapeMarkdown(valueText(value))}\n`],
  );
  return [`**${escapeMarkdown(heading)}**\n\n`, text ? `${escapeMarkdown(text)}\n\n` : '', ...lines].join('');
}

function valueText(value: string | number | boolean): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return oneLine(String(value));
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ');
}
