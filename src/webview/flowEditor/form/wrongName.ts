import type { NamedAddition } from '../../../flow/form/formNode.ts';
import { compilePattern } from '../../../flow/schema/pattern.ts';

/** Why a name cannot be given to a property of an object; undefined for one that can. */
export function wrongName(
  name: string,
  taken: readonly string[],
  { patterns, names }: Pick<NamedAddition, 'patterns' | 'names'>,
): string | undefined {
  if (name === '') return 'Enter a name.';
  if (taken.includes(name)) return `There is a “${name}” already.`;
  if (names && !names.includes(name)) return `The name is one of ${names.join(', ')}.`;
  if (patterns.length > 0 && !patterns.some(pattern => fitsPattern(pattern, name))) {
    return `The name matches ${patterns.join(' or ')}.`;
  }
  return undefined;
}

/** Whether a name matches a pattern of a schema. */
export function fitsPattern(pattern: string, name: string): boolean {
  try {
    return compilePattern(pattern)(name);
  } catch {
    // A pattern that cannot be checked; whoever checks the file says what is wrong.
    return true;
  }
}
