import { plainLines, plainText, spellInvisible } from './plainText.ts';

/** Matches the beginning of a command to the system that runs a pipeline, anywhere in a line. */
export const PIPELINE_COMMAND = /##(?=\w*\[)/g;

/**
 * Returns one line for standard output: plain text without commands to the system that runs a pipeline. Such systems
 * read `::` at the start of a line and `##[` or `##name[` anywhere in it as commands.
 */
export function outputLine(text: string): string {
  return withoutCommands(plainText(text));
}

/** Like `outputLine`, but keeps line breaks and leading spaces. */
export function outputLines(text: string): string {
  return withoutCommands(plainLines(text));
}

/**
 * Formats a value as JSON without characters or commands that a terminal or the system that runs a pipeline acts on. The
 * escapes in it keep its meaning.
 */
export function outputJson(value: object, indent = 2): string {
  return spellInvisible(JSON.stringify(value, undefined, indent)).replaceAll(PIPELINE_COMMAND, '#\\u0023');
}

/** Inserts a space into each command to the system that runs a pipeline. */
export function withoutCommands(text: string): string {
  return text.replaceAll(/^([^\S\n]*):(?=:)/gm, '$1: ').replaceAll(PIPELINE_COMMAND, '## ');
}
