import { cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, join, relative, resolve } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';

const root = resolve(import.meta.dirname, '../..');

/** A browser context whose pages are kept when a test fails, and the profile of the server behind them. */
interface Watched {
  readonly context: BrowserContext;
  readonly profile: string | undefined;
  readonly log: string[];
}

const watched = new Set<Watched>();

/** Notes what the pages of a context do, for the case that a test fails while it is open. */
export async function watchContext(context: BrowserContext, profile?: string): Promise<void> {
  const one: Watched = { context, profile, log: [] };
  watched.add(one);
  context.on('close', () => watched.delete(one));
  context.on('console', message => one.log.push(`${message.type()}: ${message.text()}`));
  context.on('weberror', error => one.log.push(`error: ${error.error().stack ?? error.error().message}`));
  await context.tracing.start({ title: basename(process.argv.at(-1) ?? '') });
  await context.tracing.startChunk();
}

/** Keeps pictures, logs and traces of all that is watched under test/artifacts, by the title of what failed. */
export async function keepFailure(title: string): Promise<void> {
  const folder = await emptyFolder(title);
  for (const [index, one] of [...watched].entries()) {
    await keep(join(folder, String(index + 1)), one);
    await one.context.tracing.startChunk();
  }
  process.stdout.write(`    see ${relative(root, folder)}\n`);
}

/** Hooks of mocha that keep what is watched when a test fails, and begin a new trace for each test. */
export const mochaHooks = {
  beforeEach(this: Mocha.Context): void {
    const { currentTest } = this;
    const run = currentTest?.fn;
    if (!currentTest || !run || run.length > 0) return;
    // Kept as soon as it fails: the hooks of the test itself may close what is to be looked at.
    currentTest.fn = async function (this: Mocha.Context): Promise<void> {
      try {
        await Reflect.apply(run, this, []);
      } catch (error) {
        if (watched.size > 0) await keepFailure(currentTest.fullTitle());
        throw error;
      }
    };
  },
  async afterEach(this: Mocha.Context): Promise<void> {
    const { currentTest } = this;
    const isTimedOut = currentTest?.state === 'failed' && currentTest.timedOut;
    if (isTimedOut && watched.size > 0) await keepFailure(currentTest.fullTitle());
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

async function keep(folder: string, { context, profile, log }: Watched): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'page.log'), log.join('\n'));
  await context.tracing.stopChunk({ path: join(folder, 'trace.zip') });
  for (const [index, page] of context.pages().entries())
    await keepPicture(page, join(folder, `${index + 1}.png`));
  if (profile !== undefined) await keepLogs(profile, folder);
}

async function keepPicture(page: Page, path: string): Promise<void> {
  // A page that hangs or was closed has no picture, and the other things matter all the same.
  await page.screenshot({ path, timeout: 10_000 }).catch(() => undefined);
}

async function keepLogs(profile: string, folder: string): Promise<void> {
  const files = await readdir(profile, { recursive: true });
  for (const file of files.filter(name => name.endsWith('Cloud Devices.log')))
    await cp(join(profile, file), join(folder, `extension-${file.replaceAll(/[^\w.]+/g, '-')}`));
}
