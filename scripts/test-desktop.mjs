import { globSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { runTests } from '@vscode/test-electron';
import { HOST_SETTINGS } from './host/hostSettings.mjs';
import { GREP_VARIABLE, OUTCOMES_VARIABLE, readOutcomes, SCHEDULES_VARIABLE } from './host/outcomes.mjs';
import { addTally, emptyTally, tallyLine } from './host/tally.mjs';
import { OLDEST } from './host/versions.mjs';

// Runs the tests of test/host in downloaded desktop builds of VS Code: the newest stable and the oldest supported
// version. Each folder of test/host is opened separately in the same profile.

const root = resolve(import.meta.dirname, '..');
const { values } = parseArgs({ options: { grep: { type: 'string', default: '' } } });

const total = emptyTally();
for (const version of ['stable', OLDEST.vscode]) {
  const profile = await mkdtemp(join(tmpdir(), 'cloud-devices-'));
  const folder = join(profile, 'workspace');
  await mkdir(folder);
  await mkdir(join(profile, 'User'));
  await writeFile(join(profile, 'User', 'settings.json'), JSON.stringify(HOST_SETTINGS));
  for (const tests of globSync('out/host/*.cjs', { cwd: root }).toSorted()) {
    addTally(total, await runOnce(version, profile, folder, resolve(root, tests)));
  }
  await rm(profile, { recursive: true, force: true, maxRetries: 5 });
}
console.log(tallyLine(total));
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;

async function runOnce(version, profile, folder, tests) {
  const outcomes = join(profile, 'outcomes.jsonl');
  await rm(outcomes, { force: true });
  const error = await runTests({
    version,
    extensionDevelopmentPath: root,
    extensionTestsPath: tests,
    extensionTestsEnv: {
      [OUTCOMES_VARIABLE]: outcomes,
      [GREP_VARIABLE]: values.grep,
      [SCHEDULES_VARIABLE]: 'off',
    },
    launchArgs: [
      folder,
      ...['--user-data-dir', profile, '--password-store=basic'],
      ...['--disable-extensions', '--disable-workspace-trust'],
    ],
  }).then(
    () => undefined,
    problem => problem,
  );
  const { tally, problems } = readOutcomes(outcomes);
  for (const problem of problems) console.log(problem);
  if (error && tally.failed === 0) {
    console.log(`FAILED VS Code ${version}: ${error.message}`);
    tally.failed++;
  }
  return tally;
}
