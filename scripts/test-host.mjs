import { globSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { launchBrowser } from './host/browser.mjs';
import { startServer, workbenchUrl } from './host/server.mjs';
import { addTally, emptyTally, tallyLine } from './host/tally.mjs';
import { NEWEST, OLDEST } from './host/versions.mjs';

// Runs the tests of test/host inside VS Code, in the newest and in the oldest supported version. Each folder
// of test/host is one opening of the same window, in alphabetical order, so that a later one sees what is
// left after a reload.

const OUTCOME = 'HOST-TEST ';
const LIMIT_MS = 180_000;
const root = resolve(import.meta.dirname, '..');

const asked = process.argv.slice(2);
const versions = [NEWEST, OLDEST]
  .filter(version => !asked.includes('--oldest') || version === OLDEST)
  .filter(version => !asked.includes('--newest') || version === NEWEST);

const total = emptyTally();
for (const version of versions) {
  const tally = await runVersion(version);
  console.log(`VS Code ${version.vscode}: ${tallyLine(tally)}`);
  addTally(total, tally);
}
console.log(tallyLine(total));
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;

async function runVersion(version) {
  const tally = emptyTally();
  const folder = await mkdtemp(join(tmpdir(), 'cloud-devices-workspace-'));
  const server = await startServer({ version, env: { CLOUD_DEVICES_TEST_PROFILE: 'host' } });
  const browser = await launchBrowser();
  try {
    const context = await browser.newContext();
    for (const tests of globSync('out/host/*.cjs', { cwd: root }).toSorted()) {
      const url = workbenchUrl(server, { folder, extension: root, tests: resolve(root, tests) });
      addTally(tally, await runPhase(context, url, tests));
    }
  } finally {
    await browser.close();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }
  return tally;
}

async function runPhase(context, url, name) {
  const tally = emptyTally();
  const page = await context.newPage();
  const lines = [];
  const finished = Promise.withResolvers();
  await page.exposeFunction('codeAutomationLog', (_type, args) => {
    const text = args.map(String).join(' ');
    lines.push(text);
    if (!text.startsWith(OUTCOME)) return;
    const { outcome, title, problem } = JSON.parse(text.slice(OUTCOME.length));
    tally[outcome]++;
    if (problem) console.log(`FAILED ${title}\n${problem}`);
  });
  await page.exposeFunction('codeAutomationExit', code => finished.resolve(code));
  const limit = setTimeout(() => finished.resolve('time-out'), LIMIT_MS);
  await page.goto(url);
  const code = await finished.promise;
  clearTimeout(limit);
  await page.close();
  const ended = tally.passed + tally.failed > 0 && (code === 0 || tally.failed > 0);
  if (!ended) {
    console.log(`FAILED ${name} ended with ${code}; its last lines:\n${lines.slice(-30).join('\n')}`);
    tally.failed++;
  }
  return tally;
}
