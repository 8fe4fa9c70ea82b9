import type * as vscode from 'vscode';
import { markdown } from '../host/markdown.ts';
import { relativeTimestamp } from '../util/relativeTime.ts';
import { type TooltipFact, factsText } from './facts.ts';

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
  facts: readonly TooltipFact[],
): vscode.MarkdownString {
  return markdown(factsText(heading, text, facts));
}
