import { assertNothingComesOut, randomEmbedding } from '../support/codeEmbeddings.ts';
import type { Section } from './section.ts';

const EMBEDDINGS = 100_000;

/** Known codes in texts, boxes, and values of all kinds: none comes out. */
export const hiding: Section = {
  name: 'hiding',
  run: ({ scale, random }) => {
    const kinds = new Map<string, number>();
    let outputs = 0;
    const count = Math.ceil(EMBEDDINGS * scale);
    for (let at = 0; at < count; at++) {
      const embedding = randomEmbedding(random);
      outputs += assertNothingComesOut(embedding);
      kinds.set(embedding.kind, (kinds.get(embedding.kind) ?? 0) + 1);
    }
    return Promise.resolve({ embeddings: count, outputs, missed: 0, ...Object.fromEntries(kinds) });
  },
};
