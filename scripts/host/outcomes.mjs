import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { emptyTally } from './tally.mjs';

/** Environment variable with the path of the file to which a suite appends its outcomes as JSON lines. */
export const OUTCOMES_VARIABLE = 'CLOUD_DEVICES_TEST_OUTCOMES';

/** Environment variable with the text that test titles must contain. */
export const GREP_VARIABLE = 'CLOUD_DEVICES_TEST_GREP';

/** Environment variable that stops a sandbox from starting flows on schedule. */
export const SCHEDULES_VARIABLE = 'CLOUD_DEVICES_SANDBOX_SCHEDULES';

/**
 * Reads the outcomes so far: the tally, durations of tests and hooks in milliseconds, texts of failures, time spent on
 * starting servers, browsers and windows, the processor seconds of processes that nobody waited for, texts that a window must store before it is closed, and the test or hook in
 * progress.
 */
export function readOutcomes(file) {
  const read = {
    tally: emptyTally(),
    tests: [],
    hooks: [],
    problems: [],
    spent: [],
    seconds: 0,
    kept: [],
    running: undefined,
  };
  for (const line of outcomeLines(file)) addOutcome(read, line);
  return read;
}

/** Returns the outcomes in a file, oldest first, without an incomplete last line. */
export function outcomeLines(file) {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const lines = text.slice(0, text.lastIndexOf('\n') + 1).split('\n');
  return lines.filter(Boolean).map(line => JSON.parse(line));
}

export function problemText({ title, problem }) {
  return `FAILED ${title}\n${problem}`;
}

/**
 * Starts something and logs the time it took if outcomes are collected.
 * @template T
 * @param {string} what
 * @param {() => Promise<T>} start
 * @returns {Promise<T>}
 */
export async function notingTime(what, start) {
  const began = performance.now();
  const started = await start();
  const file = process.env[OUTCOMES_VARIABLE];
  const line = { outcome: 'spent', what, milliseconds: Math.round(performance.now() - began) };
  if (file) appendFileSync(file, `${JSON.stringify(line)}\n`);
  return started;
}

function addOutcome(read, line) {
  switch (line.outcome) {
    case 'began':
      read.running = line;
      return;
    case 'hookBegan':
      // The hooks of a test run while the test is in progress.
      read.running = { ...line, within: read.running };
      return;
    case 'kept':
      read.kept.push(line.text);
      return;
    case 'processor':
      read.seconds += line.seconds;
      return;
    case 'spent':
      read.spent.push(line);
      return;
    case 'hook':
      read.hooks.push(line);
      read.running = read.running?.within;
      return;
    default:
      read.tally[line.outcome]++;
      read.tests.push(line);
      read.running = undefined;
      if (line.problem) read.problems.push(problemText(line));
  }
}
