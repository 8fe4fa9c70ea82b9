import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import Mocha from 'mocha';
import { emptyTally, tallyLine } from './host/tally.mjs';
import { keepOnly, testsIn } from '../test/support/singleTests.ts';

// Runs each file of test/unit, test/drivers, and test/contract separately, then each of its tests separately, so that tests depending
// on the state left by others fail. Accepts paths of files or folders as arguments.

const TIMEOUT_MS = 300_000;
const { positionals } = parseArgs({ allowPositionals: true });
const paths = positionals.length > 0 ? positionals : ['test/unit', 'test/drivers', 'test/contract'];
const files = paths.flatMap(path =>
  path.endsWith('.test.ts') ? [path] : globSync(`${path}/**/*.test.ts`).toSorted(),
);

const tally = emptyTally();
let loads = 0;
for (const file of files) {
  const whole = await load(file);
  const count = testsIn(whole.suite).length;
  await run(whole, file);
  if (count === 1) continue;
  for (let index = 0; index < count; index++) {
    const mocha = await load(file);
    keepOnly(mocha.suite, testsIn(mocha.suite)[index]);
    await run(mocha, `${file}, alone`);
  }
}
console.log(tallyLine(tally));
process.exitCode = tally.failed > 0 || tally.passed === 0 ? 1 : 0;

// A different URL on each load makes Node.js evaluate the module again with fresh state.
async function load(file) {
  const mocha = new Mocha({ ui: 'bdd', timeout: TIMEOUT_MS, reporter: Mocha.reporters.Base });
  mocha.suite.emit('pre-require', globalThis, file, mocha);
  loads++;
  await import(`${pathToFileURL(resolve(file)).href}?load=${loads}`);
  return mocha;
}

function run(mocha, where) {
  return new Promise(ended => {
    const runner = mocha.run(() => {
      mocha.dispose();
      ended();
    });
    runner.on('pass', () => tally.passed++);
    runner.on('pending', () => tally.skipped++);
    runner.on('fail', (test, error) => {
      tally.failed++;
      console.log(`FAILED ${where}: ${test.fullTitle()}\n${error.stack ?? error.message}`);
    });
  });
}
