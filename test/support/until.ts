import { inspect } from 'node:util';

const LONGEST_MS = 60_000;
const PAUSE_MS = 20;
// The computer's own, also while a test moves timers and the date by itself.
const { setTimeout, performance } = globalThis;

/**
 * Reads a value again and again until it equals the expected one, or passes the expected test; without either, until it
 * is truthy. Answers the value. Rejects with the last value seen when it has not changed for a minute.
 */
export async function until<T>(
  what: string,
  read: () => T | Promise<T>,
  ...wanted: [] | [NoInfer<T> | ((value: T) => boolean)]
): Promise<T> {
  const isAccepted = (value: T): boolean => {
    if (wanted.length === 0) return Boolean(value);
    const [expected] = wanted;
    return isTest(expected) ? expected(value) : value === expected;
  };
  let deadline = performance.now() + LONGEST_MS;
  let shown = '';
  for (;;) {
    const value = await read();
    if (isAccepted(value)) return value;
    const now = inspect(value, { depth: 4, maxArrayLength: 20, maxStringLength: 500 });
    if (now !== shown) deadline = performance.now() + LONGEST_MS;
    shown = now;
    if (performance.now() > deadline) throw new Error(`Waited for ${what}. Last value: ${shown}`);
    await new Promise(resolve => setTimeout(resolve, PAUSE_MS));
  }
}

function isTest<T>(expected: T | ((value: T) => boolean)): expected is (value: T) => boolean {
  return typeof expected === 'function';
}
