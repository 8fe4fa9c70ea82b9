import { Command } from '../src/manifest.ts';
import { untilStored } from '../scripts/host/storedState.mjs';
import { startSandbox } from '../src/sandbox/server.ts';
import { Workbench } from '../test/support/workbench.ts';
import { type Figures, median, timed } from './figures.ts';
import { sized } from './sized.ts';

const RUNS = sized(5, 1);
const KEY = 'sandbox_bench_key';
const OURS = /cloud-device-automation|Cloud Device Automation/;
const GIT = /^Git\d/;

/** Measures activation, the first page of 5,000 actions and a search in a real VS Code. */
export async function measureWorkbench(figures: Figures): Promise<void> {
  const sandbox = await startSandbox({ key: KEY, port: 0, dataFile: undefined, seed: 'large' });
  const runs: Run[] = [];
  for (let run = 0; run < RUNS; run++) runs.push(await measureOnce(sandbox.baseUrl));
  await sandbox.stop();
  const middle = (value: (run: Run) => number): number => median(runs.map(value));
  figures.add(
    'activation of the extension',
    middle(run => run.ours),
    'ms',
  );
  figures.add(
    'activation of vscode.git, same run',
    middle(run => run.git),
    'ms',
  );
  figures.add(
    'activation against vscode.git',
    middle(run => run.ours / run.git),
    '×',
  );
  figures.add(
    'first page of 5,000 actions, window just opened',
    middle(run => run.firstPage),
    'ms',
  );
  figures.add(
    'search in 5,000 actions, from Enter',
    middle(run => run.search),
    'ms',
  );
}

/** Times measured in one window, in milliseconds. */
interface Run {
  readonly ours: number;
  readonly git: number;
  readonly firstPage: number;
  readonly search: number;
}

async function measureOnce(baseUrl: string): Promise<Run> {
  const workbench = await Workbench.open({ settings: { 'git.enabled': true }, hasAllBuiltIns: true });
  try {
    // High enough for all rows of a list, since rows out of view are not rendered.
    await workbench.page.setViewportSize({ width: 1280, height: 1600 });
    await workbench.connect(baseUrl, 'Large', KEY);
    await untilStored(workbench.page, '"connection":"');
    await workbench.load();
    const firstPage = await timed(() => showView(workbench));
    const found = await search(workbench);
    return { ...(await readActivations(workbench)), firstPage, search: found };
  } finally {
    await workbench.close();
  }
}

async function showView(workbench: Workbench): Promise<void> {
  await workbench.openViews();
  await workbench.fold('Actions', false);
  await workbench
    .treeItem(/, action, /)
    .first()
    .waitFor();
}

async function search(workbench: Workbench): Promise<number> {
  await workbench.hosts.start(Command.searchActions);
  await workbench.input.fill('set location');
  const ms = await timed(async () => {
    await workbench.page.keyboard.press('Enter');
    // Actions that do not match disappear from the view.
    await workbench
      .treeItem(/, action, /)
      .filter({ hasNotText: /set location/i })
      .first()
      .waitFor({ state: 'hidden' });
  });
  await workbench.input.waitFor({ state: 'hidden' });
  return ms;
}

/** Reads the activation times, in milliseconds, from VS Code's list of running extensions. */
async function readActivations(workbench: Workbench): Promise<Pick<Run, 'ours' | 'git'>> {
  await workbench.run('Developer: Show Running Extensions');
  const rows = workbench.page.locator('.runtime-extensions-editor .monaco-list-row');
  const read = async (name: RegExp): Promise<number> => {
    const row = rows.filter({ hasText: name }).filter({ hasText: /Activation:/ });
    return Number(/Activation:\s*(\d+)\s*ms/.exec(await row.first().innerText())?.[1] ?? Number.NaN);
  };
  return { ours: await read(OURS), git: await read(GIT) };
}
