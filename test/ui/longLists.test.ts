import assert from 'node:assert/strict';
import { Command } from '../../src/manifest.ts';
import { testSandbox, type TestSandbox } from '../support/sandbox.ts';
import { sharedFolder } from '../support/sharedFolder.ts';
import { Sidebar } from '../support/sidebar.ts';
import { until } from '../support/until.ts';
import { Workbench } from '../support/workbench.ts';

describe('longLists', () => {
  let sandbox: TestSandbox;
  let workbench: Workbench;
  let sidebar: Sidebar;

  before(async () => {
    sandbox = await testSandbox({ seed: 'large' });
    workbench = await Workbench.open({ folder: await sharedFolder() });
    await workbench.connect(sandbox.baseUrl, 'Large', sandbox.key);
    await workbench.openViews();
    sidebar = new Sidebar(workbench);
    await sidebar.showOnly('Devices');
    await sidebar.line(/, device, /).waitFor();
  });

  after(async () => {
    // The filter or the order of a list remains.
    await workbench.end();
    await sandbox.stop();
  });

  it('a picker for more than one page has the devices of all pages, whatever the filter of the view, and keeps selected items', async () => {
    const query = { page: 4, pageSize: 100, orderBy: 'createdAt', orderByDirection: 'desc' } as const;
    const { items } = (await sandbox.client.listDevices({ query })).value;
    const wanted = (items ?? []).filter(({ state }) => state === 'ready').slice(0, 2);
    assert.equal(wanted.length, 2);
    await workbench.hosts.start(Command.searchDevices);
    await workbench.answer('no such name');
    await workbench.treeItem('No matching devices').waitFor();
    await workbench.hosts.start(Command.pressHome);
    const lines = workbench.quickPickRows('');
    await workbench
      .quickPickRows(/Android/)
      .first()
      .waitFor();
    for (const { id } of wanted) {
      await workbench.input.fill(id);
      await until('the one device of this ID', () => lines.count(), 1);
      await lines.filter({ hasText: id }).click();
    }
    await workbench.page.getByText('2 Selected').waitFor();
    await workbench.input.fill('');
    await workbench.picture('choose-devices-dark');
    await workbench.page.keyboard.press('Enter');
    await workbench.page.getByText('2 done, 0 failed.').waitFor();
    for (const { name } of wanted)
      await workbench.page
        .getByText(name ?? '')
        .first()
        .waitFor();
    for (const { id: deviceId } of wanted) {
      const { data } = (await sandbox.sandboxClient.listGestures({ params: { deviceId } })).value;
      assert.equal(data[0]?.input, 'home');
    }
  });
});
