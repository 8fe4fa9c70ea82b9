const LONGEST_MS = 60_000;
const PAUSE_MS = 20;

/**
 * Waits for a condition that some event brings about; tells what was waited for when it never comes, and how it is
 * instead where that is known.
 */
export async function until(
  what: string,
  condition: () => boolean | Promise<boolean>,
  now: () => unknown = () => undefined,
): Promise<void> {
  const deadline = Date.now() + LONGEST_MS;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error([`${what} did not come about`, await now()].join(' '));
    await new Promise(resolve => setTimeout(resolve, PAUSE_MS));
  }
}
