import { cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, join, relative, resolve } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { endAll } from './atEnd.ts';

const root = resolve(import.meta.dirname, '../..');

/** A browser context whose pages are saved when a test fails, with the profile of its server. */
interface Watched {
  readonly context: BrowserContext;
  readonly profile: string | undefined;
  readonly log: string[];
}

const watched = new Set<Watched>();
const failed = new WeakSet<BrowserContext>();

/** Returns true if a test has failed while a context was open. */
export function hasFailed(context: BrowserContext): boolean {
  return failed.has(context);
}

/** Records the pages of a context while it is open, in case a test fails. */
export async function watchContext(context: BrowserContext, profile?: string): Promise<void> {
  const entry: Watched = { context, profile, log: [] };
  watched.add(entry);
  context.on('close', () => watched.delete(entry));
  context.on('console', message => entry.log.push(`${message.type()}: ${message.text()}`));
  context.on('weberror', error => entry.log.push(`error: ${error.error().stack ?? error.error().message}`));
  await context.tracing.start({ title: basename(process.argv.at(-1) ?? '') });
}

/**
 * Saves screenshots, logs, and traces of all watched contexts under test/artifacts, in a folder named after the test.
 */
export async function saveFailure(title: string): Promise<void> {
  const folder = await emptyFolder(title);
  for (const [index, entry] of [...watched].entries()) {
    failed.add(entry.context);
    await saveEntry(join(folder, String(index + 1)), entry);
    await entry.context.tracing.startChunk();
  }
  process.stdout.write(`    see ${relative(root, folder)}\n`);
}

/** Mocha hooks that save artifacts when a test fails, and start a new trace for each test. */
export const mochaHooks = {
  beforeEach(this: Mocha.Context): void {
    const { currentTest } = this;
    const run = currentTest?.fn;
    if (!currentTest || !run || run.length > 0) return;
    // Saved immediately, since hooks of the test may close the pages.
    currentTest.fn = async function (this: Mocha.Context): Promise<void> {
      try {
        await Reflect.apply(run, this, []);
      } catch (error) {
        if (watched.size > 0) await saveFailure(currentTest.fullTitle());
        throw error;
      }
    };
  },
  afterAll: endAll,
  async afterEach(this: Mocha.Context): Promise<void> {
    const { currentTest } = this;
    const isTimedOut = currentTest?.state === 'failed' && currentTest.timedOut;
    if (isTimedOut && watched.size > 0) await saveFailure(currentTest.fullTitle());
    for (const { context, log } of watched) {
      await context.tracing.stopChunk();
      await context.tracing.startChunk();
      log.length = 0;
    }
  },
};

async function emptyFolder(title: string): Promise<string> {
  const name = title.replaceAll(/[^\p{L}\p{N}]+/gu, '-').slice(0, 100);
  const folder = join(root, 'test/artifacts/failed', name);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  return folder;
}

async function saveEntry(folder: string, { context, profile, log }: Watched): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'page.log'), log.join('\n'));
  await context.tracing.stopChunk({ path: join(folder, 'trace.zip') });
  for (const [index, page] of context.pages().entries())
    await savePicture(page, join(folder, `${index + 1}.png`));
  if (profile !== undefined) await saveLogs(profile, folder);
}

async function savePicture(page: Page, path: string): Promise<void> {
  // A page that hangs or was closed has no screenshot, but the other artifacts are still useful.
  await page.screenshot({ path, timeout: 10_000 }).catch(() => undefined);
}

async function saveLogs(profile: string, folder: string): Promise<void> {
  const files = await readdir(profile, { recursive: true });
  for (const file of files.filter(name => name.endsWith('Cloud Devices.log')))
    await cp(join(profile, file), join(folder, `extension-${file.replaceAll(/[^\w.]+/g, '-')}`));
}
