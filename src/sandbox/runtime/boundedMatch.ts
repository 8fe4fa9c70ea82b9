import { createContext, runInContext } from 'node:vm';
import { errorCode } from '../../util/errors.ts';

/**
 * The maximum time for matching a caller's pattern, in milliseconds; on a busy computer, part of it passes without
 * progress.
 */
const MAX_MS = 1000;

const SCRIPT = `(() => {
  for (const [index, text] of texts.entries()) {
    const match = text.match(expression);
    if (match) return { index, match };
  }
})()`;

/** The first of several texts that a pattern matches. */
interface FirstMatch {
  readonly index: number;
  readonly match: RegExpMatchArray;
}

/**
 * Matches a caller's regular expression against a text. Throws SyntaxError for an invalid pattern and an Error for one
 * that takes too long, so that no pattern can block the sandbox.
 */
export function boundedMatch(pattern: string, text: string, flags = 'u'): RegExpMatchArray | null {
  return firstMatch(pattern, [text], flags)?.match ?? null;
}

/**
 * Matches a caller's regular expression against several texts in order, within one common time limit. Throws like
 * `boundedMatch`.
 */
export function firstMatch(pattern: string, texts: readonly string[], flags = 'u'): FirstMatch | undefined {
  const context = createContext({ expression: new RegExp(pattern, flags), texts });
  try {
    return runInContext(SCRIPT, context, { timeout: MAX_MS }) as FirstMatch | undefined;
  } catch (error) {
    if (errorCode(error) !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    throw new Error(`The pattern ${pattern} takes too long.`, { cause: error });
  }
}
