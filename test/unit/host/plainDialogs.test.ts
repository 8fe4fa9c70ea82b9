import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { type Dialogs, plainDialogs, plainlyShown } from '../../../src/host/plainDialogs.ts';
import { containsLink } from '../../support/links.ts';

const HOSTILE = '[x](command:canary)\u202E\n';
const PLAIN = '[x] (command:canary) ';

type Call = (...given: unknown[]) => unknown;

/** Dialogs of a window that records its arguments and returns the answers of a test. */
function openDialogs(answer: Call = () => undefined): { dialogs: Dialogs; shown: unknown[][] } {
  const shown: unknown[][] = [];
  const take: Call = (...given) => {
    shown.push(given);
    return answer(...given);
  };
  const window = new Proxy<Record<string, Call>>({}, { get: () => take });
  return { dialogs: plainDialogs(window as unknown as Dialogs), shown };
}

/** Every text within a value, of whatever depth. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

it('the dialogs of a window show plain text only, and do not change buttons', () => {
  const { dialogs, shown } = openDialogs();
  const button = { title: 'Show Log' };
  void dialogs.showInformationMessage(HOSTILE, 'Show');
  void dialogs.showWarningMessage(HOSTILE, { modal: true, detail: `a\n${HOSTILE}` }, 'Show');
  void dialogs.showErrorMessage(HOSTILE, button);
  dialogs.setStatusBarMessage(`$(check) ${HOSTILE}`, 5000);
  assert.deepEqual(shown, [
    [PLAIN, 'Show'],
    [PLAIN, { modal: true, detail: 'a\n[x] (command:canary)\n' }, 'Show'],
    [PLAIN, button],
    [`$(check) ${PLAIN}`, 5000],
  ]);
  assert.equal(shown[2]?.[1], button);
});

it('the dialogs of a window show plain text in prompts, and keep what the user may type', async () => {
  const { dialogs, shown } = openDialogs();
  const asked = { title: HOSTILE, prompt: HOSTILE, placeHolder: HOSTILE, validateInput: () => HOSTILE };
  void dialogs.showInputBox({ ...asked, value: HOSTILE });
  void dialogs.showInputBox({ validateInput: () => Promise.resolve(HOSTILE) });
  void dialogs.showInputBox({ validateInput: () => undefined });
  void dialogs.showWorkspaceFolderPick({ placeHolder: HOSTILE });
  const [first, second, third, folder] = shown.map(([options]) => options as vscode.InputBoxOptions);
  assert.deepEqual([first?.title, first?.prompt, first?.placeHolder], [PLAIN, PLAIN, PLAIN]);
  assert.equal(first?.value, HOSTILE);
  assert.equal(await first.validateInput?.(''), PLAIN);
  assert.equal(await second?.validateInput?.(''), PLAIN);
  assert.equal(await third?.validateInput?.(''), undefined);
  assert.equal(folder?.placeHolder, PLAIN);
});

it('the dialogs of a window list plain items, and return the original items', async () => {
  const { dialogs, shown } = openDialogs();
  const hostile = { label: HOSTILE, description: HOSTILE, detail: HOSTILE };
  const now = [{ ...hostile, id: HOSTILE }];
  const later = [{ ...hostile }];
  void dialogs.showQuickPick(now, { title: HOSTILE, placeHolder: HOSTILE });
  void dialogs.showQuickPick(Promise.resolve(later));
  assert.deepEqual(shown[0], [
    [{ label: PLAIN, description: PLAIN, detail: PLAIN, id: HOSTILE }],
    { title: PLAIN, placeHolder: PLAIN },
  ]);
  assert.equal((shown[0][0] as unknown[])[0], now[0]);
  assert.deepEqual(await shown[1]?.[0], [{ label: PLAIN, description: PLAIN, detail: PLAIN }]);
});

it('the dialogs of a window show plain progress', async () => {
  const reports: unknown[] = [];
  const progress = { report: (value: unknown) => reports.push(value) };
  const { dialogs, shown } = openDialogs((_options, task) => (task as Call)(progress, 'token'));
  const options = { location: { viewId: HOSTILE }, title: HOSTILE };
  const done = dialogs.withProgress(options, (told, token) => {
    told.report({ message: HOSTILE, increment: 3 });
    return Promise.resolve(token);
  });
  assert.equal(await done, 'token');
  assert.deepEqual(reports, [{ message: PLAIN, increment: 3 }]);
  assert.deepEqual(shown[0]?.[0], { location: { viewId: HOSTILE }, title: PLAIN });
});

it('the dialogs of a window return pickers and input boxes that show plain text, and otherwise work like those of VS Code', () => {
  class Input {
    readonly #hidden: string[] = [];
    items: readonly unknown[] = [];
    selectedItems: readonly unknown[] = [];
    value = '';
    hide(): void {
      this.#hidden.push('hidden');
    }
    get hidden(): readonly string[] {
      return this.#hidden;
    }
  }
  const input = new Input();
  const { dialogs } = openDialogs(() => input);
  const box = dialogs.createInputBox();
  const pick = dialogs.createQuickPick();
  const item = { label: HOSTILE };
  pick.title = box.prompt = pick.placeholder = box.validationMessage = HOSTILE;
  pick.items = [item];
  pick.selectedItems = pick.items;
  assert.ok(!textsIn(input).some(containsLink), JSON.stringify(input));
  assert.equal(pick.selectedItems[0], item);
  box.value = HOSTILE;
  assert.equal(input.value, HOSTILE);
  pick.hide();
  assert.deepEqual(input.hidden, ['hidden']);
  box.validationMessage = undefined;
  assert.equal(box.validationMessage, undefined);
});

it('the dialogs of a window include a language status that shows plain text only', () => {
  const item = { name: '', text: '', detail: '' };
  const shown = plainlyShown(item);
  shown.text = HOSTILE;
  shown.detail = `Catalog · ${HOSTILE}`;
  assert.deepEqual(item, { name: '', text: PLAIN, detail: `Catalog · ${PLAIN}` });
});
