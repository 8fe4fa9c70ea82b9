import { Sidebar } from '../support/sidebar.ts';
import { story } from '../support/story.ts';
import { Workbench } from '../support/workbench.ts';

describe('the first minute with a clean profile', () => {
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

  step('offers the sandbox and a connection', async () => {
    await workbench.openViews();
    for (const other of ['Flows', 'Devices']) await workbench.fold(other, true);
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

  step('lists the actions by service after one click', async () => {
    await workbench.startSandbox();
    await workbench.treeItem(/^Devices/).waitFor();
    await workbench.treeItem(/^Check text, action/).waitFor();
    await workbench.picture('actions-dark');
  });

  step('opens the schema of an action as a read-only document', async () => {
    await sidebar.open(/^Check text, action/);
    await workbench.page.getByRole('tab', { name: /Check text\.schema\.json/ }).waitFor();
    const lines = workbench.page.locator('.monaco-editor .view-lines');
    await lines.getByText('"$schema": "https://json-schema.org').first().waitFor();
    await workbench.pictures('schema');
  });

  step('lists flows with their steps, and devices', async () => {
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

  step('sets the location of a device, and shows errors while typing', async () => {
    await workbench.fold('Flows', true);
    const device = workbench.treeItem(/, device, ready/).first();
    await workbench.press(
      device,
      /^Set Location/,
      workbench.page.getByText('Decimal degrees, degrees with minutes'),
    );
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
  });

  step('acts on devices found one after another by typing', async () => {
    const { page } = workbench;
    await workbench.run('Cloud Devices: Press Home');
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
  });

  step('shows the requests to the service, and executions', async () => {
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
  });
});
