import { startSandbox } from '../src/sandbox/server.ts';
import { Workbench } from '../test/support/workbench.ts';
import { type Figures, median, timed } from './figures.ts';

const RUNS = 5;
const KEY = 'sandbox_bench_key';
const OURS = /cloud-device-automation|Cloud Device Automation/;
const GIT = /^Git\d/;

/** What a person waits for in a real VS Code: activation, the first page of 5,000 actions, a search. */
export async function measureWorkbench(figures: Figures): Promise<void> {
  const sandbox = await startSandbox({ key: KEY, port: 0, dataFile: undefined, seed: 'large' });
  const workbench = await Workbench.open({ settings: { 'git.enabled': true } });
  try {
    // High enough for every row of a list, since only rows in sight exist.
    await workbench.page.setViewportSize({ width: 1280, height: 1600 });
    await connect(workbench, sandbox.baseUrl);
    const activations: { ours: number; git: number }[] = [];
    const firstPages: number[] = [];
    const searches: number[] = [];
    for (let run = 0; run < RUNS; run++) {
      // Another view is shown, so that the window starts without ours.
      await workbench.page
        .getByRole('tab', { name: /^Explorer/ })
        .locator('a')
        .click();
      await workbench.page.getByRole('treeitem', { name: /README\.md/ }).waitFor();
      await workbench.load();
      await workbench.page.getByRole('treeitem', { name: /README\.md/ }).waitFor();
      // Opening the view is measured once the window has started everything else.
      await readActivation(workbench, GIT);
      firstPages.push(await timed(() => showView(workbench)));
      searches.push(await timed(() => search(workbench)));
      const ours = await readActivation(workbench, OURS);
      activations.push({ ours, git: await readActivation(workbench, GIT) });
    }
    const ours = median(activations.map(one => one.ours));
    const git = median(activations.map(one => one.git));
    figures.add('activation of the extension', ours, 'ms');
    figures.add('activation of vscode.git, same run', git, 'ms');
    figures.add('activation against vscode.git', median(activations.map(one => one.ours / one.git)), '×');
    figures.add('first page of 5,000 actions, from the click', median(firstPages), 'ms');
    figures.add('search in 5,000 actions, from Enter', median(searches), 'ms');
  } finally {
    await workbench.close();
    await sandbox.stop();
  }
}

async function connect(workbench: Workbench, baseUrl: string): Promise<void> {
  await workbench.run('Cloud Devices: Add Connection…');
  await workbench.answer(baseUrl);
  await workbench.page.getByText('Add Connection (2/2): Name').waitFor();
  await workbench.answer('Large');
  await workbench.page.getByText('Sign In to Large').waitFor();
  await workbench.answer(KEY);
  await workbench.input.waitFor({ state: 'hidden' });
}

async function showView(workbench: Workbench): Promise<void> {
  await workbench.openViews();
  await workbench
    .treeItem(/, action, /)
    .first()
    .waitFor();
}

async function search(workbench: Workbench): Promise<void> {
  await workbench.run('Cloud Devices: Search Actions…');
  await workbench.input.fill('set location');
  const shown = workbench
    .treeItem(/Set location/)
    .first()
    .waitFor();
  await workbench.page.keyboard.press('Enter');
  await shown;
}

/** Reads what VS Code itself measured, in milliseconds, from its list of running extensions. */
async function readActivation(workbench: Workbench, name: RegExp): Promise<number> {
  await workbench.run('Developer: Show Running Extensions');
  const rows = workbench.page.locator('.runtime-extensions-editor .monaco-list-row');
  const row = rows.filter({ hasText: name }).filter({ hasText: /Activation:/ });
  const text = await row.first().innerText();
  await workbench.page.keyboard.press('Escape');
  return Number(/Activation:\s*(\d+)\s*ms/.exec(text)?.[1] ?? Number.NaN);
}
