import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { configureGlobal } from 'fast-check';

// Loaded into a process of tests: gives the changed text of one file in the place of the file, and makes tests
// with random input the same in every run.

const { MUTANT_URL, MUTANT_PROGRAM, MUTANT_SEED } = process.env;

configureGlobal({ seed: Number(MUTANT_SEED), endOnFailure: true });

if (MUTANT_URL && MUTANT_PROGRAM) {
  registerHooks({
    load: (url, context, nextLoad) =>
      url.split('?')[0] === MUTANT_URL
        ? { format: 'module', source: readFileSync(MUTANT_PROGRAM, 'utf8'), shortCircuit: true }
        : nextLoad(url, context),
  });
}
