import type { Locator } from 'playwright-core';
import { story } from '../support/story.ts';
import { Workbench } from '../support/workbench.ts';

describe('walkthrough', () => {
  const step = story();
  let workbench: Workbench;

  before(async () => {
    workbench = await Workbench.open();
    await workbench.openViews();
  });

  after(() => workbench.close());

  step('the walkthrough opens from the welcome view, with a picture for each step', async () => {
    const { page } = workbench;
    await page.locator('.welcome-view-content').getByText('Get started').click();
    await page.getByText('A complete service on your computer').waitFor();
    // There is room for the pictures only without the views.
    await page.keyboard.press('Control+B');
    await picture('A window of VS Code that holds a service of its own');
    await workbench.picture('walkthrough-dark');
  });

  step('the walkthrough starts the sandbox and marks the step as done', async () => {
    const { page } = workbench;
    await entry('sandbox').getByRole('button', { name: 'Start Sandbox' }).click();
    await entry('sandbox').getByRole('checkbox', { checked: true }).waitFor();
    // Starting the sandbox shows the views.
    await workbench.header('Flows').waitFor();
    await page.keyboard.press('Control+B');
    for (const [id, shown] of [
      ['flow', 'A flow as a list of steps'],
      ['text', 'A flow file whose wrong parameter'],
      ['deploy', 'A file becomes a flow'],
      ['device', 'A phone with a swipe'],
      ['inbox', 'A message with a passcode'],
      ['service', 'A key that opens'],
    ] as const) {
      await entry(id).click();
      await picture(shown);
      await workbench.pictures(`walkthrough-${id}`);
    }
  });

  function entry(id: string): Locator {
    return workbench.page.locator(`[data-step-id$="#start#${id}"]`);
  }

  async function picture(words: string): Promise<void> {
    await workbench.page
      .frameLocator('iframe.webview.ready')
      .frameLocator('#active-frame')
      .getByRole('img', { name: words })
      .waitFor();
  }
});
