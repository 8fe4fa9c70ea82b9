import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FlowWorkbench } from '../support/flowWorkbench.ts';
import { longFlow, typeInLongFlow } from '../support/flowTyping.ts';
import { HostWatch } from '../support/hostWatch.ts';
import { Workbench } from '../support/workbench.ts';

const ENTRIES = 1000;
const ROUNDS = 5;

describe('typing in a long flow', function () {
  this.timeout(180_000);
  let workbench: Workbench;
  let watch: HostWatch;
  let folder: string;
  const text = longFlow(ENTRIES);

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'flows-'));
    await writeFile(join(folder, 'long.flow.json'), text);
    watch = await HostWatch.create();
    const settings = { 'files.autoSave': 'off' };
    workbench = await Workbench.open({ folder, settings, others: [watch.extension], env: watch.env });
    await workbench.openViews();
    await workbench.startSandbox();
    await workbench
      .treeItem(/, action, /)
      .first()
      .waitFor();
  });

  after(async () => {
    await workbench.close();
    await watch.remove();
    await rm(folder, { recursive: true });
  });

  it('marks what the last key made wrong, and takes the mark back', async () => {
    const flows = new FlowWorkbench(workbench, folder);
    await flows.openText('long.flow.json');
    const { toMark, longestBlock } = await typeInLongFlow(flows, watch, text, ROUNDS);
    const sorted = toMark.toSorted((one, other) => one - other).map(ms => Math.round(ms));
    process.stdout.write(
      `    ${ENTRIES} entries: from the last key to the mark ${sorted.join(', ')} ms, longest block of the extension host ${Math.round(longestBlock)} ms\n`,
    );
    assert.equal(toMark.length, ROUNDS);
    // How fast it is depends on what else the computer does; that it is not stuck does not.
    assert.ok(longestBlock < 5000, `${longestBlock} ms`);
  });
});
