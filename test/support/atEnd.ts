const endings: (() => Promise<void>)[] = [];

/** Runs a function when all tests of this process have ended. */
export function atEnd(run: () => Promise<void>): void {
  endings.push(run);
}

/** Runs the functions passed to `atEnd`, the latest first. */
export async function endAll(): Promise<void> {
  for (const run of endings.splice(0).toReversed()) await run();
}
