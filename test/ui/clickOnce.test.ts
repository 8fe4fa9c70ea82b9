import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { clickOnce } from '../support/clickOnce.ts';
import { usePageContexts } from '../support/pageContexts.ts';
import { MissedClick } from '../support/retry.ts';

/** A page with two buttons that note their clicks, below a space whose height can change. */
const PAGE = `
  <div id="space" style="height: 0"></div>
  <button style="display: block; height: 40px; width: 200px">Wanted</button>
  <button style="display: block; height: 40px; width: 200px">Other</button>
  <script>
    const clicks = [];
    for (const button of document.querySelectorAll('button'))
      for (const type of ['mousedown', 'click'])
        button.addEventListener(type, () => clicks.push(type + ' ' + button.textContent));
  </script>`;

describe('clickOnce', () => {
  const openContext = usePageContexts();

  async function open(): Promise<Page> {
    const page = await (await openContext({})).newPage();
    await page.setContent(PAGE);
    return page;
  }

  it('a click of a test reaches the element', async () => {
    const page = await open();
    await clickOnce(page.getByRole('button', { name: 'Wanted' }));
    assert.deepEqual(await page.evaluate('clicks'), ['mousedown Wanted', 'click Wanted']);
    await page.getByRole('button', { name: 'Other' }).click();
    assert.deepEqual(await page.evaluate('clicks.slice(2)'), ['mousedown Other', 'click Other']);
  });

  it('a click of a test reaches nothing if the element moves away under the mouse', async () => {
    const page = await open();
    const other = page.getByRole('button', { name: 'Other' });
    // The buttons move up just before the mouse is pressed, so that the second one is where the first one was.
    await page.evaluate(`{
      document.querySelector('#space').style.height = '40px';
      const listen = window.addEventListener;
      window.addEventListener = (...listener) => {
        listen.apply(window, listener);
        document.querySelector('#space').style.height = '0';
      };
    }`);
    await assert.rejects(clickOnce(page.getByRole('button', { name: 'Wanted' })), MissedClick);
    assert.deepEqual(await page.evaluate('clicks'), []);
    await other.click();
    assert.deepEqual(await page.evaluate('clicks'), ['mousedown Other', 'click Other']);
  });
});
