import assert from 'node:assert/strict';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { launchBrowser } from '../../scripts/host/browser.mjs';
import { TraceStore } from '../../src/commandLine/test/traceStore.ts';
import { writePicture } from '../../src/flowTest/pictureFormat.ts';
import { readTrace } from '../../src/flow/trace/traceFile.ts';
import { demoDeviceId } from '../../src/sandbox/demo/devices.ts';
import { demoTriggerId } from '../../src/sandbox/demo/triggers.ts';
import { watchContext } from '../support/artifacts.ts';
import { callProgram } from '../support/commandLine.ts';
import { step } from '../support/flowRunner.ts';
import { savePicture } from '../support/pictures.ts';
import { reportPage } from '../../src/protocol/testReport.ts';
import { until } from '../support/until.ts';
import { findOverflowingParts, seriousFindings } from '../support/webviewPage.ts';
import { useFolder } from '../support/useFolder.ts';

const PASSCODE = '482 913';
const PASSWORD = 'Canary-password-4711';

interface Example {
  readonly actions: readonly { readonly actionId: string; readonly position: number }[];
}

function widthOf(image: unknown): number {
  return (image as { readonly naturalWidth: number }).naturalWidth;
}

describe('testReport', () => {
  const folder = useFolder('report');
  const report = join(folder, 'report.html');
  const json = join(folder, 'parts/1.json');
  const errors: string[] = [];
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;

  before(async function () {
    this.timeout(300_000);
    writeFlows();
    const reporters = ['--reporter', `html=${report}`, '--reporter', `json=${json}`];
    const { code, stderr } = await callProgram([
      'test',
      '--retries',
      '1',
      '--coverage',
      ...reporters,
      folder,
    ]);
    assert.deepEqual([code, stderr], [1, '']);
    browser = await launchBrowser();
  });

  after(() => browser.close());

  afterEach(() => context.close());

  /** Writes a flow that passes, one that types secrets and then fails, and one that cannot run. */
  function writeFlows(): void {
    const write = (name: string, value: unknown): void =>
      writeFileSync(join(folder, name), JSON.stringify(value));
    const flow = { triggerId: demoTriggerId('custom'), deviceIds: [demoDeviceId('phone')] };
    write('pass.flow.json', { ...flow, name: 'Pass', actions: [step('flow.wait', 1, { seconds: 1 })] });
    const example = JSON.parse(readFileSync('examples/sign-in.flow.json', 'utf8')) as Example;
    const read = example.actions.filter(({ position }) => position <= 4);
    const actions = [
      ...read,
      step('device.tap', 5, { target: { by: 'description', description: 'Password' } }),
      step('device.typeText', 6, { text: PASSWORD }),
      step('device.tap', 7, { target: { by: 'text', text: 'Creat account' } }),
    ];
    write('sign-up.flow.json', { ...example, name: 'Sign up', actions });
    const messages = [
      {
        mailboxId: '9137aca4-3e29-47a3-b9bd-e51b4793de00',
        fromAddress: 'no-reply@shop.example',
        text: `Your code is ${PASSCODE}.`,
      },
    ];
    const steps = [{ step: 4, output: { code: '000 000' } }];
    write('sign-up.flow.test.json', {
      cases: [{ name: '</script><b>creates an account', messages, expect: { steps } }],
    });
    write('unfit.flow.json', { ...flow, name: 'Unfit', actions: [{ actionId: 'none', position: 1 }] });
  }

  async function open(colorScheme: 'dark' | 'light', file = report, width = 1100): Promise<void> {
    context = await browser.newContext({ viewport: { width, height: 760 }, colorScheme });
    context.setDefaultTimeout(60_000);
    await watchContext(context);
    page = await context.newPage();
    errors.length = 0;
    page.on('console', message => {
      if (message.type() === 'error' || message.type() === 'warning') errors.push(message.text());
    });
    page.on('pageerror', error => errors.push(String(error)));
    page.on('request', request => {
      if (!/^(?:file|blob|data):/.test(request.url())) errors.push(`It requests ${request.url()}.`);
    });
    await page.goto(pathToFileURL(file).href);
    await page.getByRole('heading', { name: 'Flow Tests' }).waitFor();
  }

  async function openFailedCase(): Promise<void> {
    await page.getByRole('link', { name: /creates an account/ }).press('Enter');
    await page.getByRole('region', { name: 'Why the run failed' }).waitFor();
    await page.locator('.details[aria-busy=false]').waitFor();
    await page.locator('trace-filmstrip[data-ready]').waitFor();
  }

  it('the HTML report of flow tests opened from disk explains a failing flow by keyboard, with the trace of each attempt', async () => {
    await open('dark');
    // It opens with the failed cases.
    await page.getByRole('button', { name: 'Failed 1', pressed: true }).waitFor();
    assert.equal(await page.locator('a.case').count(), 1);
    await page.getByRole('link', { name: /creates an account/ }).focus();
    await openFailedCase();
    const why = page.getByRole('region', { name: 'Why the run failed' });
    await why.getByText(/“Creat account”.*“Create account”/).waitFor();
    assert.match(await page.locator('.row[aria-selected=true]').innerText(), /7\s+Tap/);
    await page.locator('.screen svg image').first().waitFor();
    await page.getByRole('link', { name: 'Attempt 2' }).and(page.locator('[aria-current]')).waitFor();
    await page.getByRole('link', { name: 'Attempt 1' }).press('Enter');
    await page.getByRole('link', { name: 'Attempt 1' }).and(page.locator('[aria-current]')).waitFor();
    await why.getByText('No element says “Creat account”.').waitFor();
    await page.locator('.details[aria-busy=false]').waitFor();
    assert.equal(await page.getByRole('button', { name: /Go to Step|Compare/ }).count(), 0);
    await page.getByRole('tree').press('Home');
    await until(
      'the first step',
      () => page.locator('.row[aria-selected=true]').innerText(),
      text => /^\s*1\s/.test(text.replace(/^\D*/, '')),
    );
    await page.keyboard.press('Escape');
    await page
      .getByRole('link', { name: /creates an account/ })
      .and(page.locator(':focus'))
      .waitFor();
    assert.deepEqual(errors, []);
  });

  it('the HTML report of flow tests opened from disk filters and searches the cases', async () => {
    await open('dark');
    await page.getByRole('button', { name: 'All 3' }).click();
    await until('all cases', () => page.locator('a.case').count(), 3);
    await page.getByRole('button', { name: 'Not run 1' }).click();
    await until('the case that did not run', () => page.locator('a.case').count(), 1);
    await page.locator('a.case').click();
    await page.getByRole('region', { name: 'Failures' }).getByText('The file has errors.').waitFor();
    await page.getByRole('link', { name: 'All Cases' }).click();
    await page.getByRole('button', { name: 'All 3' }).click();
    await page.getByRole('searchbox').fill('PASS.flow');
    await until('the case with the text', () => page.locator('a.case').count(), 1);
    await page.getByRole('searchbox').fill('nothing says this');
    await page.getByText('No case matches.').waitFor();
    assert.deepEqual(errors, []);
  });

  it('the HTML report of flow tests opened from disk shows the coverage of the flows by keyboard', async () => {
    await open('dark');
    await page.getByRole('link', { name: /^Coverage \d+%$/ }).press('Enter');
    await page.getByRole('heading', { name: 'Coverage' }).and(page.locator(':focus')).waitFor();
    const table = page.getByRole('table');
    assert.match(
      await table.getByRole('row', { name: /pass\.flow\.json.*complete/ }).innerText(),
      /1 of 1 100%/,
    );
    // The last step failed, so it ran; those of the other flow did not.
    await table.getByText('Did not run:').waitFor();
    assert.deepEqual(await table.locator('li').allInnerTexts(), ['1 none line 1']);
    await page.keyboard.press('Escape');
    await page
      .getByRole('link', { name: /^Coverage/ })
      .and(page.locator(':focus'))
      .waitFor();
    assert.deepEqual(errors, []);
  });

  it('the HTML report of flow tests opened from disk marks what is chosen if the colors of the system are forced', async () => {
    await open('dark');
    const backgrounds = (): Promise<readonly string[]> =>
      page.evaluate(
        `[...document.querySelectorAll('.filter')].map(one => getComputedStyle(one).backgroundColor)`,
      );
    await page.emulateMedia({ forcedColors: 'active' });
    await page.locator('body.vscode-high-contrast').waitFor();
    const [all, chosen, ...others] = await backgrounds();
    assert.notEqual(chosen, all);
    assert.ok(others.length > 0 && others.every(other => other === all));
    assert.deepEqual(errors, []);
  });

  for (const scheme of ['dark', 'light'] as const) {
    it(`the HTML report of flow tests opened from disk has no layout or accessibility errors in ${scheme}`, async () => {
      await open(scheme);
      await page.getByRole('button', { name: 'All 3' }).click();
      await until('all cases', () => page.locator('a.case').count(), 3);
      await savePicture(page, `test-report/${scheme}-list`);
      assert.deepEqual(await seriousFindings(page, errors), []);
      await page.getByRole('link', { name: /^Coverage/ }).press('Enter');
      await page.getByRole('table').waitFor();
      await savePicture(page, `test-report/${scheme}-coverage`);
      assert.deepEqual(await seriousFindings(page, errors), []);
      await page.setViewportSize({ width: 420, height: 900 });
      await until(
        'a table that fits',
        () => findOverflowingParts(page, '.top, main'),
        found => found.length === 0,
      );
      await savePicture(page, `test-report/${scheme}-coverage-narrow`);
      await page.setViewportSize({ width: 1100, height: 760 });
      await page.keyboard.press('Escape');
      await openFailedCase();
      await savePicture(page, `test-report/${scheme}-case`);
      assert.deepEqual(await seriousFindings(page, errors), []);
      assert.deepEqual(await findOverflowingParts(page, 'main, main > section, .top, .why'), []);
      await page.setViewportSize({ width: 420, height: 900 });
      await until(
        'a page that fits',
        () => findOverflowingParts(page, '.top, .why'),
        found => found.length === 0,
      );
      await savePicture(page, `test-report/${scheme}-narrow`);
      assert.deepEqual(errors, []);
    });
  }

  it('the HTML report of flow tests opened from disk is merged from JSON reports with the traces next to them', async () => {
    const merged = join(folder, 'merged.html');
    const { code } = await callProgram([
      'merge-reports',
      '--coverage',
      '--reporter',
      `html=${merged}`,
      join(folder, 'parts'),
    ]);
    assert.equal(code, 1);
    // The reports may be of different minutes.
    const read = (file: string): string =>
      readFileSync(file, 'utf8').replace(/Written on [\d: -]+ UTC/, 'Written');
    assert.equal(read(merged), read(report));
  });

  it('the HTML report of flow tests opened from disk says what was left out', async () => {
    const bare = join(folder, 'bare/1.json');
    const text = readFileSync(json, 'utf8');
    const { code } = await callProgram(['merge-reports', '--reporter', `json=${bare}`, json]);
    assert.equal(code, 1);
    assert.equal(readFileSync(bare, 'utf8'), text);
    rmSync(join(folder, 'bare/1-traces'), { recursive: true });
    const merged = join(folder, 'bare.html');
    await callProgram(['merge-reports', '--reporter', `html=${merged}`, bare]);
    await open('dark', merged);
    await page.getByText('2 failed attempts have no trace').waitFor();
    await page.locator('a.case').first().click();
    // Without a trace, the case has its steps.
    await page.getByRole('region', { name: 'Steps' }).getByText('failed', { exact: true }).waitFor();
    assert.deepEqual(errors, []);
  });

  it('the HTML report of flow tests opened from disk shows the pictures of a picture check together, or why they were left out', async () => {
    const source = join(folder, 'pictured/1.json');
    const traces = new TraceStore();
    const pictureOf = (brightness: number): Uint8Array =>
      writePicture({ width: 90, height: 200, data: new Uint8Array(90 * 200 * 4).fill(brightness) });
    const { picture } = traces.addCheck({
      actual: pictureOf(250),
      expected: pictureOf(200),
      difference: pictureOf(150),
    });
    const gone = Object.fromEntries(Object.keys(picture ?? {}).map((name, at) => [name, `${at}`.repeat(32)]));
    const message =
      'The picture “form” is different from a.pictures/form.pixel-phone.light.png in 90 pixels (0.5%).';
    const failures = [picture, gone].map(shown => ({ message, line: 3, details: [], picture: shown }));
    const attempt = { outcome: 'failed', tookMs: 5, failures, steps: [] };
    const one = {
      file: 'a.flow.json',
      name: 'looks right',
      order: 0,
      outcome: 'failed',
      attempts: [attempt],
    };
    await traces.write(source);
    writeFileSync(source, JSON.stringify({ version: 1, cases: [one] }));
    const merged = join(folder, 'pictured.html');
    await callProgram(['merge-reports', '--reporter', `html=${merged}`, source]);
    await open('dark', merged);
    await page.locator('a.case').click();
    const shown = page.getByRole('region', { name: 'Failures' });
    await shown.locator('figure').nth(2).waitFor();
    assert.deepEqual(await shown.locator('figcaption').allInnerTexts(), ['Expected', 'Actual', 'Difference']);
    for (const image of await shown.locator('img').all())
      await until('a decoded picture', () => image.evaluate(widthOf), 90);
    await shown.getByText('The pictures of this check were left out, because their files').waitFor();
    await savePicture(page, 'test-report/dark-pictures');
    await page.emulateMedia({ colorScheme: 'light' });
    await savePicture(page, 'test-report/light-pictures');
    await page.setViewportSize({ width: 420, height: 900 });
    await savePicture(page, 'test-report/light-pictures-narrow');
    assert.deepEqual(await seriousFindings(page, errors), []);
    assert.deepEqual(await findOverflowingParts(page, 'main, .failures'), []);
    assert.deepEqual(errors, []);
  });

  it('the HTML report of flow tests opened from disk contains no passcode and no password', async () => {
    const traces = join(folder, 'parts/1-traces');
    const files = readdirSync(traces);
    assert.deepEqual(files, ['2-1.flow-trace', '2-2.flow-trace']);
    const documents = await Promise.all(
      files.map(file => readTrace(new Uint8Array(readFileSync(join(traces, file))))),
    );
    const text = readFileSync(report, 'utf8');
    const content = /<script type="application\/json" id="report">(.*?)<\/script>/.exec(text)?.[1] ?? '';
    assert.ok(reportPage(JSON.parse(content)));
    const all = [
      text,
      readFileSync(json, 'utf8'),
      ...documents.map(({ document }) => JSON.stringify(document)),
    ];
    assert.ok(all.every(({ length }) => length > 1000));
    for (const shown of all)
      for (const secret of [PASSCODE, PASSCODE.replace(' ', ''), PASSWORD])
        assert.equal(shown.includes(secret), false, secret);
  });
});
