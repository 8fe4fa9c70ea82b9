import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { type FlowPage, FlowPages } from '../test/support/flowPage.ts';
import { flowText, pageCatalog } from '../test/support/flowSamples.ts';
import { type Figures, median, timed } from './figures.ts';
import { sized } from './sized.ts';

const SIZES: readonly number[] = sized([10, 100, 300], [10]);
const ROUNDS = sized(20, 1);
/** A digit that exceeds the maximum of the field and one that does not. */
const [WRONG, RIGHT] = ['9', '5'];

/** Measures waiting times in the visual editor page, in a browser with the VS Code-independent parts of the host. */
export async function measureFlowPage(figures: Figures): Promise<void> {
  const files = ['dist/webview/flowEditor.js', 'dist/webview/flowEditor.css'];
  const bytes = files.reduce((sum, file) => sum + gzipSync(readFileSync(file)).length, 0);
  figures.add('flow page: script and styles, gzip', bytes / 1000, 'kB');
  const pages = await FlowPages.start();
  for (const steps of SIZES) await measureSize(figures, pages, steps);
  await pages.close();
}

async function measureSize(figures: Figures, pages: FlowPages, count: number): Promise<void> {
  const steps = Array.from({ length: count }, (_, index) => ({
    action: 'tap' as const,
    name: `Step ${index + 1}`,
    params: { text: 'Menu', count: 2 },
  }));
  const flowPage = await pages.open({ text: flowText(steps), catalog: pageCatalog(), realTime: true });
  const middle = String(Math.floor(count / 2));
  await flowPage.choose(middle);
  const opened: number[] = [];
  const painted: number[] = [];
  for (let round = 0; round < ROUNDS / 2; round++) {
    opened.push(await timed(() => reopen(flowPage, middle)));
    const paint = await flowPage.page.waitForFunction(FIRST_PAINT);
    painted.push(Number(await paint.jsonValue()));
  }
  figures.add(`flow page, ${count} steps: open to first paint`, median(painted), 'ms');
  figures.add(`flow page, ${count} steps: open to an editable form`, median(opened), 'ms');
  const written: number[] = [];
  const judged: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const { toText, toProblems } = await type(flowPage, round % 2 === 0 ? WRONG : RIGHT);
    written.push(toText);
    judged.push(toProblems);
  }
  const listed: number[] = [];
  for (let round = 0; round < ROUNDS; round++) listed.push(await openPicker(flowPage));
  figures.addTimes(`flow page, ${count} steps: open the list of values`, listed);
  figures.addTimes(`flow page, ${count} steps: a key to the text`, written);
  figures.addTimes(`flow page, ${count} steps: a key to the problems`, judged);
  figures.add(`flow page, ${count} steps: memory of its scripts`, (await heapOf(flowPage)) / 1e6, 'MB');
  await flowPage.close();
}

/** Returns the heap size of a page in use, in bytes. */
async function heapOf({ page }: FlowPage): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize;
}

// The paint entry becomes available shortly after the paint.
const FIRST_PAINT = `performance.getEntriesByName('first-contentful-paint')[0]?.startTime`;

async function reopen({ page }: FlowPage, step: string): Promise<void> {
  await page.reload({ waitUntil: 'commit' });
  await page.locator(`[data-step="${step}"][aria-selected=true]`).waitFor();
  await page.locator('.parameters input').first().waitFor();
}

/** Opens the list of values, and returns the time from the click to its painted options in milliseconds. */
async function openPicker({ page }: FlowPage): Promise<number> {
  const time: unknown = await page.evaluate(OPEN_PICKER);
  await page.keyboard.press('Escape');
  await page.locator('value-picker [role=option]').first().waitFor({ state: 'hidden' });
  return Number(time);
}

// Measured in the page, without the way from the test to the browser.
const OPEN_PICKER = `new Promise(resolve => {
  const start = performance.now();
  document.querySelector('[data-field="/text"] .insert-value > button').click();
  const look = () => {
    if (!document.querySelector('value-picker [role=option]')?.checkVisibility())
      return requestAnimationFrame(look);
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start)));
  };
  look();
})`;

async function type(
  flowPage: FlowPage,
  digit: string,
): Promise<{ readonly toText: number; readonly toProblems: number }> {
  const { page, host } = flowPage;
  await flowPage.input('Count').focus();
  await page.keyboard.press('Control+a');
  const start = performance.now();
  let toText = Number.NaN;
  host.changed = () => {
    toText = performance.now() - start;
  };
  await page.keyboard.press(digit);
  await page.locator('.parameters .problems').waitFor({ state: digit === WRONG ? 'visible' : 'detached' });
  return { toText, toProblems: performance.now() - start };
}
