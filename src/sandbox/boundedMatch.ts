import { createContext, runInContext } from 'node:vm';

/** Longest time that a pattern of a caller may take, in milliseconds; a busy computer stands still for a part of it. */
const LONGEST_MS = 1000;

const SCRIPT = `(() => {
  for (const [index, text] of texts.entries()) {
    const match = text.match(expression);
    if (match) return { index, match };
  }
})()`;

/** The first of some texts that a pattern is found in. */
export interface FirstMatch {
  readonly index: number;
  readonly match: RegExpMatchArray;
}

/**
 * Looks for a caller's regular expression in a text. Throws SyntaxError for one that is none, and an error that says
 * so for one that takes too long, so that no pattern can stop the sandbox.
 */
export function boundedMatch(pattern: string, text: string, flags = 'u'): RegExpMatchArray | null {
  return firstMatch(pattern, [text], flags)?.match ?? null;
}

/** Looks for a caller's regular expression in texts, one after the other and all within the same time. Throws as `boundedMatch` does. */
export function firstMatch(pattern: string, texts: readonly string[], flags = 'u'): FirstMatch | undefined {
  const context = createContext({ expression: new RegExp(pattern, flags), texts });
  try {
    return runInContext(SCRIPT, context, { timeout: LONGEST_MS }) as FirstMatch | undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    throw new Error(`The pattern ${pattern} takes too long.`, { cause: error });
  }
}
