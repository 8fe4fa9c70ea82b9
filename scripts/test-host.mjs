import { globSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { launchBrowser } from './host/browser.mjs';
import { GREP_VARIABLE, readOutcomes } from './host/outcomes.mjs';
import { startServer, workbenchUrl } from './host/server.mjs';
import { addTally, emptyTally, tallyLine } from './host/tally.mjs';
import { NEWEST, OLDEST } from './host/versions.mjs';

// Runs the tests of test/host inside VS Code, in the newest and in the oldest supported version. Each folder
// of test/host is one opening of the same window, in alphabetical order, so that a later one sees what is
// left after a reload.

const LIMIT_MS = 1_800_000;
const STORED_MS = 60_000;
const PAUSE_MS = 20;
const root = resolve(import.meta.dirname, '..');

const { values } = parseArgs({
  options: {
    newest: { type: 'boolean', default: false },
    oldest: { type: 'boolean', default: false },
    // Runs only the tests whose titles hold this text.
    grep: { type: 'string', default: '' },
  },
});
const both = values.newest === values.oldest;
const versions = both ? [NEWEST, OLDEST] : [values.newest ? NEWEST : OLDEST];

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
  const server = await startServer({ version, env: { [GREP_VARIABLE]: values.grep } });
  const folder = join(server.data, 'workspace');
  await mkdir(folder);
  const browser = await launchBrowser();
  try {
    const context = await browser.newContext();
    for (const tests of globSync('out/host/*.cjs', { cwd: root }).toSorted()) {
      await rm(server.outcomes, { force: true });
      const url = workbenchUrl(server, { folder, extension: root, tests: resolve(root, tests) });
      const { code, log } = await openOnce(context, url, server.outcomes);
      addTally(tally, judge(tests, code, log, readOutcomes(server.outcomes)));
    }
  } finally {
    await browser.close();
    await server.stop();
  }
  return tally;
}

async function openOnce(context, url, outcomes) {
  const page = await context.newPage();
  const log = [];
  const finished = Promise.withResolvers();
  await page.exposeFunction('codeAutomationLog', (_type, args) => void log.push(args.map(String).join(' ')));
  await page.exposeFunction('codeAutomationExit', code => finished.resolve(code));
  const limit = setTimeout(() => finished.resolve('a time-out'), LIMIT_MS);
  await page.goto(url);
  const code = await finished.promise;
  clearTimeout(limit);
  for (const text of readOutcomes(outcomes).kept) await untilStored(page, text);
  await page.close();
  return { code, log };
}

// The page's own waiting cannot be used: Playwright takes the promise of an async function for its truth.
async function untilStored(page, text) {
  const deadline = Date.now() + STORED_MS;
  while (!(await page.evaluate(isStored, text))) {
    if (Date.now() > deadline) throw new Error(`The window did not store ${text}`);
    await delay(PAUSE_MS);
  }
}

// Runs in the page: whether some database of the window holds a text, which is itself part of a JSON text there.
async function isStored(text) {
  const answer = request =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  for (const { name } of await indexedDB.databases()) {
    const database = await answer(indexedDB.open(name));
    const stores = [...database.objectStoreNames];
    const values = await Promise.all(
      stores.map(store => answer(database.transaction(store).objectStore(store).getAll())),
    );
    database.close();
    if (JSON.stringify(values).includes(JSON.stringify(text).slice(1, -1))) return true;
  }
  return false;
}

// A run that ends badly without a failed test, or that ran nothing it was not asked to leave out, has failed.
function judge(tests, code, log, { tally, problems }) {
  for (const problem of problems) console.log(problem);
  const ranNothing = tally.passed + tally.failed === 0 && values.grep === '';
  if (ranNothing || (code !== 0 && tally.failed === 0)) {
    console.log(`FAILED ${tests} ended with ${code}; its last lines:\n${log.slice(-30).join('\n')}`);
    tally.failed++;
  }
  return tally;
}
