import assert from 'node:assert/strict';
import { DeviceWorkbench } from '../support/deviceWorkbench.ts';

describe('the device panel', function () {
  this.timeout(180_000);
  let window: DeviceWorkbench;

  before(async () => {
    window = await DeviceWorkbench.open();
  });

  after(async () => {
    await window.close();
  });

  it('opens from the view with the screen of the device, and taps where it is clicked', async () => {
    const { workbench } = window;
    await window.openPanel('Pixel phone');
    await window.glass.waitFor();
    await workbench.picture('device-panel-dark');
    const before = (await window.gestures('phone')).length;
    await window.glass.click({ position: { x: 100, y: 200 } });
    const { kind, asked } = await window.nextGesture('phone', before);
    assert.equal(kind, 'tap');
    await window.panel
      .getByText(`Tap ${String(asked['x'])}, ${String(asked['y'])}`, { exact: true })
      .waitFor();
  });

  it('shows a device once, however often it is opened', async () => {
    await window.openPanel('Pixel phone');
    assert.equal(await window.workbench.page.getByRole('tab', { name: 'Pixel phone' }).count(), 1);
  });
});
