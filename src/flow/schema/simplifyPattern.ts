import type { PatternTree } from './patternTree.ts';

/** More characters than a machine reads, so that more repetitions are equivalent to unlimited ones. */
const MAX_TEXT_LENGTH = 1_000_000;

/** Returns an equivalent pattern without repeats of parts that consume nothing, which would be endless loops. */
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
  const isEndless = max > MAX_TEXT_LENGTH;
  return {
    kind: 'repeat',
    body,
    min: canSkip(body) ? 0 : min,
    max: isEndless ? Number.POSITIVE_INFINITY : max,
  };
}

/** True if a pattern can consume a character; unknown parts count. */
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

/** True if a pattern matches the empty text at every position. */
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
