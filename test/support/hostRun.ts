/** Marks a line of output that tells the outcome of one test; the runner outside reads it. */
const OUTCOME = 'HOST-TEST ';

/** Runs mocha inside VS Code over the tests that `load` defines; rejects when one of them fails. */
export async function runTests(load: () => void): Promise<void> {
  const { default: Mocha } = await import('mocha');
  const mocha = new Mocha({ ui: 'bdd', timeout: 30_000, reporter: Mocha.reporters.Base });
  mocha.suite.emit(Mocha.Suite.constants.EVENT_FILE_PRE_REQUIRE, globalThis, '', mocha);
  load();
  await new Promise<void>((resolve, reject) => {
    const runner = mocha.run(failures =>
      failures === 0 ? resolve() : reject(new Error(`${failures} tests failed`)),
    );
    const events = Mocha.Runner.constants;
    runner.on(events.EVENT_TEST_PASS, test => tell('passed', test.fullTitle()));
    runner.on(events.EVENT_TEST_PENDING, test => tell('skipped', test.fullTitle()));
    runner.on(events.EVENT_TEST_FAIL, (test, error: Error) =>
      tell('failed', test.fullTitle(), error.stack ?? error.message),
    );
  });
}

function tell(outcome: 'passed' | 'failed' | 'skipped', title: string, problem?: string): void {
  // eslint-disable-next-line no-console -- the console is how the host talks to the runner outside
  console.log(OUTCOME + JSON.stringify({ outcome, title, problem }));
}
