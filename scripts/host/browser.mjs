import { execFile } from 'node:child_process';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { createBrotliDecompress } from 'node:zlib';
import { chromium } from 'playwright-core';
import { cached } from './packages.mjs';
import { mustRun } from './run.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'];
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

/** Starts a headless browser: the one of CHROME_PATH, an installed one, or on Linux the one from npm. */
export async function launchBrowser() {
  const { executablePath, libraries } = await findBrowser();
  const env = { ...process.env };
  if (libraries) env.LD_LIBRARY_PATH = [libraries, env.LD_LIBRARY_PATH].filter(Boolean).join(delimiter);
  // The browser from npm has brought fonts along for a system without any.
  if (!existsSync('/etc/fonts')) env.FONTCONFIG_PATH ??= join(tmpdir(), 'fonts');
  return chromium.launch({ executablePath, args: FLAGS, env });
}

/** The browser to use, and a folder of libraries that it needs where the system lacks them. */
export async function findBrowser() {
  const installed = process.env.CHROME_PATH ?? onPath() ?? PLACES.find(existsSync);
  if (installed) return { executablePath: installed };
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error('Install Chromium, Chrome or Edge, or set CHROME_PATH to one, and run this again.');
  }
  return npmBrowser();
}

function onPath() {
  const folders = (process.env.PATH ?? '').split(delimiter);
  return NAMES.flatMap(name => folders.map(folder => join(folder, name))).find(existsSync);
}

async function npmBrowser() {
  const { default: packaged } = await import('@sparticuz/chromium');
  const executablePath = await packaged.executablePath();
  if (await starts(executablePath)) return { executablePath };
  // The package carries the few libraries that a bare system lacks.
  const folder = await cached('browser-libraries', async draft => {
    const packed = new URL('../../bin/al2023.tar.br', import.meta.resolve('@sparticuz/chromium'));
    const tar = join(draft, 'libraries.tar');
    await pipeline(createReadStream(packed), createBrotliDecompress(), createWriteStream(tar));
    await mustRun('tar', ['-xf', tar, '-C', draft]);
    await rm(tar);
  });
  return { executablePath, libraries: join(folder, 'lib') };
}

async function starts(executablePath) {
  try {
    await promisify(execFile)(executablePath, ['--version']);
    return true;
  } catch {
    return false;
  }
}
