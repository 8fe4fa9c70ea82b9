import { Command } from '../../src/manifest.ts';
import { testSandbox, type TestSandbox } from '../support/sandbox.ts';
import { sharedFolder } from '../support/sharedFolder.ts';
import { Sidebar } from '../support/sidebar.ts';
import { until } from '../support/until.ts';
import { Workbench } from '../support/workbench.ts';

describe('notifications', () => {
  let sandbox: TestSandbox;
  let workbench: Workbench;
  let sidebar: Sidebar;

  before(async () => {
    sandbox = await testSandbox();
    workbench = await Workbench.open({ folder: await sharedFolder() });
    sidebar = new Sidebar(workbench);
    await workbench.openViews();
    await workbench.connect(sandbox.baseUrl, 'Staging', sandbox.key);
    await workbench.waitForLists();
  });

  after(async () => {
    await workbench.close();
    await sandbox.stop();
  });

  async function muted(): Promise<string> {
    return (await sandbox.client.getNotificationPreferences({})).value.data.mutedTypes.join();
  }

  /** Opens the list of connections and chooses the entry for notifications. */
  async function open(): Promise<void> {
    await workbench.hosts.start(Command.switchConnection);
    await sidebar.pick('Choose Notifications…');
    await workbench.page.getByText('Notifications of “Staging”').waitFor();
  }

  it('the notifications of a service are chosen one by one with the keyboard, or by a preset', async () => {
    const { page } = workbench;
    await open();
    await workbench.pictures('notifications');
    await sidebar.pick('Choose Events…');
    await workbench.quickPickRows('task.run.failed').waitFor();
    await workbench.pictures('notifications-events');
    await workbench.input.fill('Task run failed');
    await workbench.quickPickRows('task.run.completed').waitFor({ state: 'detached' });
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Space');
    await page.keyboard.press('Enter');
    await until('the event is muted', muted, 'task.run.failed');
    await page
      .getByText(/“Staging” notifies you about \d+ of \d+ kinds of events/)
      .first()
      .waitFor();
    await open();
    await sidebar.pick('Recommended');
    await until('progress is muted', muted, 'task.run.running,workflow.run.running');
  });
});
