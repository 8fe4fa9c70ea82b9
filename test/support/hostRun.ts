import { appendFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { shuffled } from './shuffled.ts';
import { keepOnly, testsIn } from './singleTests.ts';

/** A test file: its name, and the function that defines its tests. */
type TestFile = readonly [name: string, load: () => unknown];

/**
 * Runs Mocha inside VS Code with test files, which `bundle` exports too; rejects if a test fails. Environment variables
 * select the tests, their order, and isolation.
 */
export async function runTests(files: readonly TestFile[], bundle: string): Promise<void> {
  const { CLOUD_DEVICES_TEST_FILES: joined = '', CLOUD_DEVICES_TEST_SEED: seed = '' } = process.env;
  const nameParts = joined.split(',');
  const named = files.filter(([name]) => nameParts.some(part => name.includes(part)));
  const chosen = seed === '' ? named : shuffled(named, Number(seed));
  const count = process.env['CLOUD_DEVICES_TEST_ALONE']
    ? await runEachAlone(chosen, bundle)
    : await runAll(chosen);
  if (count > 0) throw new Error(`${count} tests failed`);
}

/**
 * Makes the runner keep the window open until it has stored a text, such as workspace state, which the browser writes
 * after a delay.
 */
export function keepOverReload(text: string): void {
  appendLine({ outcome: 'kept', text });
}

async function runAll(files: readonly TestFile[]): Promise<number> {
  const mocha = await createMocha();
  define(mocha, files);
  return runMocha(mocha);
}

/** Runs each test separately, with new module instances. */
async function runEachAlone(files: readonly TestFile[], bundle: string): Promise<number> {
  const counted = await createMocha();
  define(counted, files);
  let failed = 0;
  for (const [index] of testsIn(counted.suite).entries()) {
    const require = createRequire(bundle);
    Reflect.deleteProperty(require.cache, bundle);
    const { files: reloaded } = require(bundle) as { readonly files: readonly TestFile[] };
    const mocha = await createMocha();
    define(
      mocha,
      files.flatMap(([name]) => reloaded.filter(file => file[0] === name)),
    );
    keepOnly(mocha.suite, testsIn(mocha.suite)[index]);
    failed += await runMocha(mocha);
  }
  return failed;
}

async function createMocha(): Promise<Mocha> {
  const { default: Mocha } = await import('mocha');
  const grep = process.env['CLOUD_DEVICES_TEST_GREP'];
  return new Mocha({
    ui: 'bdd',
    timeout: 120_000,
    forbidOnly: true,
    reporter: Mocha.reporters.Base,
    ...(grep ? { grep } : {}),
  });
}

function define(mocha: Mocha, files: readonly TestFile[]): void {
  for (const [name, load] of files) {
    mocha.suite.emit('pre-require', globalThis, name, mocha);
    load();
  }
}

function runMocha(mocha: Mocha): Promise<number> {
  return new Promise(resolve => {
    const runner = mocha.run(failures => {
      // Removes the process listeners, which would otherwise affect the next run.
      mocha.dispose();
      resolve(failures);
    });
    runner.on('test', test => appendLine({ outcome: 'began', title: test.fullTitle() }));
    runner.on('pass', test => writeOutcome('passed', test.fullTitle(), { milliseconds: test.duration }));
    runner.on('pending', test => writeOutcome('skipped', test.fullTitle()));
    runner.on('fail', (test, error: Error) =>
      writeOutcome('failed', test.fullTitle(), { problem: error.stack ?? error.message }),
    );
  });
}

function writeOutcome(outcome: 'passed' | 'failed' | 'skipped', title: string, details: object = {}): void {
  appendLine({ outcome, title, ...details });
}

// A file, because console output reaches the runner late, or in the desktop version mixed with other output.
function appendLine(line: object): void {
  const file = process.env['CLOUD_DEVICES_TEST_OUTCOMES'];
  if (file === undefined) throw new Error('CLOUD_DEVICES_TEST_OUTCOMES does not name a file.');
  appendFileSync(file, `${JSON.stringify(line)}\n`);
}
