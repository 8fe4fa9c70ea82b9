import { appendFileSync, globSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { launchBrowser } from './host/browser.mjs';
import { HOST_SETTINGS } from './host/hostSettings.mjs';
import {
  GREP_VARIABLE,
  notingTime,
  OUTCOMES_VARIABLE,
  outcomeLines,
  problemText,
  readOutcomes,
  SCHEDULES_VARIABLE,
} from './host/outcomes.mjs';
import { receiveBuffers } from './host/receiveBuffers.mjs';
import { startServer, workbenchUrl } from './host/server.mjs';
import { untilStored } from './host/storedState.mjs';
import { addTally, emptyTally, tallyLine } from './host/tally.mjs';
import { NEWEST, OLDEST } from './host/versions.mjs';

// Runs the tests of test/host in the newest and the oldest supported VS Code. The folders of test/host are opened one
// after the other, in alphabetical order, in the same browser profile, so that later tests see the state after a
// reload. --each-alone works only for test/host/shared.

/** Maximum time between two outcomes in milliseconds, longer than the test timeout (test/support/hostRun.ts). */
const SILENCE_MS = 300_000;
const LOOK_MS = 250;
// Nobody looks at these windows, so they are small and without animations: drawing takes a quarter of their processor
// time.
const SETTINGS = { 'editor.minimap.enabled': false, ...HOST_SETTINGS };
const SIZE = { width: 1000, height: 600 };
const root = resolve(import.meta.dirname, '..');

const { values } = parseArgs({
  options: {
    newest: { type: 'boolean', default: false },
    oldest: { type: 'boolean', default: false },
    // Runs only tests whose titles contain this text.
    grep: { type: 'string', default: '' },
    // Runs only files whose names contain one of these texts.
    file: { type: 'string', multiple: true, default: [''] },
    // Shuffles the files with this seed.
    seed: { type: 'string', default: '' },
    // Runs each test in isolation.
    'each-alone': { type: 'boolean', default: false },
  },
});
const { grep, file: nameParts, seed } = values;
const alone = values['each-alone'];
const bundles = alone ? ['out/host/shared.cjs'] : bundlesWith(nameParts);
if (seed) console.log(`Order of the files by --seed ${seed}`);
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

// There is one bundle per folder; only folders that contain a matching file are opened.
function bundlesWith(parts) {
  const files = globSync('test/host/*/*.test.ts', { cwd: root }).filter(path =>
    parts.some(part => basename(path).includes(part)),
  );
  const folders = new Set(files.map(path => basename(dirname(path))));
  return [...folders].toSorted().map(folder => `out/host/${folder}.cjs`);
}

async function runVersion(version) {
  const tally = emptyTally();
  const name = `VS Code ${version.vscode}`;
  const server = await startServer({
    version,
    settings: SETTINGS,
    hasTestDriver: true,
    env: {
      [GREP_VARIABLE]: grep,
      CLOUD_DEVICES_TEST_FILES: nameParts.join(),
      CLOUD_DEVICES_TEST_SEED: seed,
      CLOUD_DEVICES_TEST_ALONE: alone ? 'each' : '',
      [SCHEDULES_VARIABLE]: 'off',
    },
  });
  const folder = join(server.data, 'workspace');
  await mkdir(folder);
  const browser = await launchBrowser();
  try {
    const context = await browser.newContext({ viewport: SIZE, reducedMotion: 'reduce' });
    await context.addInitScript(receiveBuffers);
    for (const tests of bundles) {
      await rm(server.outcomes, { force: true });
      const url = workbenchUrl(server, { folder, extension: root, tests: resolve(root, tests) });
      const { code, log } = await openOnce(context, url, server.outcomes, name);
      addTally(tally, judge(tests, code, log, readOutcomes(server.outcomes)));
    }
  } finally {
    await browser.close();
    await server.stop();
  }
  return tally;
}

async function openOnce(context, url, outcomes, name) {
  const page = await context.newPage();
  const log = [];
  const finished = Promise.withResolvers();
  await page.exposeFunction('codeAutomationLog', (_type, args) => void log.push(args.map(String).join(' ')));
  await page.exposeFunction('codeAutomationExit', code => finished.resolve(code));
  const silence = setTimeout(() => finished.resolve('no outcome for five minutes'), SILENCE_MS);
  let reported = 0;
  const report = () => {
    const lines = outcomeLines(outcomes);
    for (const line of lines.slice(reported)) tellOutcome(line, name);
    if (lines.length > reported) silence.refresh();
    reported = lines.length;
  };
  const following = setInterval(report, LOOK_MS);
  // Limited only by the time without an outcome, since a busy machine loads the workbench slowly.
  await notingTime('window', () => page.goto(url, { timeout: SILENCE_MS }));
  const code = await finished.promise;
  clearTimeout(silence);
  clearInterval(following);
  report();
  for (const text of readOutcomes(outcomes).kept) await untilStored(page, text);
  await page.close();
  return { code, log };
}

// Prints a finished test, and appends its outcome to the file of the calling test run, if any.
function tellOutcome(line, name) {
  const collected = process.env[OUTCOMES_VARIABLE];
  if (collected)
    appendFileSync(collected, `${JSON.stringify({ ...line, title: `${name}: ${line.title}` })}\n`);
  const { outcome, title, milliseconds } = line;
  if (outcome === 'passed') console.log(`  ✔ ${title} (${milliseconds} ms)`);
  if (outcome === 'failed') console.log(problemText(line));
}

// A bad exit without a failed test counts as a failure, as does a run without tests unless filters were given.
function judge(tests, code, log, { tally, running }) {
  const ranNothing = tally.passed + tally.failed === 0 && grep === '' && nameParts.includes('');
  if (ranNothing || (code !== 0 && tally.failed === 0)) {
    const where = running ? ` in “${running.title}”` : '';
    console.log(`FAILED ${tests} ended with ${code}${where}; its last lines:\n${log.slice(-30).join('\n')}`);
    tally.failed++;
  }
  return tally;
}
