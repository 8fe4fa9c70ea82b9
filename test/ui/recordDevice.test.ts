import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Frame, Locator } from 'playwright-core';
import type { UiNode } from '../../src/contract/records/uiState.ts';
import { demoDeviceId } from '../../src/sandbox/demo/devices.ts';
import { demoTriggerId } from '../../src/sandbox/demo/triggers.ts';
import { memberOf } from '../../src/util/isObject.ts';
import { DeviceWorkbench } from '../support/deviceWorkbench.ts';
import { FlowWorkbench } from '../support/flowWorkbench.ts';
import { sharedFolder } from '../support/sharedFolder.ts';
import { waitForStableBox } from '../support/stableBox.ts';
import { story } from '../support/story.ts';
import { until } from '../support/until.ts';
import { tap, typeAtOnce } from '../support/screenInput.ts';

/** The device that each file is recorded on. */
const FILES = { 'mouse.flow.json': 'phone', 'keys.flow.json': 'tablet' } as const;
type Device = (typeof FILES)[keyof typeof FILES];
const PASSWORD = 'canary-horse-7';
/** The distance that an arrow key moves the crosshair, in device pixels. */
const KEY_PX = 24;
type Point = Record<'x' | 'y', number>;

function emptyFlow(device: Device): object {
  const triggerId = demoTriggerId('custom');
  return { name: 'Sign in', triggerId, deviceIds: [demoDeviceId(device)], actions: [] };
}

/** The steps of the journey as the step list names them, without the typed texts. */
const JOURNEY = [
  'Tap “Form”',
  'Tap “Name”',
  'Type into “Name”',
  'Tap “E-mail”',
  'Type into “E-mail”',
  // The field has no description, so its label names it.
  'Tap “Password”',
  'Type into “Password”',
];

describe('recordDevice', () => {
  const step = story();
  let window: DeviceWorkbench;
  let flows: FlowWorkbench;
  let folder: string;

  before(async () => {
    folder = await sharedFolder();
    for (const [name, device] of Object.entries(FILES))
      await writeFile(join(folder, name), `${JSON.stringify(emptyFlow(device), undefined, 2)}\n`);
    window = await DeviceWorkbench.open(folder);
    flows = new FlowWorkbench(window.workbench, folder);
  });

  afterEach(async function () {
    if (this.currentTest?.state === 'failed')
      await window.workbench.picture(`record-failed-${this.currentTest.title.slice(0, 20)}`);
  });

  after(async () => {
    await window.close();
  });

  /** Returns the page that contains an element: the visual editor or the device panel. */
  async function pageWith(selector: string): Promise<Frame> {
    const find = async (): Promise<Frame | undefined> => {
      for (const frame of window.workbench.page.frames()) {
        // A frame can be replaced meanwhile.
        if (
          (await frame
            .locator(selector)
            .count()
            .catch(() => 0)) > 0
        )
          return frame;
      }
      return undefined;
    };
    const page = await until(selector, find, frame => frame !== undefined);
    assert.ok(page);
    return page;
  }

  const names = (editor: Frame): Promise<string[]> =>
    editor
      .locator('[role=treeitem][data-step]:not([data-step=""]) .step-name')
      .allTextContents()
      .then(all => all.map(name => name.trim()));

  async function waitForSteps(editor: Frame, expected: readonly string[]): Promise<void> {
    await until(
      'the steps',
      () => names(editor),
      found => found.join() === expected.join(),
    );
  }

  /** Returns the center of an element of a device, by its text, description, or ID, and the size of the screen. */
  async function findElement(
    device: Device,
    name: string,
  ): Promise<Point & Record<'width' | 'height', number>> {
    const read = async () => {
      const answer = await window.sandbox.request('GET', `/devices/${demoDeviceId(device)}/ui-state`);
      const state = (await answer.json()) as {
        a11y_tree: UiNode;
        device_context: { screen_bounds: { width: number; height: number } };
      };
      const found = find(state.a11y_tree, name)?.boundsInScreen;
      return found && { ...state.device_context.screen_bounds, found };
    };
    const known = await until(name, read, value => value !== undefined);
    assert.ok(known);
    const { left, right, top, bottom } = known.found;
    return { ...known, x: (left + right) / 2, y: (top + bottom) / 2 };
  }

  function find(node: UiNode, name: string): UiNode | undefined {
    if (node.text === name || node.contentDescription === name || node.resourceId?.endsWith(name))
      return node;
    for (const child of node.children ?? []) {
      const found = find(child, name);
      if (found) return found;
    }
    return undefined;
  }

  async function click(screen: Locator, name: string): Promise<void> {
    const before = (await window.readGestures('phone')).length;
    await clickElement(screen, name);
    await window.waitForGesture('phone', before);
  }

  async function clickElement(screen: Locator, name: string): Promise<void> {
    const { x, y, width, height } = await findElement('phone', name);
    const box = await waitForStableBox(screen);
    await tap(screen, { x: (x / width) * box.width, y: (y / height) * box.height });
  }

  /** Waits until the row of a step shows a value that ends there. */
  async function waitForFact(editor: Frame, value: string): Promise<void> {
    // In the row, the next value follows without a space.
    const ended = new RegExp(`${value.replaceAll('.', '\\.')}(?:Clear|\\W|$)`);
    await editor.locator('[role=treeitem][data-step]', { hasText: ended }).first().waitFor();
  }

  step(
    'a recording into the visual editor by mouse writes each action as a step, which can be undone and named in another way',
    async () => {
      const { page } = window.workbench;
      await flows.open('mouse.flow.json');
      const editor = await pageWith('flow-inspector');
      // The one of the header; a flow without steps has another one in their place.
      await editor.getByRole('button', { name: 'Record', exact: true }).first().click();
      await page.getByText('Record: How the Flow Begins').waitFor();
      await window.workbench.pictures('record-beginning');
      await window.workbench.clickRow('As the Phone Is');
      const panel = await pageWith('.recording-banner');
      await panel.getByText('Recording into mouse.flow.json').waitFor();
      await editor.getByText('Recording on Pixel phone').waitFor();
      const screen = panel.locator('.glass:has(img)');
      await click(screen, 'Form');
      await waitForSteps(editor, JOURNEY.slice(0, 1));
      await click(screen, 'form.name');
      await waitForSteps(editor, JOURNEY.slice(0, 2));
      await page.keyboard.type('Sam Doe');
      await waitForFact(editor, 'Sam Doe');
      await click(screen, 'form.email');
      await waitForSteps(editor, JOURNEY.slice(0, 4));
      await page.keyboard.type('sam@example.com');
      await waitForFact(editor, 'sam@example.com');
      const check = panel.getByRole('button', { name: 'Check', exact: true });
      await check.click();
      await check.and(panel.locator('[aria-pressed=true]')).waitFor();
      const performed = (await window.readGestures('phone')).length;
      await clickElement(screen, 'form.email');
      const choice = panel.getByRole('menuitem', { name: 'Text is “sam@example.com”' });
      await choice.waitFor();
      await window.workbench.pictures('record-check');
      await choice.click();
      const checked = [...JOURNEY.slice(0, 5), 'Check “E-mail”'];
      await waitForSteps(editor, checked);
      await panel.getByText('6 steps').waitFor();
      await check.click();
      await check.and(panel.locator('[aria-pressed=true]')).waitFor();
      await clickElement(screen, 'form.email');
      await panel.getByRole('menuitem', { name: 'Text contains…' }).click();
      await page.locator('.quick-input-title', { hasText: 'Its Text Contains' }).waitFor();
      await panel.getByText('Click an element').waitFor({ state: 'detached' });
      // Not into the field, so what is typed goes to whatever has the focus.
      await page.keyboard.type('sam@');
      await page.keyboard.press('Enter');
      await waitForSteps(editor, [...checked, 'Check “E-mail” contains “sam@”']);
      await panel.getByText('7 steps').waitFor();
      assert.equal((await window.readGestures('phone')).length, performed);
      await panel.getByRole('button', { name: 'Undo', exact: true }).click();
      await panel.getByText('6 steps').waitFor();
      await panel.getByRole('button', { name: 'Undo', exact: true }).click();
      await waitForSteps(editor, JOURNEY.slice(0, 5));
      await check.click();
      await check.and(panel.locator('[aria-pressed=true]')).waitFor();
      await clickElement(screen, 'form.email');
      await panel.getByRole('menuitem', { name: /^Looks the same/ }).click();
      await window.workbench.waitForFocusedRow('After Step 5');
      await page.keyboard.press('Enter');
      await page.locator('.quick-input-title', { hasText: 'Name of the Picture' }).waitFor();
      await window.workbench.pictures('record-picture-name');
      await page.keyboard.press('Enter');
      await window.workbench.notification(/Accept Pictures/);
      const tests = await flows.saved('mouse.flow.test.json', text => text.includes('"pictures"'));
      assert.deepEqual(memberOf(memberOf(JSON.parse(tests), 'cases'), 0), {
        name: 'the run succeeds',
        expect: {
          steps: [
            {
              step: 5,
              pictures: [{ name: 'e-mail', element: { resourceId: 'org.sandbox.form:id/form.email' } }],
            },
          ],
        },
      });
      await window.workbench.clearNotifications();
      await click(screen, 'form.password');
      await waitForSteps(editor, JOURNEY.slice(0, 6));
      await typeAtOnce(page, PASSWORD);
      await waitForSteps(editor, JOURNEY);
      await editor.getByRole('button', { name: 'Use 1 Typed Value…' }).waitFor();
      await window.workbench.pictures('record-device');

      await panel.getByRole('button', { name: 'Undo', exact: true }).click();
      await waitForSteps(editor, JOURNEY.slice(0, 6));
      await editor.getByRole('button', { name: 'Change Selector…' }).waitFor();
      await flows.prepare('Cloud Devices: Change Selector of Recorded Step…');
      await page.keyboard.press('Enter');
      await page.getByText('Change Selector: Tap “Password”').waitFor();
      await window.workbench.clickRow(/Point \d+, \d+/);
      await page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
      await flows.prepare('Cloud Devices: Use Typed Values from Payload…');
      await page.keyboard.press('Enter');
      await window.workbench.quickPickRows('sam@example.com').waitFor();
      await page.getByRole('button', { name: 'OK', exact: true }).click();
      await waitForFact(editor, 'Trigger › email');
      await editor.getByRole('button', { name: 'Use 1 Typed Value…' }).waitFor({ state: 'detached' });
      await panel.getByRole('button', { name: 'Stop', exact: true }).click();
      await editor.getByText('Recording on Pixel phone').waitFor({ state: 'detached' });
      await flows.saveAll();
      const saved = (): Promise<string> => readFile(join(folder, 'mouse.flow.json'), 'utf8');
      const text = await until('the file is written', saved, value =>
        value.includes('{{event.payload.email}}'),
      );
      assert.match(text, /"x": \d+/);
      assert.ok(!text.includes('canary'));
    },
  );

  /**
   * Taps an element with the crosshair, which is at a point or, if it is hidden, appears in the center. Returns where it
   * is then.
   */
  async function tapByKeys(panel: Frame, name: string, from?: Point): Promise<Point> {
    const { keyboard } = window.workbench.page;
    const before = (await window.readGestures('tablet')).length;
    const { width, height, ...to } = await findElement('tablet', name);
    if (!from) await keyboard.press('ArrowDown');
    const at = { ...(from ?? { x: width / 2, y: height / 2 }) };
    for (const [axis, back, forth] of [
      ['x', 'ArrowLeft', 'ArrowRight'],
      ['y', 'ArrowUp', 'ArrowDown'],
    ] as const) {
      for (; Math.abs(to[axis] - at[axis]) > KEY_PX / 2; at[axis] += to[axis] < at[axis] ? -KEY_PX : KEY_PX)
        await keyboard.press(to[axis] < at[axis] ? back : forth);
    }
    await panel.locator('[role=status]', { hasText: `${at.x}, ${at.y}` }).waitFor();
    await keyboard.press('Enter');
    await window.waitForGesture('tablet', before);
    return at;
  }

  step(
    'a recording into the visual editor by keyboard alone writes each action as a step, and is undone and stopped in the palette',
    async () => {
      const { page } = window.workbench;
      await flows.closeAll();
      await flows.open('keys.flow.json');
      const editor = await pageWith('flow-inspector');
      await editor.getByRole('button', { name: 'Record', exact: true }).first().press('Enter');
      await page.getByText('Record: How the Flow Begins').waitFor();
      await page.keyboard.type('As the Phone Is');
      await page.keyboard.press('Enter');
      const panel = await pageWith('.recording-banner');
      await panel.getByText('Recording into keys.flow.json').waitFor();
      await panel.locator('.glass:focus:has(img)').waitFor();
      await page.keyboard.press('PageDown');
      await waitForSteps(editor, ['Scroll down']);
      const all = ['Scroll down', ...JOURNEY];
      let at = await tapByKeys(panel, 'Form');
      await waitForSteps(editor, all.slice(0, 2));
      at = await tapByKeys(panel, 'form.name', at);
      await waitForSteps(editor, all.slice(0, 3));
      await page.keyboard.type('Ada Lovelace');
      await waitForFact(editor, 'Ada Lovelace');
      at = await tapByKeys(panel, 'form.email', at);
      await waitForSteps(editor, all.slice(0, 5));
      await page.keyboard.type('ada@example.com');
      await waitForFact(editor, 'ada@example.com');
      await page.keyboard.press('Backspace');
      await waitForFact(editor, 'ada@example.co');
      await tapByKeys(panel, 'form.password', at);
      await waitForSteps(editor, all.slice(0, 7));
      await typeAtOnce(page, PASSWORD);
      await waitForSteps(editor, all);
      await flows.command('Cloud Devices: Undo Last Recorded Step');
      await waitForSteps(editor, all.slice(0, 7));
      await flows.command('Cloud Devices: Stop Recording');
      await editor.getByText('Recording on Android tablet').waitFor({ state: 'detached' });
      await flows.saveAll();
      const saved = (): Promise<string> => readFile(join(folder, 'keys.flow.json'), 'utf8');
      const text = await until('the file is written', saved, value => value.includes('"ada@example.co"'));
      // Each touched element has a fallback.
      assert.equal(text.match(/"by":/g)?.length, 8);
      assert.ok(!text.includes('canary') && !text.includes('event.payload'));
    },
  );
});
