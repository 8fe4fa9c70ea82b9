import { RESERVED_STEP_KEYS, STEP_KEY_FORM } from '../contract/limits.ts';

/** A step, as far as its key depends on it. */
interface KeyedStep {
  readonly key?: string | null | undefined;
  /** The name of the step, or else that of its action. */
  readonly name: string;
}

const MAX_LENGTH = 64;

/** True for a text that can be the key of a step. */
export function isStepKey(text: string): boolean {
  return STEP_KEY_FORM.test(text) && !RESERVED_STEP_KEYS.includes(text);
}

/**
 * Returns the keys of the steps of a flow, children after their parent: the given ones, and for the others those that
 * the service derives from their names (wire facts 18). Of several steps with the same key, the first has it.
 */
export function completeKeys(
  steps: readonly KeyedStep[],
  reserved: Iterable<string> = [],
): readonly string[] {
  const taken = new Set(reserved);
  const given = steps.map(({ key }) => {
    if (key == null || !isStepKey(key) || taken.has(key)) return undefined;
    taken.add(key);
    return key;
  });
  // Many steps can have the same name.
  const numbers = new Map<string, number>();
  return steps.map(({ name }, at) => {
    if (given[at] !== undefined) return given[at];
    const key = firstFree(baseKey(name), taken, numbers);
    taken.add(key);
    return key;
  });
}

/** Returns the key that the service derives from the name of a step, unlike those that are taken (wire facts 18). */
export function deriveKey(name: string, taken: ReadonlySet<string> = new Set()): string {
  return firstFree(baseKey(name), taken);
}

/** Returns a key that is not taken, made from one that is by another number; `numbers` are the last ones by base. */
export function renumberKey(key: string, taken: ReadonlySet<string>, numbers?: Map<string, number>): string {
  const base = key.replace(/_\d+$/, '');
  return firstFree(isStepKey(base) ? base : baseKey(base), taken, numbers);
}

function firstFree(base: string, taken: ReadonlySet<string>, numbers?: Map<string, number>): string {
  for (let number = numbers?.get(base) ?? 1; ; number++) {
    const key = numberedKey(base, number);
    if (!isStepKey(key) || taken.has(key)) continue;
    numbers?.set(base, number);
    return key;
  }
}

function baseKey(name: string): string {
  const words = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  return (words === '' ? 'step' : words).replace(/^(?=\d)/, '_').slice(0, MAX_LENGTH);
}

function numberedKey(base: string, number: number): string {
  const suffix = number === 1 ? '' : `_${number}`;
  return base.slice(0, MAX_LENGTH - suffix.length) + suffix;
}
