import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newStep } from '../src/flowEditor/newStep.ts';
import { FlowWorkbench } from '../test/support/flowWorkbench.ts';
import { sampleCatalogue } from '../test/support/sampleCatalogue.ts';
import { Workbench } from '../test/support/workbench.ts';
import { type Figures, median, timed } from './figures.ts';

const SIZES = [10, 100, 300] as const;
const RUNS = 5;

/** What a person waits for in a real window: from the command to the steps of a flow, and to a form to type into. */
export async function measureFlowWindow(figures: Figures): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'flows-'));
  // The window opens a file that it knows as it was open last, so each opening has one of its own.
  for (const count of SIZES) {
    for (let run = 0; run <= RUNS; run++) await writeFile(join(folder, fileOf(count, run)), flowOf(count));
  }
  const workbench = await Workbench.open({ folder, settings: { 'files.autoSave': 'off' } });
  try {
    await workbench.openViews();
    await workbench.startSandbox();
    await workbench
      .treeItem(/, action, /)
      .first()
      .waitFor();
    const flows = new FlowWorkbench(workbench, folder);
    // The first editor of a window loads what all of them need.
    await measureOnce(flows, fileOf(SIZES[0], RUNS));
    for (const count of SIZES) {
      const runs: Run[] = [];
      for (let run = 0; run < RUNS; run++) runs.push(await measureOnce(flows, fileOf(count, run)));
      const middle = (value: (run: Run) => number): number => median(runs.map(value));
      figures.add(
        `flow in a window, ${count} steps: command to steps`,
        middle(run => run.steps),
        'ms',
      );
      figures.add(
        `flow in a window, ${count} steps: command to a form that can be typed into`,
        middle(run => run.form),
        'ms',
      );
    }
  } finally {
    await workbench.close();
    await rm(folder, { recursive: true });
  }
}

/** Milliseconds measured for one opening. */
interface Run {
  readonly steps: number;
  readonly form: number;
}

async function measureOnce(flows: FlowWorkbench, file: string): Promise<Run> {
  await flows.openText(file);
  await flows.prepare('Cloud Devices: Open in Visual Editor');
  let steps = 0;
  const form = await timed(async () => {
    steps = await timed(async () => {
      await flows.workbench.page.keyboard.press('Enter');
      await flows.step('0').waitFor();
    });
    await flows.view.getByRole('textbox', { name: 'Name' }).fill('Measured');
  });
  await flows.closeAll();
  return { steps, form };
}

function fileOf(count: number, run: number): string {
  return `steps-${count}-${run}.flow.json`;
}

function flowOf(count: number): string {
  const known = sampleCatalogue().searchActions('', Infinity);
  const actions = Array.from({ length: count }, (_, index) => {
    const action = known[index % known.length];
    return action && { position: index + 1, ...newStep(action) };
  });
  return JSON.stringify({ name: 'Measured', actions }, undefined, 2);
}
