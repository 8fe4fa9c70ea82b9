import assert from 'node:assert/strict';
import { longFlow } from '../support/flowTyping.ts';
import { exampleFlow, FlowWorkbench } from '../support/flowWorkbench.ts';
import { launchSandbox, type SandboxProcess } from '../support/sandboxProcess.ts';
import { seriousFindings } from '../support/webviewPage.ts';
import { THEMES } from '../support/workbench.ts';

const THEME_NAMES = Object.keys(THEMES) as (keyof typeof THEMES)[];

/** Looks at what is shown in every theme, and for what is hard to reach. */
async function look(flows: FlowWorkbench, name: string): Promise<void> {
  const { workbench, view } = flows;
  for (const theme of THEME_NAMES) {
    await workbench.dress(theme);
    const kind =
      theme === 'dark' ? 'vscode-dark' : theme === 'light' ? 'vscode-light' : 'vscode-high-contrast';
    await view.locator(`body.${kind}`).waitFor();
    await workbench.picture(`flow-looks-${name}-${theme.replace(' ', '-')}`);
    const frame = await (await view.locator('body').elementHandle()).ownerFrame();
    assert.ok(frame);
    assert.deepEqual(await seriousFindings(frame, []), [], theme);
  }
}

describe('the looks of the visual flow editor', () => {
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
      },
      { settings: { 'files.readonlyInclude': { 'locked.*': true } } },
    );
  });

  afterEach(async function () {
    if (this.currentTest?.state === 'failed')
      await flows.workbench.picture(`flow-looks-failed-${this.currentTest.title.slice(0, 20)}`);
    await flows.workbench.dress('dark');
    await flows.closeAll();
  });

  after(() => flows.close());

  it('are those of a part of VS Code for an empty flow', async () => {
    await flows.open('empty.flow.json');
    await look(flows, 'empty');
  });

  it('show a union within a union', async () => {
    await flows.open('unions.flow.json');
    await flows.step('0').click();
    await flows.view.getByRole('group', { name: 'Condition' }).first().waitFor();
    await look(flows, 'unions');
  });

  it('tell of an action that is not known', async () => {
    await flows.open('unknown.flow.json');
    await flows.step('0').click();
    await flows.view.getByText('The parameters stay as they are').waitFor();
    await look(flows, 'unknown');
  });

  it('tell that a file is read-only', async () => {
    await flows.open('locked.flow.json');
    await flows.view.getByText('This file is read-only').waitFor();
    await flows.step('1').click();
    await look(flows, 'read-only');
  });

  it('stay calm with two hundred steps', async () => {
    await flows.open('long.flow.json');
    await flows.step('0').click();
    await flows.workbench.page.keyboard.press('End');
    await flows.step('199').and(flows.view.locator('[aria-selected=true]')).waitFor();
    await look(flows, 'long');
  });

  it('show what a run did with each step', async () => {
    const view = await flows.open('run.flow.json');
    await view.getByRole('button', { name: 'Create' }).click();
    await view.getByRole('button', { name: 'Update' }).waitFor();
    await view.getByRole('button', { name: 'Verify' }).click();
    await view.getByRole('button', { name: 'Run Again' }).waitFor();
    await flows.step('1').click();
    await look(flows, 'run');
  });

  it('tell what is missing without any catalogue', async () => {
    await flows.open('bare.flow.json');
    await flows.workbench.run('Cloud Devices: Stop Sandbox');
    await flows.view.getByText('No catalogue of actions is known').waitFor();
    await look(flows, 'no-catalogue');
  });
});

describe('the visual flow editor without its service', () => {
  let flows: FlowWorkbench;
  let sandbox: SandboxProcess;

  before(async () => {
    sandbox = await launchSandbox();
    flows = await FlowWorkbench.start({ 'offline.flow.json': await exampleFlow('first-steps') });
    await flows.workbench.connect(sandbox.baseUrl, 'Elsewhere', sandbox.apiKey);
  });

  after(async () => {
    await flows.close();
    await sandbox.kill();
  });

  it('tells how old the catalogue is that it uses', async () => {
    await flows.open('offline.flow.json');
    await flows.view.getByRole('button', { name: 'Elsewhere' }).waitFor();
    await flows.workbench
      .treeItem(/, action, /)
      .first()
      .waitFor();
    await flows.step('0').getByText('Launch app').waitFor();
    await sandbox.kill();
    await flows.workbench.run('Cloud Devices: Refresh Catalogue');
    await flows.view.getByText('actions are shown as they were').waitFor();
    await look(flows, 'offline');
  });
});

describe('the visual flow editor in a folder that is not trusted', () => {
  let flows: FlowWorkbench;

  before(async () => {
    flows = await FlowWorkbench.start(
      { 'restricted.flow.json': await exampleFlow('first-steps') },
      { trusted: false, settings: { 'security.workspace.trust.startupPrompt': 'never' } },
    );
  });

  after(() => flows.close());

  it('works, and tells what is not trusted', async () => {
    const view = await flows.open('restricted.flow.json');
    await view.getByText('This workspace is not trusted').waitFor();
    await view.getByRole('textbox', { name: 'Name' }).fill('Not trusted');
    await view.getByRole('heading', { level: 1, name: 'Not trusted' }).waitFor();
    await look(flows, 'untrusted');
    await view.getByRole('button', { name: 'Manage Trust' }).click();
    await flows.workbench.page.getByText('Trusted Folders & Workspaces').waitFor();
  });
});
