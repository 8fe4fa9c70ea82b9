import assert from 'node:assert/strict';
import { demoDeviceId } from '../../src/sandbox/demo/devices.ts';
import { DeviceWorkbench } from '../support/deviceWorkbench.ts';
import { until } from '../support/until.ts';

describe('a screen recording in a window', () => {
  let window: DeviceWorkbench;

  before(async () => {
    window = await DeviceWorkbench.open();
  });

  after(async () => {
    await window.close();
  });

  it('is shown while it runs, and played when it has ended', async () => {
    const { panel, workbench } = window;
    await window.openPanel('Pixel phone');
    await window.screen.waitFor();
    await panel.getByText('Screen Recordings', { exact: true }).click();
    await panel.getByRole('button', { name: 'Start Screen Recording' }).click();
    await panel.getByRole('status').getByText('Screen recording: Pixel phone').waitFor();
    await panel.getByRole('button', { name: 'Recents' }).click();
    await panel.locator('gesture-list .log-line.done').first().waitFor();
    await panel.getByRole('button', { name: 'Stop Screen Recording' }).click();
    const play = panel.getByRole('button', { name: 'Play Pixel phone' });
    await until('the video', () => play.isEnabled());
    await play.click();
    const canvas = panel.locator('screen-video canvas');
    await until('a drawn picture', () => canvas.getAttribute('width'), '540');
    await workbench.picture('screen-recording');
    assert.equal(await canvas.getAttribute('height'), '1200');
    await panel.getByRole('button', { name: 'Close Player' }).click();
  });

  it('of another program is shown, and can be stopped', async () => {
    const { panel, sandbox } = window;
    const path = `/devices/${demoDeviceId('phone')}/recordings`;
    const started = await sandbox.request('POST', path, { name: 'By another program' });
    assert.equal(started.status, 200);
    await panel.getByRole('status').getByText('Screen recording: By another program').waitFor();
    await panel.getByRole('button', { name: 'Stop Screen Recording' }).click();
    await panel.getByRole('button', { name: 'Start Screen Recording' }).waitFor();
  });
});
