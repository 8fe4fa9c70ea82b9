import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { longFlow, typeInLongFlow } from '../test/support/flowTyping.ts';
import { FlowWorkbench } from '../test/support/flowWorkbench.ts';
import { HostWatch } from '../test/support/hostWatch.ts';
import { Workbench } from '../test/support/workbench.ts';
import { type Figures, median, percentile } from './figures.ts';

const SIZES = [10, 1000] as const;
const ROUNDS = 15;

/** Typing in a flow as text, in a real window: from the last key to the mark, and how long the host is busy at most. */
export async function measureFlowTyping(figures: Figures): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'flows-'));
  for (const size of SIZES) await writeFile(join(folder, `size-${size}.flow.json`), longFlow(size));
  const watch = await HostWatch.create();
  const settings = { 'files.autoSave': 'off' };
  const workbench = await Workbench.open({ folder, settings, others: [watch.extension], env: watch.env });
  try {
    await workbench.openViews();
    await workbench.startSandbox();
    await workbench
      .treeItem(/, action, /)
      .first()
      .waitFor();
    const flows = new FlowWorkbench(workbench, folder);
    for (const size of SIZES) {
      await flows.openText(`size-${size}.flow.json`);
      const { toMark, longestBlock } = await typeInLongFlow(flows, watch, longFlow(size), ROUNDS);
      const name = `typing in a flow in a window, ${size} entries`;
      figures.add(`${name}: last key to the mark`, median(toMark), 'ms');
      figures.add(`${name}: last key to the mark, 95th percentile`, percentile(toMark, 0.95), 'ms');
      figures.add(`${name}: longest block of the extension host`, longestBlock, 'ms');
      await flows.closeAll();
    }
  } finally {
    await workbench.close();
    await watch.remove();
    await rm(folder, { recursive: true });
  }
}
