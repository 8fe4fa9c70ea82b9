import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FrameLocator, Locator } from 'playwright-core';
import { Command } from '../../src/manifest.ts';
import { clickOnce } from '../support/clickOnce.ts';
import { ATTEMPT, retry } from '../support/retry.ts';
import { sharedFolder } from '../support/sharedFolder.ts';
import { Sidebar } from '../support/sidebar.ts';
import { story } from '../support/story.ts';
import { until } from '../support/until.ts';
import { Workbench } from '../support/workbench.ts';

/** Duration of a step in seconds, until the clock of the sandbox is advanced. */
const SECONDS = 60;

describe('loop', () => {
  const step = story();
  let workbench: Workbench;
  let folder: string;

  before(async () => {
    folder = await sharedFolder();
    workbench = await Workbench.open({ folder });
    await workbench.openSandbox();
    await workbench.leave();
  });

  afterEach(async function () {
    if (this.currentTest?.state === 'failed') await workbench.picture('loop-failed');
  });

  after(async () => {
    // The local receiver stays registered.
    await workbench.end();
  });

  function editor(): FrameLocator {
    return workbench.webview();
  }

  function headerButton(name: string): Locator {
    return editor().getByRole('banner').getByRole('button', { name, exact: true });
  }

  function waiting(state?: string): Locator {
    const row = editor().getByRole('treeitem', { name: /Wait/ });
    return state === undefined ? row : row.getByRole('img', { name: `Run: ${state}` });
  }

  async function setSeconds(seconds: number): Promise<void> {
    await waiting().click();
    await editor().getByRole('textbox', { name: 'Seconds', exact: true }).fill(`${seconds} s`);
    await saved(`"seconds": ${seconds}`);
  }

  async function passMinute(): Promise<void> {
    await retry('a minute passed', async () => {
      if (await workbench.input.isVisible()) await workbench.input.press('Escape', ATTEMPT);
      await workbench.run('Cloud Devices: Advance Sandbox Clock');
      // The list closes when the page takes the focus meanwhile.
      await clickOnce(workbench.quickPickRows('1 min').first());
    });
  }

  // The window saves by itself; until then what the service is brought is not what the file says.
  async function saved(text: string): Promise<void> {
    await until(
      text,
      () => readFile(join(folder, 'loop.flow.json'), 'utf8'),
      value => value.includes(text),
    );
  }

  /** The lines of the document in front, as far as the window shows them. */
  async function shownText(): Promise<string> {
    const text = await workbench.page.locator('.monaco-editor .view-lines').first().innerText();
    return text.replaceAll('\u00a0', ' ');
  }

  step(
    'the workflow from a new file to an active flow and back creates a file and edits it visually',
    async () => {
      const { page } = workbench;
      await workbench.run('Cloud Devices: Register Local Receiver');
      for (const view of ['Devices', 'Mailboxes']) await workbench.fold(view, true);
      await workbench.fold('Webhooks', false);
      await workbench.treeItem(/^Local receiver, .*, registered/).waitFor();
      await workbench.fold('Webhooks', true);
      await workbench.run('Cloud Devices: New Flow');
      await workbench.clickRow('Pick Actions…');
      await page.getByText('New Flow: Actions (2/6)').waitFor();
      await workbench.input.fill('Waits for a time');
      await workbench.clickRow('Waits for a time');
      await workbench.clickRow('Continue with 1 step');
      await page.getByText('New Flow: Name (3/6)').waitFor();
      await workbench.answer('Loop');
      await page.getByText('New Flow: Trigger (4/6)').waitFor();
      await workbench.clickRow('By hand');
      await page.getByText('New Flow: Device (5/6)').waitFor();
      await workbench.clickRow('Fill In Later');
      await page.getByText('New Flow: Location (6/6)').waitFor();
      await workbench.clickRow('Save and Open in Visual Editor');
      await page.getByRole('tab', { name: /^loop\.flow\.json/ }).waitFor();
      await editor().getByRole('checkbox', { name: 'Notify on success' }).click();
      await editor().getByRole('button', { name: 'Choose for Webhook' }).click();
      await workbench.clickRow('Local receiver');
      const webhook = editor().getByRole('textbox', { name: 'Webhook' });
      await until(
        'the name of the webhook',
        () => webhook.inputValue(),
        name => name.startsWith('To the local receiver'),
      );
      await saved('"notifyWebhookId"');
      await setSeconds(SECONDS);
      await workbench.picture('loop-1-edited');
    },
  );

  step(
    'the workflow from a new file to an active flow and back creates the flow, verifies it with the progress of its steps, and activates it',
    async () => {
      await headerButton('Create').click();
      await headerButton('Verify').waitFor();
      await workbench.picture('loop-2-created');
      await headerButton('Verify').click();
      await waiting('running').waitFor();
      await workbench.picture('loop-3-verifying');
      await passMinute();
      await waiting('succeeded').waitFor();
      await workbench.picture('loop-4-verified');
      await headerButton('Activate').click();
      await headerButton('Active').waitFor();
      await workbench.treeItem(/^Loop, flow, enabled/).waitFor();
      await workbench.picture('loop-5-active');
      await editor().getByRole('button', { name: 'Hide Run' }).click();
      await waiting('succeeded').waitFor({ state: 'detached' });
    },
  );

  step(
    'the workflow from a new file to an active flow and back fires the trigger, and shows the execution step by step',
    async () => {
      await workbench.hosts.start(Command.fireFlow);
      await workbench.page.getByText('Fire “By hand”: Payload').waitFor();
      await workbench.answer('{}');
      const dialog = workbench.page.locator('.monaco-dialog-box');
      await dialog.getByText('“Loop”').waitFor();
      await workbench.picture('loop-6-fire');
      await dialog.getByRole('button', { name: 'Fire' }).click();
      for (const view of ['Devices', 'Mailboxes']) await workbench.fold(view, true);
      await workbench.fold('Activity', false);
      await new Sidebar(workbench).unfold(/^Executions/);
      const execution = workbench
        .treeItem(/^Loop, execution, (pending|running)(, (?!verification run)|$)/)
        .first();
      await workbench.press(execution, 'Show Steps in Flow File', waiting('running'));
      await workbench.picture('loop-6-running');
      await passMinute();
      await waiting('succeeded').waitFor();
      await workbench
        .treeItem(/^Loop, execution, success, (?!verification run)/)
        .first()
        .waitFor();
      await workbench.picture('loop-7-executed');
    },
  );

  step(
    'the workflow from a new file to an active flow and back receives one notification, verifies its signature, and shows its content',
    async () => {
      const { page } = workbench;
      await workbench.fold('Activity', true);
      await workbench.fold('Webhooks', false);
      const received = workbench.treeItem(/^triggers\.notification, received delivery, /);
      await workbench
        .treeItem(/^triggers\.notification, received delivery, verified, answered 200/)
        .waitFor();
      // The verification sent no notification.
      await until('one delivery', () => received.count(), 1);
      await workbench.picture('loop-8-received');
      await new Sidebar(workbench).open(/^triggers\.notification, received delivery, /);
      await page.getByRole('tab', { name: /^triggers\.notification\.md/ }).waitFor();
      const text = await until('the delivery is shown', shownText, value =>
        /^# triggers[^]*^X-Service-Signature: \S+$/im.test(value),
      );
      assert.match(text, /^# triggers\.notification$/m);
      assert.match(text, /^\*\*Verified\.\*\* /m);
      assert.match(text, /^X-Service-Event: triggers\.notification$/im);
      assert.match(text, /^X-Service-Signature: \S+$/im);
      await workbench.hosts.execute('cursorBottom');
      const below = await until('the whole body is shown', shownText, value =>
        /^```json\n[^]*\n```$/m.test(value),
      );
      const shown = /^```json\n([^]*?)\n```$/m.exec(below)?.[1]?.replaceAll('\n', '');
      const body = JSON.parse(shown ?? '{}') as {
        readonly type: string;
        readonly data: { readonly origin: { readonly flowId: string; readonly executionId: string } };
      };
      const { origin, ...data } = body.data;
      assert.equal(body.type, 'triggers.notification');
      assert.deepEqual(data, { title: 'Workflow "Loop" succeeded', severity: 'success' });
      const links = await readFile(join(folder, '.cloud-devices/links.json'), 'utf8');
      assert.ok(links.includes(`"${origin.flowId}"`), `${origin.flowId} is not in ${links}`);
      await workbench.picture('loop-9-notification');
      await workbench.run('View: Close Editor');
      await waiting().waitFor();
    },
  );

  step(
    'the workflow from a new file to an active flow and back shows that the file was edited, updates the flow, and verifies it again',
    async () => {
      await workbench.fold('Webhooks', true);
      await setSeconds(1);
      await workbench.treeItem(/^Loop, flow, .*differs from file/).waitFor();
      await workbench.picture('loop-10-differs');
      await headerButton('Update').click();
      const dialog = workbench.page.locator('.monaco-dialog-box');
      await dialog
        .getByText(/seconds/i)
        .first()
        .waitFor();
      await workbench.picture('loop-11-update');
      await dialog.getByRole('button', { name: 'Update' }).click();
      const changed = workbench.treeItem(/^Loop, flow, .*changed since verified/);
      await changed.waitFor();
      await workbench.picture('loop-12-updated');
      await headerButton('More Ways to Run').click();
      await editor().getByRole('menuitem', { name: 'Verify on Sandbox…' }).click();
      await changed.waitFor({ state: 'detached' });
      await waiting('succeeded').waitFor();
      await workbench.treeItem(/^Loop, flow, enabled/).waitFor();
      await workbench.picture('loop-13-verified-again');
    },
  );
});
