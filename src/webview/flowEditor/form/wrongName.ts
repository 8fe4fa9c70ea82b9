import type { NamedAddition } from '../../../flow/form/formNode.ts';
import { compilePattern } from '../../../flow/schema/pattern.ts';

/** Returns the reason why a property name is not allowed; undefined if it is. */
export function wrongName(
  name: string,
  taken: readonly string[],
  { patterns, names }: Pick<NamedAddition, 'patterns' | 'names'>,
): string | undefined {
  if (name === '') return 'Enter a name.';
  if (taken.includes(name)) return `There is a “${name}” already.`;
  if (names && !names.includes(name)) return `Enter one of ${names.join(', ')}.`;
  if (patterns.length > 0 && !patterns.some(pattern => mayMatchPattern(pattern, name))) {
    return `Enter a name that matches ${patterns.join(' or ')}.`;
  }
  return undefined;
}

/** Returns true if a name matches a schema pattern, or the pattern cannot be evaluated. */
export function mayMatchPattern(pattern: string, name: string): boolean {
  try {
    return compilePattern(pattern)(name);
  } catch {
    // The check of the file reports invalid patterns.
    return true;
  }
}

/** Returns the initial value of an entry with a name. */
export function startOf({ start, starts }: NamedAddition, name: string): unknown {
  const matching = starts.find(({ pattern }) => mayMatchPattern(pattern, name));
  return matching ? matching.start : start;
}
