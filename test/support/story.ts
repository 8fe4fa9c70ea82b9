/** One step of a story: a test with the title `title`, which is done by `run`. */
export type Step = (title: string, run: () => Promise<void> | void) => void;

/**
 * Answers a function that defines the steps of one story, as `it` defines tests. A step builds on those before it: run
 * alone, it does them first, and it fails at once where one of them has failed.
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
