import { Command } from '../../src/manifest.ts';
import { ATTEMPT, retry } from '../support/retry.ts';
import { Sidebar } from '../support/sidebar.ts';
import { story } from '../support/story.ts';
import { until } from '../support/until.ts';
import { Workbench } from '../support/workbench.ts';

describe('firstMinute', () => {
  const step = story();
  let workbench: Workbench;
  let sidebar: Sidebar;

  before(async () => {
    workbench = await Workbench.open();
    sidebar = new Sidebar(workbench);
  });

  after(async () => {
    await workbench.close();
  });

  step('the first minute with a clean profile offers the sandbox and a connection', async () => {
    await workbench.openViews();
    await workbench.page
      .getByRole('button', { name: 'Start Sandbox' })
      .filter({ visible: true })
      .first()
      .waitFor();
    await workbench.page
      .getByRole('button', { name: 'Add Connection' })
      .filter({ visible: true })
      .first()
      .waitFor();
    await workbench.picture('welcome-dark');
  });

  step(
    'the first minute with a clean profile lists flows, devices, and mailboxes after one click',
    async () => {
      await workbench.startSandbox();
      for (const name of [/, flow, /, /, device, /, /, mailbox/])
        await workbench.treeItem(name).first().waitFor();
      const folded = workbench.page.locator('.pane-header[aria-expanded="false"]');
      for (const view of ['Activity', 'Webhooks', 'Apps', 'Credentials', 'Actions', 'Sandbox'])
        await folded.and(workbench.header(view)).waitFor();
      await workbench.pictures('views-at-first');
    },
  );

  step(
    'the first minute with a clean profile shows a small picture of a device under the pointer',
    async () => {
      const screen = workbench.page.locator('.monaco-hover img[src^="data:image/png"]');
      await workbench.inThemes(async theme => {
        await retry('the tooltip', async () => {
          await workbench.leave();
          await workbench.treeItem(/^Pixel phone, device/).hover(ATTEMPT);
          await screen.waitFor(ATTEMPT);
        });
        const width = (): Promise<number> =>
          screen.evaluate((image: unknown) => (image as { readonly naturalWidth: number }).naturalWidth);
        await until('the picture', width, value => value > 50 && value < 300);
        await workbench.pictureAsIs(`device-tooltip-${theme}`);
      });
      await workbench.leave();
    },
  );

  step('the first minute with a clean profile lists the actions by service', async () => {
    for (const other of ['Flows', 'Devices', 'Mailboxes']) await workbench.fold(other, true);
    await workbench.fold('Actions', false);
    await workbench.treeItem(/^Devices/).waitFor();
    await workbench.treeItem(/^Check text, action/).waitFor();
    await workbench.picture('actions-dark');
  });

  step(
    'the first minute with a clean profile opens the schema of an action as a read-only document',
    async () => {
      await sidebar.open(/^Check text, action/);
      await workbench.page.getByRole('tab', { name: /Check text\.schema\.json/ }).waitFor();
      const lines = workbench.page.locator('.monaco-editor .view-lines');
      await lines.getByText('"$schema": "https://json-schema.org').first().waitFor();
      await workbench.pictures('schema');
    },
  );

  step('the first minute with a clean profile lists flows with their steps, and devices', async () => {
    await workbench.closeEditors();
    await workbench.fold('Actions', true);
    await workbench.fold('Flows', false);
    await sidebar.unfold(/, flow, /);
    await workbench
      .treeItem(/, step 1/)
      .first()
      .waitFor();
    await workbench.fold('Devices', false);
    await workbench
      .treeItem(/, device, /)
      .first()
      .waitFor();
    await workbench.pictures('views');
  });

  step(
    'the first minute with a clean profile sets the location of a device, and shows errors while typing',
    async () => {
      await workbench.fold('Flows', true);
      const device = workbench.treeItem(/, device, ready/).first();
      await workbench.press(device, /^Set Location/, workbench.page.getByText('Decimal degrees'));
      await workbench.input.fill('somewhere');
      await workbench.page.getByText(/Enter a position such as/).waitFor();
      await workbench.picture('set-location-wrong');
      await workbench.input.fill('48°51\'30.2"N 2°17\'40.2"E');
      await workbench.page.getByText('Latitude 48.8583889, longitude 2.2945').waitFor();
      await workbench.page.keyboard.press('Enter');
      await workbench.page
        .getByText(/location set to 48\.8583889, 2\.2945|does not support geo/)
        .first()
        .waitFor();
    },
  );

  step(
    'the first minute with a clean profile acts on devices found one after another by typing',
    async () => {
      const { page } = workbench;
      await workbench.hosts.start(Command.pressHome);
      await page.getByText('Press Home: Devices').waitFor();
      for (const name of ['Pixel phone', 'Android tablet']) {
        await workbench.input.fill(name);
        await workbench.clickRow(name);
      }
      await workbench.input.fill('');
      await page.getByText('2 Selected').waitFor();
      await workbench.picture('devices-chosen');
      await page.getByRole('button', { name: 'OK', exact: true }).click();
      await page.getByRole('tab', { name: 'Press Home.md' }).waitFor();
      await page.locator('.view-lines').getByText('2 done, 0 failed.').waitFor();
      await workbench.closeEditors();
    },
  );

  step(
    'the first minute with a clean profile shows the requests to the service, and executions',
    async () => {
      await workbench.fold('Devices', true);
      await workbench.fold('Activity', false);
      await sidebar.unfold(/^Requests/);
      await workbench.treeItem(/^POST \/devices\/.*\/location, (204|422)/).waitFor();
      await workbench.picture('activity-dark');
      await sidebar.collapse(/^Requests/);
      await workbench.treeItem(/^POST/).first().waitFor({ state: 'detached' });
      await sidebar.unfold(/^Executions/);
      await workbench
        .treeItem(/, execution, /)
        .first()
        .waitFor();
      await workbench.picture('executions-dark');
    },
  );
});
