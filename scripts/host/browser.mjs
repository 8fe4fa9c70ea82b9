import { randomUUID } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright-core';
import { unpackBrowser } from './npmBrowser.mjs';
import { notingTime } from './outcomes.mjs';
import { findProcess, noteDescendants } from './processorTime.mjs';

const NAMES = [
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'microsoft-edge-stable',
];
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
];

const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Starts a headless browser: from CHROME_PATH, on Linux (x64) from npm, otherwise an installed one. */
export async function launchBrowser() {
  const { executablePath, env } = await findBrowser();
  // By default, Playwright leaves a folder behind for each trace that is not saved. It creates this one on first use.
  const tracesDir = join(tmpdir(), `cloud-devices-traces-${randomUUID()}`);
  // Identifies the process, since Playwright does not tell its ID; browsers ignore unknown arguments.
  const mark = `--test-browser=${randomUUID()}`;
  const options = { executablePath, args: [...FLAGS, mark], env: { ...process.env, ...env }, tracesDir };
  const browser = await notingTime('browser', () => chromium.launch(options));
  browser.once('disconnected', () => rmSync(tracesDir, { recursive: true, force: true, maxRetries: 5 }));
  const close = browser.close.bind(browser);
  browser.close = reason => {
    noteDescendants(findProcess(mark));
    return close(reason);
  };
  return browser;
}

/** Returns the path of a browser and its environment variables. Unpacks the browser from npm if that one is used. */
export async function findBrowser() {
  if (process.env.CHROME_PATH) return { executablePath: process.env.CHROME_PATH };
  // The headless build from npm uses a sixth less CPU time than an installed browser and is the same everywhere.
  if (process.platform === 'linux' && process.arch === 'x64') return unpackBrowser();
  const installed = onPath() ?? PLACES.find(existsSync);
  if (installed) return { executablePath: installed };
  throw new Error('Install Chromium, Chrome or Edge, or set CHROME_PATH to one, and run this again.');
}

function onPath() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return NAMES.flatMap(name => folders.map(folder => join(folder, name))).find(existsSync);
}
