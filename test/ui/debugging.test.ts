import { Command } from '../../src/manifest.ts';
import { demoActionId } from '../../src/sandbox/demo/demoCatalog.ts';
import { demoDeviceId } from '../../src/sandbox/demo/devices.ts';
import { FlowWorkbench } from '../support/flowWorkbench.ts';
import { retry } from '../support/retry.ts';
import type { Workbench } from '../support/workbench.ts';

const step = (method: string, position: number, params: object): object => ({
  actionId: demoActionId(method),
  position,
  overrides: { params },
});

const flow = JSON.stringify(
  {
    name: 'Look around',
    deviceIds: [demoDeviceId('phone')],
    actions: [
      step('device.launchApp', 1, { platform: 'android', app: 'org.sandbox.maps' }),
      step('webhooks.log', 2, { message: 'The map is open.' }),
      { ...step('device.launchApp', 3, { platform: 'android', app: '{{event.payload.app}}' }), key: 'open' },
      step('webhooks.log', 4, { message: 'Opened {{steps.open.body.app}}' }),
    ],
  },
  undefined,
  2,
);

const plain = JSON.stringify(
  {
    name: 'Write lines',
    deviceIds: [demoDeviceId('phone')],
    actions: [
      { ...step('webhooks.log', 1, { message: 'one' }), key: 'one' },
      step('webhooks.log', 2, { message: 'After {{steps.one.body.line}}' }),
    ],
  },
  undefined,
  2,
);

/** The parts of VS Code's debugger that the tests read. */
function debuggerOf({ page }: Workbench) {
  const value = (name: RegExp) => page.locator('.debug-variables .monaco-list-row', { hasText: name });
  return {
    value,
    frame: (name: RegExp) => page.locator('.debug-call-stack .monaco-list-row', { hasText: name }).first(),
    /** Expands the values of the trigger, unless VS Code has done so. */
    showTrigger: () =>
      retry('the values of the trigger', async () => {
        const trigger = value(/^Trigger/).first();
        await trigger.waitFor({ timeout: 20_000 });
        if ((await trigger.getAttribute('aria-expanded')) === 'true') return;
        await trigger.click({ timeout: 5000 });
        await value(/^app/).first().waitFor({ timeout: 5000 });
      }),
  };
}

/** Stops at the third step, changes the app that it opens, and goes on. */
async function changeOpenedApp(flows: FlowWorkbench): Promise<void> {
  const { workbench } = flows;
  const { page } = workbench;
  const { value, frame, showTrigger } = debuggerOf(workbench);
  await flows.openText('debug.flow.json');
  // The language support has loaded once it names the actions.
  await page.locator('.view-lines').getByText('Launch app').first().waitFor();
  await flows.goTo(flow, flow.indexOf('{{event.payload.app}}'));
  await page.keyboard.press('F9');
  await page.keyboard.press('F5');
  await workbench.answer('org.sandbox.maps');
  await frame(/^3 /).waitFor();
  await showTrigger();
  await value(/app.*"org\.sandbox\.maps"/)
    .first()
    .waitFor();
  await retry('the value to type', async () => {
    await value(/app.*"org\.sandbox\.maps"/)
      .first()
      .locator('.value')
      .dblclick();
    await page.locator('.debug-variables .inputBoxContainer input').waitFor({ timeout: 5000 });
  });
  await page.keyboard.press('Control+a');
  await page.keyboard.type('org.sandbox.form');
  await page.keyboard.press('Enter');
  await value(/app.*"org\.sandbox\.form"/)
    .first()
    .waitFor();
  await page.keyboard.press('F10');
  await frame(/^4 /).waitFor();
}

/** Waits until the panel of the phone shows an element by its description. */
async function untilShownOnPhone({ page }: Workbench, name: string): Promise<void> {
  await page.getByRole('tab', { name: /Pixel phone/, selected: true }).waitFor();
  const panel = page
    .locator('iframe.webview.ready')
    .last()
    .contentFrame()
    .locator('#active-frame')
    .contentFrame();
  await panel.getByRole('button', { name: 'Inspect Elements' }).click();
  const card = panel.locator('.card .name', { hasText: name });
  await retry(`“${name}” on the phone`, async () => {
    await panel.locator('rect.element').first().waitFor({ timeout: 5000 });
    for (const element of await panel.locator('rect.element').all()) {
      await element.hover({ force: true, timeout: 5000 });
      if (await card.isVisible()) return;
    }
    await card.waitFor({ timeout: 1000 });
  });
}

describe('debugging', () => {
  let workbench: Workbench;
  let flows: FlowWorkbench;

  before(async () => {
    flows = await FlowWorkbench.start({
      'debug.flow.json': flow,
      'visual.flow.json': flow,
      'data.flow.json': plain,
      'other.json': '{}',
    });
    ({ workbench } = flows);
  });

  afterEach(async () => {
    const { page } = workbench;
    await page.keyboard.press('Shift+F5');
    await page.locator('.debug-toolbar').waitFor({ state: 'hidden' });
    await flows.closeAll();
  });

  after(() => flows.close());

  it('the debugger of a flow in the workbench stops at a step, changes a value, and shows the effect on the phone', async () => {
    await changeOpenedApp(flows);
    await workbench.pictures('debug-changed');
    await untilShownOnPhone(workbench, 'E-mail');
  });

  it('the debugger of a flow in the workbench leaves F5 in other JSON files to VS Code', async () => {
    const { page } = workbench;
    await flows.openText('other.json');
    await page.keyboard.press('F5');
    const question = page.locator('.monaco-dialog-box', { hasText: 'an extension for debugging' });
    await question.waitFor();
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'hidden' });
  });

  it('the debugger of a flow in the workbench runs from a step on with the data of the run that is shown', async () => {
    const { page } = workbench;
    await flows.open('data.flow.json');
    await flows.step('1').click();
    await flows.view.getByRole('region', { name: 'Step 2', exact: true }).waitFor();
    await workbench.hosts.start(Command.runToStep);
    await flows.view.locator('.banner [role=status]', { hasText: 'succeeded' }).waitFor();
    await workbench.hosts.start(Command.runFromStep);
    const line = page.locator('.repl .monaco-list-row', { hasText: 'info: After info: one' });
    await line.first().waitFor();
    await flows.view.locator('.banner [role=status]', { hasText: 'succeeded' }).waitFor();
    await workbench.pictures('debug-from-here');
  });

  it('the debugger of a flow in the workbench stays in the visual editor, where a step shows its breakpoint and the stop', async () => {
    const { page } = workbench;
    const { value, frame, showTrigger } = debuggerOf(workbench);
    await flows.open('visual.flow.json');
    await flows.step('2').click();
    await flows.view.getByRole('region', { name: 'Step 3', exact: true }).waitFor();
    await workbench.hosts.start(Command.toggleBreakpoint);
    await flows.step('2').getByRole('button', { name: 'Breakpoint' }).waitFor();
    await flows.focusPage();
    await page.keyboard.press('F5');
    await workbench.answer('org.sandbox.form');
    await frame(/^3 /).waitFor();
    // The phone opens beside the editor.
    const view = page
      .locator('iframe.webview.ready')
      .first()
      .contentFrame()
      .locator('#active-frame')
      .contentFrame();
    await view.getByRole('button', { name: 'Stopped here, breakpoint' }).waitFor();
    await showTrigger();
    await value(/app.*"org\.sandbox\.form"/)
      .first()
      .waitFor();
    await workbench.pictures('debug-visual');
    await page.keyboard.press('F10');
    await frame(/^4 /).waitFor();
    await view.locator('[data-step="3"]').getByRole('img', { name: 'Stopped here' }).waitFor();
  });
});
