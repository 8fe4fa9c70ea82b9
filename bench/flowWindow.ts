import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newStep } from '../src/flow/form/newStep.ts';
import { FlowWorkbench } from '../test/support/flowWorkbench.ts';
import type { HostWatch } from '../test/support/hostWatch.ts';
import { sampleCatalog } from '../test/support/sampleCatalog.ts';
import { EMPTY_COMMAND, writeEmptyEditor } from './emptyEditor.ts';
import { type Figures, median, percentile } from './figures.ts';
import { inPage, timeKeys } from './flowKeys.ts';
import { sized } from './sized.ts';

const SIZES: readonly number[] = sized([10, 100, 300], [10]);
const RUNS = sized(11, 1);
/** Frames longer than this count as dropped: 1.5 times the duration at 60 frames per second, in milliseconds. */
const DROPPED_MS = 25;

/**
 * Measures opening, typing and scrolling in the visual editor of a real window, and opening of a minimal editor for
 * comparison.
 */
export async function measureFlowWindow(figures: Figures): Promise<void> {
  const others = await mkdtemp(join(tmpdir(), 'extensions-'));
  const empty = join(others, 'bench.empty-editor-0.0.0');
  await writeEmptyEditor(empty);
  // VS Code restores the view state of a known file, so each opening uses a new file.
  const files = SIZES.flatMap(count =>
    Array.from({ length: 2 * RUNS + 2 }, (_, run) => [fileOf(count, run), flowOf(count)] as const),
  );
  const flows = await FlowWorkbench.start(Object.fromEntries(files), {
    others: [empty],
  });
  try {
    // The first editor of a window loads shared resources.
    await openOurs(flows, fileOf(Math.min(...SIZES), 2 * RUNS + 1));
    for (const count of SIZES) await measureSize(figures, flows, flows.workbench.hosts, count);
  } finally {
    await flows.close();
    await rm(others, { recursive: true });
  }
}

/** Times of one opening in milliseconds, read in the page, since finding an element in it takes up to 100 ms. */
interface Opening {
  /** From the command until VS Code has created the document of the page. */
  readonly document: number;
  /** From the command until the page first paints content. */
  readonly painted: number;
}

async function measureSize(
  figures: Figures,
  flows: FlowWorkbench,
  watch: HostWatch,
  count: number,
): Promise<void> {
  const add = (name: string, value: number, unit: string): void =>
    figures.add(`flow in a window, ${count} steps: ${name}`, value, unit);
  const ours: Opening[] = [];
  const empty: Opening[] = [];
  for (let run = 0; run < RUNS; run++) {
    empty.push(await openEmpty(flows, fileOf(count, 2 * run)));
    ours.push(await openOurs(flows, fileOf(count, 2 * run + 1)));
  }
  const middle = (openings: readonly Opening[], time: keyof Opening): number =>
    median(openings.map(opening => opening[time]));
  for (const [name, openings] of [
    ['', ours],
    [', empty editor', empty],
  ] as const) {
    add(`command to the document of the page${name}`, middle(openings, 'document'), 'ms');
    add(`command to painted content${name}`, middle(openings, 'painted'), 'ms');
  }
  add('against the empty editor', middle(ours, 'painted') / middle(empty, 'painted'), '×');
  await measureOpen(add, flows, watch, count);
}

function openEmpty(flows: FlowWorkbench, file: string): Promise<Opening> {
  return timeOpening(flows, file, EMPTY_COMMAND, () => flows.view.getByRole('textbox').waitFor());
}

function openOurs(flows: FlowWorkbench, file: string): Promise<Opening> {
  return timeOpening(flows, file, 'Cloud Devices: Open in Visual Editor', () => flows.step('0').waitFor());
}

async function timeOpening(
  flows: FlowWorkbench,
  file: string,
  command: string,
  opened: () => Promise<void>,
): Promise<Opening> {
  await flows.openText(file);
  await flows.prepare(command);
  const start = performance.timeOrigin + performance.now();
  await flows.workbench.page.keyboard.press('Enter');
  await opened();
  const [document, painted] = (await inPage(flows, PAINT)) as [number, number];
  await flows.closeAll();
  return { document: document - start, painted: document - start + painted };
}

/** Waits until the content is painted; returns the start of the document and the time until then. */
const PAINT = `new Promise(done => {
  const look = () => {
    const [paint] = performance.getEntriesByName('first-contentful-paint');
    if (paint) done([performance.timeOrigin, paint.startTime]);
    else setTimeout(look, 10);
  };
  look();
})`;

type Add = (name: string, value: number, unit: string) => void;

/** Measures keys in a field of an open page, and scrolling from the first step to the last. */
async function measureOpen(add: Add, flows: FlowWorkbench, watch: HostWatch, count: number): Promise<void> {
  await flows.open(fileOf(count, 2 * RUNS));
  const { text, problems, fast } = await timeKeys(flows, watch);
  for (const [name, times] of [
    ['a key to the text of the document', text],
    ['a key to its problems', problems],
    ['a key to the text, while keys come every 60 ms', fast],
  ] as const) {
    add(name, median(times), 'ms');
    add(`${name}, 95th percentile`, percentile(times, 0.95), 'ms');
  }
  const { frames, long } = (await inPage(flows, SCROLL)) as {
    readonly frames: readonly number[];
    readonly long: number;
  };
  await flows.closeAll();
  // Short lists do not scroll.
  if (frames.length === 0) return;
  add('scrolling through, a frame', median(frames), 'ms');
  add('scrolling through, the longest frame', Math.max(...frames), 'ms');
  add(
    'scrolling through, frames dropped',
    frames.filter(ms => ms > DROPPED_MS).length,
    `of ${frames.length}`,
  );
  add('scrolling through, tasks over 50 ms', long, '');
}

/** Scrolls the list by half its height per frame; returns the durations of the frames and the number of long tasks. */
const SCROLL = `new Promise(done => {
  const list = document.querySelector('[role=tree]');
  const frames = [];
  let long = 0;
  const observer = new PerformanceObserver(found => { long += found.getEntries().length; });
  observer.observe({ type: 'longtask' });
  let last = performance.now();
  const step = () => {
    const now = performance.now();
    frames.push(now - last);
    last = now;
    const before = list.scrollTop;
    list.scrollTop += list.clientHeight / 2;
    if (list.scrollTop !== before && frames.length < 200) requestAnimationFrame(step);
    else setTimeout(() => { observer.disconnect(); done({ frames: frames.slice(1), long }); }, 100);
  };
  requestAnimationFrame(step);
})`;

function fileOf(count: number, run: number): string {
  return `steps-${count}-${run}.flow.json`;
}

function flowOf(count: number): string {
  const known = sampleCatalog().searchActions('', Infinity);
  const actions = Array.from({ length: count }, (_, index) => {
    const action = known[index % known.length];
    return action && { position: index + 1, ...newStep(action) };
  });
  return JSON.stringify({ name: 'Measured', actions }, undefined, 2);
}
