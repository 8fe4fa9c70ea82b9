import assert from 'node:assert/strict';
import type { Frame, Locator } from 'playwright-core';
import { demoActionId } from '../../src/sandbox/demo/demoCatalog.ts';
import { demoDeviceId } from '../../src/sandbox/demo/devices.ts';
import { demoMailboxId } from '../../src/sandbox/demo/mailboxes.ts';
import { demoTriggerId } from '../../src/sandbox/demo/triggers.ts';
import { pageWith } from '../support/pageWith.ts';
import { FlowWorkbench } from '../support/flowWorkbench.ts';
import { ATTEMPT, retry } from '../support/retry.ts';
import { story } from '../support/story.ts';

const FILE = 'sign-up.flow.json';

function flowOf(name: string, ...steps: readonly (readonly [string, object])[]): string {
  const actions = steps.map(([method, params], position) => ({
    ...{ actionId: demoActionId(method), position },
    overrides: { params },
  }));
  const deviceIds = [demoDeviceId('phone')];
  return JSON.stringify({ name, triggerId: demoTriggerId('custom'), deviceIds, actions }, undefined, 2);
}

const FILES = {
  [FILE]: flowOf(
    'Sign up',
    ['device.openUrl', { url: 'form:' }],
    ['device.tap', { target: { by: 'text', text: 'Name' } }],
  ),
  'passcode.flow.json': flowOf('Passcode', [
    'mailbox.waitForPasscode',
    { mailboxId: demoMailboxId('gmail'), timeoutSeconds: 600 },
  ]),
};

describe('run', () => {
  const step = story();
  let flows: FlowWorkbench;
  let view: Frame;

  before(async () => void (flows = await FlowWorkbench.start(FILES)));
  after(() => flows.close());

  const editor = (): Promise<Frame> => pageWith(flows.workbench.page, 'flow-inspector');
  const button = (name: string): Locator => view.getByRole('button', { name, exact: true });
  const banner = (): Locator => view.locator('.banner').getByRole('status');
  const runs = (): Locator => flows.workbench.page.locator('.quick-input-widget', { hasText: 'Runs of' });

  step(
    'the run of a flow in the workbench runs an open flow on its phone with one click, before a step is selected',
    async () => {
      await flows.open(FILE);
      view = await editor();
      await button('Run').click();
      await view.locator('[data-step="1"] .run.succeeded').waitFor();
      await banner()
        .getByText(/^Run, .+: succeeded$/)
        .waitFor();
      await flows.workbench.page.getByRole('tab', { name: /^Pixel phone/ }).waitFor();
      await flows.workbench.pictures('run-succeeded');
    },
  );

  step('the run of a flow in the workbench has the other ways to run in a menu beside it', async () => {
    await view.locator('[data-step="1"]').click();
    await button('Run This Step').waitFor();
    await button('More Ways to Run').click();
    const items = view.getByRole('menuitem');
    await items.first().waitFor();
    const names = await items.allInnerTexts();
    assert.deepEqual(
      names.map(name => name.trim()),
      ['Run from Here', 'Debug', 'Run Tests', 'Check on Sandbox', 'Phone: Pixel phone…', 'Show Phone'],
    );
    await flows.workbench.pictures('run-menu');
    await view.getByRole('menuitem', { name: 'Run Tests' }).click();
    await banner()
      .getByText(/^Test run, .+: succeeded \(waits shortened\)$/)
      .waitFor();
  });

  step(
    'the run of a flow in the workbench lists the runs of every kind by time and outcome, and opens and compares them',
    async () => {
      await button('Runs').click();
      const rows = runs().locator('.monaco-list-row');
      await rows.filter({ hasText: /Test run, .+: succeeded/ }).waitFor();
      await rows
        .filter({ hasText: /Run, .+: succeeded/ })
        .first()
        .waitFor();
      await flows.workbench.pictures('run-list');
      const compare = rows.first().getByRole('button', { name: 'Compare with Another Run…' });
      const others = flows.workbench.page.locator('.quick-input-widget', {
        hasText: 'Compare with Another Run',
      });
      // A row that is drawn again under the mouse can take the click, which shows its run at the steps.
      await retry('the other runs', async () => {
        if (!(await rows.first().isVisible())) await button('Runs').click(ATTEMPT);
        await rows.first().hover(ATTEMPT);
        await compare.click(ATTEMPT);
        await others.waitFor(ATTEMPT);
      });
      await others
        .locator('.monaco-list-row')
        .filter({ hasText: /Run, .+: succeeded/ })
        .click();
      const trace = await pageWith(flows.workbench.page, '.comparison');
      await trace
        .locator('.comparison .runs li')
        .filter({ hasText: /^\s*First run/ })
        .waitFor();
      await trace
        .getByText(/Run, .+: succeeded/)
        .first()
        .waitFor();
      await flows.workbench.pictures('run-comparison');
    },
  );

  step(
    'the run of a flow in the workbench offers to deliver mail while a step waits for a passcode, and becomes Stop',
    async () => {
      await flows.closeAll();
      await flows.open('passcode.flow.json');
      view = await editor();
      await button('Run').click();
      await button('Deliver Mail…').waitFor();
      await flows.workbench.pictures('run-waiting');
      await view.getByRole('group', { name: 'What can be done with the flow' }).getByText('Stop').click();
      await banner()
        .getByText(/^Run, .+: aborted$/)
        .waitFor();
      await button('Run').waitFor();
    },
  );
});
