import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FrameLocator, Locator } from 'playwright-core';
import { Command } from '../../src/manifest.ts';
import { demoActionId } from '../../src/sandbox/demo/demoCatalog.ts';
import { demoDeviceId } from '../../src/sandbox/demo/devices.ts';
import { demoTriggerId } from '../../src/sandbox/demo/triggers.ts';
import { Gateway } from '../support/gateway.ts';
import { sharedFolder } from '../support/sharedFolder.ts';
import { story } from '../support/story.ts';
import { until } from '../support/until.ts';
import { Workbench } from '../support/workbench.ts';

const FILE = 'settings.flow.json';
const SHOWN = 'Bluetooth';
const MISSING = 'No such text';

const FLOW = {
  name: 'Open the settings',
  triggerId: demoTriggerId('custom'),
  deviceIds: [demoDeviceId('phone')],
  actions: [
    {
      actionId: demoActionId('task.run'),
      position: 1,
      overrides: { params: { task: 'Open the settings.', llmModel: 'demo/fast' } },
    },
    {
      actionId: demoActionId('device.assertText'),
      position: 2,
      overrides: { params: { contains: SHOWN } },
    },
  ],
};

describe('plainService', () => {
  const step = story();
  let workbench: Workbench;
  let gateway: Gateway;
  let path: string;

  before(async () => {
    gateway = await Gateway.start(() => true, { timeScale: 0.05 });
    const folder = await sharedFolder({ [FILE]: JSON.stringify(FLOW, undefined, 2) });
    path = join(folder, FILE);
    workbench = await Workbench.open({ folder });
    await workbench.openViews();
    await workbench.connect(gateway.baseUrl, 'Plain', gateway.key);
    await workbench.waitForLists();
  });

  afterEach(async function () {
    if (this.currentTest?.state === 'failed') await workbench.picture('plain-service-failed');
  });

  after(async () => {
    await workbench.close();
    await gateway.stop();
  });

  function editor(): FrameLocator {
    return workbench.webview();
  }

  function headerButton(name: string): Locator {
    return editor().getByRole('banner').getByRole('button', { name, exact: true });
  }

  async function chooseInMenu(name: string): Promise<void> {
    await headerButton('More Ways to Run').click();
    await editor().getByRole('menuitem', { name }).click();
  }

  function outcome(row: RegExp, state: string): Locator {
    return editor()
      .getByRole('treeitem', { name: row })
      .getByRole('img', { name: `Run: ${state}` });
  }

  async function expectText(text: string, instead: string): Promise<void> {
    const before = await readFile(path, 'utf8');
    await writeFile(path, before.replace(instead, text));
    await editor()
      .getByRole('treeitem', { name: new RegExp(`Check text.*${text}`) })
      .waitFor();
  }

  step(
    'a service without operations of its own for the extension checks a flow file and creates the flow',
    async () => {
      await workbench.hosts.open(path);
      await workbench.page.locator('.monaco-editor .view-lines').first().waitFor();
      await workbench.hosts.execute(Command.openFlowVisually);
      await editor()
        .getByRole('treeitem', { name: /Check text/ })
        .waitFor();
      await chooseInMenu('Check on Plain');
      await until(
        'the check by the service',
        () => gateway.requestsTo('POST /v1/flows/validate').length,
        count => count > 0,
      );
      await headerButton('Create').click();
      await headerButton('Verify').waitFor();
    },
  );

  step(
    'a service without operations of its own for the extension verifies it with the state of each step, and activates it',
    async () => {
      await headerButton('Verify').click();
      await outcome(/Check text/, 'succeeded').waitFor();
      await outcome(/Run task/, 'succeeded').waitFor();
      await workbench.pictures('plain-service-verified');
      await headerButton('Activate').click();
      await headerButton('Active').waitFor();
    },
  );

  step(
    'a service without operations of its own for the extension says why a run failed at its step',
    async () => {
      await expectText(MISSING, SHOWN);
      await headerButton('Update').click();
      await workbench.page.locator('.monaco-dialog-box').getByRole('button', { name: 'Update' }).click();
      await headerButton('Update').waitFor({ state: 'detached' });
      await chooseInMenu('Verify on Plain…');
      await outcome(/Check text/, 'failed').waitFor();
      await editor()
        .getByRole('treeitem', { name: /Check text/ })
        .click();
      await editor()
        .getByText(new RegExp(`No text on screen contains “${MISSING}”`))
        .first()
        .waitFor();
      await workbench.pictures('plain-service-failed-run');
    },
  );

  step(
    'a service without operations of its own for the extension shows the screenshots of the run in the trace viewer',
    async () => {
      await headerButton('Open Trace')
        .or(editor().getByRole('button', { name: 'Open Trace' }))
        .first()
        .click();
      const trace = workbench.webview();
      await trace.getByRole('treeitem', { name: /1 Run task/ }).click();
      await trace.locator('.glass svg[viewBox="0 0 1080 2400"] image').waitFor();
      const evidence = trace.getByRole('region', { name: 'Evidence of the step' });
      await evidence.getByText('Device Pixel phone').waitFor();
      await workbench.pictures('plain-service-trace');
    },
  );
});
