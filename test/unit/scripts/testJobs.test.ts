import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { mock } from 'node:test';
import { type Job, type Result, runJobs } from '../../../scripts/testJobs.mjs';
import { failureTexts } from '../../../scripts/testReport.mjs';
import { until } from '../../support/until.ts';

const root = resolve(import.meta.dirname, '../../..');
/** Maximum silent time of the suites in this file, and more than a suite needs to end on a signal. */
const SILENCE_MS = 10 * 60_000;
const GRACE_MS = 60_000;
const MOCHA = resolve(root, 'node_modules/mocha/bin/mocha.js');

describe('scripts/testJobs', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'test-jobs-'));
  });

  afterEach(async () => {
    await rm(folder, { recursive: true });
  });

  function job(name: string, given: Partial<Job>): Job {
    return { name, suite: name, kind: 'check', needs: [], program: ['-e', ''], ...given };
  }

  /** Creates a suite with tests in a separate file. */
  async function suite(name: string, tests: string): Promise<Job> {
    const file = join(folder, `${name}.cjs`);
    await writeFile(file, tests);
    return job(name, { kind: 'suite', program: [MOCHA, '--timeout', '0', file] });
  }

  async function run(jobs: readonly Job[]): Promise<Map<string, Result>> {
    const results = await runJobs(jobs, {
      workers: 2,
      silenceMs: SILENCE_MS,
      timesFile: join(folder, 'times.json'),
      report: () => undefined,
    });
    return new Map(results.map(result => [result.job.name, result]));
  }

  /** Runs a suite whose last test notes that it has begun and does `work` then, until it was silent for too long. */
  async function runSilent(name: string, work: string): Promise<Result | undefined> {
    const begun = join(folder, 'begun');
    const note = `require('node:fs').writeFileSync(${JSON.stringify(begun)}, '')`;
    const silent = await suite(
      name,
      `it('ends', () => {}); it('a silent test', () => { ${note}; ${work} });`,
    );
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      const running = run([silent, job('other', {})]);
      await until('the beginning of the test', () => existsSync(begun));
      mock.timers.tick(SILENCE_MS);
      mock.timers.tick(GRACE_MS);
      return (await running).get(name);
    } finally {
      mock.timers.reset();
    }
  }

  it('the runner of checks and suites keeps the results of a suite that was stopped, and names the running test', async () => {
    const result = await runSilent('stuck', 'return new Promise(resolve => setInterval(resolve, 1e9));');
    assert.deepEqual(result?.tally, { passed: 1, failed: 1, skipped: 0 });
    assert.match(result.problem, /in “a silent test”/);
    assert.match(result.output, /It printed nothing for \d+ s and was stopped\./);
  });

  it('the runner of checks and suites lists each failure shortened: the texts of tests, and the end of what a check printed', async () => {
    const long = [...Array(40).keys()].map(line => `line ${line}`).join('\\n');
    const results = await run([
      await suite(
        'tests',
        `it('a failing test', () => { throw new Error('${long}') }); it('ends', () => {});`,
      ),
      job('check', { program: ['-e', `console.log('${long}'); process.exitCode = 2`] }),
      job('good', {}),
    ]);
    const texts = failureTexts([...results.values()]).toSorted();
    assert.equal(texts.length, 2);
    assert.match(texts[0] ?? '', /^check: It ended with 2\.\nline 20\n[^]*\nline 39$/);
    assert.match(texts[1] ?? '', /^tests: FAILED a failing test\nError: line 0\n[^]*\nline 18$/);
  });

  it('the runner of checks and suites stops a suite that ignores signals', async () => {
    const result = await runSilent('busy', 'for (;;);');
    assert.deepEqual(result?.tally, { passed: 1, failed: 1, skipped: 0 });
    assert.match(result.problem, /in “a silent test”/);
  });

  it('the runner of checks and suites fails a suite with a failing exit code even if all its tests passed', async () => {
    const bad = await suite('bad', `it('passes', () => {}); after(() => process.exit(3));`);
    const result = (await run([bad, job('other', {})])).get('bad');
    assert.deepEqual(result?.tally, { passed: 1, failed: 1, skipped: 0 });
  });

  it('the runner of checks and suites skips jobs whose prerequisites could not be built', async () => {
    const results = await run([
      job('build', { kind: 'build', program: ['-e', 'process.exit(1)'] }),
      job('needs it', { needs: ['build'] }),
      job('does not', {}),
    ]);
    const failed = [...results].map(([name, { tally }]) => [name, tally.failed]);
    assert.deepEqual(
      new Map(failed as [string, number][]),
      new Map([
        ['build', 1],
        ['needs it', 1],
        ['does not', 0],
      ]),
    );
  });
});
