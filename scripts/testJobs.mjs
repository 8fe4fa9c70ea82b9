import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { OUTCOMES_VARIABLE, readOutcomes, SCHEDULES_VARIABLE } from './host/outcomes.mjs';
import { endedSeconds } from './host/processorTime.mjs';
import { run } from './host/run.mjs';
import { emptyTally } from './host/tally.mjs';

/**
 * Exceeds the test timeout (.mocharc.json) and the silent time of a check on a slow machine, so that only jobs that
 * hang are stopped.
 */
const SILENCE_MS = 15 * 60_000;

/** File with the job durations of the last runs. */
const TIMES_FILE = resolve(import.meta.dirname, '../test/artifacts/times.json');

/**
 * Runs jobs, up to `workers` in parallel, and passes each result to `report` on completion. A job waits for the jobs
 * in `needs` and fails if one of them failed; a job without output for `silenceMs` is stopped. The longest jobs are
 * started first unless `isFixed`. Their durations are read from `timesFile`, and written to it at the end.
 *
 * @typedef {{ name: string, suite: string, kind: 'check' | 'suite' | 'build', needs: string[], program: string[] }} Job
 * @typedef {{ passed: number, failed: number, skipped: number }} Tally
 * @typedef {{ job: Job, tally: Tally, problem: string, problems: string[], output: string,
 *   milliseconds: number, seconds: number }} Result
 * @param {readonly Job[]} jobs
 * @param {{ workers: number, isFixed?: boolean, silenceMs?: number,
 *   timesFile?: string, report: (result: Result) => void }} options
 * @returns {Promise<Result[]>}
 */
export async function runJobs(
  jobs,
  { workers, isFixed = false, silenceMs = SILENCE_MS, timesFile = TIMES_FILE, report },
) {
  const folder = mkdtempSync(join(tmpdir(), 'cloud-devices-tests-'));
  const waiting = isFixed ? [...jobs] : longestFirst(jobs, readTimes(timesFile));
  const state = new Map();
  const results = [];
  let ended = endedSeconds();
  const running = new Set();
  const finish = (job, result) => {
    state.set(job.name, result.tally.failed === 0 ? 'done' : 'failed');
    const before = ended;
    ended = endedSeconds();
    results.push({ job, ...result, seconds: result.seconds + (ended - before) });
    report(results.at(-1));
  };
  const isReady = ({ needs }) => needs.every(name => state.has(name));
  try {
    while (waiting.length + running.size > 0) {
      while (running.size < workers && waiting.some(isReady)) {
        const [job] = waiting.splice(waiting.findIndex(isReady), 1);
        if (job.needs.some(name => state.get(name) === 'failed')) {
          finish(job, notRun());
          continue;
        }
        const outcomes = join(folder, `${waiting.length}.jsonl`);
        const ended = runJob(job, outcomes, silenceMs, jobs.length === 1).then(result => {
          running.delete(ended);
          finish(job, result);
        });
        running.add(ended);
      }
      if (running.size > 0) await Promise.race(running);
    }
    keepTimes(results, timesFile);
    return results;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function runJob({ kind, program }, outcomes, silenceMs, show) {
  const began = Date.now();
  // The programs that check types and rules are written in Go. With this value, they use a fifth less processor time and
  // 300 MB more memory.
  const env = { [OUTCOMES_VARIABLE]: outcomes, [SCHEDULES_VARIABLE]: 'off', GOGC: '400' };
  const { code, output } = await run(process.execPath, program, { env, show, silenceMs });
  const { tally, running, ...read } = readOutcomes(outcomes);
  const result = { ...read, tally, output, milliseconds: Date.now() - began, problem: '' };
  if (kind === 'check' && code === 0) tally.passed++;
  // A bad exit code is a failure even if no failed test was counted.
  if (code !== 0 && tally.failed === 0) {
    tally.failed++;
    result.problem = running ? `It ended with ${code} in “${running.title}”.` : `It ended with ${code}.`;
  }
  return result;
}

function notRun() {
  const problem = 'It was not run, because what it needs could not be built.';
  const nothing = { output: '', milliseconds: 0, tests: [], hooks: [], spent: [], problems: [], seconds: 0 };
  return { ...nothing, problem, tally: { ...emptyTally(), failed: 1 } };
}

function longestFirst(jobs, times) {
  const guess = Math.max(0, ...Object.values(times));
  const weight = job => (job.kind === 'build' ? Infinity : (times[job.name] ?? guess));
  return jobs.toSorted((a, b) => weight(b) - weight(a));
}

function keepTimes(results, file) {
  const times = readTimes(file);
  for (const { job, tally, milliseconds } of results) if (tally.failed === 0) times[job.name] = milliseconds;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify(times, undefined, 2));
}

function readTimes(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return {};
  }
}
