import type { FrameLocator } from 'playwright-core';
import { demoActionId } from '../../src/sandbox/demo/demoCatalog.ts';
import { demoDeviceId } from '../../src/sandbox/demo/devices.ts';
import { demoTriggerId } from '../../src/sandbox/demo/triggers.ts';
import { FlowWorkbench } from '../support/flowWorkbench.ts';

const FLOW = {
  ...{ name: 'Watched', triggerId: demoTriggerId('custom'), deviceIds: [demoDeviceId('phone')] },
  actions: [
    { actionId: demoActionId('device.openUrl'), position: 0, overrides: { params: { url: 'form:' } } },
    { actionId: demoActionId('flow.wait'), position: 1, overrides: { params: { seconds: 3000 } } },
  ],
};

describe('traceOfRun', () => {
  let flows: FlowWorkbench;

  before(async () => {
    flows = await FlowWorkbench.start({ 'watched.flow.json': JSON.stringify(FLOW, undefined, 2) });
  });

  after(() => flows.close());

  it('the trace of a run in progress in the workbench opens from the visual editor, and leads back to the step and from there to its evidence', async () => {
    const { workbench } = flows;
    const view = await flows.open('watched.flow.json');
    const button = (name: string) => view.getByRole('button', { name, exact: true });
    await flows.step('1').click();
    await button('Run to Here').click();
    await button('Open Trace').click();
    const trace: FrameLocator = workbench.webview();
    await trace.getByRole('status').getByText('Step 2 “Wait” is running.').waitFor();
    await trace.getByRole('treeitem', { name: /2 Wait/, selected: true }).waitFor();
    await trace.locator('.glass image').waitFor();
    await trace.locator('trace-filmstrip[data-ready]').waitFor();
    await workbench.picture('trace-of-run');
    await trace.getByRole('button', { name: 'Go to Step' }).click();
    await button('Stop').click();
    await button('Show in Trace').click();
    await trace.locator('.top .chip.aborted').waitFor();
    await trace.getByRole('treeitem', { name: /2 Wait/, selected: true }).waitFor();
  });
});
