import { existsSync, readFileSync } from 'node:fs';
import { emptyTally } from './tally.mjs';

/** Environment variable that names the file to which tests inside VS Code write their outcomes. */
export const OUTCOMES_VARIABLE = 'CLOUD_DEVICES_TEST_OUTCOMES';

/** Environment variable with the text that the titles of the tests to run must hold. */
export const GREP_VARIABLE = 'CLOUD_DEVICES_TEST_GREP';

/** Reads what the tests inside VS Code wrote: the tally and the text of each failure. */
export function readOutcomes(file) {
  const tally = emptyTally();
  const problems = [];
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  for (const line of lines) {
    const { outcome, title, problem } = JSON.parse(line);
    tally[outcome]++;
    if (problem) problems.push(`FAILED ${title}\n${problem}`);
  }
  return { tally, problems };
}
