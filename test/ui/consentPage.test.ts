import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../../scripts/host/browser.mjs';
import { testSandbox, type TestSandbox } from '../support/sandbox.ts';

const SECRET = 'a secret of this browser';

describe('consentPage', () => {
  let sandbox: TestSandbox;
  let browser: Browser;
  let page: Page;

  before(async () => {
    sandbox = await testSandbox({ seed: 'empty' });
    browser = await launchBrowser();
    page = await browser.newPage();
  });

  after(async () => {
    await browser.close();
    await sandbox.stop();
  });

  it('the consent page of the sandbox in a browser connects an inbox by keyboard only, once the secret matches', async () => {
    const bindingHash = createHash('sha256').update(SECRET).digest('hex');
    const body = { provider: 'gmail', label: 'Mine', bindingHash } as const;
    const { redirectUrl } = (await sandbox.client.connectMailbox({ body })).value;
    await page.goto(redirectUrl ?? '');
    await page.locator('input:focus').waitFor();
    await page.keyboard.type('me@gmail.example');
    await page.keyboard.press('Tab');
    await page.keyboard.type('another secret');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('The secret does not fit').waitFor();
    assert.equal(await page.getByLabel('Gmail address').inputValue(), 'me@gmail.example');
    await page.locator('input:focus').waitFor();
    await page.keyboard.type(SECRET);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Connected' }).waitFor();
    const { items } = (await sandbox.client.listMailboxes({})).value;
    assert.deepEqual(
      items?.map(({ label, address, status }) => [label, address, status]),
      [['Mine', 'me@gmail.example', 'active']],
    );
  });
});
