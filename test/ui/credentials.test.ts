import assert from 'node:assert/strict';
import { demoActionId } from '../../src/sandbox/demo/demoCatalog.ts';
import { demoTriggerId } from '../../src/sandbox/demo/triggers.ts';
import { FlowWorkbench } from '../support/flowWorkbench.ts';
import { Sidebar } from '../support/sidebar.ts';
import { story } from '../support/story.ts';
import type { Workbench } from '../support/workbench.ts';

const APP = 'com.example.fresh';
const USER = 'canary-user-9a31';
const PASSWORD = 'canary-password-44c7';
const FILE = 'task.flow.json';
const credentials = [{ packageName: APP, credentialNames: [''] }];
const flow = {
  name: 'Task',
  triggerId: demoTriggerId('custom'),
  actions: [
    {
      actionId: demoActionId('task.run'),
      position: 1,
      overrides: { params: { task: 'Sign in', credentials } },
    },
  ],
};

describe('credentials', () => {
  const step = story();
  let flows: FlowWorkbench;
  let workbench: Workbench;
  let sidebar: Sidebar;

  before(async () => {
    flows = await FlowWorkbench.start({ [FILE]: JSON.stringify(flow, undefined, 2) });
    ({ workbench } = flows);
    sidebar = new Sidebar(workbench);
    for (const other of ['Flows', 'Devices', 'Mailboxes']) await workbench.fold(other, true);
    await workbench.fold('Credentials', false);
  });

  after(() => flows.close());

  async function answer(title: string, text: string): Promise<void> {
    await workbench.page.getByText(title).waitFor();
    await workbench.answer(text);
  }

  step('the Credentials view shows apps, credentials, and values as dots', async () => {
    await sidebar.unfold(/^com\.example\.shop, app/);
    await sidebar.unfold(/^login, credential, Email, Password/);
    await workbench.treeItem('Password, hidden value').waitFor();
    await workbench.pictures('credentials');
  });

  step(
    'the Credentials view creates a credential for an app that is typed, and adds a password to it',
    async () => {
      await workbench.run('Cloud Devices: New Credential');
      await workbench.page.getByText('New Credential: App').waitFor();
      // Uploaded apps come last.
      await workbench.quickPickRows('com.example.transit').waitFor();
      await workbench.input.fill(APP);
      await workbench.waitForFocusedRow(APP);
      await workbench.picture('credentials-app');
      await workbench.page.keyboard.press('Enter');
      const title = `New Credential: ${APP}`;
      await workbench.page.getByText('A name for the credential').waitFor();
      await answer(title, 'login');
      await workbench.clickRow('Username');
      await workbench.page.getByText('Username. It is sent to the service').waitFor();
      await answer(title, USER);
      const created = await workbench.notification(`Created the credential “login” of ${APP}.`);
      await created.getByRole('button', { name: 'Add Value…' }).click();
      await workbench.clickRow('Password');
      await workbench.page.getByText('Password. It is sent to the service').waitFor();
      assert.equal(await workbench.input.getAttribute('type'), 'password');
      await workbench.input.fill(PASSWORD);
      await workbench.pictures('credentials-value');
      await workbench.page.keyboard.press('Enter');
      await sidebar.unfold(/^com\.example\.fresh, app/);
      await sidebar.unfold(/^login, credential, Username, Password/);
      assert.ok(!(await workbench.page.content()).includes(PASSWORD));
      await workbench.picture('credentials-created');
      await workbench.clearNotifications();
    },
  );

  step('the Credentials view copies a value, and names what it copied', async () => {
    const value = workbench.treeItem('Username, hidden value');
    await workbench.press(value, 'Copy Value');
    await workbench.page.getByText('Copied the username, on the clipboard for 60 s.').waitFor();
    assert.ok(!(await workbench.page.content()).includes(USER));
  });

  step('credentials are chosen by name for a parameter, among those of the app beside it', async () => {
    const view = await flows.open(FILE);
    await flows.step('0').click();
    await view
      .getByRole('button', { name: /^Choose for/ })
      .last()
      .click();
    await workbench.page.getByText('Credential of the Step').waitFor();
    assert.equal(await workbench.quickPickRows('com.example.shop').count(), 0);
    await workbench.pictures('credentials-choose');
    await workbench.clickRow(APP);
    await workbench.input.waitFor({ state: 'hidden' });
    await flows.saveAll();
    await flows.saved(FILE, text => text.includes('"login"'));
  });
});
