import assert from 'node:assert/strict';
import { longFlow } from '../support/flowTyping.ts';
import { exampleFlow, FlowWorkbench } from '../support/flowWorkbench.ts';
import { launchSandbox } from '../support/sandboxProcess.ts';
import { seriousFindings } from '../support/webviewPage.ts';

/** Saves screenshots and checks accessibility. The page tests check the colors of these states. */
async function look(flows: FlowWorkbench, name: string): Promise<void> {
  await flows.workbench.pictures(`flow-looks-${name}`);
  assert.deepEqual(await findingsIn(flows), []);
}

async function findingsIn({ view }: FlowWorkbench, colorsOnly = false): Promise<string[]> {
  const frame = await (await view.locator('body').elementHandle()).ownerFrame();
  assert.ok(frame);
  return seriousFindings(frame, [], { colorsOnly });
}

describe('the appearance of the visual flow editor', () => {
  let flows: FlowWorkbench;

  before(async () => {
    flows = await FlowWorkbench.start(
      {
        'empty.flow.json': '',
        'run.flow.json': await exampleFlow('first-steps'),
        'unions.flow.json': await exampleFlow('order-webhook'),
        'unknown.flow.json': (await exampleFlow('first-steps')).replace(
          /"actionId": "[^"]+"/,
          '"actionId": "aaaaaaaa-0000-4000-8000-000000000001"',
        ),
        'locked.flow.json': await exampleFlow('first-steps'),
        'long.flow.json': longFlow(200),
        'bare.flow.json': await exampleFlow('first-steps'),
        'offline.flow.json': await exampleFlow('first-steps'),
      },
      { settings: { 'files.readonlyInclude': { 'locked.*': true } } },
    );
  });

  afterEach(async function () {
    if (this.currentTest?.state === 'failed')
      await flows.workbench.picture(`flow-looks-failed-${this.currentTest.title.slice(0, 20)}`);
    await flows.closeAll();
  });

  after(() => flows.close());

  it('matches VS Code for an empty flow', async () => {
    await flows.open('empty.flow.json');
    await look(flows, 'empty');
  });

  it('shows a union within a union', async () => {
    await flows.open('unions.flow.json');
    await flows.step('0').click();
    await flows.view.getByRole('group', { name: 'Condition' }).first().waitFor();
    await look(flows, 'unions');
  });

  it('follows the theme of the window', async () => {
    await flows.open('unions.flow.json');
    for (const [theme, kind] of [
      ['light', 'vscode-light'],
      ['dark contrast', 'vscode-high-contrast'],
      ['light contrast', 'vscode-high-contrast'],
      ['dark', 'vscode-dark'],
    ] as const) {
      await flows.workbench.dress(theme);
      await flows.view.locator(`body.${kind}`).waitFor();
      assert.deepEqual(await findingsIn(flows, true), [], theme);
    }
  });

  it('shows an unknown action', async () => {
    await flows.open('unknown.flow.json');
    await flows.step('0').click();
    await flows.view.getByText('The parameters stay as they are').waitFor();
    await look(flows, 'unknown');
  });

  it('shows that a file is read-only', async () => {
    await flows.open('locked.flow.json');
    await flows.view.getByText('This file is read-only').waitFor();
    await flows.step('1').click();
    await look(flows, 'read-only');
  });

  it('stays readable with two hundred steps', async () => {
    await flows.open('long.flow.json');
    await flows.step('0').click();
    await flows.workbench.page.keyboard.press('End');
    await flows.step('199').and(flows.view.locator('[aria-selected=true]')).waitFor();
    await look(flows, 'long');
  });

  it('shows what a run did with each step', async () => {
    const view = await flows.open('run.flow.json');
    await view.getByRole('button', { name: 'Create' }).click();
    await view.getByRole('button', { name: 'Update' }).waitFor();
    await view.getByRole('button', { name: 'Verify' }).click();
    await view.getByRole('button', { name: 'Run Again' }).waitFor();
    await flows.step('1').click();
    await look(flows, 'run');
  });

  it('shows the age of the catalog if it is used without its service', async () => {
    const sandbox = await launchSandbox();
    try {
      await flows.open('offline.flow.json');
      // The open file opens the connection that is chosen now; no view does.
      await flows.workbench.connect(sandbox.baseUrl, 'Elsewhere', sandbox.apiKey);
      await flows.view.getByRole('button', { name: 'Elsewhere' }).waitFor();
      await flows.step('0').getByText('Launch app').waitFor();
    } finally {
      await sandbox.kill();
    }
    await flows.workbench.run('Cloud Devices: Refresh Catalog');
    await flows.view.getByText('Showing the actions as of').waitFor();
    await look(flows, 'offline');
  });

  it('shows what is missing without any catalog', async () => {
    const { workbench, view } = flows;
    await flows.open('bare.flow.json');
    await workbench.run('Cloud Devices: Sign Out');
    await workbench.page.locator('.monaco-dialog-box').getByRole('button', { name: 'Sign Out' }).click();
    await view.getByText('“Elsewhere” is signed out').waitFor();
    await look(flows, 'no-catalog');
    await view.getByRole('button', { name: 'Sign In' }).click();
    await workbench.page.getByText('Sign In to Elsewhere').waitFor();
    await workbench.page.keyboard.press('Escape');
  });
});

describe('the visual flow editor in an untrusted folder', () => {
  let flows: FlowWorkbench;

  before(async () => {
    flows = await FlowWorkbench.start(
      { 'restricted.flow.json': await exampleFlow('first-steps') },
      { trusted: false, settings: { 'security.workspace.trust.startupPrompt': 'never' } },
    );
  });

  after(() => flows.close());

  it('refuses to run or write with one sentence, and offers to manage trust', async () => {
    const { workbench } = flows;
    const sentence = 'This workspace is in Restricted Mode: nothing runs here';
    for (const title of ['Create or Update Flows from Files…', 'Start Task…', 'Start Local Receiver']) {
      await workbench.run(`Cloud Devices: ${title}`);
      const refused = await workbench.notification(sentence);
      await refused.first().getByRole('button', { name: 'Manage Trust' }).waitFor();
      await workbench.clearNotifications();
    }
  });

  it('works, and says what is not trusted', async () => {
    const view = await flows.open('restricted.flow.json');
    await view.getByText('This workspace is in Restricted Mode').waitFor();
    await view.getByRole('textbox', { name: 'Name' }).fill('Not trusted');
    await view.getByRole('heading', { level: 1, name: 'Not trusted' }).waitFor();
    await look(flows, 'untrusted');
    await view.getByRole('button', { name: 'Manage Trust' }).click();
    await flows.workbench.page.getByText('Trusted Folders & Workspaces').waitFor();
  });
});
