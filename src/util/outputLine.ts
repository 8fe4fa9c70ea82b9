import { plainLines, plainText } from './plainText.ts';

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

function withoutCommands(text: string): string {
  return text.replaceAll(/^([^\S\n]*):(?=:)/gm, '$1: ').replaceAll(/##(?=\w*\[)/g, '## ');
}
