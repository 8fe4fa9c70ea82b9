import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from '../../src/manifest.ts';
import { writeTrace } from '../../src/flow/trace/traceFile.ts';
import { failingActions, recordTrace } from '../support/sampleTraces.ts';
import { sharedFolder } from '../support/sharedFolder.ts';
import { story } from '../support/story.ts';
import { until } from '../support/until.ts';
import { Workbench, type WorkbenchSettings } from '../support/workbench.ts';

describe('traceViewer: trace viewer of the workbench', () => {
  const step = story();
  let workbench: Workbench;
  let folder: string;

  before(async () => {
    folder = await sharedFolder();
    const trace = await recordTrace(failingActions(), { payload: { email: 'ann@a.example' } });
    await writeFile(join(folder, 'sign-up.flow-trace'), await writeTrace(trace));
    workbench = await Workbench.open({ folder });
  });

  after(async () => {
    await workbench.close();
  });

  step(
    'the trace viewer of the workbench opens a trace file without a connection and explains the failure',
    async () => {
      await workbench.hosts.open(join(folder, 'sign-up.flow-trace'));
      const page = workbench.webview();
      await page.getByText(/“Creat account”.*“Create account”/).waitFor();
      await page.getByRole('treeitem', { name: /6 Tap/, selected: true }).waitFor();
      await page.locator('.glass image').waitFor();
      await page.locator('trace-filmstrip[data-ready]').waitFor();
      await workbench.pictures('trace-viewer');
      await page.getByRole('slider', { name: 'Screens in time' }).press('Home');
      await page.getByRole('treeitem', { name: /1 Open address/, selected: true }).waitFor();
      await page.getByRole('button', { name: 'Go to Step' }).click();
      await page.getByRole('alert').getByText('This workspace has no file of “Sign up”.').waitFor();
    },
  );

  step('the trace viewer of the workbench saves the trace of a failed run and opens it', async () => {
    const { page } = workbench;
    await workbench.closeEditors();
    await workbench.openSandbox();
    await workbench.hosts.start(Command.exportTrace);
    await workbench.input.fill('failed');
    await workbench.clickRow('failed');
    await page.locator('.quick-input-widget', { hasText: 'Save Trace' }).waitFor();
    await until(
      'the path',
      () => workbench.input.inputValue(),
      value => value.endsWith('.flow-trace'),
    );
    await workbench.input.press('Enter');
    await until(
      'two traces',
      () => readdir(folder),
      files => files.filter(name => name.endsWith('.flow-trace')).length === 2,
    );
    const saved = await workbench.notification('Saved the trace as');
    await saved.getByRole('button', { name: 'Open Trace' }).click();
    await workbench.clearNotifications();
    await workbench.webview().getByRole('region', { name: 'Why the run failed' }).waitFor();
    await workbench.webview().locator('p.note', { hasText: 'The service did not provide' }).waitFor();
    await workbench.picture('trace-viewer-of-service');
  });
});

const windows: Readonly<Record<string, Pick<WorkbenchSettings, 'isEmpty' | 'isOldest'>>> = {
  'an empty window': { isEmpty: true },
  'the oldest supported VS Code': { isOldest: true },
};
for (const [name, settings] of Object.entries(windows)) {
  describe(`traceViewer: trace files in ${name}`, () => {
    const step = story();
    let workbench: Workbench;
    let folder: string;

    before(async () => {
      folder = await mkdtemp(join(tmpdir(), 'traces-'));
      for (const address of ['ann@a.example', 'bob@b.example']) {
        const trace = await recordTrace(failingActions(), { payload: { email: address } });
        await writeFile(join(folder, `${address.slice(0, 3)}.flow-trace`), await writeTrace(trace));
      }
      workbench = await Workbench.open({ folder, ...settings });
    });

    after(async () => {
      await workbench.close();
      await rm(folder, { recursive: true });
    });

    step(`trace files in ${name} open without a connection, and start nothing`, async () => {
      await workbench.hosts.open(join(folder, 'ann.flow-trace'));
      const page = workbench.webview();
      await page.getByText(/“Creat account”.*“Create account”/).waitFor();
      await page.getByRole('treeitem', { name: /6 Tap/, selected: true }).waitFor();
      await page.locator('.glass image').waitFor();
      await page.getByRole('button', { name: 'Go to Step' }).click();
      await page.getByRole('alert').getByText('has no file of “Sign up”').waitFor();
      assert.deepEqual(await workbench.hosts.started(), []);
    });

    step(`trace files in ${name} are compared with another file by keyboard`, async () => {
      const page = workbench.webview();
      await page.getByRole('button', { name: 'Compare…' }).press('Enter');
      const list = workbench.page.locator('.quick-input-widget', { hasText: 'Compare with Another Run' });
      await list.locator('.monaco-list-row', { hasText: 'Open Trace File…' }).waitFor();
      await workbench.input.press('Enter');
      // The file dialog replaces what is typed before it lists the folder.
      const other = workbench.quickPickRows(/\.flow-trace|\.\./);
      await other.first().waitFor();
      await until(
        'the folder in the file dialog',
        () => workbench.input.inputValue(),
        value => value.startsWith('/'),
      );
      await workbench.input.fill(join(folder, 'bob.flow-trace'));
      await workbench.input.press('Enter');
      const bar = page.getByRole('region', { name: 'Comparison' });
      await bar.getByText(/step 3 “Type text”/).waitFor();
      await page.getByRole('treeitem', { name: /3 Type text/, selected: true }).waitFor();
      for (const side of [0, 1]) await page.locator('.side').nth(side).locator('image').waitFor();
      await page.locator('trace-filmstrip[data-ready]').waitFor();
      await workbench.picture(`trace-comparison-${settings.isEmpty ? 'empty' : 'oldest'}`);
      await page.getByRole('button', { name: 'Next Difference (F7)' }).press('F7');
      await page.getByRole('treeitem', { name: /4 Repeat/, selected: true }).waitFor();
      assert.deepEqual((await readdir(folder)).toSorted(), ['ann.flow-trace', 'bob.flow-trace']);
      assert.deepEqual(await workbench.hosts.started(), []);
    });
  });
}
