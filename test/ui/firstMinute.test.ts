import { Workbench } from '../support/workbench.ts';

describe('the first minute, from a clean profile', () => {
  let workbench: Workbench;

  before(async () => {
    workbench = await Workbench.open();
  });

  after(async () => {
    await workbench.close();
  });

  it('welcomes with the sandbox and a connection to choose from', async () => {
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

  it('lists the actions by service after one click', async () => {
    await workbench.startSandbox();
    await workbench.treeItem(/^Devices/).waitFor();
    await workbench.treeItem(/^Check text, action/).waitFor();
    await workbench.picture('actions-dark');
  });

  it('opens the schema of an action as a read-only document', async () => {
    await workbench.treeItem(/^Check text, action/).click();
    await workbench.page.getByRole('tab', { name: /Check text\.schema\.json/ }).waitFor();
    const lines = workbench.page.locator('.monaco-editor .view-lines');
    await lines.getByText('"$schema": "https://json-schema.org').first().waitFor();
    await workbench.picture('schema-dark');
    await workbench.toggleTheme();
    await workbench.picture('schema-light');
    await workbench.toggleTheme();
  });
});
