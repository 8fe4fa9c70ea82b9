import assert from 'node:assert/strict';
import { Command } from '../../src/manifest.ts';
import { Gateway } from '../support/gateway.ts';
import { MessageGate } from '../support/messageGate.ts';
import { story } from '../support/story.ts';
import { until } from '../support/until.ts';
import { Workbench } from '../support/workbench.ts';

const LISTS = ['Flows', 'Actions', 'Devices', 'Mailboxes', 'Webhooks'];
/** Time to advance before checking if the views have read again, in milliseconds. */
const STEP_MS = 5000;
const STALE = /No service responds.* Last updated/;
const LOST = /The connection was lost\. Last updated/;

describe('cutConnection', () => {
  const step = story();
  let workbench: Workbench;
  let gateway: Gateway;
  let gate: MessageGate;

  before(async () => {
    gateway = await Gateway.start(() => true);
    const releaseExecutions = gateway.hold('GET /v1/executions');
    const releaseDevices = gateway.hold('GET /v1/devices/');
    workbench = await Workbench.open({
      prepare: async page => void (gate = await MessageGate.install(page)),
    });
    workbench.page.setDefaultTimeout(90_000);
    await workbench.openViews();
    await workbench.connect(gateway.baseUrl, 'Far away', gateway.key);
    for (const view of [...LISTS, 'Activity']) await workbench.fold(view, false);
    await readActivityInBusyWindow(releaseExecutions, releaseDevices);
    // A window that is high enough shows something of every view.
    await workbench.page.setViewportSize({ width: 1280, height: 1400 });
    for (const name of [/, flow, /, /, device, /, /, mailbox/, /, webhook endpoint, /, /^Executions/])
      await workbench.treeItem(name).first().waitFor();
  });

  after(async () => {
    await workbench.close();
    await gateway.stop();
  });

  // VS Code ignores the request to read a view again that arrives together with the lines of the view.
  async function readActivityInBusyWindow(
    releaseExecutions: () => void,
    releaseDevices: () => void,
  ): Promise<void> {
    for (const held of ['GET /v1/executions', 'GET /v1/devices/'])
      await until(held, () => gateway.requestsTo(held).length > 0);
    await gate.close();
    releaseExecutions();
    await until(
      'lines',
      () => gate.text(),
      text => text.includes('activity/executions'),
    );
    releaseDevices();
    await until(
      'request',
      () => gate.text(),
      text => /\$refresh.+cloudDevices\.activity/.test(text),
    );
    await gate.open();
  }

  function told(view: string, text = STALE): ReturnType<Workbench['page']['locator']> {
    return workbench.page.locator('.pane', { has: header(view) }).getByText(text);
  }

  function header(view: string): ReturnType<Workbench['page']['locator']> {
    return workbench.page.getByRole('button', { name: `${view} Section` });
  }

  /** Returns the count after the clock was advanced. */
  async function countLater(place: ReturnType<Workbench['treeItem']>): Promise<number> {
    await workbench.advance(STEP_MS);
    return place.count();
  }

  async function comes(place: ReturnType<Workbench['treeItem']>): Promise<void> {
    await until(`${String(place)} is there`, () => countLater(place), 1);
  }

  async function goes(place: ReturnType<Workbench['treeItem']>): Promise<void> {
    await until(`${String(place)} is gone`, () => countLater(place), 0);
  }

  step('an interrupted and restored connection keeps in every view what was read, with its age', async () => {
    await gateway.cut();
    // The catalog is not polled, so it is requested.
    await workbench.hosts.start(Command.refreshActions);
    for (const view of LISTS) await comes(told(view));
    await comes(workbench.treeItem(/^Executions, as of/));
    for (const name of [/, flow, /, /, device, /, /, mailbox/, /, webhook endpoint, /])
      await workbench.treeItem(name).first().waitFor();
    await workbench.pictures('cut');
  });

  step(
    'an interrupted and restored connection is reported for an action in one sentence, and the action is not repeated',
    async () => {
      await gateway.restore();
      await gateway.cut('reset');
      // The lines move while the view is read.
      await comes(told('Devices', LOST));
      const before = gateway.requestsTo('POST ').length;
      await workbench.press(workbench.treeItem(/, device, ready/).first(), /^Set Location/);
      await workbench.answer('48.8584, 2.2945');
      await workbench.notification('The connection was lost.');
      const notifications = await workbench.notifications();
      await notifications.filter({ hasText: 'Set Location' }).waitFor({ state: 'detached' });
      await until('a single notification', () => notifications.count(), 1);
      assert.equal(gateway.requestsTo('POST ').length, before + 1);
      await workbench.clearNotifications();
    },
  );

  step(
    'an interrupted and restored connection loads the views again automatically, without a notification',
    async () => {
      await gateway.restore();
      for (const view of LISTS) await goes(told(view));
      await goes(workbench.treeItem(/^Executions, as of/));
      await goes(workbench.treeItem('Retry'));
      await until('no notification', async () => (await workbench.notifications()).count(), 0);
      await workbench.page.keyboard.press('Escape');
      await workbench.picture('restored-dark');
    },
  );
});
