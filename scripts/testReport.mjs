import { addTally, emptyTally, tallyLine } from './host/tally.mjs';

const SLOWEST = 20;

/** Lines per failure in the list at the end; the whole text is in the output of its job. */
const LINES_PER_FAILURE = 20;

/** Prints the result of a job: its tally, and its output if something failed. */
export function reportJob({ job, tally, output, problem, milliseconds, seconds }, wasShown) {
  if (tally.failed > 0) {
    const text = [wasShown ? '' : output.trimEnd(), problem].filter(Boolean).join('\n');
    console.log(`---- ${job.name}\n${text}\n----`);
  }
  if (!wasShown) console.log(row(job.name, milliseconds, seconds, tallyLine(tally)));
}

/** Prints the totals per suite, the elapsed time in milliseconds, and the processor time of all programs. */
export function reportSuites(results, elapsed) {
  const suites = new Set(results.map(({ job }) => job.suite));
  console.log('');
  for (const suite of suites) {
    const suiteResults = results.filter(({ job }) => job.suite === suite);
    const tally = emptyTally();
    for (const result of suiteResults) addTally(tally, result.tally);
    console.log(row(suite, sumOf(suiteResults), processorOf(suiteResults), tallyLine(tally)));
  }
  console.log(row('elapsed', elapsed, processorOf(results), ''));
}

/**
 * Returns each failure, shortened, so that the end of a long log names all of them.
 *
 * @param {readonly import('./testJobs.mjs').Result[]} results
 * @returns {string[]}
 */
export function failureTexts(results) {
  const failed = results.filter(({ tally }) => tally.failed > 0);
  return failed.flatMap(({ job, problem, problems, output }) => {
    const texts = problems.map(text => firstLines(text));
    if (problem) texts.push(`${problem}\n${lastLines(output)}`.trimEnd());
    return texts.map(text => `${job.name}: ${text}`);
  });
}

function firstLines(text) {
  return text.split('\n').slice(0, LINES_PER_FAILURE).join('\n');
}

function lastLines(text) {
  return text.trimEnd().split('\n').slice(-LINES_PER_FAILURE).join('\n');
}

/** Prints the slowest files and tests, and the share of time spent on starting servers, browsers and windows. */
export function reportTimes(results) {
  const tests = results.flatMap(result => result.tests);
  const hooks = results.flatMap(result => result.hooks);
  const files = summedBy([...tests, ...hooks], ({ file }) => file);
  const spent = summedBy(
    results.flatMap(result => result.spent),
    ({ what }) => what,
  );
  const total = sumOf(results);
  console.log(`\nSlowest files\n${slowest(files)}`);
  console.log(`\nSlowest tests\n${slowest(tests.map(test => [test.title, test.milliseconds ?? 0]))}`);
  console.log(`\nSpent on starting, of ${inSeconds(total).trim()} of all programs together`);
  for (const [what, milliseconds] of spent)
    console.log(`${inSeconds(milliseconds)}  ${what}s, ${((milliseconds / total) * 100).toFixed(1)} %`);
}

function slowest(entries) {
  const rows = entries.toSorted((a, b) => b[1] - a[1]).slice(0, SLOWEST);
  return rows.map(([name, milliseconds]) => `${inSeconds(milliseconds)}  ${name}`).join('\n');
}

function summedBy(list, keyOf) {
  const sums = new Map();
  for (const item of list) {
    const key = keyOf(item);
    if (key) sums.set(key, (sums.get(key) ?? 0) + (item.milliseconds ?? 0));
  }
  return [...sums];
}

function sumOf(results) {
  return results.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
}

function processorOf(results) {
  return results.reduce((sum, { seconds }) => sum + seconds, 0);
}

// The processor time is known only on Linux.
function row(name, milliseconds, processor, text) {
  const used = process.platform === 'linux' ? ` ${inSeconds(processor * 1000)} of processor time ` : '';
  return `${name.padEnd(34)} ${inSeconds(milliseconds)} ${used} ${text}`.trimEnd();
}

function inSeconds(milliseconds) {
  return `${(milliseconds / 1000).toFixed(1)} s`.padStart(9);
}
