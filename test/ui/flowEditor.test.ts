import assert from 'node:assert/strict';
import { Command } from '../../src/manifest.ts';
import { chooseEntry } from '../support/contextMenu.ts';
import { exampleFlow, FlowWorkbench } from '../support/flowWorkbench.ts';
import { launchSandbox } from '../support/sandboxProcess.ts';
import { until } from '../support/until.ts';
import { seriousFindings } from '../support/webviewPage.ts';
import type { Workbench } from '../support/workbench.ts';

interface Written {
  readonly name: string;
  readonly triggerId: string;
  readonly actions: readonly {
    readonly position: number;
    readonly overrides?: { readonly params: Readonly<Record<string, unknown>> };
    readonly children?: readonly { readonly position: number }[];
  }[];
}

describe('flowEditor', () => {
  let workbench: Workbench;
  let flows: FlowWorkbench;

  before(async () => {
    const sample = await exampleFlow('first-steps');
    flows = await FlowWorkbench.start({
      'keys.flow.json': '',
      'mouse.flow.json': '',
      'notes.txt': 'Notes',
      'broken.flow.json': '{\n  "name": "A",\n  "actions": [ }\n',
      'split.flow.json': sample,
      'kept.flow.json': sample,
      'run.flow.json': sample,
      'offline.flow.json': sample,
      'looks.flow.json': await exampleFlow('mistakes'),
    });
    ({ workbench } = flows);
  });

  afterEach(async function () {
    if (this.currentTest?.state === 'failed')
      await workbench.picture(`flow-editor-failed-${this.currentTest.title.slice(0, 20)}`);
  });

  beforeEach(async () => {
    await flows.closeAll();
  });

  after(() => flows.close());

  it('the visual flow editor builds a valid flow with the keyboard only', async () => {
    const { page } = workbench;
    const view = await flows.open('keys.flow.json');
    await flows.tabTo(view.getByRole('treeitem', { name: /Flow settings/ }));
    for (const [place, name] of [
      ['0', 'Reset location'],
      ['1', 'Repeat'],
      ['2', 'Clear text'],
      ['3', 'Wait'],
      ['4', 'Take screenshot'],
    ] as const) {
      await page.keyboard.press('Control+Enter');
      await flows.chooseAction(name);
      await flows.step(place).and(view.locator('[aria-selected=true]:focus')).waitFor();
    }
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Shift+ArrowUp');
    await page.keyboard.press('Alt+ArrowRight');
    await flows.step('1.1').waitFor();
    await page.keyboard.press('ArrowDown');
    await flows.step('1.1').and(view.locator(':focus')).waitFor();
    await page.keyboard.press('Alt+ArrowUp');
    await flows.step('1.0').and(view.locator(':focus')).waitFor();
    await flows.hasSteps('0 Reset location, 1 Repeat, 1.0 Wait, 1.1 Clear text, 2 Take screenshot');

    await page.keyboard.press('F2');
    await view.getByRole('textbox', { name: 'Name' }).and(view.locator(':focus')).waitFor();
    await page.keyboard.type('Catch breath');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await view.getByRole('heading', { name: 'Flow settings' }).waitFor();
    await view.locator('flow-inspector :focus').waitFor();
    await flows.tabTo(view.getByRole('textbox', { name: 'Name' }));
    await page.keyboard.type('Built by keys');
    await flows.tabTo(view.getByRole('button', { name: 'Choose for Trigger' }));
    await page.keyboard.press('Enter');
    await workbench.input.press('ArrowDown');
    await workbench.input.press('Enter');
    await view.getByRole('button', { name: 'No problems' }).waitFor();
    await workbench.picture('flow-editor-keys');

    const text = await flows.saved('keys.flow.json', one => one.includes('Built by keys'));
    const { name, triggerId, actions } = JSON.parse(text) as Written;
    assert.equal(name, 'Built by keys');
    assert.match(triggerId, /^[0-9a-f-]{36}$/);
    assert.deepEqual(
      actions.map(({ position }) => position),
      [1, 2, 3],
    );
    assert.deepEqual(
      actions[1]?.children?.map(({ position }) => position),
      [1, 2],
    );
    assert.ok(text.includes('"nameOverride": "Catch breath"'));
  });

  it('the visual flow editor builds a valid flow with the mouse', async () => {
    const { page } = workbench;
    const view = await flows.open('mouse.flow.json');
    await view.getByRole('button', { name: 'Add Step', exact: true }).click();
    await flows.clickAction('Reset location');
    await flows.step('0').waitFor();
    for (const [place, name] of [
      ['1', 'Repeat'],
      ['2', 'Clear text'],
      ['3', 'Wait'],
      ['4', 'Take screenshot'],
    ] as const) {
      await view.getByRole('button', { name: 'Add step', exact: true }).click();
      await flows.clickAction(name);
      await flows.step(place).waitFor();
    }
    await flows.step('2').dragTo(flows.step('1'));
    await flows.step('1.0').waitFor();
    await flows.step('2').dragTo(flows.step('1.0'), { targetPosition: { x: 100, y: 4 } });
    await flows.step('1.1').waitFor();
    await flows.hasSteps('0 Reset location, 1 Repeat, 1.0 Wait, 1.1 Clear text, 2 Take screenshot');
    await view.getByRole('treeitem', { name: /Flow settings/ }).click();
    await view.getByRole('heading', { level: 2, name: 'Flow settings' }).waitFor();
    await view.getByRole('textbox', { name: 'Name' }).fill('Built by mouse');
    await view.getByRole('button', { name: 'Choose for Trigger' }).click();
    await flows.pickByMouse('By hand');
    await view.getByRole('button', { name: 'No problems' }).waitFor();
    await view.getByRole('heading', { level: 1, name: 'Built by mouse' }).waitFor();
    await flows.step('1.0').click({ button: 'right' });
    await chooseEntry(page, 'Duplicate Steps');
    await flows.step('1.2').waitFor();
    await page.keyboard.press('Control+z');
    await flows.step('1.2').waitFor({ state: 'detached' });
    await workbench.picture('flow-editor-mouse');
    const text = await flows.saved('mouse.flow.json', one => one.includes('Built by mouse'));
    assert.equal((JSON.parse(text) as Written).actions.length, 3);
  });

  it('the visual flow editor shows changes of the text editor, and the text editor shows its changes', async () => {
    const { page } = workbench;
    await flows.openText('split.flow.json');
    await page.keyboard.press('Control+\\');
    await page.locator('.editor-group-container').nth(1).locator('.view-lines').waitFor();
    await flows.command('Cloud Devices: Open in Visual Editor');
    const { view } = flows;
    await flows.step('0').waitFor();
    const lines = page.locator('.monaco-editor .view-lines').first();
    await lines.getByText('First steps', { exact: false }).first().dblclick();
    await page.keyboard.press('Home');
    await page.keyboard.press('Shift+End');
    await page.keyboard.insertText('  "name": "From the text",');
    await view.getByRole('heading', { level: 1, name: 'From the text' }).waitFor();
    await flows.step('2').click();
    await view.getByRole('textbox', { name: 'Seconds', exact: true }).fill('7');
    await lines.getByText('"seconds": 7').waitFor();
    await workbench.picture('flow-editor-split');
    await view.getByRole('textbox', { name: 'Seconds', exact: true }).press('Control+z');
    await lines.getByText('"seconds": 2').waitFor();
  });

  it('the visual flow editor shows where a file stops being JSON, and goes to the text', async () => {
    await flows.openText('broken.flow.json');
    await flows.command('Cloud Devices: Open in Visual Editor');
    await flows.view
      .getByText(/A value is expected here|closing bracket/)
      .first()
      .waitFor();
    await workbench.picture('flow-editor-broken');
    await flows.view.getByRole('button', { name: /Text/ }).first().click();
    await workbench.page.locator('.monaco-editor .view-lines').first().waitFor();
  });

  it('the visual flow editor creates the flow, verifies it, and shows at the steps what the run did', async () => {
    const view = await flows.open('run.flow.json');
    await view.getByRole('button', { name: 'Create' }).click();
    await view.getByRole('button', { name: 'Verify' }).click();
    await flows
      .step('0')
      .getByRole('img', { name: /^Run: (succeeded|failed)/ })
      .waitFor();
    await flows
      .step('4')
      .getByRole('img', { name: /^Run: succeeded/ })
      .waitFor();
    await workbench.picture('flow-editor-run');
    await view.getByRole('button', { name: 'Hide Run' }).first().click();
    await flows
      .step('0')
      .getByRole('img', { name: /^Run: / })
      .waitFor({ state: 'detached' });
  });

  it('the visual flow editor follows the theme of the window without poor contrast', async () => {
    const view = await flows.open('looks.flow.json');
    await flows.step('0').click();
    await view.locator('.problems').first().waitFor();
    for (const [theme, kind] of [
      ['light', 'vscode-light'],
      ['dark contrast', 'vscode-high-contrast'],
      ['light contrast', 'vscode-high-contrast'],
      ['dark', 'vscode-dark'],
    ] as const) {
      await workbench.dress(theme);
      await view.locator(`body.${kind}`).waitFor();
      await workbench.picture(`flow-editor-${theme.replace(' ', '-')}`);
      const frame = await (await view.locator('body').elementHandle()).ownerFrame();
      assert.ok(frame);
      assert.deepEqual(await seriousFindings(frame, [], { colorsOnly: theme !== 'dark' }), [], theme);
    }
  });

  it('the visual flow editor keeps invalid input when another tab is shown', async () => {
    const { page } = workbench;
    const view = await flows.open('kept.flow.json');
    await flows.step('2').click();
    const seconds = view.getByRole('textbox', { name: 'Seconds', exact: true });
    await seconds.fill('1 or 2');
    await flows.openText('notes.txt');
    await page.getByRole('tab', { name: /kept/ }).click();
    await view.getByText('Not in the file yet').waitFor();
    await until('the draft is there', () => seconds.inputValue(), '1 or 2');
    await flows.step('2').and(view.locator('[aria-selected=true]')).waitFor();
    await seconds.fill('9');
    await flows.step('2').getByText('seconds 9').waitFor();
  });

  it('the visual flow editor uses the last catalog without its service, and says what is missing once signed out', async () => {
    const { view } = flows;
    const sandbox = await launchSandbox();
    try {
      await flows.open('offline.flow.json');
      // The open file opens the connection that is chosen now; no view does.
      await workbench.connect(sandbox.baseUrl, 'Elsewhere', sandbox.apiKey);
      await view.getByRole('button', { name: 'Elsewhere' }).waitFor();
      await flows.step('0').getByText('Launch app').waitFor();
    } finally {
      await sandbox.kill();
    }
    await workbench.hosts.start(Command.refreshCatalog);
    await view.getByText('Showing the actions as of').waitFor();
    await workbench.run('Cloud Devices: Sign Out');
    await workbench.page.locator('.monaco-dialog-box').getByRole('button', { name: 'Sign Out' }).click();
    await view.getByRole('button', { name: 'Sign In' }).click();
    await workbench.page.getByText('Sign In to Elsewhere').waitFor();
    await workbench.page.keyboard.press('Escape');
  });
});
