import { Workbench } from '../support/workbench.ts';

describe('flows, devices and activity', function () {
  this.timeout(120_000);
  let workbench: Workbench;

  before(async () => {
    workbench = await Workbench.open();
    await workbench.openViews();
    await workbench.page.getByRole('button', { name: 'Start Sandbox' }).first().click();
  });

  after(async () => {
    await workbench.close();
  });

  async function section(name: string): Promise<void> {
    const header = workbench.page.getByRole('button', { name: `${name} Section` });
    await header.waitFor();
    if ((await header.getAttribute('aria-expanded')) !== 'true') await header.click();
  }

  async function fold(name: string): Promise<void> {
    const header = workbench.page.getByRole('button', { name: `${name} Section` });
    if ((await header.getAttribute('aria-expanded')) === 'true') await header.click();
  }

  it('are there after one click, flows with their steps', async () => {
    await fold('Actions');
    await section('Flows');
    const flow = workbench.treeItem(/, flow, /).first();
    await flow.waitFor();
    await flow.click();
    await workbench
      .treeItem(/, step 1/)
      .first()
      .waitFor();
    await section('Devices');
    await workbench
      .treeItem(/, device, /)
      .first()
      .waitFor();
    await workbench.picture('views-dark');
    await workbench.toggleTheme();
    await workbench.picture('views-light');
    await workbench.toggleTheme();
  });

  it('put a device where the person says, after telling what is wrong while typing', async () => {
    await fold('Flows');
    const device = workbench.treeItem(/, device, ready/).first();
    await device.hover();
    await device.getByRole('button', { name: /^Set Location/ }).click();
    await workbench.input.fill('somewhere');
    await workbench.page.getByText(/Enter a position such as/).waitFor();
    await workbench.picture('set-location-wrong');
    await workbench.input.fill('48°51\'30.2"N 2°17\'40.2"E');
    await workbench.page.getByText('Latitude 48.8583889, longitude 2.2945').waitFor();
    await workbench.page.keyboard.press('Enter');
    await workbench.page
      .getByText(/is now at 48\.8583889, 2\.2945|does not support geo/)
      .first()
      .waitFor();
  });

  it('show what was asked of the service', async () => {
    await fold('Devices');
    await section('Activity');
    await workbench.treeItem(/^Requests/).click();
    await workbench.treeItem(/^POST \/devices\/.*\/location, (204|422)/).waitFor();
    await workbench
      .treeItem(/, execution, /)
      .first()
      .waitFor();
    await workbench.picture('activity-dark');
  });
});
