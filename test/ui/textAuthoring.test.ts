import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { FlowWorkbench } from '../support/flowWorkbench.ts';
import { ATTEMPT, retry } from '../support/retry.ts';
import { until } from '../support/until.ts';

const FILE = 'type-the-code.flow.json';

describe('textAuthoring', () => {
  let flows: FlowWorkbench;

  before(async () => {
    flows = await FlowWorkbench.start({});
  });

  afterEach(async function () {
    if (this.currentTest?.state === 'failed') await flows.workbench.picture('text-authoring-failed');
  });

  after(() => flows.close());

  const press = (key: string): Promise<void> => flows.workbench.page.keyboard.press(key);
  const type = (text: string): Promise<void> => flows.workbench.page.keyboard.type(text);

  /** Returns the selected suggestion with a label. */
  const suggestion = (label: string): Locator =>
    flows.workbench.page.locator('.suggest-widget.visible .monaco-list-row.focused', { hasText: label });

  /** Types the beginning of a name and accepts the suggestion with this label. */
  async function take(typed: string, label: string): Promise<void> {
    await type(typed);
    await suggestion(label).waitFor();
    await press('Enter');
    await suggestion(label).waitFor({ state: 'hidden' });
  }

  /** Types a text that no suggestion has, and leaves its tab stop. */
  async function enter(text: string): Promise<void> {
    await type(text);
    // A list that VS Code is reading again stays open with its earlier suggestions, and Tab would accept one.
    await flows.workbench.page
      .locator('.suggest-widget .monaco-list-row')
      .first()
      .waitFor({ state: 'detached' });
    await press('Tab');
  }

  /** Opens an indented line between the brackets at the cursor. VS Code does so once it has tokenized the lines above. */
  async function openBrackets(): Promise<void> {
    // Otherwise, Enter only moves the closing bracket to the next line, to the right of the cursor.
    const position = flows.workbench.page.locator('[id="status.editor.selection"]', { hasText: /Col 5$/ });
    await retry('an indented line between the brackets', async () => {
      await press('Enter');
      try {
        await position.waitFor(ATTEMPT);
      } catch (error) {
        await press('Control+z');
        throw error;
      }
    });
  }

  /** Moves the cursor behind the step that contains it, down some lines. */
  async function leaveStep(lines: number): Promise<void> {
    for (let left = lines; left > 0; left--) await press('ArrowDown');
    await press('End');
  }

  it('a flow that is written in the text editor with completion begins with an empty flow', async () => {
    const { workbench } = flows;
    const { page, input } = workbench;
    const title = (text: string): Promise<void> => page.getByText(`New Flow: ${text}`).waitFor();
    await workbench.run('View: Toggle Primary Side Bar Visibility');
    await workbench.run('Cloud Devices: New Flow');
    await title('Starting Point');
    await input.fill('Empty');
    await workbench.clickRow('Empty Flow');
    await title('Name');
    await workbench.answer('Type the code');
    await title('Location');
    await workbench.clickRow('Save and Open as Text');
    await page.locator('.view-lines').getByText('"triggerId"').waitFor();
    await page.locator('.monaco-editor.focused').first().waitFor();
    // Brackets are colored once VS Code has loaded the language configuration of JSON, which indents new lines, too.
    await page.locator('.view-lines [class*="bracket-highlighting-"]').first().waitFor();
  });

  it('a flow that is written in the text editor with completion is written with prefixes, names, and free texts only', async () => {
    const { workbench } = flows;
    const { page } = workbench;
    // The trigger that is fired by hand is there already, and the cursor is between the brackets.
    await openBrackets();

    await take('laun', 'Launch app');
    await take('', '"android"');
    await enter('org.sandbox.form');

    await press('Enter');
    await take('tap', 'Tap');
    await suggestion('Point').waitFor();
    await workbench.inThemes(async theme => {
      // A change of the theme leaves the suggestions open.
      await workbench.pictureAsIs(`text-authoring-forms-${theme}`);
    });
    await take('desc', 'By description');
    await enter('E-mail');

    await press('Enter');
    await take('passc', 'Wait for passcode');
    await take('qa', 'qa.devices@gmail.example');
    await press('Enter');
    await take('not', 'notBefore');
    await type('2026-01-01T00:00:00Z');
    await press('Escape');
    await leaveStep(3);

    await press('Enter');
    await take('type', 'Type text');
    await type('{{code');
    await suggestion('3 Wait for passcode › code').waitFor();
    await workbench.inThemes(theme => workbench.pictureAsIs(`text-authoring-values-${theme}`));
    await press('Enter');
    await page.locator('.view-lines').getByText('3 Wait for passcode › code').first().waitFor();
    const text = await flows.saved(FILE, saved => saved.includes('body.code'));
    const { actions } = JSON.parse(text) as {
      actions: readonly { key?: string; overrides: { params: object } }[];
    };
    assert.deepEqual(
      actions.map(({ overrides }) => overrides.params),
      [
        { platform: 'android', app: 'org.sandbox.form' },
        { target: { by: 'description', description: 'E-mail' } },
        { mailboxId: '9137aca4-3e29-47a3-b9bd-e51b4793de00', notBefore: '2026-01-01T00:00:00Z' },
        { text: '{{steps.wait-for-passcode.body.code}}' },
      ],
    );
    assert.equal(actions[2]?.key, 'wait-for-passcode');
    await until(
      'no problem is left',
      () => page.locator('[id="status.problems"]').getAttribute('aria-label'),
      'No Problems',
    );
  });

  it('a flow that is written in the text editor with completion runs in the sandbox up to the step at the cursor', async () => {
    const { workbench } = flows;
    await press('Control+F10');
    await flows.pick('Pixel phone');
    await workbench.page
      .locator('.statusbar-item', { hasText: /The run succeeded in / })
      .first()
      .waitFor();
    await workbench.pictures('text-authoring-run');
  });
});
