import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { androidPackage } from '../support/appPackages.ts';
import { sharedFolder } from '../support/sharedFolder.ts';
import { story } from '../support/story.ts';
import { until } from '../support/until.ts';
import { Workbench } from '../support/workbench.ts';

const APP = { bundleId: 'com.example.fresh', versionName: '3.1', versionCode: 31, label: 'Fresh Groceries' };

/** Returns an expression that creates the data of a drag with one file, in the page. */
function dragOf(name: string, bytes: Buffer): string {
  return `(() => {
    const data = new DataTransfer();
    const bytes = Uint8Array.from(atob('${bytes.toString('base64')}'), letter => letter.charCodeAt(0));
    data.items.add(new File([bytes], '${name}'));
    return data;
  })()`;
}

describe('apps', () => {
  const step = story();
  let workbench: Workbench;
  let folder: string;

  before(async () => {
    folder = await sharedFolder();
    await writeFile(join(folder, 'fresh.apk'), androidPackage({ ...APP, padding: 500_000 }));
    await writeFile(join(folder, 'notes.apk'), 'This is a text.');
    workbench = await Workbench.open({ folder });
    await workbench.openSandbox();
    for (const other of ['Flows', 'Devices', 'Mailboxes']) await workbench.fold(other, true);
    await workbench.fold('Apps', false);
    await workbench.treeItem(/^Corner Shop, app/).waitFor();
  });

  after(async () => {
    await workbench.close();
  });

  async function upload(file: string): Promise<void> {
    await workbench.run('Cloud Devices: Upload App');
    // The dialog fills its field with the folder once it has read it.
    await until(
      'the dialog',
      () => workbench.input.inputValue(),
      value => value === `${folder}/`,
    );
    await workbench.clickRow(file);
  }

  step('the Apps view shows apps with their state, and versions below them', async () => {
    await workbench.treeItem(/^Broken build, app, 0\.1\.0, upload failed/).waitFor();
    await workbench.treeItem(/^Corner Shop, app/).click();
    await workbench.treeItem(/^4\.3\.0, version, queued/).waitFor();
    await workbench.pictures('apps');
  });

  step('the Apps view says what is wrong with a file, and sends nothing', async () => {
    await upload('notes.apk');
    await workbench.notification('notes.apk');
    await workbench.picture('apps-wrong-file');
    await workbench.hosts.execute('notifications.clearAll');
  });

  step('the Apps view uploads a file, and installs the app on a device from the message', async () => {
    await upload('fresh.apk');
    await workbench.treeItem(/^Fresh Groceries, app, 3\.1, Android/).waitFor();
    await workbench.notification('Fresh Groceries 3.1 is uploaded.');
    await workbench.picture('apps-uploaded');
    await workbench.pressNotification('Fresh Groceries 3.1 is uploaded.', 'Install…');
    await workbench.page.getByText('Install App: Devices for Fresh Groceries').waitFor();
    const row = workbench.quickPickRows('Pixel phone');
    await row.getByRole('checkbox').click();
    await workbench.picture('apps-devices');
    await workbench.page.getByRole('button', { name: 'OK', exact: true }).click();
    await workbench.page.getByText('Pixel phone: Fresh Groceries installed').first().waitFor();
    await workbench.hosts.execute('notifications.clearAll');
  });

  /** Drags a file of some bytes over the panel, and drops it. */
  async function dropOnPanel(name: string, bytes: Buffer): Promise<void> {
    const screen = workbench.webview().locator('main');
    const transfer = await screen.evaluateHandle(dragOf(name, bytes));
    await screen.dispatchEvent('dragover', { dataTransfer: transfer });
    await workbench.webview().getByText('Drop an .apk or .ipa file to install it on Pixel phone.').waitFor();
    await workbench.pictures(`apps-drop-${name}`);
    await screen.dispatchEvent('drop', { dataTransfer: transfer });
  }

  step('the Apps view installs an app that is dropped on the screen of a device', async () => {
    await workbench.run('Cloud Devices: Open Device Panel');
    await workbench.quickPickRows('Pixel phone').first().waitFor();
    await workbench.answer('Pixel phone');
    await workbench.webview().getByRole('application', { name: 'Screen of Pixel phone' }).waitFor();
    await dropOnPanel('notes.txt', Buffer.from('This is a text.'));
    const failure = workbench.webview().getByRole('alert');
    await failure.getByText('“notes.txt” is not an app').waitFor();
    const dropped = { ...APP, bundleId: 'com.example.dropped', label: 'Dropped App' };
    await dropOnPanel('dropped.apk', androidPackage({ ...dropped, padding: 2_500_000 }));
    await workbench.page.getByText('Pixel phone: Dropped App installed').first().waitFor();
    await workbench.treeItem(/^Dropped App, app, 3\.1, Android/).waitFor();
  });
});
