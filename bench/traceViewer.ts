import type { Page } from 'playwright-core';
import { launchBrowser } from '../scripts/host/browser.mjs';
import { readTrace, type Trace, writeTrace } from '../src/flow/trace/traceFile.ts';
import { MAX_TRACE_PICTURES } from '../src/deploy/readSandboxTrace.ts';
import { ComparedTraces } from '../src/traceViewer/comparedTraces.ts';
import { TraceReading } from '../src/traceReading/traceReading.ts';
import { failingActions, longTrace, recordTrace } from '../test/support/sampleTraces.ts';
import { mixedSteps } from '../test/support/traces.ts';
import { loadWebview } from '../test/support/webviewPage.ts';
import { type Figures, median, timed } from './figures.ts';
import { sized } from './sized.ts';

const STEPS = sized(1000, 110);
const RECORDED = sized(60, 6);
const ROUNDS = sized(5, 1);
/** The time of one of 60 frames a second, and the time until the first picture, in milliseconds. */
const GOALS = { frame: 1000 / 60, picture: 300 } as const;

/** What the page measures itself: the milliseconds between the frames of the display. */
interface Scrubbed {
  /** From the opening of the trace on. */
  readonly early: Passed;
  /** The time until the thumbnails were read, in milliseconds. */
  readonly reading: number;
  /** When the thumbnails have been read. */
  readonly later: Passed;
  /** Of the page at rest. */
  readonly idle: readonly number[];
  readonly most: { readonly pictures: number; readonly thumbnails: number; readonly pixels: number };
}

/** A way through all screens, one in each frame of the display. */
interface Passed {
  readonly times: readonly number[];
  /** The number of screens that were shown in the frame after their key was pressed. */
  readonly shown: number;
}

/** Measures the size of a trace file, opening and comparing it, and scrubbing through its pictures in the page. */
export async function measureTraceViewer(figures: Figures): Promise<void> {
  const recorded = await recordTrace(mixedSteps(RECORDED), { payload: { n: 1 } });
  const bytes = await writeTrace(recorded);
  const bare = await writeTrace({ ...recorded, pictures: new Map() });
  figures.add('trace file: one step with its pictures', bytes.length / RECORDED, 'B');
  figures.add('trace file: one step without pictures', bare.length / RECORDED, 'B');

  const trace = await drawnTrace();
  const name = `trace of ${STEPS} steps`;
  // A saved trace has at most this number of pictures.
  const file = await writeTrace({
    ...trace,
    pictures: new Map([...trace.pictures].slice(0, MAX_TRACE_PICTURES)),
  });
  const opened: number[] = [];
  const compared: number[] = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const took = await timed(async () => new TraceReading(await readTrace(file)));
    const other = { name: 'other', trace: longTrace(STEPS - 100) };
    const reading = new TraceReading(trace);
    const comparing = await timed(() => Promise.resolve(new ComparedTraces(reading, other)));
    if (round === 0) continue;
    opened.push(took);
    compared.push(comparing);
  }
  figures.add(`${name}: read the file`, median(opened), 'ms');
  figures.add(`${name}: compare with another run`, median(compared), 'ms');
  await measurePage(figures, name, trace);
}

/** Returns a long trace in which each screen has a picture. */
async function drawnTrace(): Promise<Trace> {
  const { document } = longTrace(STEPS);
  const drawn = [
    ...(await recordTrace(failingActions(), { payload: { email: 'ann@a.example' } })).pictures.values(),
  ];
  const pictures = document.screens.flatMap(({ id }, index) => {
    const png = drawn[index % drawn.length];
    return png ? [[id, png] as const] : [];
  });
  return { document, pictures: new Map(pictures) };
}

async function measurePage(figures: Figures, name: string, trace: Trace): Promise<void> {
  const browser = await launchBrowser();
  const context = await browser.newContext({ viewport: { width: 1100, height: 760 } });
  await context.addInitScript(hostScript(trace));
  const first: number[] = [];
  let page: Page | undefined;
  for (let round = 0; round <= ROUNDS; round++) {
    await page?.close();
    page = await context.newPage();
    await loadWebview(page, 'traceViewer', 'dark', []);
    const took = Number(await page.evaluate(`firstPicture`));
    if (round > 0) first.push(took);
  }
  if (!page) return;
  figures.add(`${name}: from its state to the first picture`, median(first), 'ms');
  figures.add(`${name}: first picture against ${GOALS.picture} ms`, median(first) / GOALS.picture, '×');
  const before = await heapOf(page);
  const { early, later, reading, idle, most } = await page.evaluate<Scrubbed>(SCRUB);
  const after = await heapOf(page);
  figures.add(`${name}: time of a frame at rest`, median(idle), 'ms');
  figures.add(`${name}: frames later than 1/60 s at rest`, missedIn(idle), '%');
  for (const [scrub, { times, shown }] of [
    [`${name}: scrub through ${STEPS} pictures`, later],
    [`${name}: scrub while it opens`, early],
  ] as const) {
    figures.addTimes(`${scrub}: time of a frame`, times);
    figures.add(`${scrub}: median against a page at rest`, median(times) / median(idle), '×');
    figures.add(`${scrub}: mean against a page at rest`, meanOf(times) / meanOf(idle), '×');
    figures.add(`${scrub}: frames later than 1/60 s`, missedIn(times), '%');
    figures.add(`${scrub}: screens shown in the next frame`, (100 * shown) / times.length, '%');
  }
  figures.add(`${name}: read ${STEPS} thumbnails`, reading / 1000, 's');
  figures.add(`${name}: most decoded pictures`, most.pictures, '');
  figures.add(`${name}: most thumbnails`, most.thumbnails, '');
  figures.add(`${name}: memory of the thumbnails`, (4 * most.pixels) / 2 ** 20, 'MiB');
  figures.add(`${name}: memory of scripts after scrubbing against before`, after / before, '×');
  await browser.close();
}

function missedIn(times: readonly number[]): number {
  return (100 * times.filter(ms => ms > 1.5 * GOALS.frame).length) / times.length;
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

async function heapOf(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  return usedSize;
}

/**
 * Returns a script that answers the requests of the page inside it, since the way from a test to the browser takes
 * longer than that between VS Code and a webview. It counts the pictures that are not given up.
 */
function hostScript(trace: Trace): string {
  const reading = new TraceReading(trace);
  const drawn = [...new Set(trace.pictures.values())];
  const parts = {
    state: reading.state,
    steps: trace.document.steps.map((_, index) => reading.step(index)),
    screens: Object.fromEntries(trace.document.screens.map(({ id }) => [id, reading.screen(id)])),
    pictures: Object.fromEntries([...trace.pictures].map(([id, png]) => [id, drawn.indexOf(png)])),
    drawn: drawn.map(png => Buffer.from(png).toString('base64')),
  };
  return `{
    const parts = ${JSON.stringify(parts)};
    const drawn = parts.drawn.map(text => Uint8Array.from(atob(text), letter => letter.charCodeAt(0)));
    const post = message => setTimeout(() => window.postMessage(message, '*'));
    const begun = Promise.withResolvers();
    window.hostAsk = ({ id, request }) => {
      if (request.kind === 'open') {
        post({ kind: 'state', state: parts.state });
        begun.resolve(performance.now());
      }
      const answer = { step: () => parts.steps[request.step], screen: () => parts.screens[request.id],
        picture: () => drawn[parts.pictures[request.id]] }[request.kind]?.() ?? null;
      post({ kind: 'answer', id, answer });
    };
    const painted = resolve => {
      if (!document.querySelector('.glass image')) return requestAnimationFrame(() => painted(resolve));
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
    };
    window.firstPicture = begun.promise.then(start => new Promise(painted).then(end => end - start));
    window.screensInOrder = parts.state.strips[0].frames.map(({ screen }) => screen);
    window.counts = { pictures: 0, thumbnails: 0, pixels: 0 };
    window.most = { ...counts };
    const count = (name, change) => {
      counts[name] += change;
      most[name] = Math.max(most[name], counts[name]);
    };
    const countThumbnail = ({ width, height }, change) => {
      count('thumbnails', change);
      count('pixels', change * width * height);
    };
    const { createObjectURL, revokeObjectURL } = URL;
    URL.createObjectURL = blob => (count('pictures', 1), createObjectURL.call(URL, blob));
    URL.revokeObjectURL = url => (count('pictures', -1), revokeObjectURL.call(URL, url));
    const create = window.createImageBitmap;
    window.createImageBitmap = (...given) => create(...given).then(bitmap => (countThumbnail(bitmap, 1), bitmap));
    const { close } = ImageBitmap.prototype;
    ImageBitmap.prototype.close = function () { countThumbnail(this, -1); close.call(this); };
  }`;
}

/**
 * Runs in the page: goes to the next screen in each frame, first while the thumbnails are missing and then with them.
 * The page at rest is measured for as many frames.
 */
const SCRUB = `(async () => {
  const frame = () => new Promise(requestAnimationFrame);
  const strip = document.querySelector('[role=slider]');
  const press = key => strip.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  const measure = async work => {
    const times = [];
    let shown = 0;
    let last = await frame();
    for (let index = 1; index <= ${STEPS}; index++) {
      work();
      const now = await frame();
      times.push(now - last);
      last = now;
      if (document.querySelector('.glass [data-screen]')?.dataset.screen === screensInOrder[index]) shown++;
    }
    return { times, shown };
  };
  const scrub = async () => {
    press('Home');
    await frame();
    const passed = await measure(() => press('ArrowRight'));
    if (strip.getAttribute('aria-valuenow') !== String(${STEPS} + 1)) throw new Error('The last screen is not shown.');
    return passed;
  };
  const early = await scrub();
  const begun = performance.now();
  while (counts.thumbnails < screensInOrder.length) await frame();
  const reading = performance.now() - begun;
  const { times: idle } = await measure(() => undefined);
  const later = await scrub();
  if (later.shown < ${STEPS}) throw new Error('Screens were passed without being shown: ' + (${STEPS} - later.shown));
  return { early, reading, later, idle, most };
})()`;
