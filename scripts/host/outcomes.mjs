import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { emptyTally } from './tally.mjs';

/** Environment variable that names the file to which a suite writes its outcomes as they come, a JSON line each. */
export const OUTCOMES_VARIABLE = 'CLOUD_DEVICES_TEST_OUTCOMES';

/** Environment variable with the text that the titles of the tests to run must hold. */
export const GREP_VARIABLE = 'CLOUD_DEVICES_TEST_GREP';

/** Environment variable by which a sandbox starts no flow by a schedule. */
export const SCHEDULES_VARIABLE = 'CLOUD_DEVICES_SANDBOX_SCHEDULES';

/**
 * Reads what a suite wrote so far: the tally, the tests and hooks with their milliseconds, the text of each failure,
 * what was spent on starting servers, browsers and windows, the texts that a window has to store before it is closed,
 * and what began and has not ended.
 */
export function readOutcomes(file) {
  const read = {
    tally: emptyTally(),
    tests: [],
    hooks: [],
    problems: [],
    spent: [],
    kept: [],
    running: undefined,
  };
  for (const line of outcomeLines(file)) addOutcome(read, line);
  return read;
}

/** The lines of a file of outcomes, oldest first, without one that is still being written. */
export function outcomeLines(file) {
  const text = existsSync(file) ? readFileSync(file, 'utf8') : '';
  const lines = text.slice(0, text.lastIndexOf('\n') + 1).split('\n');
  return lines.filter(Boolean).map(line => JSON.parse(line));
}

/** The text of a failed test. */
export function problemText({ title, problem }) {
  return `FAILED ${title}\n${problem}`;
}

/**
 * Starts something and notes how long that took, where a suite collects outcomes.
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
      // The hooks of a test run within it.
      read.running = { ...line, within: read.running };
      return;
    case 'kept':
      read.kept.push(line.text);
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
