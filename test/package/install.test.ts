import { builtVsix } from '../support/builtVsix.ts';
import { Workbench } from '../support/workbench.ts';

describe('install', () => {
  let workbench: Workbench;

  before(async () => {
    workbench = await Workbench.open({ vsix: builtVsix() });
  });

  after(() => workbench.close());

  it('the VSIX installed in VS Code starts its sandbox and lists the actions', async () => {
    await workbench.openViews();
    for (const other of ['Flows', 'Devices', 'Mailboxes']) await workbench.fold(other, true);
    await workbench.startSandbox();
    await workbench.fold('Actions', false);
    await workbench
      .treeItem(/, action, /)
      .first()
      .waitFor();
  });
});
