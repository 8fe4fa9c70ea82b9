import { inspect } from 'node:util';

const MAX_MS = 60_000;
/** The pause after the first reading, which grows to the longest one, since readings of a window are expensive. */
const PAUSE_MS = 20;
const MAX_PAUSE_MS = 100;
// The originals, which are not affected by mocked timers and dates.
const { setTimeout, performance } = globalThis;

/**
 * Polls a value until it equals the expected one, or passes the expected test; without either, until it is truthy.
 * Returns the value. Rejects with the last value if it has not changed for a minute.
 */
export async function until<T>(
  description: string,
  read: () => T | Promise<T>,
  ...expectation: [] | [NoInfer<T> | ((value: T) => boolean)]
): Promise<T> {
  const isAccepted = (value: T): boolean => {
    if (expectation.length === 0) return Boolean(value);
    const [expected] = expectation;
    return isTest(expected) ? expected(value) : value === expected;
  };
  let deadline = performance.now() + MAX_MS;
  let lastShown = '';
  let pause = PAUSE_MS;
  for (;;) {
    const value = await read();
    if (isAccepted(value)) return value;
    const now = inspect(value, { depth: 4, maxArrayLength: 20, maxStringLength: 500 });
    if (now !== lastShown) deadline = performance.now() + MAX_MS;
    lastShown = now;
    if (performance.now() > deadline) throw new Error(`Waited for ${description}. Last value: ${lastShown}`);
    await new Promise(resolve => setTimeout(resolve, pause));
    pause = Math.min(pause * 1.5, MAX_PAUSE_MS);
  }
}

function isTest<T>(expected: T | ((value: T) => boolean)): expected is (value: T) => boolean {
  return typeof expected === 'function';
}
