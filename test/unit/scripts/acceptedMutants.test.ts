import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { ACCEPTED } from '../../../scripts/mutation/accepted.ts';
import { mutantsOf } from '../../../scripts/mutation/mutants.ts';

describe('scripts/acceptedMutants', () => {
  for (const { file, reason, mutants } of ACCEPTED)
    it(`mutants that may survive exist in ${file}: ${reason}`, () => {
      const current = mutantsOf(file, readFileSync(file, 'utf8'));
      const missing = mutants.filter(
        ({ code, change }) => !current.some(one => one.code === code && one.change === change),
      );
      assert.deepEqual(missing, []);
    });
});
