import assert from 'node:assert/strict';
import { AdbTestServer } from '../support/fakePhone/adbServer.ts';
import { FakePhone } from '../support/fakePhone/fakePhone.ts';
import { tap } from '../support/screenInput.ts';
import { waitForStableBox } from '../support/stableBox.ts';
import { story } from '../support/story.ts';
import { until } from '../support/until.ts';
import { Workbench } from '../support/workbench.ts';

describe('realPhones', () => {
  const step = story();
  let server: AdbTestServer;
  let workbench: Workbench;
  const phone = new FakePhone({ serial: 'R5CT', secondDisplay: 'hardware' });
  const other = new FakePhone({ serial: 'R9ZZ' });

  before(async () => {
    server = await AdbTestServer.start();
    server.connect(phone);
    server.connect(other, 'unauthorized');
    workbench = await Workbench.open({ env: { ANDROID_ADB_SERVER_PORT: String(server.address.port) } });
    await workbench.openSandbox();
    for (const view of ['Flows', 'Mailboxes']) await workbench.fold(view, true);
  });

  after(async () => {
    await workbench.close();
    await server.stop();
  });

  step('a real phone is offered with what to do, and added after a question', async () => {
    await workbench.run('Cloud Devices: Add Phone…');
    await workbench.waitForFocusedRow('Pixel 7');
    await workbench.pictures('add-phone');
    await workbench.input.press('Enter');
    await workbench.page.getByText('Add Pixel 7 to the devices of the sandbox?').waitFor();
    await workbench.pictures('add-phone-question');
    await workbench.page.locator('.monaco-dialog-box').getByRole('button', { name: 'Add Phone' }).click();
    await workbench.treeItem(/^Google Pixel 7, device/).waitFor();
    await workbench.pictures('add-phone-added');
  });

  step('a real phone shows its screen in the device panel, and is tapped there', async () => {
    await workbench.pressNotification('Google Pixel 7 was added.', 'Open Device Panel');
    const screen = workbench.webview().locator('.glass:has(img)');
    await screen.waitFor();
    await workbench.pictures('real-phone-panel');
    const box = await screen.boundingBox();
    assert.ok(box);
    await screen.click({ position: { x: box.width / 2, y: box.height / 2 } });
    await until('the tap', () => commands.some(command => command.startsWith('input tap')));
  });

  step('a real phone shows its second display in the device panel, and is tapped there', async () => {
    const panel = workbench.webview();
    await panel.getByLabel('Display', { exact: true }).selectOption('1');
    const screen = panel.getByLabel('Screen of Google Pixel 7, display 1', { exact: true });
    await screen.locator('img').waitFor();
    await workbench.pictures('real-phone-second-display');
    const box = await waitForStableBox(screen);
    await tap(screen, { x: box.width / 2, y: box.height / 2 });
    await until('the tap', () => commands.some(command => command.startsWith('input -d 1 tap')));
    await panel.getByLabel('Display', { exact: true }).selectOption('3');
    await panel.getByText('Display 3 not available').waitFor();
    await panel.getByRole('button', { name: 'Show Display 0' }).click();
    await panel.getByLabel('Screen of Google Pixel 7', { exact: true }).locator('img').waitFor();
  });

  const commands: string[] = [];
  phone.beforeCommand = words => void commands.push(words.join(' '));

  step('a real phone that is lost is a device that is disconnected, with the reason', async () => {
    server.disconnect(phone);
    await workbench.clearNotifications();
    await workbench.press(workbench.header('Devices'), 'Refresh Devices');
    await workbench.treeItem(/^Google Pixel 7, device, disconnected/).waitFor();
    await workbench.pictures('real-phone-lost');
  });
});
