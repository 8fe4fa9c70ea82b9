import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newStep } from '../src/flow/form/newStep.ts';
import { FlowWorkbench } from '../test/support/flowWorkbench.ts';
import type { HostWatch } from '../test/support/hostWatch.ts';
import { sampleCatalog } from '../test/support/sampleCatalog.ts';
import { EMPTY_COMMAND, writeEmptyEditor } from './emptyEditor.ts';
import { type Figures, median, percentile, timed } from './figures.ts';
import { inPage, timeKeys } from './flowKeys.ts';

const SIZES = [10, 100, 300] as const;
const RUNS = 7;
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
    await openOurs(flows, fileOf(SIZES[0], 2 * RUNS + 1));
    for (const count of SIZES) await measureSize(figures, flows, flows.workbench.hosts, count);
  } finally {
    await flows.close();
    await rm(others, { recursive: true });
  }
}

/** Times of one opening in milliseconds. */
interface Run {
  /** From the command until VS Code has created the document of the page. */
  readonly document: number;
  /** From that until the page has drawn the steps. */
  readonly drawn: number;
  readonly steps: number;
  readonly form: number;
}

async function measureSize(
  figures: Figures,
  flows: FlowWorkbench,
  watch: HostWatch,
  count: number,
): Promise<void> {
  const add = (name: string, value: number, unit: string): void =>
    figures.add(`flow in a window, ${count} steps: ${name}`, value, unit);
  const runs: Run[] = [];
  const nothing: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    nothing.push(await openEmpty(flows, fileOf(count, 2 * run)));
    runs.push(await openOurs(flows, fileOf(count, 2 * run + 1)));
  }
  const middle = (value: (run: Run) => number): number => median(runs.map(value));
  const form = middle(run => run.form);
  add(
    'command to steps',
    middle(run => run.steps),
    'ms',
  );
  add('command to a form that can be typed into', form, 'ms');
  add('the same, fastest', Math.min(...runs.map(run => run.form)), 'ms');
  add('empty editor, to its field', median(nothing), 'ms');
  add('empty editor, to its field, fastest', Math.min(...nothing), 'ms');
  add('against the empty editor', form / median(nothing), '×');
  add(
    'command to the document of the page',
    middle(run => run.document),
    'ms',
  );
  add(
    'document of the page to drawn steps',
    middle(run => run.drawn),
    'ms',
  );
  await measureOpen(add, flows, watch, count);
}

async function openEmpty(flows: FlowWorkbench, file: string): Promise<number> {
  await flows.openText(file);
  await flows.prepare(EMPTY_COMMAND);
  const ms = await timed(async () => {
    await flows.workbench.page.keyboard.press('Enter');
    await flows.view.getByRole('textbox', { name: 'Empty' }).fill('Measured');
  });
  await flows.closeAll();
  return ms;
}

async function openOurs(flows: FlowWorkbench, file: string): Promise<Run> {
  await flows.openText(file);
  await flows.prepare('Cloud Devices: Open in Visual Editor');
  const start = performance.timeOrigin + performance.now();
  let steps = 0;
  const form = await timed(async () => {
    steps = await timed(async () => {
      await flows.workbench.page.keyboard.press('Enter');
      await flows.step('0').waitFor();
    });
    await flows.view.getByRole('textbox', { name: 'Name' }).fill('Measured');
  });
  const drawn = `performance.getEntriesByName('steps drawn')[0].startTime`;
  const [document, page] = (await inPage(flows, `[performance.timeOrigin, ${drawn}]`)) as [number, number];
  await flows.closeAll();
  return { steps, form, document: document - start, drawn: page };
}

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
