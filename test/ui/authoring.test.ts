import assert from 'node:assert/strict';
import type { FrameLocator, Locator } from 'playwright-core';
import { FlowWorkbench } from '../support/flowWorkbench.ts';
import { typeAtOnce } from '../support/screenInput.ts';
import { until } from '../support/until.ts';

const EMPTY = '{\n  "name": "Type the code",\n  "triggerId": "",\n  "actions": []\n}\n';
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-/;

describe('authoring', () => {
  let flows: FlowWorkbench;
  let view: FrameLocator;

  before(async () => {
    flows = await FlowWorkbench.start({ 'code.flow.json': EMPTY, 'keys.flow.json': EMPTY });
  });

  afterEach(async function () {
    if (this.currentTest?.state === 'failed') await flows.workbench.picture('authoring-failed');
  });

  after(() => flows.close());

  const option = (name: string | RegExp): Locator => view.getByRole('option', { name });
  const button = (name: string): Locator => view.getByRole('button', { name, exact: true });

  /** Fails if the page shows an ID or the braces of an expression. */
  async function showsOnlyNames(): Promise<void> {
    const text = await view.locator('flow-editor').innerText();
    assert.doesNotMatch(text, UUID);
    assert.ok(!text.includes('{{'), text);
  }

  /** Waits until the run has succeeded at the shown step. */
  async function succeeds(): Promise<void> {
    await until(
      'the run has succeeded',
      () => view.locator('.run-line').first().innerText(),
      line => /succeeded/i.test(line),
    );
  }

  it('a flow that waits for a code from the shop and uses it is built and tried by mouse without an ID or a brace', async () => {
    const { workbench } = flows;
    view = await flows.open('code.flow.json');
    await view.getByRole('treeitem', { name: /Flow settings/ }).click();
    await button('Choose for Trigger').click();
    await workbench.input.waitFor();
    await flows.pickByMouse('By hand');
    await view.getByRole('button', { name: 'Add Step', exact: true }).click();
    await flows.clickAction('Wait for passcode');
    await flows.step('0').waitFor();
    await showsOnlyNames();

    await button('Choose for Mailbox').click();
    await workbench.input.waitFor();
    await flows.pickByMouse('qa.devices@gmail.example');
    await view.getByText('qa.devices@gmail.example').first().waitFor();
    await button('Add Option').click();
    await option(/^Not before/i).click();
    await workbench.page.keyboard.type('2026-01-01T00:00:00Z');
    await showsOnlyNames();

    await view.getByRole('button', { name: 'Add step', exact: true }).click();
    await flows.clickAction('Write to the log');
    await flows.step('1').waitFor();
    await view.getByRole('button', { name: 'Insert value: Message' }).click();
    await option(/^code text/).click();
    await view.getByText('1 Wait for passcode › code').first().waitFor();
    await showsOnlyNames();

    await button('Run to Here').click();
    await flows.pickByMouse('Pixel phone');
    await succeeds();
    await showsOnlyNames();
    await workbench.picture('authoring-mouse');
  });

  /** Adds a step after the active one by keyboard, and opens its form. */
  async function addStep(index: string, action: string): Promise<void> {
    const { page } = flows.workbench;
    await page.keyboard.press('Control+Enter');
    await flows.chooseAction(action);
    await flows.step(index).and(view.locator('[aria-selected=true]:focus')).waitFor();
    await page.keyboard.press('Enter');
    await view.locator('flow-inspector :focus').waitFor();
  }

  it('a flow that waits for a code from the shop and uses it is built by keyboard alone, and types the code on the phone', async () => {
    const { page } = flows.workbench;
    view = await flows.open('keys.flow.json');
    await flows.tabTo(view.getByRole('treeitem', { name: /Flow settings/ }));
    await page.keyboard.press('Enter');
    await flows.tabTo(button('Choose for Trigger'));
    await page.keyboard.press('Enter');
    await flows.pick('By hand');
    await flows.focusPage();
    await page.keyboard.press('Escape');

    await addStep('0', 'Launch app');
    await flows.tabTo(view.getByRole('combobox', { name: 'Platform' }));
    // The browser starts a new search after a pause between two keys.
    await typeAtOnce(page, 'android');
    await flows.tabTo(view.getByRole('textbox', { name: 'App' }));
    await page.keyboard.type('org.sandbox.form');
    await page.keyboard.press('Escape');

    await addStep('1', 'Tap');
    const form = view.getByRole('combobox', { name: 'Target' });
    await flows.tabTo(form);
    await typeAtOnce(page, 'Element');
    await flows.tabTo(form.nth(1));
    await typeAtOnce(page, 'By d');
    await flows.tabTo(view.getByRole('textbox', { name: 'Description' }));
    await page.keyboard.type('E-mail');
    await page.keyboard.press('Escape');

    await addStep('2', 'Wait for passcode');
    await flows.tabTo(button('Choose for Mailbox'));
    await page.keyboard.press('Enter');
    await flows.pick('qa.devices@gmail.example');
    await flows.focusPage();
    await flows.tabTo(button('Add Option'));
    await page.keyboard.press('Enter');
    await page.keyboard.type('not before');
    await option(/^Not before/i)
      .and(view.locator('[aria-selected=true]'))
      .waitFor();
    await page.keyboard.press('Enter');
    await view.getByRole('textbox', { name: 'Not before' }).and(view.locator(':focus')).waitFor();
    await page.keyboard.type('2026-01-01T00:00:00Z');
    await page.keyboard.press('Escape');

    await addStep('3', 'Type text');
    await flows.tabTo(view.getByRole('textbox', { name: 'Text' }));
    await page.keyboard.type('{{code');
    await option(/^code text/)
      .and(view.locator('[aria-selected=true]'))
      .waitFor();
    await page.keyboard.press('Enter');
    await view.getByText('3 Wait for passcode › code').first().waitFor();
    await showsOnlyNames();
    await page.keyboard.press('Control+F10');
    await flows.pick('Pixel phone');
    await succeeds();
    await showsOnlyNames();
    await flows.workbench.picture('authoring-keys');
  });
});
