import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { Command } from '../../src/manifest.ts';
import type { FaultRule } from '../../src/contract/sandbox/fault.ts';
import { clickOnce } from '../support/clickOnce.ts';
import { Gateway } from '../support/gateway.ts';
import { retry } from '../support/retry.ts';
import { sharedFolder } from '../support/sharedFolder.ts';
import { Sidebar } from '../support/sidebar.ts';
import { until } from '../support/until.ts';
import { Workbench } from '../support/workbench.ts';

/** The list of each view, and one of its items. */
const VIEWS: Readonly<Record<string, { readonly reads: readonly string[]; readonly line: RegExp }>> = {
  Flows: { reads: ['listFlows'], line: /, flow, / },
  Actions: { reads: ['listActions'], line: /, (service|action)/ },
  Devices: { reads: ['listDevices'], line: /, device, / },
  Mailboxes: { reads: ['listMailboxes'], line: /, mailbox, / },
  Webhooks: { reads: ['listWebhooks'], line: /, webhook endpoint, / },
  Activity: { reads: ['listExecutions', 'listTasks'], line: /^Executions/ },
};

/** Polling interval of each list plus a second, in seconds. */
const POLL_S = 16;

type Fault = FaultRule['fault'];

describe('serviceFaults', () => {
  let workbench: Workbench;
  let sidebar: Sidebar;
  let gateway: Gateway;

  before(async () => {
    gateway = await Gateway.start(() => true);
    workbench = await Workbench.open({ folder: await sharedFolder() });
    sidebar = new Sidebar(workbench);
    workbench.page.setDefaultTimeout(60_000);
    await workbench.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await workbench.openViews();
    await workbench.connect(gateway.baseUrl, 'Faulty', gateway.key);
    // A window that is high enough shows something of every view.
    await workbench.page.setViewportSize({ width: 1280, height: 1500 });
    for (const view of Object.keys(VIEWS)) await workbench.fold(view, false);
    await allShown();
    await sidebar.unfold(/^Executions/);
  });

  afterEach(async function () {
    if (this.currentTest?.state === 'failed') await workbench.picture('service-faults-failed');
    await gateway.sandbox.sandboxClient.clearFaults({});
  });

  after(async () => {
    await workbench.close();
    await gateway.stop();
  });

  /** One of the extension's views. */
  function pane(view: string): Locator {
    const { page } = workbench;
    return page.locator('.pane', { has: page.getByRole('button', { name: `${view} Section` }) });
  }

  async function fault(operation: string, given: Fault, times?: number): Promise<void> {
    const rule = { operation, fault: given, ...(times === undefined ? {} : { times }) };
    await gateway.sandbox.sandboxClient.addFault({ body: rule });
  }

  async function faultEverywhere(given: Fault): Promise<void> {
    for (const { reads } of Object.values(VIEWS))
      for (const operation of reads) await fault(operation, given);
  }

  async function refreshAll(): Promise<void> {
    for (const view of Object.keys(VIEWS)) await sidebar.pressTitle(view, /^Refresh/);
  }

  async function allShown(): Promise<void> {
    for (const [view, { line }] of Object.entries(VIEWS))
      await pane(view).getByRole('treeitem', { name: line }).first().waitFor();
  }

  async function allSay(sentence: RegExp): Promise<void> {
    for (const view of Object.keys(VIEWS)) await pane(view).getByText(sentence).first().waitFor();
  }

  async function noneSays(sentence: RegExp): Promise<void> {
    for (const view of Object.keys(VIEWS))
      await pane(view).getByText(sentence).first().waitFor({ state: 'detached' });
  }

  async function pictures(name: string): Promise<void> {
    await workbench.pictures(`service-faults-${name}`);
  }

  const failures: readonly (readonly [name: string, fault: Fault, sentence: RegExp])[] = [
    [
      'forbidden',
      { kind: 'status', status: 403, body: { code: 'forbidden', message: 'This key may not read it.' } },
      /This key may not read it\. Last updated/,
    ],
    [
      'disabled',
      { kind: 'status', status: 503, body: { code: 'mailboxes_disabled', message: 'Off.' } },
      /(Mailboxes are switched off for this account.*|The service failed \(503\): Off\.) Last updated/,
    ],
    ['reset', { kind: 'reset' }, /The connection was lost\. Last updated/],
    ['malformed', { kind: 'malformedJson' }, /The response is not valid JSON\..* Last updated/],
  ];
  for (const [name, given, sentence] of failures) {
    it(`service failures in the views are shown in every view with the earlier data: ${name}`, async () => {
      await faultEverywhere(given);
      await refreshAll();
      await allSay(sentence);
      await allShown();
      await pictures(name);
    });
  }

  it('service failures in the views count down the wait of the service, and disappear immediately on Retry', async () => {
    const waiting = /Too many requests\. Try again in \d+ s\./;
    await faultEverywhere({ kind: 'status', status: 429, headers: { 'retry-after': '900' } });
    await refreshAll();
    await allSay(waiting);
    const asked = gateway.requestsTo('GET /v1/flows?').length;
    const left = async (view: string): Promise<number> => {
      const text = await pane(view)
        .getByText(/Try again in \d+ s/)
        .first()
        .innerText();
      return Number(/in (\d+) s/.exec(text)?.[1]);
    };
    const first = await left('Flows');
    for (const view of Object.keys(VIEWS)) {
      const before = await left(view);
      await workbench.advance(1000);
      await until(
        `the countdown of ${view}`,
        () => left(view),
        value => value < before,
      );
    }
    await pictures('waiting');
    await workbench.advance(POLL_S * 1000);
    await until(
      'the time after which flows would be read again otherwise',
      () => left('Flows'),
      value => value < first - POLL_S,
    );
    assert.equal(
      gateway.requestsTo('GET /v1/flows?').length,
      asked,
      'nothing is read again before the wait is over',
    );
    await gateway.sandbox.sandboxClient.clearFaults({});
    // A slow window can take two clicks for the one that expanded it, and then the line is not in sight.
    await sidebar.unfold(/^Executions/);
    for (const view of Object.keys(VIEWS))
      await pane(view).getByRole('treeitem', { name: 'Retry' }).first().click();
    await sidebar.pressTitle('Activity', /^Refresh/);
    await noneSays(waiting);
    await allShown();
  });

  it('service failures in the views offer a sign-in in every view if the key is refused, with one prompt', async () => {
    await fault('listFlows', { kind: 'status', status: 401 });
    await sidebar.pressTitle('Flows', /^Refresh/);
    await allSay(/refused the API key\./);
    await pictures('rejected');
    await gateway.sandbox.sandboxClient.clearFaults({});
    const notifications = await workbench.notification('“Faulty” refused the API key');
    await until('a single notification', () => notifications.count(), 1);
    await notifications.getByRole('button', { name: 'Sign In Again' }).click();
    await workbench.page.getByText('Sign In to Faulty').waitFor();
    await workbench.answer(gateway.key);
    await workbench.input.waitFor({ state: 'hidden' });
    await allShown();
  });

  it('service failures in the views are not shown to a user who has signed out', async () => {
    await workbench.run('Cloud Devices: Sign Out');
    const dialog = workbench.page.locator('.monaco-dialog-box');
    await dialog.getByText('Deleted from this computer').waitFor();
    await dialog.getByRole('button', { name: 'Sign Out' }).click();
    await allSay(/You are signed out\.|Sign in to use this connection\./);
    await pictures('signed-out');
    const signIn = pane('Activity').getByRole('treeitem', { name: 'Sign in', exact: true });
    await retry('the sign-in', () => clickOnce(signIn));
    await workbench.page.getByText('Sign In to Faulty').waitFor();
    await workbench.answer(gateway.key);
    await workbench.input.waitFor({ state: 'hidden' });
    await allShown();
  });

  describe('command', () => {
    const PLACE = '48.8584, 2.2945';
    const TRACE = 'trace-of-the-test';

    before(async () => {
      await sidebar.showOnly('Devices');
    });

    beforeEach(async () => {
      await workbench.clearNotifications();
    });

    async function locate(): Promise<void> {
      await sidebar.press(/, device, ready/, /^Set Location/);
      await workbench.answer(PLACE);
    }

    async function said(text: string): Promise<Locator> {
      return workbench.notification(text);
    }

    /** Returns what is copied; with a button, clicks it until something is. */
    async function copied(button?: Locator): Promise<string> {
      const { page } = workbench;
      const read = async (): Promise<string> => {
        if (await button?.isVisible()) await retry('the button', () => clickOnce(button!));
        return page.evaluate('navigator.clipboard.readText()');
      };
      const text = await until('the copied text', read);
      await page.evaluate(`navigator.clipboard.writeText('')`);
      return text;
    }

    it('service failures in a command have a trace to copy, from the notification and from the request in Activity', async () => {
      await workbench.page.evaluate(`navigator.clipboard.writeText('')`);
      await fault('setLocation', { kind: 'status', status: 503, headers: { 'x-trace-id': TRACE } });
      await locate();
      await said('The service failed (503)');
      await workbench.picture('command-failed-dark');
      const button = (await said('The service failed (503)'))
        .first()
        .getByRole('button', { name: 'Copy Trace ID' });
      assert.equal(await copied(button), TRACE);
      await sidebar.showOnly('Activity');
      await sidebar.unfold(/^Requests, \d+, \d+ failed/);
      await sidebar.line(/^POST \/devices\/.*\/location, 503/).waitFor();
      await workbench.picture('activity-failed-dark');
      await workbench.hosts.start(Command.copyTrace);
      await sidebar.pick('/location');
      assert.equal(await copied(), TRACE);
      await sidebar.showOnly('Devices');
    });

    it('service failures in a command are retried on request', async () => {
      await fault('setLocation', { kind: 'status', status: 503 }, 1);
      await locate();
      await workbench.pressNotification('The service failed (503)', 'Try Again');
      await workbench.answer(PLACE);
      await workbench.page
        .getByText(/location set to 48\.8584, 2\.2945/)
        .first()
        .waitFor();
    });

    it('service failures in a command are retried after the wait of the service', async () => {
      await fault('setLocation', { kind: 'status', status: 429, headers: { 'retry-after': '3' } }, 1);
      const before = gateway.requestsTo('POST /v1/devices').length;
      await locate();
      await workbench.pressNotification('Too many requests. Try again in 3 s.', 'Try Again in 3 s');
      await workbench.answer(PLACE);
      await until('the second call', () => gateway.requestsTo('POST /v1/devices').length, before + 2);
      await workbench.page
        .getByText(/location set to 48\.8584, 2\.2945/)
        .first()
        .waitFor();
    });

    it('service failures in a command say that a device has no GPS, with the message of the service', async () => {
      await workbench.run('Cloud Devices: Set Location…');
      await workbench.page.getByText('Set Location: Devices').waitFor();
      await workbench.input.fill('Phone without GPS');
      await workbench.clickRow('Phone without GPS');
      await workbench.page.getByRole('button', { name: 'OK', exact: true }).click();
      await workbench.page.getByText('Decimal degrees').waitFor();
      await workbench.answer(PLACE);
      await said('does not support geo');
    });
  });
});
