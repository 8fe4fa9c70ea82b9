/** Waits for a condition that some event brings about; tells what was waited for when it never comes. */
export async function until(what: string, condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`${what} did not come about`);
    await new Promise(resolve => setTimeout(resolve, 20));
  }
}
