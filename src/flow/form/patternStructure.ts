import { parsePattern, type PatternTree } from '../schema/patternTree.ts';

const MAX_CHOICES = 8;
/** Stands for the part of a text that a pattern does not describe. */
const ANY = 'abc';

/** Returns the texts of a pattern that lists them, or says how they begin or end, in words; undefined for any other. */
export function describeStructure(
  pattern: string,
): { readonly words: string; readonly example: string } | undefined {
  const tree = treeOf(pattern);
  if (!tree) return undefined;
  const parts = tree.kind === 'sequence' ? tree.parts : [tree];
  const isFromStart = parts[0]?.kind === 'start';
  const isToEnd = parts.at(-1)?.kind === 'end';
  const inner = parts.slice(isFromStart ? 1 : 0, isToEnd ? -1 : undefined);
  const isOpenAtStart = !isFromStart || isAnything(inner[0]);
  const isOpenAtEnd = !isToEnd || isAnything(inner.at(-1));
  const middle = inner.filter((part, index) => !isAnything(part) || (index > 0 && index < inner.length - 1));
  const text = literalOf(middle);
  if (text === '') return undefined;
  if (text === undefined) {
    const [only] = middle;
    return middle.length === 1 && only?.kind === 'choice' && !isOpenAtStart && !isOpenAtEnd
      ? describeChoices(only.parts)
      : undefined;
  }
  if (!isOpenAtStart && !isOpenAtEnd) return { words: `“${text}”`, example: text };
  if (!isOpenAtStart) return { words: `text that starts with “${text}”`, example: `${text}${ANY}` };
  if (!isOpenAtEnd) return { words: `text that ends with “${text}”`, example: `${ANY}${text}` };
  return { words: `text that contains “${text}”`, example: text };
}

function treeOf(pattern: string): PatternTree | undefined {
  try {
    return parsePattern(pattern, true);
  } catch {
    // The check of the file reports invalid patterns.
    return undefined;
  }
}

function describeChoices(
  parts: readonly PatternTree[],
): { readonly words: string; readonly example: string } | undefined {
  const texts = parts.flatMap(part => literalOf(part.kind === 'sequence' ? part.parts : [part]) ?? []);
  const [first, ...others] = texts;
  if (first === undefined || texts.length < parts.length || texts.length > MAX_CHOICES) return undefined;
  const last = others.pop();
  const words = others.length === 0 ? `${first} or ${last}` : `${[first, ...others].join(', ')}, or ${last}`;
  return { words, example: first };
}

/** Returns the only text that parts of a pattern accept; undefined if they accept several. */
function literalOf(parts: readonly PatternTree[]): string | undefined {
  const characters = parts.map(part => {
    if (part.kind !== 'character') return undefined;
    if (part.source.length === 1) return part.source === '.' ? undefined : part.source;
    return /^\\[^\w\s]$/.test(part.source) ? part.source.slice(1) : undefined;
  });
  return characters.includes(undefined) ? undefined : characters.join('');
}

/** True for a part that accepts any text, such as `.*`. */
function isAnything(part: PatternTree | undefined): boolean {
  return (
    part?.kind === 'repeat' &&
    part.max === Number.POSITIVE_INFINITY &&
    part.body.kind === 'character' &&
    part.body.source === '.'
  );
}
