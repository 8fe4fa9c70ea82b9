/** Defines one step of a story: a test with a title, performed by `run`. */
export type Step = (title: string, run: () => Promise<void> | void) => void;

/**
 * Returns a function that defines the steps of one story, like `it` for tests. Each step builds on the earlier ones:
 * run alone, it runs them first, and it fails immediately if one of them failed.
 */
export function story(): Step {
  const steps: { readonly title: string; readonly done: () => Promise<void> }[] = [];
  return (title, run) => {
    const earlier = [...steps];
    let outcome: Promise<void> | undefined;
    const done = (): Promise<void> => (outcome ??= Promise.resolve().then(run));
    steps.push({ title, done });
    it(title, async () => {
      for (const step of earlier) {
        await step.done().catch((cause: unknown) => {
          throw new Error(`The step “${step.title}” failed, on which this one builds.`, { cause });
        });
      }
      await done();
    });
  };
}
