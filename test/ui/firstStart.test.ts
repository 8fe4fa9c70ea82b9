import assert from 'node:assert/strict';
import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { pageWith } from '../support/pageWith.ts';
import { story } from '../support/story.ts';
import { until } from '../support/until.ts';
import { useFolder } from '../support/useFolder.ts';
import { Workbench } from '../support/workbench.ts';

const FILE = 'first-steps.flow.json';

/** The goal of the first minute. */
const MAX_CLICKS = 3;

describe('firstStart', () => {
  const step = story();
  const folder = useFolder('first-start');
  let workbench: Workbench;
  let clicks = 0;

  before(async () => {
    const env = { CLOUD_DEVICES_AUTOSTART: 'sandbox', CLOUD_DEVICES_OPEN: FILE };
    // The window saves the file.
    await cp(join('examples', FILE), join(folder, FILE));
    workbench = await Workbench.open({ env, folder });
  });

  after(() => workbench.close());

  step(
    'a window of npm start opens the first flow beside its phone, in front of the walkthrough',
    async () => {
      const editor = await pageWith(workbench.page, 'flow-inspector');
      await editor.getByRole('treeitem', { name: /Launch app/ }).waitFor();
      const phone = await pageWith(workbench.page, '.glass');
      await phone.locator('.glass:has(img)').waitFor();
      await tab(/^first-steps\.flow\.json/).waitFor();
      await tab(/^Pixel phone/).waitFor();
      await tab(/^(Walkthrough|Welcome)/).waitFor();
      await workbench.pictures('start-window');
    },
  );

  step(
    'a window of npm start runs the flow, shows the phone move, and changes a step with three clicks',
    async () => {
      const editor = await pageWith(workbench.page, 'flow-inspector');
      const phone = await pageWith(workbench.page, '.glass');
      const screen = (): Promise<string> => phone.locator('.glass').innerHTML();
      const before = await screen();
      const start = performance.now();
      await click(editor.getByRole('button', { name: 'Run', exact: true }));
      await editor.locator('[data-step="2"] .run.succeeded').waitFor();
      await click(editor.locator('[data-step="2"]'));
      await until('another screen of the phone', screen, shown => shown !== before);
      await click(editor.getByRole('textbox', { name: /^Seconds/ }));
      await workbench.page.keyboard.press('Control+a');
      await workbench.page.keyboard.type('1');
      await until('the changed step in the file', async () =>
        /"seconds": 1\b/.test(await readFile(join(folder, FILE), 'utf8')),
      );
      const seconds = (performance.now() - start) / 1000;
      assert.ok(clicks <= MAX_CLICKS, `${clicks} clicks`);
      assert.ok(seconds < 60, `${seconds} s`);
    },
  );

  step('a window of npm start shows in the walkthrough what is already done', async () => {
    await tab(/^(Walkthrough|Welcome)/).click();
    for (const id of ['sandbox', 'flow', 'device']) await isDone(id, true);
    for (const id of ['text', 'deploy', 'inbox', 'service']) await isDone(id, false);
    await workbench.pictures('walkthrough-done');
  });

  function tab(name: RegExp): Locator {
    return workbench.page.getByRole('tab', { name });
  }

  async function click(target: Locator): Promise<void> {
    clicks += 1;
    await target.click();
  }

  async function isDone(id: string, checked: boolean): Promise<void> {
    const entry = workbench.page.locator(`[data-step-id$="#start#${id}"]`);
    await entry.getByRole('checkbox', { checked }).waitFor();
  }
});
