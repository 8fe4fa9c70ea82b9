import { createContext, runInContext } from 'node:vm';

/** Longest time that a pattern of a caller may take, in milliseconds. */
const LONGEST_MS = 200;

/**
 * Looks for a caller's regular expression in a text. Throws SyntaxError for one that is none, and an error that says
 * so for one that takes too long, so that no pattern can stop the sandbox.
 */
export function boundedMatch(pattern: string, text: string, flags = 'u'): RegExpMatchArray | null {
  const context = createContext({ expression: new RegExp(pattern, flags), text });
  try {
    return runInContext('text.match(expression)', context, {
      timeout: LONGEST_MS,
    }) as RegExpMatchArray | null;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    throw new Error(`The pattern ${pattern} takes too long.`, { cause: error });
  }
}
