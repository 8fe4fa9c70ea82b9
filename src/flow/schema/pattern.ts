import { cheapTexts } from './patternCost.ts';
import { createMachine } from './patternMachine.ts';
import { parsePattern } from './patternTree.ts';
import { CannotCheck, show } from './problem.ts';

/**
 * A pattern as a matcher in linear time: the platform's own where all that it could try is little, else a machine.
 * Throws CannotCheck for no pattern and for one that is too large; the matcher throws it for one that neither can take.
 */
export function compilePattern(source: string): (text: string) => boolean {
  const native = createNative(source);
  const tree = parsePattern(source, native.unicode);
  const isCheap = cheapTexts(tree);
  let machine: ((text: string) => boolean) | undefined;
  return text => {
    if (isCheap(text)) return native.test(text);
    machine ??= createMachine(tree, native.flags);
    return machine(text);
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
