import type { CatalogAction } from './catalog.ts';

const CONTROL_WORDS: ReadonlySet<string> = new Set([
  'repeat',
  'loop',
  'each',
  'while',
  'branch',
  'if',
  'else',
  'condition',
  'switch',
  'case',
  'group',
  'parallel',
  'sequence',
]);

/**
 * Returns true if an action repeats the steps inside it or decides if they run. The interface has no field for this, so
 * the words of its method decide, such as `flow.repeat` or `flow.forEach`.
 */
export function takesSteps(action: Pick<CatalogAction, 'method'> | undefined): boolean {
  const name = action?.method?.split('.').at(-1) ?? '';
  return name.split(/(?<=[a-z])(?=[A-Z])|[_-]/).some(word => CONTROL_WORDS.has(word.toLowerCase()));
}
