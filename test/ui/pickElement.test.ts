import assert from 'node:assert/strict';
import type { Frame } from 'playwright-core';
import { Command } from '../../src/manifest.ts';
import { demoActionId } from '../../src/sandbox/demo/demoCatalog.ts';
import { demoDeviceId } from '../../src/sandbox/demo/devices.ts';
import { demoTriggerId } from '../../src/sandbox/demo/triggers.ts';
import { FlowWorkbench } from '../support/flowWorkbench.ts';
import { waitForStableBox } from '../support/stableBox.ts';
import { story } from '../support/story.ts';
import { until } from '../support/until.ts';

const FILE = 'pick.flow.json';
const TEXT_FILE = 'pickInText.flow.json';
const flow = {
  name: 'Pick',
  triggerId: demoTriggerId('custom'),
  deviceIds: [demoDeviceId('phone')],
  actions: ['device.tap', 'device.waitForElement'].map((method, position) => ({
    actionId: demoActionId(method),
    position,
  })),
};
const text = `${JSON.stringify(flow, undefined, 2)}\n`;

/** The name of the icon of the Messages app on the home screen, and its center as shares of the screen. */
const ICON = 'ID icon_messages';
const CENTER = { x: 166 / 1080, y: 782 / 2400 };

describe('pickElement', () => {
  const step = story();
  let flows: FlowWorkbench;

  before(async () => {
    flows = await FlowWorkbench.start({ [FILE]: text, [TEXT_FILE]: text });
    await flows.open(FILE);
  });

  afterEach(async function () {
    if (this.currentTest?.state === 'failed')
      await flows.workbench.picture(`pick-failed-${this.currentTest.title.slice(0, 20)}`);
  });

  after(() => flows.close());

  /** Returns the page that contains an element: the visual editor or the device panel. */
  async function pageWith(selector: string): Promise<Frame> {
    const find = async (): Promise<Frame | undefined> => {
      for (const frame of flows.workbench.page.frames()) {
        const found = frame.locator(selector);
        // A frame can be replaced meanwhile.
        if ((await found.count().catch(() => 0)) > 0) return frame;
      }
      return undefined;
    };
    const page = await until(selector, find, frame => frame !== undefined);
    assert.ok(page);
    return page;
  }

  /** Picks the icon by its text with the keys of the device panel. */
  async function pickByKeyboard(): Promise<void> {
    const { page } = flows.workbench;
    const panel = await pageWith('.pick-banner');
    await panel.locator('.element').first().waitFor();
    await panel.locator('.glass:focus').waitFor();
    // The whole screen, its pages, the clock, the date, and the first icon.
    for (const key of ['ArrowDown', 'ArrowRight', 'ArrowRight', 'ArrowDown', 'ArrowDown']) {
      await page.keyboard.press(key);
    }
    await panel.locator('.pick-label').getByText(ICON).waitFor();
    await page.keyboard.press('2');
    await panel.locator('.pick-banner').waitFor({ state: 'detached' });
  }

  step(
    'the pick of an element from a flow file fills a step with two clicks, and outlines its element',
    async () => {
      const editor = await pageWith('flow-inspector');
      await editor.locator('[role=treeitem][data-step="0"]').click();
      await editor.getByRole('button', { name: 'Pick on Device: Target' }).click();
      const panel = await pageWith('.pick-banner');
      await panel.locator('.element').first().waitFor();
      const screen = panel.locator('.glass:has(img)');
      const { width, height } = await waitForStableBox(screen);
      const position = { x: width * CENTER.x, y: height * CENTER.y };
      await screen.hover({ position });
      await panel.locator('.pick-label').getByText(ICON).waitFor();
      await flows.workbench.picture('pick-hover');
      await screen.click({ position });
      await panel.locator('.pick-banner').waitFor({ state: 'detached' });
      await editor.getByRole('textbox', { name: 'Resource ID', exact: true }).waitFor();
      await until('the focus in the form', () => editor.locator('flow-inspector :focus').count(), 1);
      await flows.saved(FILE, written =>
        written.includes('"resourceId": "org.sandbox.launcher:id/icon_messages"'),
      );
      await panel.locator('.outline-note').getByText(ICON).waitFor();
      await flows.workbench.picture('pick-outline');
    },
  );

  step(
    'the pick of an element from a flow file fills a step with the keyboard alone, and gives the focus back to the form',
    async () => {
      const editor = await pageWith('flow-inspector');
      await editor.locator('[role=treeitem][data-step="0"]').press('ArrowDown');
      await editor.getByRole('button', { name: 'Pick on Device: Element' }).press('Enter');
      await pickByKeyboard();
      await until('the focus in the form', () => editor.locator('flow-inspector :focus').count(), 1);
      const field = editor.getByRole('textbox', { name: 'Text', exact: true });
      await until('the text', () => field.inputValue(), 'Messages');
      await flows.saved(FILE, written => written.includes('"text": "Messages"'));
    },
  );

  step(
    'the pick of an element from a flow file fills a step of the text editor with one edit, and gives the focus back to the text',
    async () => {
      const { page } = flows.workbench;
      await flows.closeAll();
      await flows.openText(TEXT_FILE);
      await flows.goTo(text, text.indexOf('"position": 1'));
      await flows.workbench.hosts.start(Command.pickElement);
      await pickByKeyboard();
      await page.locator('.monaco-editor.focused').waitFor();
      await flows.saved(TEXT_FILE, written => written.includes('"text": "Messages"'));
      await page.keyboard.press('Control+z');
      await flows.saved(TEXT_FILE, written => written === text);
    },
  );
});
