import { setTimeout } from 'node:timers/promises';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FrameLocator, Locator } from 'playwright-core';
import { Workbench } from '../support/workbench.ts';

const WAIT = '9015b166-4dc6-4537-b2d6-0b25c55b0553';

async function expectSoon(isSo: () => Promise<boolean>, what: string): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (!(await isSo())) {
    if (Date.now() > deadline) throw new Error(`${what} did not come about`);
    await setTimeout(50);
  }
}

describe('the loop from a new file to an active flow and back', function () {
  this.timeout(240_000);
  // Each part goes on where the one before it has ended.
  this.bail(true);
  let workbench: Workbench;
  let folder: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'loop-'));
    const flow = {
      name: 'Loop',
      triggerId: 'a1247495-d997-45f6-a835-eb8ac5bb4d76',
      deviceIds: ['bc19a5dc-a46d-4723-9f28-1c25924e01f5'],
      actions: [{ actionId: WAIT, position: 1, overrides: { params: { seconds: 1 } } }],
    };
    await writeFile(join(folder, 'loop.flow.json'), JSON.stringify(flow, undefined, 2));
    workbench = await Workbench.open({ folder });
    await workbench.openViews();
    await workbench.startSandbox();
    await workbench.page.mouse.move(700, 10);
    await workbench
      .treeItem(/, action, /)
      .first()
      .waitFor();
  });

  after(async () => {
    await workbench.close();
    await rm(folder, { recursive: true });
  });

  function editor(): FrameLocator {
    return workbench.webview();
  }

  function headerButton(name: string): Locator {
    return editor().getByRole('banner').getByRole('button', { name, exact: true });
  }

  async function chooseListed(text: string | RegExp): Promise<void> {
    await workbench.page.locator('.quick-input-list .monaco-list-row', { hasText: text }).first().click();
  }

  async function setSeconds(seconds: number): Promise<void> {
    await editor().getByRole('treeitem', { name: /Wait/ }).click();
    await editor().getByRole('combobox', { name: 'Seconds', exact: true }).fill(String(seconds));
    await saved(`"seconds": ${seconds}`);
  }

  // The window saves by itself; until then what the service is brought is not what the file says.
  async function saved(text: string): Promise<void> {
    await expectSoon(
      async () => (await readFile(join(folder, 'loop.flow.json'), 'utf8')).includes(text),
      text,
    );
  }

  it('edits a new file visually', async () => {
    const { page } = workbench;
    await workbench.run('Cloud Devices: Register Local Receiver');
    for (const view of ['Actions', 'Devices']) await workbench.fold(view, true);
    await workbench.fold('Webhooks', false);
    await workbench.treeItem(/^Local receiver, .*registered/).waitFor();
    await workbench.fold('Webhooks', true);
    await page.keyboard.press('Control+P');
    await workbench.input.fill('loop.flow.json');
    await chooseListed('loop.flow.json');
    await page.getByRole('tab', { name: /^loop\.flow\.json/ }).waitFor();
    await workbench.run('Cloud Devices: Open in Visual Editor');
    await editor().getByRole('checkbox', { name: 'Notify on success' }).click();
    await editor().getByRole('button', { name: 'Choose for Webhook' }).click();
    await chooseListed('Local receiver');
    await editor().getByText('Local receiver').waitFor();
    await saved('"notifyWebhookId"');
    await setSeconds(2);
    await workbench.picture('loop-1-edited');
  });

  it('creates the flow, verifies it with its steps told one by one, and activates it', async () => {
    await headerButton('Create').click();
    await headerButton('Update').waitFor();
    await workbench.picture('loop-2-created');
    await headerButton('Verify').click();
    await headerButton('Hide Run').waitFor();
    await workbench.picture('loop-3-verifying');
    await editor()
      .getByRole('treeitem', { name: /Wait/ })
      .getByRole('img', { name: 'Run: succeeded' })
      .waitFor();
    await workbench.picture('loop-4-verified');
    await headerButton('Activate').click();
    await chooseListed(/trial/);
    await headerButton('Active').waitFor();
    await workbench.picture('loop-5-active');
  });

  it('fires the trigger, and shows the execution step by step and the notification, verified', async () => {
    await workbench.run('Cloud Devices: Fire Trigger of Flow');
    await chooseListed('Loop');
    await workbench.page.getByText('Fire “By hand”: Payload').waitFor();
    await workbench.answer('{}');
    for (const view of ['Actions', 'Devices']) await workbench.fold(view, true);
    await workbench.fold('Activity', false);
    await workbench.treeItem(/^Executions/).click();
    const execution = workbench
      .treeItem(/^Loop, execution, (pending|running|success)(, (?!trial)|$)/)
      .first();
    await execution.hover();
    await execution.getByRole('button', { name: 'Show Steps in Flow File' }).click();
    await workbench.picture('loop-6-running');
    await workbench
      .treeItem(/^Loop, execution, success, (?!trial)/)
      .first()
      .waitFor();
    await workbench.picture('loop-7-executed');
    await workbench.fold('Activity', true);
    await workbench.fold('Webhooks', false);
    await workbench
      .treeItem(/^triggers\.notification, received delivery, verified/)
      .first()
      .waitFor();
    await workbench.picture('loop-8-received');
  });

  it('tells that the file was edited, updates the flow and verifies it again', async () => {
    await workbench.fold('Webhooks', true);
    await workbench.run('Cloud Devices: Open in Visual Editor');
    await setSeconds(1);
    await workbench.treeItem(/^Loop, flow, .*differs from its file/).waitFor();
    await workbench.picture('loop-9-differs');
    await headerButton('Update').click();
    await workbench.page.locator('.monaco-dialog-box').getByRole('button', { name: 'Update' }).click();
    const changed = workbench.treeItem(/^Loop, flow, .*changed since verified/);
    await changed.waitFor();
    await workbench.picture('loop-10-updated');
    await headerButton('Verify').click();
    await changed.waitFor({ state: 'detached' });
    await workbench.picture('loop-11-verified-again');
  });
});
