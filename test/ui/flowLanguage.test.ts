import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { demoActionId } from '../../src/sandbox/demo/demoCatalog.ts';
import { demoTriggerId } from '../../src/sandbox/demo/triggers.ts';
import { FlowWorkbench } from '../support/flowWorkbench.ts';
import { readMarked } from '../support/markedText.ts';
import { ATTEMPT, retry } from '../support/retry.ts';
import { sharedFolder } from '../support/sharedFolder.ts';
import { Workbench } from '../support/workbench.ts';

const { text: SAMPLE, parts } = readMarked(`{
  "name": "Look around",
  "triggerId": "${demoTriggerId('custom')}",
  "notifyOnFailure": true,
  "actions": [
    {
      "actionId": "${demoActionId('device.setLocation')}⟦⟧",
      "position": 1,
      "overrides": { "params": { "lat⟦⟧itude": 95.5, "longitude": 13.405 } }
    },
    {
      "actionId": "${demoActionId('device.longPress')}",
      "position": 2,
      "overrides": { "params": { "x": 10, "y": 20, "duration": 900⟦⟧ } }
    }
  ]
}
`);
const [AT_ACTION = 0, AT_LATITUDE = 0, BEHIND_DURATION = 0] = parts.map(({ start }) => start);

describe('flowLanguage: language features for flow files in a window', () => {
  let workbench: Workbench;
  let flows: FlowWorkbench;
  let folder: string;

  before(async () => {
    folder = await sharedFolder();
    await writeFile(join(folder, 'sample.flow.json'), SAMPLE);
    workbench = await Workbench.open({ folder, settings: { 'files.autoSave': 'off' } });
    flows = new FlowWorkbench(workbench, folder);
    await workbench.openSandbox();
    await workbench.run('View: Toggle Primary Side Bar Visibility');
    await flows.openText('sample.flow.json');
  });

  afterEach(async function () {
    if (this.currentTest?.state === 'failed')
      await workbench.picture(`flow-language-failed-${this.currentTest.title.slice(0, 24)}`);
  });

  after(async () => {
    await workbench.close();
  });

  it('language features for flow files in a window show lenses, names, and problems in the text', async () => {
    const { page } = workbench;
    const lenses = page.locator('.codelens-decoration');
    await lenses.getByText('Open in Visual Editor').waitFor();
    await lenses.getByText('Create on Sandbox').waitFor();
    await page.locator('.monaco-editor .squiggly-error').first().waitFor();
    await page.locator('.monaco-editor .squiggly-warning').first().waitFor();
    await page.locator('.view-lines').getByText('Set location').waitFor();
    await workbench.pictures('flow-language-lenses');
  });

  it('language features for flow files in a window show the catalog in the language status, and reload it', async () => {
    const { page } = workbench;
    const item = page.locator('[id="status.languageStatus"]');
    const hover = page.locator('.hover-language-status', { hasText: /\d+ actions/ });
    // The item is drawn again when the catalog or the connection changes, which ends a hover.
    const show = async (): Promise<void> =>
      retry('the language status', async () => {
        await page.mouse.move(700, 10);
        await item.hover(ATTEMPT);
        await hover.getByText(/Sandbox · read /).waitFor(ATTEMPT);
      });
    const picture = async (theme: string): Promise<void> => {
      await show();
      // Without the mouse being moved away, as every other picture does it.
      await workbench.pictureAsIs(`flow-language-status-${theme}`);
      await page.mouse.move(700, 10);
      await hover.waitFor({ state: 'hidden' });
    };
    await workbench.inThemes(picture);
    await show();
    await hover.getByText('Refresh').click();
    await page.locator('.statusbar-item', { hasText: /Action catalog of Sandbox: \d+ actions\./ }).waitFor();
    await page.mouse.move(700, 10);
  });

  it('language features for flow files in a window explain a parameter and its problem', async () => {
    const { page } = workbench;
    await workbench.inThemes(async theme => {
      await flows.goTo(SAMPLE, AT_LATITUDE);
      await workbench.run('Show or Focus Hover');
      const hover = page.locator('.monaco-hover:not(.hidden)');
      await hover.getByText('Degrees; south is negative').waitFor();
      await hover.getByText('Runs with').waitFor();
      await workbench.pictureAsIs(`flow-language-hover-${theme}`);
      await page.keyboard.press('Escape');
    });
  });

  it('language features for flow files in a window offer parameters with their documentation', async () => {
    const { page } = workbench;
    await flows.goTo(SAMPLE, BEHIND_DURATION);
    await page.keyboard.type(', ');
    await workbench.inThemes(async theme => {
      await page.locator('.monaco-editor .view-lines').first().waitFor();
      await flows.goTo(SAMPLE, BEHIND_DURATION + 2);
      await workbench.run('Trigger Suggest');
      const list = page.locator('.suggest-widget.visible');
      await list.getByRole('option', { name: /^display/ }).waitFor();
      await page.keyboard.press('Control+Space');
      const details = page.locator('.suggest-details');
      await details.getByText('Which display of a device with several').waitFor();
      await workbench.pictureAsIs(`flow-language-completion-${theme}`);
      await page.keyboard.press('Control+Space');
      await page.keyboard.press('Escape');
      await list.waitFor({ state: 'hidden' });
    });
    await workbench.run('File: Revert File');
  });

  it('language features for flow files in a window show the schema of an action in a peek view', async () => {
    const { page } = workbench;
    await flows.goTo(SAMPLE, AT_ACTION - 4);
    await workbench.run('Peek Definition');
    const peek = page.locator('.peekview-widget');
    await peek.getByText('Set location.schema.json').first().waitFor();
    await peek.getByText('"latitude"').first().waitFor();
    await workbench.picture('flow-language-peek');
    await page.keyboard.press('Escape');
    await peek.waitFor({ state: 'hidden' });
  });

  it('language features for flow files in a window create a flow from “New File…” with the selected actions, and go to the missing values', async () => {
    const { page } = workbench;
    await workbench.run('Create: New File...');
    const row = (text: string | RegExp): Locator =>
      page.locator('.quick-input-list .monaco-list-row', {
        has: page.locator('.label-name', { hasText: text }),
      });
    await row('New Flow').waitFor();
    await workbench.pictureAsIs('flow-new-0-entry');
    await workbench.clickRow(row('New Flow'));
    await page.getByText('New Flow: Starting Point', { exact: true }).waitFor();
    await workbench.pictureAsIs('flow-new-1-beginning');
    await workbench.clickRow(row('Pick Actions'));
    await page.getByText('New Flow: Actions (2/6)').waitFor();
    for (const name of ['Wait', 'Launch app', 'Wait', 'Take screenshot']) {
      await workbench.input.fill(name);
      // VS Code ignores a click on a row that the search is just replacing.
      await retry(`the added step ${name}`, async () => {
        const found = row(new RegExp(`^${name}$`));
        if ((await workbench.input.inputValue()) === name) await workbench.clickRow(found);
        await workbench.input.and(page.locator(':placeholder-shown')).waitFor(ATTEMPT);
      });
    }
    await row(/^1\. Wait$/).waitFor();
    await workbench.pictureAsIs('flow-new-2-actions');
    await row(/^4\. Take screenshot$/).hover();
    await row(/^4\. Take screenshot$/)
      .getByRole('button', { name: 'Remove Step' })
      .click();
    await workbench.clickRow(row(/^Continue with 3 steps$/));
    await page.getByText('New Flow: Name (3/6)').waitFor();
    await page.getByRole('button', { name: 'Back' }).click();
    await row(/^3\. Wait$/).waitFor();
    await workbench.clickRow(row(/^Continue with 3 steps$/));
    await page.getByText('New Flow: Name (3/6)').waitFor();
    await workbench.input.fill('Picked by hand');
    await workbench.pictureAsIs('flow-new-3-name');
    await page.keyboard.press('Enter');
    await page.getByText('New Flow: Trigger (4/6)').waitFor();
    await workbench.pictureAsIs('flow-new-4-trigger');
    await workbench.clickRow(row('Fill In Later'));
    await page.getByText('New Flow: Device (5/6)').waitFor();
    await workbench.clickRow(row('Pixel phone'));
    await page.getByText('New Flow: Location (6/6)').waitFor();
    await workbench.pictureAsIs('flow-new-5-where');
    await flows.pickByMouse('Save and Open in Visual Editor');
    const view = workbench.webview();
    await view.getByLabel('Trigger').and(view.locator(':focus')).waitFor();
    await flows.hasSteps('0 Wait, 1 Launch app, 2 Wait');
    await workbench.picture('flow-new-6-made');
    const { triggerId } = JSON.parse(await readFile(join(folder, 'picked-by-hand.flow.json'), 'utf8')) as {
      triggerId: string;
    };
    assert.equal(triggerId, '');
  });
});

describe('flowLanguage: breadcrumbs of a flow file', () => {
  it('the breadcrumbs of a flow file show the names of its steps once the catalog is known', async () => {
    const folder = await sharedFolder();
    await writeFile(join(folder, 'sample.flow.json'), SAMPLE);
    const workbench = await Workbench.open({ folder });
    try {
      const flows = new FlowWorkbench(workbench, folder);
      await flows.openText('sample.flow.json');
      await flows.goTo(SAMPLE, AT_ACTION);
      const crumbs = workbench.page.locator('.monaco-breadcrumbs');
      await crumbs
        .getByText(`Action ${demoActionId('device.setLocation').slice(0, 8)}`)
        .first()
        .waitFor();
      await workbench.openViews();
      await workbench.startSandbox();
      await crumbs.getByText('Set location').first().waitFor();
    } finally {
      await workbench.close();
    }
  });
});
