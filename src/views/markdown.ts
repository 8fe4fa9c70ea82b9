import type * as vscode from 'vscode';
import { markdown } from '../host/markdown.ts';
import { escapeMarkdown } from '../util/markdown.ts';
import { relativeTimestamp } from '../util/relativeTime.ts';

/** A name and value in a tooltip; entries without a value are omitted. */
export type Fact = readonly [name: string, value: string | number | boolean | null | undefined];

/** Returns a timestamp for a tooltip: relative, followed by the exact time. */
export function momentFact(timestamp: string | null | undefined, now: number): string | undefined {
  if (!timestamp) return undefined;
  const relative = relativeTimestamp(timestamp, now);
  return relative === timestamp ? timestamp : `${relative} (${timestamp})`;
}

/** Creates a tooltip with a heading, a text and a list of facts, all escaped as plain text. */
export function factsTooltip(
  heading: string,
  text: string | null | undefined,
  facts: readonly Fact[],
): vscode.MarkdownString {
  const lines = facts.flatMap(([name, value]) =>
    value === undefined || value === null || value === ''
      ? []
      : [`- ${name}: ${escapeMarkdown(valueText(value))}\n`],
  );
  return markdown(
    [`**${escapeMarkdown(heading)}**\n\n`, text ? `${escapeMarkdown(text)}\n\n` : '', ...lines].join(''),
  );
}

function valueText(value: string | number | boolean): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return String(value).replaceAll(/\s+/g, ' ');
}
