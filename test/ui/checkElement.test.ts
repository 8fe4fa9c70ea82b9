import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { FrameLocator } from 'playwright-core';
import { demoActionId } from '../../src/sandbox/demo/demoCatalog.ts';
import { demoDeviceId, demoDevices } from '../../src/sandbox/demo/devices.ts';
import { demoTriggerId } from '../../src/sandbox/demo/triggers.ts';
import { chooseEntry } from '../support/contextMenu.ts';
import { FlowWorkbench } from '../support/flowWorkbench.ts';
import { waitForStableBox } from '../support/stableBox.ts';
import { story } from '../support/story.ts';
import { until } from '../support/until.ts';

const FILE = 'check.flow.json';
const TEST_FILE = 'check.flow.test.json';
const MENU_FILE = 'menu.flow.json';
const MENU_TEST_FILE = 'menu.flow.test.json';
const PHONE = demoDevices(0).find(({ id }) => id === demoDeviceId('phone'))?.name ?? '';
const flow = {
  name: 'Check',
  triggerId: demoTriggerId('custom'),
  deviceIds: [demoDeviceId('phone')],
  actions: [
    { actionId: demoActionId('device.globalAction'), position: 1, overrides: { params: { button: 'home' } } },
  ],
};
const icon = { by: 'resourceId', resourceId: 'org.sandbox.launcher:id/icon_messages' };
const tap = { actionId: demoActionId('device.tap'), position: 2, overrides: { params: { target: icon } } };
const FILES = {
  [FILE]: `${JSON.stringify(flow, undefined, 2)}\n`,
  // The order of the run is not that of the file.
  [MENU_FILE]: JSON.stringify({ ...flow, actions: [tap, ...flow.actions] }),
};
const stepsIn = (text: string): readonly unknown[] =>
  (JSON.parse(text) as { cases: { expect: { steps?: unknown[] } }[] }).cases[0]?.expect.steps ?? [];
/** The center of the icon of the Messages app on the home screen, as shares of the screen. */
const CENTER = { x: 166 / 1080, y: 782 / 2400 };

describe('checkElement', () => {
  const step = story();
  let flows: FlowWorkbench;
  let panel: FrameLocator;

  before(async () => {
    flows = await FlowWorkbench.start(FILES);
    await flows.openText(FILE);
    const { workbench } = flows;
    await workbench.run('Cloud Devices: Open Device Panel');
    await choose('Open Device Panel: Device', PHONE, 'keyboard');
    await workbench.page.getByRole('tab', { name: PHONE, selected: true }).waitFor();
    panel = workbench.webview();
    await panel.locator('.glass:has(img)').waitFor();
  });

  after(() => flows.close());

  /** Chooses a row of the quick pick with a title. */
  async function choose(title: string, row: string, by: 'mouse' | 'keyboard'): Promise<void> {
    const { page, input } = flows.workbench;
    const shown = page.locator('.quick-input-title').and(page.getByText(title, { exact: true }));
    await shown.waitFor();
    if (by === 'mouse') {
      await flows.workbench.clickRow(row);
    } else {
      await input.fill(row);
      await flows.workbench.waitForFocusedRow(row);
      await flows.workbench.input.press('Enter');
    }
    await shown.waitFor({ state: 'hidden' });
  }

  /** Accepts the name of a picture, which must be this one. */
  async function acceptName(name: string): Promise<void> {
    const { page, input } = flows.workbench;
    await page.locator('.quick-input-title', { hasText: 'Name of the Picture' }).waitFor();
    assert.equal(await input.inputValue(), name);
    await input.press('Enter');
  }

  step(
    'the check of an element in the device panel adds an expectation to a flow test by mouse',
    async () => {
      const { workbench } = flows;
      await panel.getByRole('button', { name: 'Inspect Elements' }).click();
      await panel.locator('rect.element').first().waitFor();
      const screen = panel.locator('.glass:has(img)');
      const { width, height } = await waitForStableBox(screen);
      await screen.click({ position: { x: width * CENTER.x, y: height * CENTER.y } });
      const check = panel.getByRole('button', { name: 'Check…' });
      await check.waitFor();
      await workbench.pictures('check-pinned');
      await check.click();
      await workbench.page.locator('.quick-input-title', { hasText: 'Check the element' }).waitFor();
      await workbench.pictures('check-what');
      await workbench.clickRow('It Is on the Screen');
      await choose('It Is on the Screen', 'Expect It in a Flow Test', 'mouse');
      await choose('Expect It in the Test of', FILE, 'mouse');
      await choose('Expect It', 'At the End of the Run', 'mouse');
      await workbench.notification(/Added the expectation to check\.flow\.test\.json/);
      const written = await flows.saved(TEST_FILE, text => text.includes('"exists"'));
      const element = { resourceId: 'org.sandbox.launcher:id/icon_messages' };
      assert.deepEqual(JSON.parse(written), {
        cases: [{ name: 'the run succeeds', expect: { screen: [{ element, check: 'exists' }] } }],
      });
      await workbench.clearNotifications();
    },
  );

  step('the check of an element in the device panel adds pictures to a flow test', async () => {
    const { workbench } = flows;
    for (const [row, title, name] of [
      ['It Looks the Same', 'It Looks the Same…', 'messages'],
      ['The Whole Screen Looks the Same', 'The Whole Screen Looks the Same…', 'screen'],
    ] as const) {
      await panel.getByRole('button', { name: 'Check…' }).click();
      await workbench.page.locator('.quick-input-title', { hasText: 'Check the element' }).waitFor();
      await workbench.clickRow(title);
      await choose('Expect It in the Test of', FILE, 'mouse');
      await choose('Expect It', 'At the End of the Run', 'mouse');
      await workbench.page.locator('.quick-input-title', { hasText: 'Name of the Picture' }).waitFor();
      assert.equal(await workbench.input.inputValue(), name, row);
      if (name === 'screen') {
        await workbench.input.fill('messages');
        await workbench.page.getByText('Another picture of the test has the name “messages”.').waitFor();
        await workbench.pictures('check-picture-name');
        await workbench.input.fill('home');
      }
      await workbench.input.press('Enter');
      await workbench.notification(/Accept Pictures/);
      await workbench.clearNotifications();
    }
    const element = { resourceId: 'org.sandbox.launcher:id/icon_messages' };
    const written = await flows.saved(TEST_FILE, text => text.includes('"home"'));
    assert.deepEqual(JSON.parse(written), {
      cases: [
        {
          name: 'the run succeeds',
          expect: {
            screen: [{ element, check: 'exists' }],
            pictures: [{ name: 'messages', element }, { name: 'home' }],
          },
        },
      ],
    });
  });

  step('the check of an element in the device panel inserts a step by keyboard alone', async () => {
    const { page } = flows.workbench;
    await panel.locator('.glass').press('Enter');
    await panel.getByRole('button', { name: 'Check…' }).waitFor();
    await flows.tabTo(panel.getByRole('button', { name: 'Check…' }));
    await page.keyboard.press('Enter');
    await page.locator('.quick-input-title', { hasText: 'Check the ' }).waitFor();
    await flows.workbench.input.fill('It Is Gone');
    await flows.workbench.waitForFocusedRow('It Is Gone');
    await flows.workbench.input.press('Enter');
    await choose('It Is Gone', 'Insert a Step That Checks It', 'keyboard');
    await choose('Insert One Step Into', FILE, 'keyboard');
    await flows.workbench.notification(/Inserted a step that checks the element into check\.flow\.json/);
    await flows.openText(FILE);
    await flows.saved(
      FILE,
      text => text.includes(demoActionId('device.checkElement')) && text.includes('"gone"'),
    );
  });

  step(
    'the check of a picture in the menu of a step adds it to the flow test, after that step, and offers to accept it',
    async () => {
      const { workbench } = flows;
      await flows.open(MENU_FILE);
      await flows.step('1').click({ button: 'right' });
      await workbench.pictures('check-step-menu');
      // The step names no element, so there is only one picture to check.
      await chooseEntry(workbench.page, 'Check Picture…');
      await acceptName('screen');
      await workbench.notification(/Added the expectation to menu\.flow\.test\.json: After Step 1/);
      await workbench.pictures('check-step-added');
      const written = await flows.saved(MENU_TEST_FILE, text => text.includes('"name": "screen"'));
      assert.deepEqual(stepsIn(written), [{ step: 1, pictures: [{ name: 'screen' }] }]);
      await workbench.pressNotification('Added the expectation', 'Accept Pictures…');
      await workbench.page.locator('.quick-input-title', { hasText: 'Accept Pictures' }).waitFor();
      await workbench.pictures('check-step-accept');
      await workbench.input.press('Enter');
      const accepted = join(flows.folder, 'menu.pictures', 'screen.pixel-phone.light.png');
      await until('the accepted picture', () => existsSync(accepted));
      await workbench.clearNotifications();
    },
  );

  step(
    'the check of a picture in the menu of a step offers the element that the step names as well',
    async () => {
      const { workbench } = flows;
      await flows.step('0').click({ button: 'right' });
      await chooseEntry(workbench.page, 'Check Picture…');
      await workbench.page.locator('.quick-input-title', { hasText: 'Check Picture After Step 2' }).waitFor();
      await workbench.pictures('check-step-what');
      await choose('Check Picture After Step 2', 'The Element Looks the Same…', 'mouse');
      await acceptName('icon-messages');
      const written = await flows.saved(MENU_TEST_FILE, text => text.includes('"icon-messages"'));
      assert.deepEqual(stepsIn(written)[1], {
        step: 2,
        pictures: [
          { name: 'icon-messages', element: { resourceId: 'org.sandbox.launcher:id/icon_messages' } },
        ],
      });
    },
  );
});
