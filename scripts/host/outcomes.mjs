import { existsSync, readFileSync } from 'node:fs';
import { emptyTally } from './tally.mjs';

/** Environment variable that names the file to which tests inside VS Code write their outcomes. */
export const OUTCOMES_VARIABLE = 'CLOUD_DEVICES_TEST_OUTCOMES';

/** Environment variable with the text that the titles of the tests to run must hold. */
export const GREP_VARIABLE = 'CLOUD_DEVICES_TEST_GREP';

/**
 * Reads what the tests inside VS Code wrote: the tally, the text of each failure, and texts that the window
 * has to have stored before it is closed, because a later opening looks for them.
 */
export function readOutcomes(file) {
  const tally = emptyTally();
  const problems = [];
  const kept = [];
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  for (const line of lines) {
    const { outcome, title, problem, text } = JSON.parse(line);
    if (outcome === 'kept') kept.push(text);
    else tally[outcome]++;
    if (problem) problems.push(`FAILED ${title}\n${problem}`);
  }
  return { tally, problems, kept };
}
