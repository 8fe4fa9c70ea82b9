import { setTimeout as pause } from 'node:timers/promises';
import { DeviceWorkbench } from '../test/support/deviceWorkbench.ts';
import type { Figures } from './figures.ts';
import { processorMs } from './processes.ts';
import { sized } from './sized.ts';

const SECONDS = sized(6, 0.5);
/** The pause between two changes of the screen, in milliseconds. */
const CHANGE_MS = 50;

/** Measures a live screen in a real window: the pictures per second while it changes, and the processor time. */
export async function measureLiveScreen(figures: Figures): Promise<void> {
  const window = await DeviceWorkbench.open();
  const device = `/devices/${window.id('phone')}`;
  const send = async (method: string, path: string, body: object): Promise<void> => {
    const { status } = await window.sandbox.request(method, device + path, body);
    if (status >= 300) throw new Error(`${method} ${path}: ${status}`);
  };
  const change = async (step: (index: number) => Promise<void>): Promise<void> => {
    for (let index = 0; index < (SECONDS * 1000) / CHANGE_MS; index++)
      await Promise.all([step(index), pause(CHANGE_MS)]);
  };
  try {
    await window.openPanel('Pixel phone');
    await window.screen.waitFor();
    await send('PUT', '/apps/org.sandbox.maps', {});
    await window.panel.getByLabel('Refresh rate', { exact: true }).selectOption({ label: 'Live' });
    const still = await during(window, () => pause(SECONDS * 1000));
    const moving = await during(window, () =>
      change(index => send('POST', '/location', { latitude: 52.5, longitude: 13.4 + index / 10_000 })),
    );
    await send('PUT', '/apps/org.sandbox.form', {});
    await window.tapElement('phone', 'id/form.name');
    const typing = await during(window, () =>
      change(index => send('POST', '/keyboard', { text: String.fromCodePoint(97 + (index % 26)) })),
    );
    for (const [name, { pictures, sandbox, host }] of [
      ['that changes as a whole (a map)', moving],
      ['of which a part changes (typing)', typing],
    ] as const) {
      figures.add(`live screen ${name}: different pictures a second, goal 15`, pictures, '1/s');
      figures.add(`live screen ${name}: one core, sandbox`, sandbox, '%');
      figures.add(`live screen ${name}: one core, extension host`, host, '%');
      figures.add(`live screen ${name}: both for each picture`, (10 * (sandbox + host)) / pictures, 'ms');
    }
    figures.add('live screen that stays the same: one core, sandbox', still.sandbox, '%');
    figures.add('live screen that stays the same: one core, extension host', still.host, '%');
  } finally {
    await window.close();
  }
}

interface Measured {
  /** Pictures per second. */
  readonly pictures: number;
  /** Shares of one core, in percent. */
  readonly sandbox: number;
  readonly host: number;
}

async function during(window: DeviceWorkbench, work: () => Promise<unknown>): Promise<Measured> {
  const { hosts } = window.workbench;
  const body = window.panel.locator('body');
  await body.evaluate(COUNT);
  const before = { sandbox: processorMs(window.sandbox.pid), host: await hosts.processorMs() };
  const begun = performance.now();
  await work();
  const took = performance.now() - begun;
  const share = (ms: number): number => (100 * ms) / took;
  return {
    pictures: (1000 * Number(await body.evaluate('window.shown'))) / took,
    sandbox: share(processorMs(window.sandbox.pid) - before.sandbox),
    host: share((await hosts.processorMs()) - before.host),
  };
}

/** Runs in the page: counts the pictures shown from now on in `window.shown`. */
const COUNT = `
  window.shown = 0;
  window.counter?.disconnect();
  window.counter = new MutationObserver(() => window.shown++);
  window.counter.observe(document.querySelector('.glass img').parentElement, { subtree: true, attributeFilter: ['src'] });`;
