import assert from 'node:assert/strict';
import type { Frame, Locator } from 'playwright-core';
import type { UiNode } from '../../src/contract/records/uiState.ts';
import { Command } from '../../src/manifest.ts';
import { demoTriggerId } from '../../src/sandbox/demo/triggers.ts';
import { uiStateOf } from '../../src/sandbox/phone/uiState.ts';
import { stableId } from '../../src/sandbox/records/stableId.ts';
import { AdbTestServer } from '../support/fakePhone/adbServer.ts';
import { FakePhone } from '../support/fakePhone/fakePhone.ts';
import { FlowWorkbench } from '../support/flowWorkbench.ts';
import { pageWith } from '../support/pageWith.ts';
import { tap } from '../support/screenInput.ts';
import { waitForStableBox } from '../support/stableBox.ts';
import { story } from '../support/story.ts';
import { until } from '../support/until.ts';
import type { Workbench } from '../support/workbench.ts';

const FILE = 'phone.flow.json';
const SERIAL = 'R5CT';
const FLOW = {
  name: 'Enter a name',
  triggerId: demoTriggerId('custom'),
  deviceIds: [stableId(`adb:${SERIAL}`)],
  actions: [],
};

/** Removes the other ways in which the second step finds its element, which would still work in another layout. */
function withoutFallback(text: string): string {
  const { actions, ...flow } = JSON.parse(text) as typeof FLOW & { readonly actions: readonly unknown[] };
  const [first, second, ...rest] = actions;
  const changed: unknown = JSON.parse(JSON.stringify(second), (name, value: unknown) =>
    name === 'fallback' ? undefined : value,
  );
  return `${JSON.stringify({ ...flow, actions: [first, changed, ...rest] }, undefined, 2)}\n`;
}

describe('realPhoneStory', () => {
  const step = story();
  const phone = new FakePhone({ serial: SERIAL });
  let server: AdbTestServer;
  let flows: FlowWorkbench;
  let workbench: Workbench;
  let editor: Frame;

  before(async () => {
    server = await AdbTestServer.start();
    server.connect(phone);
    const env = { ANDROID_ADB_SERVER_PORT: String(server.address.port) };
    flows = await FlowWorkbench.start({ [FILE]: `${JSON.stringify(FLOW, undefined, 2)}\n` }, { env });
    ({ workbench } = flows);
    for (const view of ['Flows', 'Mailboxes']) await workbench.fold(view, true);
  });

  afterEach(async function () {
    if (this.currentTest?.state === 'failed') await workbench.picture('real-phone-story-failed');
  });

  after(async () => {
    await flows.close();
    await server.stop();
  });

  const button = (name: string): Locator => editor.getByRole('button', { name, exact: true }).first();
  const banner = (): Locator => editor.locator('.banner').getByRole('status');

  /** Clicks an element of the phone, by its text or ID, on its screen in the panel. */
  async function click(screen: Locator, name: string): Promise<void> {
    const find = (node: UiNode): UiNode | undefined =>
      node.text === name || node.resourceId?.endsWith(name) === true
        ? node
        : node.children?.map(find).find(found => found !== undefined);
    const read = (): UiNode['boundsInScreen'] => {
      const { a11y_tree: root } = uiStateOf(phone.phone.state, phone.phone.context, { displayId: 0 }) ?? {};
      return root && find(root)?.boundsInScreen;
    };
    const bounds = await until(`“${name}” on the phone`, read, found => found !== undefined);
    const [display] = phone.phone.state.displays;
    assert.ok(bounds && display);
    const box = await waitForStableBox(screen);
    await tap(screen, {
      x: ((bounds.left + bounds.right) / 2 / display.width) * box.width,
      y: ((bounds.top + bounds.bottom) / 2 / display.height) * box.height,
    });
  }

  step('a flow on a real phone is recorded on the phone that was added', async () => {
    await workbench.run('Cloud Devices: Add Phone…');
    await workbench.waitForFocusedRow('Pixel 7');
    await workbench.input.press('Enter');
    await workbench.page.locator('.monaco-dialog-box').getByRole('button', { name: 'Add Phone' }).click();
    await workbench.treeItem(/^Google Pixel 7, device/).waitFor();
    await workbench.clearNotifications();
    await flows.open(FILE);
    editor = await pageWith(workbench.page, 'flow-inspector');
    await button('Record').click();
    await workbench.page.getByText('Record: How the Flow Begins').waitFor();
    await workbench.clickRow('As the Phone Is');
    const panel = await pageWith(workbench.page, '.recording-banner');
    await editor.getByText('Recording on Google Pixel 7').waitFor();
    const screen = panel.locator('.glass:has(img)');
    await click(screen, 'Form');
    await editor.locator('[data-step="0"]', { hasText: 'Tap “Form”' }).waitFor();
    await click(screen, 'form.name');
    await editor.locator('[data-step="1"]', { hasText: 'Tap “Name”' }).waitFor();
    await workbench.page.keyboard.type('Sam');
    await editor.locator('[data-step="2"]', { hasText: 'Sam' }).waitFor();
    await workbench.pictures('real-phone-recorded');
    await panel.getByRole('button', { name: 'Stop', exact: true }).click();
    await editor.getByText('Recording on Google Pixel 7').waitFor({ state: 'detached' });
    await flows.saveAll();
  });

  const goHome = async (): Promise<void> => void (await phone.run('input keyevent 3'));

  step('a flow on a real phone runs with one click', async () => {
    await goHome();
    await button('Run').click();
    await banner()
      .getByText(/^Run, .+: succeeded$/)
      .waitFor();
    await editor.locator('[data-step="2"] .run.succeeded').waitFor();
    await workbench.pictures('real-phone-run');
  });

  step('a flow on a real phone is tested, and debugged with a stop at a step', async () => {
    await goHome();
    await button('More Ways to Run').click();
    await editor.getByRole('menuitem', { name: 'Run Tests' }).click();
    await banner()
      .getByText(/^Test run, .+: succeeded/)
      .waitFor();
    await goHome();
    await editor.locator('[data-step="1"]').click();
    await editor.getByRole('region', { name: 'Step 2', exact: true }).waitFor();
    await workbench.hosts.start(Command.toggleBreakpoint);
    await editor.locator('[data-step="1"]').getByRole('button', { name: 'Breakpoint' }).waitFor();
    await workbench.hosts.start(Command.debugFlow);
    await editor.getByRole('button', { name: 'Stopped here, breakpoint' }).waitFor();
    await workbench.pictures('real-phone-debugged');
    await workbench.hosts.execute('workbench.action.debug.continue');
    await workbench.page.locator('.debug-toolbar').waitFor({ state: 'hidden' });
    await workbench.hosts.start(Command.toggleBreakpoint);
  });

  step('a flow on a real phone that fails in another layout is repaired from its trace', async () => {
    const question = workbench.page.locator('.monaco-dialog-box');
    const ran = (index: string, state: string): Promise<void> =>
      editor
        .locator(`[data-step="${index}"]`)
        .getByRole('img', { name: `Run: ${state}` })
        .waitFor();
    await flows.changeFile(FILE, withoutFallback);
    await editor.getByText('Edited since the run').waitFor();
    // The state of its steps would pass for that of the next run.
    await editor.getByText('Hide Run').click();
    await editor.locator('[data-step="2"] .run.succeeded').waitFor({ state: 'detached' });
    await goHome();
    // Repairs compare with the last run of the flow that passed.
    await button('Create').click();
    await button('Verify').click();
    await ran('2', 'succeeded');
    await goHome();
    phone.phone.layout = { kind: 'layout', changes: ['renamed'] };
    await button('More Ways to Run').click();
    await editor.getByRole('menuitem', { name: /^Verify on/ }).click();
    await ran('1', 'failed');
    await editor.locator('[data-step="1"]').click();
    for (const part of ['closePanel', 'closeSidebar', 'closeEditorsInOtherGroups'])
      await workbench.hosts.execute(`workbench.action.${part}`);
    await workbench.hosts.start(Command.showInTrace);
    const trace = await pageWith(workbench.page, '.repair');
    const repair = trace.getByRole('region', { name: 'Proposed repair' });
    await until(
      'the pictures of both runs',
      async () => ({ pictures: await repair.locator('image').count(), shown: await repair.innerText() }),
      ({ pictures }) => pictures === 2,
    );
    await workbench.pictures('real-phone-repair');
    await repair.getByRole('button', { name: 'Apply to Flow…' }).click();
    await workbench.page.locator('.tabs-container .tab.dirty').waitFor();
    await flows.saveAll();
    editor = await pageWith(workbench.page, 'flow-inspector');
    await button('Update').click();
    await question.getByRole('button', { name: 'Update', exact: true }).click();
    await question.waitFor({ state: 'detached' });
    await goHome();
    await button('Verify').click();
    await ran('1', 'succeeded');
    await ran('2', 'succeeded');
  });
});
