import { seededRandom } from '../../src/util/random.ts';
import { sections } from '../torture/sections.ts';

/** The part of the long form that is done here. */
const SCALE = 0.002;

describe('hostile input at random', () => {
  for (const { name, run } of sections) {
    it(`breaks no promise of the ${name}`, async () => {
      await run({ scale: SCALE, random: seededRandom(1).next, isMeasured: false });
    });
  }
});
