import { Agent } from 'undici';
import { openApp } from '../src/sandbox/phone/applyEffect.ts';
import { APP_IDS } from '../src/sandbox/phone/apps.ts';
import { renderPng } from '../src/sandbox/phone/renderPng.ts';
import type { ScreenContext } from '../src/sandbox/phone/screenContext.ts';
import { createPhone, type PhoneState } from '../src/sandbox/phone/state.ts';
import { demoDeviceId } from '../src/sandbox/demo/devices.ts';
import { launchSandbox } from '../test/support/sandboxProcess.ts';
import { type Figures, median, timed, timesOf } from './figures.ts';
import { sized } from './sized.ts';

const ROUNDS = sized(20, 1);
const WARM = sized(5, 1);
/** The time in milliseconds that drawing and packing a picture may take. */
const GOAL_MS = 30;

const CONTEXT: ScreenContext = {
  now: new Date('2026-11-21T09:41:00Z'),
  timeZone: 'Europe/Berlin',
  position: { latitude: 52.52, longitude: 13.405 },
  deviceName: 'Phone',
  batteryPercent: 80,
  messages: [],
};

/** Measures drawing the screens of the simulated phone, and a picture of an unchanged screen over HTTP. */
export async function measurePictures(figures: Figures): Promise<void> {
  const phone = createPhone('android-phone');
  const screens: readonly (readonly [string, PhoneState])[] = [
    ['home', phone],
    ...APP_IDS.map(app => [app, openApp(phone, app)] as const),
  ];
  for (const [name, state] of screens) {
    const times = timesOf(ROUNDS + WARM, () => renderPng(state, CONTEXT));
    figures.add(`drawing and packing the ${name} screen, goal ${GOAL_MS}`, median(times.slice(WARM)), 'ms');
  }
  await measureUnchanged(figures);
}

async function measureUnchanged(figures: Figures): Promise<void> {
  const sandbox = await launchSandbox();
  const agent = new Agent();
  const { origin, pathname } = new URL(sandbox.baseUrl);
  const headers = { authorization: `Bearer ${sandbox.apiKey}` };
  const get = async (path: string): Promise<void> => {
    const { body } = await agent.request({ origin, path: pathname + path, method: 'GET', headers });
    await body.arrayBuffer();
  };
  const device = `/devices/${demoDeviceId('phone')}`;
  const medianOf = async (path: string): Promise<number> => {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS + WARM; round++) times.push(await timed(() => get(path)));
    return median(times.slice(WARM));
  };
  const record = await medianOf(device);
  const picture = await medianOf(`${device}/screenshot`);
  figures.add('a picture of an unchanged screen over HTTP', picture, 'ms');
  figures.add('the same over reading the record of the device', picture / record, '×');
  await agent.destroy();
  await sandbox.kill();
}
