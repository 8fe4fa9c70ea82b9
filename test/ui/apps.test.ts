import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { androidPackage } from '../support/appPackages.ts';
import { story } from '../support/story.ts';
import { until } from '../support/until.ts';
import { Workbench } from '../support/workbench.ts';

const APP = { bundleId: 'com.example.fresh', versionName: '3.1', versionCode: 31, label: 'Fresh Groceries' };

describe('the Apps view', () => {
  const step = story();
  let workbench: Workbench;
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'apps-'));
    await writeFile(join(folder, 'fresh.apk'), androidPackage({ ...APP, padding: 500_000 }));
    await writeFile(join(folder, 'notes.apk'), 'This is a text.');
    workbench = await Workbench.open({ folder });
    await workbench.openSandbox();
    for (const other of ['Actions', 'Flows', 'Devices']) await workbench.fold(other, true);
    await workbench.fold('Apps', false);
    await workbench.treeItem(/^Corner Shop, app/).waitFor();
  });

  after(async () => {
    await workbench.close();
    await rm(folder, { recursive: true });
  });

  async function upload(file: string): Promise<void> {
    await workbench.run('Cloud Devices: Upload App');
    // The dialog fills its field with the folder once it has read it.
    await until(
      'the dialog',
      () => workbench.input.inputValue(),
      value => value === `${folder}/`,
    );
    await workbench.clickOnce(workbench.quickPickRows(file));
  }

  step('shows apps with their state, and versions below them', async () => {
    await workbench.treeItem(/^Broken build, app, 0\.1\.0, upload failed/).waitFor();
    await workbench.treeItem(/^Corner Shop, app/).click();
    await workbench.treeItem(/^4\.3\.0, version, queued/).waitFor();
    await workbench.pictures('apps');
  });

  step('says what is wrong with a file, and sends nothing', async () => {
    await upload('notes.apk');
    const notes = await workbench.notifications();
    await notes.filter({ hasText: 'notes.apk' }).first().waitFor();
    await workbench.picture('apps-wrong-file');
    await workbench.hosts.execute('notifications.clearAll');
  });

  step('uploads a file, and installs the app on a device from the message', async () => {
    await upload('fresh.apk');
    await workbench.treeItem(/^Fresh Groceries, app, 3\.1, Android/).waitFor();
    const notes = await workbench.notifications();
    const done = notes.filter({ hasText: 'Fresh Groceries 3.1 is uploaded.' });
    await done.waitFor();
    await workbench.picture('apps-uploaded');
    await done.getByRole('button', { name: 'Install…' }).click();
    await workbench.page.getByText('Install App: Devices for Fresh Groceries').waitFor();
    const row = workbench.quickPickRows('Pixel phone');
    await row.getByRole('checkbox').click();
    await workbench.picture('apps-devices');
    await workbench.page.getByRole('button', { name: 'OK', exact: true }).click();
    await workbench.page.getByText('Pixel phone: Fresh Groceries installed').first().waitFor();
  });
});
