import { seededRandom } from '../../src/util/random.ts';
import { sections } from '../torture/sections.ts';

/** The part of the long form that is done here. */
const SCALE = 0.001;

describe('torture', () => {
  for (const { name, run } of sections) {
    it(`random hostile input breaks no guarantee: ${name}`, async () => {
      await run({ scale: SCALE, random: seededRandom(1).next, isMeasured: false });
    });
  }
});
