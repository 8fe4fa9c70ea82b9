import { linkTrials } from '../support/linkTrials.ts';
import type { Section } from './section.ts';

/** The links file under every fault: no link is lost, and nothing is written outside of its folder. */
export const links: Section = {
  name: 'links',
  run: async ({ scale }) => {
    const step = Math.max(1, Math.round(1 / scale));
    const chosen = linkTrials.filter((_, index) => index % step === 0);
    for (const trial of chosen) {
      await trial.run().catch((cause: unknown) => {
        throw new Error(`The links file under “${trial.name}” breaks a promise.`, { cause });
      });
    }
    return { trials: chosen.length };
  },
};
