import assert from 'node:assert/strict';
import { cp } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { Command } from '../../src/manifest.ts';
import { Gateway } from '../support/gateway.ts';
import { sharedFolder } from '../support/sharedFolder.ts';
import { Sidebar } from '../support/sidebar.ts';
import { story } from '../support/story.ts';
import { Workbench } from '../support/workbench.ts';
import { until } from '../support/until.ts';

const examples = resolve(import.meta.dirname, '../../examples');
const NOBODY = '6f0f2c1e-6f1c-4d8e-9d7f-0a3c52a7b001';
const VIEWS = ['Flows', 'Devices', 'Mailboxes', 'Webhooks', 'Activity'];

describe('specService', () => {
  const flowStep = story();
  const deviceStep = story();
  let workbench: Workbench;
  let gateway: Gateway;
  let folder: string;

  before(async () => {
    gateway = await Gateway.start();
    folder = await sharedFolder();
    await cp(join(examples, 'first-steps.flow.json'), join(folder, 'first-steps.flow.json'));
    workbench = await Workbench.open({ folder });
    await workbench.openViews();
    await workbench.connect(gateway.baseUrl, 'Plain', gateway.key);
    await workbench.waitForLists();
  });

  after(async () => {
    await workbench.close();
    await gateway.stop();
  });

  async function showOnly(view: string): Promise<void> {
    for (const other of VIEWS) if (other !== view) await workbench.fold(other, true);
    await workbench.fold(view, false);
  }

  async function choose(name: RegExp): Promise<void> {
    await workbench.page.getByRole('option', { name }).click();
  }

  async function refusal(text: string): Promise<void> {
    await workbench.notification(text);
    await workbench.clearNotifications();
  }

  it('a service with only the operations of the specification has views that say which lists it does not offer, and what they show instead', async () => {
    for (const view of VIEWS) await workbench.fold(view, false);
    for (const text of [
      'This service does not list flows. Only those linked to files in this workspace are shown.',
      'This service does not list devices. Showing devices added by ID or used in flow files.',
      'This service does not list webhook endpoints. Only those created here or named in flow files are shown.',
    ])
      await workbench.page.getByText(text).waitFor();
    await workbench.treeItem(/^Device bc19a5dc, device, used in a flow file/).waitFor();
    await workbench.treeItem(/^Executions, not listed/).waitFor();
    await workbench.pictures('spec-views');
  });

  flowStep(
    'a service with only the operations of the specification creates a flow from its file, which the view lists by its link',
    async () => {
      await showOnly('Flows');
      await workbench.treeItem(/^Not created yet/).click();
      const file = workbench.treeItem(/^first-steps\.flow\.json/);
      await workbench.press(file, /^Create Flow from File/);
      await workbench.treeItem(/^first-steps\.flow\.json, linked flow/).waitFor();
      const posts = gateway.requestsTo('POST /v1/flows');
      assert.equal(posts.filter(line => !line.includes('/validate')).length, 1);
      await workbench.pictures('spec-flows');
    },
  );

  flowStep(
    'a service with only the operations of the specification says why an execution does not activate the flow, and offers only existing actions',
    async () => {
      const flow = workbench.treeItem(/^first-steps\.flow\.json, linked flow/);
      await flow.hover();
      await until('no dry run', () => flow.getByRole('button', { name: /^Dry-Run Flow/ }).count(), 0);
      const question = workbench.page.getByPlaceholder('This service has no such list; paste an ID');
      await workbench.press(flow, /^Activate Flow/, question);
      await workbench.answer(NOBODY);
      await refusal('was not activated: This flow has no execution with this id.');
    },
  );

  deviceStep(
    'a service with only the operations of the specification has devices added by ID, which support swipes and locations',
    async () => {
      await showOnly('Devices');
      await workbench.treeItem('Add Device by ID…').click();
      await workbench.answer('7b1e');
      await workbench.page.getByText(/Enter an ID such as/).waitFor();
      const { value } = await gateway.sandbox.client.listDevices({ query: { state: ['ready'] } });
      const other = value.items?.find(({ id }) => !id.startsWith('bc19a5dc'));
      assert.ok(other);
      await workbench.answer(other.id);
      const device = workbench.treeItem(new RegExp(`^Device ${other.id.slice(0, 8)}, device, added by ID`));
      await device.hover();
      await until('no screenshot', () => device.getByRole('button', { name: /^Take Screenshot/ }).count(), 0);
      await workbench.press(device, /^Swipe/, workbench.page.getByText('Swipe: Direction'));
      await choose(/Up/);
      await choose(/Exact/);
      await refusal('Cannot read the screen size');
      await workbench.press(device, /^Swipe/, workbench.page.getByText('Swipe: Direction'));
      await choose(/Coordinates/);
      await workbench.answer('540, 1400, 540, 500, 300');
      await choose(/Exact/);
      await workbench.page.getByText(/swiped from 540, 1400 to 540, 500/).waitFor();
      await workbench.press(device, /^Set Location/, workbench.page.getByText('Decimal degrees'));
      await workbench.answer('48.8584, 2.2945');
      await workbench.page.getByText(/location set to 48\.8584, 2\.2945/).waitFor();
      await workbench.pictures('spec-devices');
    },
  );

  deviceStep(
    'a service with only the operations of the specification says that the service does not offer a command from the palette',
    async () => {
      await workbench.treeItem(/, device, added by ID/).click();
      // The window has told the host the selection once it has executed a command of the host.
      await workbench.hosts.execute('notifications.clearAll');
      await workbench.hosts.start(Command.pressHome);
      await refusal('does not offer this');
      await workbench.hosts.start(Command.searchDevices);
      await refusal('This service does not list devices.');
    },
  );

  it('a service with only the operations of the specification has full support for its mailboxes', async () => {
    await showOnly('Mailboxes');
    await new Sidebar(workbench).unfold(/^qa\.devices@gmail\.example, mailbox/);
    const message = workbench.treeItem(/^Your sign-in code.*with a passcode/);
    await workbench.press(message, /Passcode/, workbench.page.getByText(/Copied the passcode •+13/).first());
  });

  it('a service with only the operations of the specification accepts an endpoint, which the view lists from then on, and tests it', async () => {
    await showOnly('Webhooks');
    await workbench.treeItem('Create an endpoint…').click();
    await workbench.answer('http://127.0.0.1:9/hook');
    await workbench.page.getByText('named in the interface').waitFor();
    await workbench.picture('spec-event-types');
    await workbench.page.keyboard.press('Enter');
    await workbench.page.getByText('Description of the Endpoint').waitFor();
    await workbench.page.keyboard.press('Enter');
    await workbench.page.getByRole('button', { name: 'Copy Secret', exact: true }).click();
    const endpoint = workbench.treeItem(/^http:\/\/127\.0\.0\.1:9\/hook, webhook endpoint, created here/);
    await endpoint.click();
    await workbench.treeItem('This service does not list deliveries').waitFor();
    await workbench.press(endpoint, /^Send Test Event/);
    await workbench.notification('not accepted');
    await workbench.page.locator('.monaco-editor .view-lines').getByText('Not delivered').waitFor();
    await workbench.pictures('spec-webhooks');
  });

  it('a service with only the operations of the specification starts a task, which the view lists in its initial state', async () => {
    await showOnly('Activity');
    await workbench.run('Cloud Devices: Start Task');
    await workbench.answer('Go home');
    await choose(/Service Default/);
    await workbench.page.getByText('Start Task (3/3): Device').waitFor();
    await choose(/^Device bc19a5dc/);
    await workbench.notification('The task is');
    await workbench.clearNotifications();
    await new Sidebar(workbench).unfold(/^Tasks, not listed/);
    await workbench.treeItem(/^Go home, task/).waitFor();
    await workbench.pictures('spec-activity');
  });
});
