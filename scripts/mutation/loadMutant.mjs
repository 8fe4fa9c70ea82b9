import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { configureGlobal } from 'fast-check';

// Preloaded into test processes: replaces the source of one file by its mutant, and gives property-based tests a fixed
// seed.

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
