import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { chooseReferences } from '../../../src/flowEditor/chooseReferences.ts';
import { until } from '../../support/extension.ts';
import { freshWindow } from '../../support/freshWindow.ts';

const HERE = '6f0f2c1e-6f1c-4d8e-9d7f-0a3c52a7b001';
const LISTED = '6f0f2c1e-6f1c-4d8e-9d7f-0a3c52a7b002';
const OTHER = '6f0f2c1e-6f1c-4d8e-9d7f-0a3c52a7b003';

/** Opens the choice of devices for a flow that has one, pastes an ID and accepts what is ticked. */
async function pasteAndAccept(id: string): Promise<readonly string[] | undefined> {
  const { window } = vscode;
  const { createQuickPick } = window;
  const opened: vscode.QuickPick<vscode.QuickPickItem>[] = [];
  window.createQuickPick = <T extends vscode.QuickPickItem>(): vscode.QuickPick<T> => {
    const pick = createQuickPick<T>();
    opened.push(pick);
    return pick;
  };
  try {
    const known = [HERE, LISTED].map(one => ({ id: one, name: `Phone ${one.at(-1)}`, detail: undefined }));
    const chosen = chooseReferences({ title: 'Devices', many: true, current: [HERE], known });
    const [pick] = opened;
    assert.ok(pick);
    pick.value = id;
    const isTicked = (): boolean => pick.selectedItems.some(item => 'id' in item && item.id === id);
    await until('the pasted ID is ticked', isTicked);
    let ended = false;
    const ending = chosen.finally(() => (ended = true));
    await until('the choice is made', async () => {
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      return ended;
    });
    return await ending;
  } finally {
    window.createQuickPick = createQuickPick;
  }
}

describe('shared/flowThings', () => {
  before(freshWindow);

  it('the device picker of a flow accepts a pasted ID, listed or not, in addition to the selected devices', async () => {
    assert.deepEqual(await pasteAndAccept(OTHER), [HERE, OTHER]);
    assert.deepEqual(await pasteAndAccept(LISTED), [HERE, LISTED]);
    assert.deepEqual(await pasteAndAccept(HERE), [HERE]);
  });
});
