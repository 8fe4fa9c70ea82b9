import { linksCases } from '../support/linksCases.ts';
import type { Section } from './section.ts';

/** Faults of the links file: no link is lost, and nothing is written outside of its folder. */
export const links: Section = {
  name: 'links',
  run: async ({ scale }) => {
    const step = Math.max(1, Math.round(1 / scale));
    const chosen = linksCases.filter((_, index) => index % step === 0);
    for (const linkTrial of chosen) {
      await linkTrial.run().catch((cause: unknown) => {
        throw new Error(`The links file under “${linkTrial.name}” breaks a promise.`, { cause });
      });
    }
    return { trials: chosen.length };
  },
};
