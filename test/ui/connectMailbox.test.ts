import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { Limits } from '../../src/contract/limits.ts';
import { testSandbox, type TestSandbox } from '../support/sandbox.ts';
import { sharedFolder } from '../support/sharedFolder.ts';
import { Sidebar } from '../support/sidebar.ts';
import { readBrowserStorage } from '../support/storedText.ts';
import { story } from '../support/story.ts';
import { Workbench } from '../support/workbench.ts';
import { until } from '../support/until.ts';

const TOO_LONG = Limits.mailboxLabel + 1;
const SLOW_MS = 5000;
const CONSENT_MS = 600_000;

describe('connectMailbox', () => {
  const attempt = story();
  const connected = story();
  let sandbox: TestSandbox;
  let workbench: Workbench;
  let sidebar: Sidebar;

  before(async () => {
    sandbox = await testSandbox();
    workbench = await Workbench.open({ folder: await sharedFolder() });
    sidebar = new Sidebar(workbench);
    await workbench.openViews();
    await workbench.connect(sandbox.baseUrl, 'Mail', sandbox.key);
    await workbench.waitForLists();
    await sidebar.showOnly('Mailboxes');
    await sidebar.line(/, mailbox, active/).waitFor();
  });

  afterEach(async function () {
    if (this.currentTest?.state === 'failed') await workbench.picture('connect-mailbox-failed');
  });

  after(async () => {
    await workbench.close();
    await sandbox.stop();
  });

  async function pictures(name: string): Promise<void> {
    await workbench.pictures(`connect-mailbox-${name}`);
  }

  /** The page for the consent, which opens in the browser while something is done. */
  async function pageOpenedBy(act: () => Promise<void>): Promise<Page> {
    const opening = workbench.context.waitForEvent('page');
    await act();
    const page = await opening;
    await page.getByRole('heading', { name: 'Connect a Gmail inbox' }).waitFor();
    return page;
  }

  /** Closes the page for the consent, as a person does to return to the window. */
  async function leave(page: Page): Promise<void> {
    await page.close();
    await workbench.page.bringToFront();
  }

  async function begin(label: string): Promise<void> {
    await sidebar.pressTitle('Mailboxes', /^Connect Gmail Mailbox/);
    await workbench.page.getByText('Optional label for the mailbox').waitFor();
    await workbench.answer(label);
  }

  function pending(label: string, state: string): RegExp {
    return new RegExp(`^${label}, mailbox to be connected, ${state}`);
  }

  async function cancel(label: string): Promise<void> {
    await sidebar.press(pending(label, ''), /^Cancel Connecting/);
    await sidebar.line(pending(label, '')).waitFor({ state: 'detached' });
  }

  /** Returns the number of connection requests that the service received for a label. */
  function asked(label: string): number {
    return sandbox.service.store.connections.all().filter(one => one.label === label).length;
  }

  attempt(
    'the connection of a Gmail mailbox in the workbench opens the consent page and shows a pending item',
    async () => {
      await sidebar.pressTitle('Mailboxes', /^Connect Gmail Mailbox/);
      await workbench.input.fill('x'.repeat(TOO_LONG));
      await workbench.page.getByText(`this one has ${TOO_LONG}.`).waitFor();
      const page = await pageOpenedBy(() => workbench.answer('Sign-up tests'));
      await page.getByText('listed as “Sign-up tests”').waitFor();
      assert.equal(await page.getByLabel('Secret of the connection').count(), 0, 'the secret came along');
      await leave(page);
      await sidebar
        .line(pending('Sign-up tests', String.raw`waiting for consent, since .+, expires in \d+ min`))
        .waitFor();
      await pictures('waiting');
    },
  );

  attempt(
    'the connection of a Gmail mailbox in the workbench reports that it was denied, and starts over from the same item',
    async () => {
      const page = await pageOpenedBy(() =>
        sidebar.press(pending('Sign-up tests', 'waiting'), /^Resume Connecting/),
      );
      await page.getByRole('button', { name: 'Deny' }).click();
      await page.getByRole('heading', { name: 'Not connected' }).waitFor();
      await leave(page);
      await sidebar.line(pending('Sign-up tests', 'denied or removed')).waitFor();
      await workbench.picture('connect-mailbox-denied-dark');
      await sidebar.press(pending('Sign-up tests', 'denied'), /^Connect Gmail Mailbox/);
      await workbench.page.getByText('Optional label for the mailbox').waitFor();
      await until('the former label', () => workbench.input.inputValue(), 'Sign-up tests');
      await leave(await pageOpenedBy(() => workbench.page.keyboard.press('Enter')));
      await sidebar.line(pending('Sign-up tests', 'waiting for consent')).waitFor();
      await until('one line', () => workbench.treeItem(pending('Sign-up tests', '')).count(), 1);
    },
  );

  attempt('the connection of a Gmail mailbox in the workbench is removed when it is canceled', async () => {
    await cancel('Sign-up tests');
    await until('no mailbox that waits', () => workbench.treeItem(/, mailbox to be connected, /).count(), 0);
  });

  it('the connection of a Gmail mailbox in the workbench reports that the consent expired', async () => {
    await leave(await pageOpenedBy(() => begin('Late')));
    await sidebar.line(pending('Late', 'waiting')).waitFor();
    sandbox.clock.advance(CONSENT_MS);
    await sidebar.line(pending('Late', 'expired')).waitFor();
    await workbench.picture('connect-mailbox-expired-dark');
    await cancel('Late');
  });

  it('the connection of a Gmail mailbox in the workbench retries with the same key while the first request is in progress', async () => {
    await sandbox.sandboxClient.setMailboxBackend({ body: { state: 'slow' } });
    // The service responds when the test allows it.
    sandbox.clock.freeze(true);
    await begin('In flight');
    await sidebar.line(pending('In flight', 'not answered yet')).waitFor();
    await sidebar.press(pending('In flight', 'not answered yet'), /^Resume Connecting/);
    const told = await workbench.notification('The first request of this attempt is still in progress.');
    await told.getByRole('button', { name: 'Try Again' }).waitFor();
    await until('one button', () => told.getByRole('button', { name: 'Give Up' }).count(), 1);
    await pictures('in-flight');
    const first = await pageOpenedBy(() => {
      sandbox.clock.freeze(false);
      sandbox.clock.advance(SLOW_MS);
      return Promise.resolve();
    });
    await sandbox.sandboxClient.setMailboxBackend({ body: { state: 'working' } });
    const address = first.url();
    await leave(first);
    await workbench.notification('The first request of this attempt is still in progress.');
    const second = await pageOpenedBy(() =>
      workbench.pressNotification('The first request of this attempt is still in progress.', 'Try Again'),
    );
    assert.equal(second.url(), address);
    await leave(second);
    assert.equal(asked('In flight'), 1);
    await cancel('In flight');
  });

  it('the connection of a Gmail mailbox in the workbench requires a new attempt if the service refused it permanently', async () => {
    await sandbox.sandboxClient.setMailboxBackend({ body: { state: 'rejecting' } });
    await begin('Refused');
    const told = await workbench.notification('The mail provider refused this.');
    const anew = told.getByRole('button', { name: 'Start Again' });
    await anew.waitFor();
    await until('no button', () => told.getByRole('button', { name: 'Try Again' }).count(), 0);
    await sidebar.line(pending('Refused', '')).waitFor({ state: 'detached' });
    await pictures('refused');
    await sandbox.sandboxClient.setMailboxBackend({ body: { state: 'working' } });
    await workbench.pressNotification('The mail provider refused this.', 'Start Again');
    await workbench.page.getByText('Optional label for the mailbox').waitFor();
    await until('the former label', () => workbench.input.inputValue(), 'Refused');
    await leave(await pageOpenedBy(() => workbench.page.keyboard.press('Enter')));
    await sidebar.line(pending('Refused', 'waiting')).waitFor();
    assert.equal(asked('Refused'), 1);
    await cancel('Refused');
  });

  connected(
    'the connection of a Gmail mailbox in the workbench survives a window reload, and becomes a mailbox after the consent',
    async () => {
      const before = await pageOpenedBy(() => begin('Mine'));
      const address = before.url();
      const isStored = async (): Promise<boolean> =>
        (await workbench.page.evaluate<string>(readBrowserStorage)).includes('Mine');
      await leave(before);
      await sidebar.line(pending('Mine', 'waiting')).waitFor();
      // VS Code writes the state of an extension after a moment, and not when the page closes.
      await until('the stored mailbox', isStored, true);
      await workbench.load();
      await workbench.openViews();
      await sidebar.showOnly('Mailboxes');
      const page = await pageOpenedBy(() => sidebar.press(pending('Mine', 'waiting'), /^Resume Connecting/));
      assert.equal(page.url(), address);
      await page.getByLabel('Gmail address').fill('me@gmail.example');
      await page.getByRole('button', { name: 'Allow' }).click();
      await page.getByRole('heading', { name: 'Connected' }).waitFor();
      await leave(page);
      await sidebar.line(/^me@gmail\.example, mailbox, active/).waitFor();
      await sidebar.line(pending('Mine', '')).waitFor({ state: 'detached' });
      assert.equal(asked('Mine'), 1);
      await pictures('active');
    },
  );

  connected(
    'the connection of a Gmail mailbox in the workbench is active immediately if Gmail is already connected',
    async () => {
      await begin('Second');
      await workbench.page.getByText('me@gmail.example is connected.').waitFor();
      await until(
        'no mailbox that waits',
        () => workbench.treeItem(/, mailbox to be connected, /).count(),
        0,
      );
    },
  );
});
