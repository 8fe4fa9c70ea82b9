import { triesOn } from './patternCost.ts';
import { createMachine, type Matcher } from './patternMachine.ts';
import { parsePattern } from './patternTree.ts';
import { CannotCheck, show } from './problem.ts';

/** How much the platform tries in the time of a piece of work, where the estimate is far too high for most texts. */
const TRIES_PER_PIECE = 50;

/**
 * A pattern as a matcher in linear time: the platform's own where all that it could try is little, else a machine.
 * Throws CannotCheck for no pattern and for one that is too large; the matcher throws it for one that neither can take.
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
    // Many schemas escape more than the strict form allows.
  }
  try {
    return new RegExp(source);
  } catch {
    throw new CannotCheck(`the pattern ${show(source)} is not a regular expression`);
  }
}
