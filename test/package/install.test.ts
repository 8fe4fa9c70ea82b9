import { globSync } from 'node:fs';
import { resolve } from 'node:path';
import { Workbench } from '../support/workbench.ts';

describe('the VSIX, installed into VS Code', () => {
  let workbench: Workbench;

  before(async () => {
    const root = resolve(import.meta.dirname, '../..');
    const [vsix] = globSync('dist/*.vsix', { cwd: root });
    if (!vsix) throw new Error('There is no VSIX in dist/; run "npm run package" first.');
    workbench = await Workbench.open({ vsix: resolve(root, vsix) });
  });

  after(() => workbench.close());

  it('starts its sandbox and lists the actions', async () => {
    await workbench.openViews();
    for (const other of ['Flows', 'Devices']) await workbench.fold(other, true);
    await workbench.startSandbox();
    await workbench.treeItem(/^Check text, action/).waitFor();
  });
});
