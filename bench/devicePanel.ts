import { Agent } from 'undici';
import { stableId } from '../src/sandbox/records/stableId.ts';
import { AdbTestServer } from '../test/support/fakePhone/adbServer.ts';
import { FakePhone } from '../test/support/fakePhone/fakePhone.ts';
import { DeviceWorkbench } from '../test/support/deviceWorkbench.ts';
import { type Figures, median, timed } from './figures.ts';
import { sized } from './sized.ts';

const ROUNDS = sized(40, 2);
const WARM = sized(5, 1);

/** A device with the name of its panel. */
interface MeasuredDevice {
  readonly name: string;
  readonly id: string;
}

/** Times since mouse-up as measured in the page, in milliseconds. */
interface Seen {
  readonly answer: number;
  readonly picture: number;
}

/**
 * Measures a tap in the device panel of a real window, and in the same run the two API calls it consists of: on a
 * simulated phone, and on a fake phone of an adb server, which draws each picture anew.
 */
export async function measureDevicePanel(figures: Figures): Promise<void> {
  const server = await AdbTestServer.start();
  const phone = new FakePhone({ serial: 'bench-0', apiLevel: 36 });
  server.connect(phone);
  const { host, port } = server.address;
  const options = ['--adb', `${host}:${port}`, '--add-phone', phone.serial];
  const window = await DeviceWorkbench.open(undefined, undefined, options);
  try {
    await measurePanel(figures, window, { name: 'Pixel phone', id: window.id('phone') }, 'device panel');
    const real = { name: 'Google Pixel 7', id: stableId(`adb:${phone.serial}`) };
    await measurePanel(figures, window, real, 'device panel of a real phone');
  } finally {
    await window.close();
    await server.stop();
  }
}

async function measurePanel(
  figures: Figures,
  window: DeviceWorkbench,
  device: MeasuredDevice,
  panel: string,
): Promise<void> {
  const agent = new Agent();
  try {
    await window.openPanel(device.name);
    // Turns off periodic screenshots, which would interfere with those after gestures.
    await window.panel.getByLabel('Refresh rate', { exact: true }).selectOption('0');
    await window.screen.waitFor();
    const times: Seen[] = [];
    const bare: Seen[] = [];
    for (let round = 0; round < ROUNDS + WARM; round++) {
      bare.push(await callBare(window, device, agent));
      times.push(await tapInPanel(window));
    }
    report(figures, panel, times.slice(WARM), bare.slice(WARM));
  } finally {
    await agent.destroy();
  }
}

async function tapInPanel(window: DeviceWorkbench): Promise<Seen> {
  const body = window.panel.locator('body');
  await body.evaluate(WATCH);
  await window.screen.click({ position: { x: 100, y: 200 } });
  const times: unknown = await body.evaluate('window.seen');
  return times as Seen;
}

async function callBare(window: DeviceWorkbench, { id }: MeasuredDevice, agent: Agent): Promise<Seen> {
  const { gateway, sandbox } = window;
  const { origin, pathname } = new URL(gateway.baseUrl);
  const device = `${pathname}/devices/${id}`;
  const headers = { authorization: `Bearer ${sandbox.apiKey}`, 'content-type': 'application/json' };
  const call = async (method: 'GET' | 'POST', path: string, body?: string): Promise<void> => {
    const request = { origin, path: device + path, method, headers, ...(body === undefined ? {} : { body }) };
    const answer = await agent.request(request);
    await answer.body.arrayBuffer();
    if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.statusCode}`);
  };
  const answer = await timed(() => call('POST', '/tap', '{"x":300,"y":600,"stealth":false}'));
  const picture = await timed(() => call('GET', '/screenshot'));
  return { answer, picture: answer + picture };
}

function report(
  figures: Figures,
  panel: string,
  panelTimes: readonly Seen[],
  bareTimes: readonly Seen[],
): void {
  const add = (what: string, part: keyof Seen, calls: string): void => {
    const [ours, theirs] = [panelTimes, bareTimes].map(times => times.map(time => time[part]));
    if (!ours || !theirs) return;
    figures.addTimes(`tap in the ${panel}, mouse-up to ${what}`, ours);
    figures.addTimes(`${calls} for the ${panel}, same run`, theirs);
    const ratios = ours.map((time, round) => time / (theirs[round] ?? Number.NaN));
    figures.add(`tap in the ${panel} to ${what}, against the bare calls`, median(ratios), '×');
  };
  add('the device’s response', 'answer', 'bare call of a tap');
  add('the new screenshot', 'picture', 'bare calls of a tap and a screenshot');
}

/**
 * Runs in the page: sets `window.seen` to a promise of the times from the next mouse-up to the response and to the next
 * screenshot.
 */
const WATCH = `void (window.seen = new Promise(done => {
  const lines = () => document.querySelectorAll('gesture-list .log-line.done').length;
  const source = () => document.querySelector('.glass img')?.src;
  const before = { lines: lines(), source: source() };
  let up, answer;
  addEventListener('pointerup', event => { up = event.timeStamp; }, { capture: true, once: true });
  const observer = new MutationObserver(() => {
    const now = performance.now();
    if (up === undefined) return;
    if (lines() > before.lines) answer ??= now - up;
    if (answer === undefined || source() === before.source) return;
    observer.disconnect();
    // Once the frame with it has been drawn.
    requestAnimationFrame(() => setTimeout(() => done({ answer, picture: performance.now() - up })));
  });
  observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['class', 'src'] });
}))`;
