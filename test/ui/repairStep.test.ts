import assert from 'node:assert/strict';
import type { FrameLocator, Locator } from 'playwright-core';
import { Command } from '../../src/manifest.ts';
import { demoActionId } from '../../src/sandbox/demo/demoCatalog.ts';
import { demoDeviceId } from '../../src/sandbox/demo/devices.ts';
import { demoTriggerId } from '../../src/sandbox/demo/triggers.ts';
import { FlowWorkbench } from '../support/flowWorkbench.ts';
import { story } from '../support/story.ts';

const FILE = 'name.flow.json';
const ID = 'org.sandbox.form:id/form.name';
const FLOW = {
  ...{ name: 'Enter a name', triggerId: demoTriggerId('custom'), deviceIds: [demoDeviceId('phone')] },
  actions: [
    { actionId: demoActionId('device.openUrl'), position: 1, overrides: { params: { url: 'form:' } } },
    {
      ...{ actionId: demoActionId('device.tap'), position: 2, nameOverride: 'Tap “Name”' },
      overrides: { params: { target: { by: 'resourceId', resourceId: ID } } },
    },
    { actionId: demoActionId('device.typeText'), position: 3, overrides: { params: { text: 'Sam' } } },
  ],
};

describe('repairStep', () => {
  const step = story();
  let flows: FlowWorkbench;

  before(async () => {
    flows = await FlowWorkbench.start({ [FILE]: `${JSON.stringify(FLOW, undefined, 2)}\n` });
    await flows.open(FILE);
  });

  afterEach(async function () {
    if (this.currentTest?.state === 'failed') await flows.workbench.picture('repair-step-failed');
  });

  after(() => flows.close());

  const headerButton = (name: string): Locator =>
    flows.view.getByRole('banner').getByRole('button', { name, exact: true });

  /** Waits until the run of a step has ended in a state. */
  const ran = (index: string, state: string): Promise<void> =>
    flows
      .step(index)
      .getByRole('img', { name: `Run: ${state}` })
      .waitFor();

  /** Chooses a row of the quick pick with a title, or several rows. */
  async function choose(title: string, row: string, isOneOfSeveral = false): Promise<void> {
    const { page } = flows.workbench;
    const shown = page.locator('.quick-input-title').and(page.getByText(title, { exact: true }));
    await shown.waitFor();
    await flows.workbench.clickRow(row);
    if (isOneOfSeveral) await page.getByRole('button', { name: 'OK', exact: true }).click();
    await shown.waitFor({ state: 'hidden' });
  }

  step('the repair of a step in the workbench is not needed while the layout is the usual one', async () => {
    await headerButton('Create').click();
    await headerButton('Verify').click();
    await ran('2', 'succeeded');
  });

  step(
    'the repair of a step in the workbench is proposed in the trace of the run that fails in another layout, and applied on request',
    async () => {
      const { workbench } = flows;
      // The palette returns the focus, and a page that takes it late would close the next picker.
      await workbench.hosts.execute('workbench.action.focusSideBar');
      await workbench.run('Cloud Devices: Add Sandbox Fault');
      await choose('Add Sandbox Fault', 'Another layout');
      await choose('Another layout: Differences', 'Renamed', true);
      await choose('Another layout: Which One', 'Every');
      await workbench.page.locator('.statusbar-item', { hasText: '1 fault' }).waitFor();
      // The verified flow could be activated now, so another verification is in the menu.
      await headerButton('More Ways to Run').click();
      await flows.view.getByRole('menuitem', { name: /^Verify on/ }).click();
      await ran('1', 'failed');
      await flows.step('1').click();
      await workbench.hosts.start(Command.showInTrace);
      const trace: FrameLocator = workbench.webview();
      const repair = trace.getByRole('region', { name: 'Proposed repair' });
      await repair.locator('image').nth(1).waitFor();
      await workbench.pictures('repair-step');
      const unsaved = workbench.page.locator('.tabs-container .tab.dirty');
      assert.equal(await unsaved.count(), 0, 'nothing is applied by itself');
      await repair.getByRole('button', { name: 'Apply to Flow…' }).click();
      await unsaved.waitFor();
      await flows.step('1').waitFor();
      await flows.saved(FILE, text => !text.includes(`"${ID}"`) && text.includes(ID));
    },
  );

  step('the repair of a step in the workbench makes the next run pass', async () => {
    await headerButton('Update').click();
    const question = flows.workbench.page.locator('.monaco-dialog-box');
    await question.getByRole('button', { name: 'Update', exact: true }).click();
    await question.waitFor({ state: 'detached' });
    await headerButton('Verify').click();
    await ran('2', 'succeeded');
    await ran('1', 'succeeded');
  });
});
