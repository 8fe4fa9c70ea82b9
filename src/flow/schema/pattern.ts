import { triesOn } from './patternCost.ts';
import { createMachine, type Matcher } from './patternMachine.ts';
import { parsePattern } from './patternTree.ts';
import { CannotCheck, quote } from './cannotCheck.ts';

/** The number of RegExp steps per unit of work; high, because the estimate is far too high for most texts. */
const TRIES_PER_PIECE = 50;

/**
 * Compiles a pattern to a matcher in linear time: RegExp if its worst case is cheap, else a state machine. Throws
 * CannotCheck for an invalid or too large pattern; the matcher throws it if neither can handle the text.
 */
export function compilePattern(source: string): Matcher {
  const native = createNative(source);
  const tree = parsePattern(source, native.unicode);
  const cheapTries = triesOn(tree);
  let machine: Matcher | undefined;
  return (text, effort) => {
    const tries = cheapTries(text);
    if (tries !== undefined) {
      effort?.spend(1 + tries / TRIES_PER_PIECE);
      return native.test(text);
    }
    machine ??= createMachine(tree, native.flags);
    return machine(text, effort);
  };
}

function createNative(source: string): RegExp {
  try {
    return new RegExp(source, 'u');
  } catch {
    // Many patterns have escapes that the flag `u` forbids.
  }
  try {
    return new RegExp(source);
  } catch {
    throw new CannotCheck(`the pattern ${quote(source)} is not a regular expression`);
  }
}
