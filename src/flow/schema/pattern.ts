import { createMachine } from './patternMachine.ts';
import { parsePattern, type PatternTree } from './patternTree.ts';
import { CannotCheck, show } from './problem.ts';

/** Largest number of steps that the regular expressions of the platform may need for one text. */
const MAX_COST = 1e7;
const WIDE = 50;

/**
 * A pattern as a matcher that cannot take long: the platform's own where its worst case is small, else a
 * machine in linear time. Throws CannotCheck for no pattern; the matcher throws it for one it cannot bound.
 */
export function compilePattern(source: string): (text: string) => boolean {
  const native = createNative(source);
  const tree = parsePattern(source);
  const powers = loops(tree) + (startsAnchored(tree) ? 0 : 1);
  const doubling = repeatsChoices(tree);
  if (!doubling && powers <= 1) return text => native.test(text);
  let machine: ((text: string) => boolean) | undefined;
  return text => {
    if (!doubling && text.length ** powers <= MAX_COST) return native.test(text);
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

/** Repeats whose number of rounds is open, each of which multiplies the work by the length of the text. */
function loops(tree: PatternTree): number {
  const own = tree.kind === 'repeat' && tree.max - tree.min > WIDE ? 1 : 0;
  return own + childrenOf(tree).reduce((sum, part) => sum + loops(part), 0);
}

/** Whether something that can match in several ways is repeated, so that the work can double with each character. */
function repeatsChoices(tree: PatternTree): boolean {
  if (tree.kind === 'repeat' && tree.max > 1 && hasChoices(tree.body)) return true;
  return childrenOf(tree).some(repeatsChoices);
}

function hasChoices(tree: PatternTree): boolean {
  if (tree.kind === 'choice') return true;
  if (tree.kind === 'repeat' && tree.min !== tree.max) return true;
  return childrenOf(tree).some(hasChoices);
}

function startsAnchored(tree: PatternTree): boolean {
  if (tree.kind === 'sequence') return tree.parts[0]?.kind === 'start';
  return tree.kind === 'choice' ? tree.parts.every(startsAnchored) : tree.kind === 'start';
}

function childrenOf(tree: PatternTree): readonly PatternTree[] {
  switch (tree.kind) {
    case 'sequence':
    case 'choice':
      return tree.parts;
    case 'repeat':
      return [tree.body];
    case 'other':
      return tree.body ? [tree.body] : [];
    case 'character':
    case 'start':
    case 'end':
    case 'word':
    case 'notWord':
      return [];
  }
}
