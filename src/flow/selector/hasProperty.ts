import type { Criteria } from './selector.ts';

/**
 * Returns true if an element has a property with a value. Every search for elements uses it: on a screen, by a step of
 * the sandbox, and in the evidence of a run. If `isExact` is false, the value may be a part in any letter case.
 * Only such a part can be empty.
 */
export function hasProperty(
  element: { readonly [Property in keyof Criteria]?: string | null | undefined },
  property: keyof Criteria,
  value: string,
  isExact = true,
): boolean {
  const own = element[property] ?? '';
  if (isExact && value === '') return false;
  return isExact ? own === value : own.toLowerCase().includes(value.toLowerCase());
}

/** Returns true if a text is a value, which may be empty, or with `isExact` false, if it contains the value. */
export function hasText(text: string, value: string, isExact: boolean): boolean {
  return value === '' && isExact ? text === '' : hasProperty({ text }, 'text', value, isExact);
}
