import { setTimeout as pause } from 'node:timers/promises';
import type { DeviceWorkbench } from '../test/support/deviceWorkbench.ts';
import { openGridOf, openManyPhones } from '../test/support/gridWorkbench.ts';
import type { Figures } from './figures.ts';
import { browserProcesses, processorMs, residentMegabytes } from './processes.ts';
import { sized } from './sized.ts';

const PHONES = sized(24, 4);
const MINUTES = Number(process.env['GRID_MINUTES'] ?? sized(10, 0.02));
/** The size of a window that shows all phones at once. */
const SIZE = { width: 1920, height: 1080 };
/** The pause between two changes of the screen of one phone, in milliseconds. */
const CHANGE_MS = 1000;
/** The time after which the memory at the start is measured, when all has been loaded, in milliseconds. */
const WARM_MS = sized(20_000, 1000);

/** Measures a grid of 24 phones whose screens change, for ten minutes unless GRID_MINUTES is set, and then of phones that rest. */
export async function measureDeviceGrid(figures: Figures): Promise<void> {
  const window = await openManyPhones();
  try {
    await window.workbench.page.setViewportSize(SIZE);
    await window.workbench.hosts.execute('workbench.action.closeSidebar');
    const phones = await openGridOf(window, PHONES);
    const paths = phones.map(({ id }) => `/devices/${id}`);
    for (const path of paths) await window.sandbox.request('PUT', `${path}/apps/org.sandbox.maps`, {});
    await changing(window, paths, WARM_MS);
    const start = await memoryOf(window);
    const moving = await during(window, () => changing(window, paths, MINUTES * 60_000));
    const end = await memoryOf(window);
    await pause(WARM_MS);
    const still = await during(window, () => pause(WARM_MS));
    const name = `grid of ${PHONES} phones`;
    figures.add(`${name} that change: pictures a second of each`, moving.pictures / PHONES, '1/s');
    figures.add(`${name} that change: pictures a second of the slowest`, moving.slowest, '1/s');
    for (const part of PARTS) {
      figures.add(`${name} that change: cores, ${part}`, moving.cores[part], '');
      figures.add(`${name} that change: memory, ${part}, at the start`, start[part], 'MB');
      figures.add(`${name} that change: memory, ${part}, after ${MINUTES} minutes`, end[part], 'MB');
    }
    figures.add(`${name} that rest: screenshots a second of all`, still.screenshots, '1/s');
    for (const part of PARTS) figures.add(`${name} that rest: cores, ${part}`, still.cores[part], '');
  } finally {
    await window.close();
  }
}

/** The programs that are measured. The pages are the processes of the browser that draw the window and its pages. */
const PARTS = ['sandbox', 'extension host', 'pages', 'rest of the browser'] as const;
type Parts = Readonly<Record<(typeof PARTS)[number], number>>;

interface Measured {
  /** Pictures drawn per second, of all phones and of the slowest. */
  readonly pictures: number;
  readonly slowest: number;
  readonly screenshots: number;
  readonly cores: Parts;
}

async function during(window: DeviceWorkbench, work: () => Promise<unknown>): Promise<Measured> {
  const body = window.panel.locator('body');
  await body.evaluate(COUNT);
  const shots = (): number =>
    window.gateway.requests.filter(({ path }) => path.includes('/screenshot')).length;
  const [before, taken, begun] = [await processorOf(window), shots(), performance.now()];
  await work();
  const took = performance.now() - begun;
  const after = await processorOf(window);
  const counts = await body.evaluate<readonly number[], unknown>('[...window.drawn.values()]');
  const perSecond = (count: number): number => (1000 * count) / took;
  return {
    pictures: perSecond(sum(counts)),
    slowest: perSecond(Math.min(...counts)),
    screenshots: perSecond(shots() - taken),
    cores: partsOf(part => (after[part] - before[part]) / took),
  };
}

/** Changes the screen of each phone again and again, spread over time. */
async function changing(window: DeviceWorkbench, paths: readonly string[], ms: number): Promise<void> {
  const end = performance.now() + ms;
  for (let step = 0; performance.now() < end; step++) {
    const path = paths[step % paths.length];
    const position = { latitude: 52.5, longitude: 13.4 + (step % 100_000) / 10_000 };
    const sent = window.sandbox.request('POST', `${path}/location`, position);
    const [{ status }] = await Promise.all([sent, pause(CHANGE_MS / paths.length)]);
    if (status >= 300) throw new Error(`The location was not set: ${status}.`);
  }
}

async function processorOf(window: DeviceWorkbench): Promise<Parts> {
  const { pages, others } = browserProcesses();
  const host = await window.workbench.hosts.processorMs();
  return {
    sandbox: processorMs(window.sandbox.pid),
    'extension host': host,
    pages: sum(pages.map(processorMs)),
    'rest of the browser': sum(others.map(processorMs)),
  };
}

async function memoryOf(window: DeviceWorkbench): Promise<Parts> {
  const { pages, others } = browserProcesses();
  const host = await window.workbench.hosts.residentMemory();
  return {
    sandbox: residentMegabytes(window.sandbox.pid),
    'extension host': host,
    pages: sum(pages.map(residentMegabytes)),
    'rest of the browser': sum(others.map(residentMegabytes)),
  };
}

function partsOf(value: (part: keyof Parts) => number): Parts {
  return {
    sandbox: value('sandbox'),
    'extension host': value('extension host'),
    pages: value('pages'),
    'rest of the browser': value('rest of the browser'),
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Runs in the page: counts the pictures drawn on each tile from now on in `window.drawn`. */
const COUNT = `
  window.drawn = new Map([...document.querySelectorAll('.glass canvas')].map(canvas => [canvas, 0]));
  window.transfer ??= ImageBitmapRenderingContext.prototype.transferFromImageBitmap;
  ImageBitmapRenderingContext.prototype.transferFromImageBitmap = function (bitmap) {
    window.drawn.set(this.canvas, (window.drawn.get(this.canvas) ?? 0) + 1);
    return window.transfer.call(this, bitmap);
  };
  0`;
