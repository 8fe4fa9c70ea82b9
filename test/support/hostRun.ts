import { appendFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { shuffled } from './shuffled.ts';
import { keepOnly, testsIn } from './singleTests.ts';

/** A file of tests: its name, and what defines its tests. */
type TestFile = readonly [name: string, load: () => unknown];

/**
 * Runs mocha inside VS Code over files of tests, which `bundle` exports too; rejects when a test fails. The environment
 * tells which tests run, in which order, and whether each runs by itself.
 */
export async function runTests(files: readonly TestFile[], bundle: string): Promise<void> {
  const { CLOUD_DEVICES_TEST_FILE: part = '', CLOUD_DEVICES_TEST_SEED: seed = '' } = process.env;
  const named = files.filter(([name]) => name.includes(part));
  const chosen = seed === '' ? named : shuffled(named, Number(seed));
  const count = process.env['CLOUD_DEVICES_TEST_ALONE']
    ? await runEachAlone(chosen, bundle)
    : await runAll(chosen);
  if (count > 0) throw new Error(`${count} tests failed`);
}

/**
 * Has the runner keep the window open until it has stored a text, such as a part of a workspace's state: the
 * browser writes it a moment after the extension was told so.
 */
export function keepOverReload(text: string): void {
  write({ outcome: 'kept', text });
}

async function runAll(files: readonly TestFile[]): Promise<number> {
  const mocha = await createMocha();
  define(mocha, files);
  return runMocha(mocha);
}

/** Runs each test in a run of its own, with modules that no other test has used. */
async function runEachAlone(files: readonly TestFile[], bundle: string): Promise<number> {
  const counted = await createMocha();
  define(counted, files);
  let failed = 0;
  for (const [index] of testsIn(counted.suite).entries()) {
    const require = createRequire(bundle);
    Reflect.deleteProperty(require.cache, bundle);
    const { files: anew } = require(bundle) as { readonly files: readonly TestFile[] };
    const mocha = await createMocha();
    define(
      mocha,
      files.flatMap(([name]) => anew.filter(one => one[0] === name)),
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
      // Takes what it hears of the process away, which would otherwise hear of the next run too.
      mocha.dispose();
      resolve(failures);
    });
    runner.on('test', test => write({ outcome: 'began', title: test.fullTitle() }));
    runner.on('pass', test => tell('passed', test.fullTitle(), { milliseconds: test.duration }));
    runner.on('pending', test => tell('skipped', test.fullTitle()));
    runner.on('fail', (test, error: Error) =>
      tell('failed', test.fullTitle(), { problem: error.stack ?? error.message }),
    );
  });
}

function tell(outcome: 'passed' | 'failed' | 'skipped', title: string, more: object = {}): void {
  write({ outcome, title, ...more });
}

// A file, because the console reaches the runner outside late, or in the desktop version mixed with others.
function write(line: object): void {
  const file = process.env['CLOUD_DEVICES_TEST_OUTCOMES'];
  if (file === undefined) throw new Error('CLOUD_DEVICES_TEST_OUTCOMES does not name a file.');
  appendFileSync(file, `${JSON.stringify(line)}\n`);
}
