import type { PatternTree } from './patternTree.ts';

/** More characters than a machine reads, so that as many rounds are as good as any number of them. */
const LONGEST_TEXT = 1_000_000;

/** A pattern that matches the same texts, without repeats of what reads nothing, which would be rounds without end. */
export function simplifyPattern(tree: PatternTree): PatternTree {
  switch (tree.kind) {
    case 'sequence':
    case 'choice':
      return { ...tree, parts: tree.parts.map(simplifyPattern) };
    case 'look':
      return { ...tree, body: simplifyPattern(tree.body) };
    case 'repeat':
      return repeat(simplifyPattern(tree.body), tree.min, tree.max);
    default:
      return tree;
  }
}

function repeat(body: PatternTree, min: number, max: number): PatternTree {
  if (max === 0) return { kind: 'sequence', parts: [] };
  if (!canRead(body)) return min === 0 ? { kind: 'sequence', parts: [] } : body;
  const isEndless = max > LONGEST_TEXT;
  return {
    kind: 'repeat',
    body,
    min: canSkip(body) ? 0 : min,
    max: isEndless ? Number.POSITIVE_INFINITY : max,
  };
}

/** Tells whether there is a text that it reads; what may stand for anything counts. */
function canRead(tree: PatternTree): boolean {
  switch (tree.kind) {
    case 'character':
    case 'other':
      return true;
    case 'sequence':
    case 'choice':
      return tree.parts.some(canRead);
    case 'repeat':
      return canRead(tree.body);
    default:
      return false;
  }
}

/** Tells whether it matches nothing at every place. */
function canSkip(tree: PatternTree): boolean {
  switch (tree.kind) {
    case 'sequence':
      return tree.parts.every(canSkip);
    case 'choice':
      return tree.parts.some(canSkip);
    case 'repeat':
      return tree.min === 0 || canSkip(tree.body);
    default:
      return false;
  }
}
