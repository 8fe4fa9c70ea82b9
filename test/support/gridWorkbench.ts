import type { Device } from '../../src/contract/records/device.ts';
import { isUsableState } from '../../src/wording/deviceLabels.ts';
import { Command } from '../../src/manifest.ts';
import { DeviceWorkbench } from './deviceWorkbench.ts';
import type { SandboxProcess } from './sandboxProcess.ts';
import { until } from './until.ts';

/** The type of the phones of a grid. */
const PHONE = 'android_cloud_phone';

/** Opens a window with a sandbox that has many phones. */
export async function openManyPhones(): Promise<DeviceWorkbench> {
  return DeviceWorkbench.open(undefined, 'Many phones', ['--seed', 'large']);
}

/** Opens a grid of some usable phones in a window with many, and waits until all have a picture. */
export async function openGridOf(window: DeviceWorkbench, count: number): Promise<readonly Device[]> {
  const phones = await usablePhones(window.sandbox, count);
  const lines = phones.map(({ id }) => ({ kind: 'device', record: { id } }));
  await window.workbench.hosts.executeWith(Command.openDeviceGrid, null, lines);
  await window.panel.getByRole('heading', { name: `${count} Devices`, level: 1 }).waitFor();
  const drawn = window.panel.locator('grid-tile:not(:has(.situation))');
  await until(
    'a picture of each phone in view',
    () => drawn.count(),
    value => value >= Math.min(count, 4),
  );
  return phones;
}

async function usablePhones(sandbox: SandboxProcess, count: number): Promise<readonly Device[]> {
  const phones: Device[] = [];
  for (let page = 1; phones.length < count; page++) {
    const answer = await sandbox.request('GET', `/devices?page=${page}&pageSize=100`);
    const { items } = (await answer.json()) as { items: Device[] };
    if (items.length === 0) throw new Error('The sandbox has too few phones.');
    phones.push(...items.filter(({ type, state }) => type === PHONE && isUsableState(state)));
  }
  return phones.slice(0, count);
}
