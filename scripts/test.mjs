import { availableParallelism } from 'node:os';
import { relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { run } from './host/run.mjs';
import { addTally, emptyTally, tallyLine } from './host/tally.mjs';
import { jobsOf, suiteOf, SUITES, withBuilds } from './suites.mjs';
import { runJobs } from './testJobs.mjs';
import { failureTexts, reportJob, reportSuites, reportTimes } from './testReport.mjs';
import { changedFiles, touchedTests } from './touchedTests.mjs';
import '../test/support/compileCache.ts';
import { shuffled } from '../test/support/shuffled.ts';

// Runs checks and suites in parallel and prints the total of their outcomes last. A check counts as one test.

// One more than the number of cores, since most programs also wait for a server or browser.
const WORKERS = availableParallelism() + 1;

const USAGE = `Usage: npm test -- [options] [SUITE or FILE …]

  SUITE            one of ${SUITES.join(', ')}; default: all
  FILE             a test file
  --grep TEXT      only tests whose titles contain this text
  --all            all host tests also in the oldest supported VS Code, not only a selection
  --newest         host tests only in the newest supported VS Code
  --oldest         host tests only in the oldest supported VS Code
  --pictures       save screenshots of the UI tests, in every theme, under test/artifacts/ui
  --quick          types, lint of changed files, unit tests, and the tests affected by the change
  --seed N         shuffle the files with this seed
  --workers N      number of parallel programs (default: ${WORKERS})
  --times          print the slowest files and tests, and the time spent on starting servers and windows
  --watch          run again when an imported file changes (unit, contract, and drivers)`;

const root = resolve(import.meta.dirname, '..');
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    grep: { type: 'string' },
    all: { type: 'boolean', default: false },
    newest: { type: 'boolean', default: false },
    oldest: { type: 'boolean', default: false },
    pictures: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    seed: { type: 'string' },
    workers: { type: 'string', default: String(WORKERS) },
    times: { type: 'boolean', default: false },
    watch: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

if (values.pictures) process.env.CLOUD_DEVICES_TEST_PICTURES = 'on';
if (values.help) console.log(USAGE);
else if (values.watch) await watch();
else await test();

async function test() {
  const jobs = withBuilds(plannedJobs());
  const began = Date.now();
  if (values.seed !== undefined) console.log(`The files are shuffled with --seed ${values.seed}.`);
  const results = await runJobs(jobs, {
    workers: Number(values.workers),
    isFixed: values.seed !== undefined,
    report: result => reportJob(result, jobs.length === 1),
  });
  const total = emptyTally();
  for (const { tally } of results) addTally(total, tally);
  // A suite that ran no tests has failed, unless --grep may have excluded all of them.
  const isEmpty = ({ job, tally }) => job.kind === 'suite' && tally.passed + tally.failed === 0;
  const empty = results.filter(isEmpty);
  if (values.grep === undefined) total.failed += empty.length;
  else if (total.passed + total.failed === 0) total.failed++;
  if (total.failed > 0 && empty.length > 0)
    console.log(`No test ran in ${empty.map(({ job }) => job.name).join(', ')}.`);
  if (results.length > 1) {
    for (const text of failureTexts(results)) console.log(`\n${text}`);
    reportSuites(results, Date.now() - began);
  }
  if (values.times) reportTimes(results);
  console.log(tallyLine(total));
  process.exitCode = total.failed > 0 ? 1 : 0;
}

function plannedJobs() {
  const { grep } = values;
  const seed = values.seed === undefined ? undefined : Number(values.seed);
  const both = values.newest === values.oldest;
  const options = {
    grep,
    seed,
    versions: both ? ['newest', 'oldest'] : [values.newest ? 'newest' : 'oldest'],
    isSelection: both && !values.all,
    order: list => (seed === undefined ? list : shuffled(list, seed)),
  };
  return options.order(values.quick ? quickJobs(options) : chosenJobs(options));
}

function chosenJobs(options) {
  const names = positionals.filter(name => !name.endsWith('.ts'));
  const unknown = names.find(name => !SUITES.includes(name));
  if (unknown) throw new Error(`There is no suite “${unknown}”. Suites are ${SUITES.join(', ')}.`);
  const files = positionals.filter(name => name.endsWith('.ts')).map(file => relative(root, resolve(file)));
  const chosen = positionals.length === 0 ? SUITES : [...names, ...files.map(suiteOf)];
  return SUITES.filter(suite => chosen.includes(suite)).flatMap(suite =>
    jobsOf(suite, { ...options, files }),
  );
}

function quickJobs(options) {
  const changed = changedFiles();
  const lintFiles = changed.filter(file => /\.(ts|mjs|cjs|js)$/.test(file));
  const files = touchedTests(changed).filter(file => suiteOf(file) !== 'unit');
  const suites = ['types', ...(lintFiles.length > 0 ? ['lint'] : []), 'unit', ...new Set(files.map(suiteOf))];
  return suites.flatMap(suite => jobsOf(suite, { ...options, files, lintFiles }));
}

// Node.js watches the imported files and restarts the tests when one changes.
async function watch() {
  const jobs = plannedJobs().filter(({ suite }) => ['unit', 'contract', 'drivers'].includes(suite));
  if (jobs.length === 0) throw new Error('Only unit, contract, and driver tests can be watched.');
  const options = ['--watch', '--watch-preserve-output'];
  await Promise.all(
    jobs.map(({ program }) => run(process.execPath, [...options, ...program], { show: true })),
  );
}
