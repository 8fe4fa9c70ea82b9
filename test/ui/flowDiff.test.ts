import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { sharedFolder } from '../support/sharedFolder.ts';
import { Workbench } from '../support/workbench.ts';

const EXAMPLE = resolve(import.meta.dirname, '../../examples/first-steps.flow.json');

interface StoredFlow {
  name: string;
  description: string;
  actions: object[];
}

describe('flowDiff', () => {
  let workbench: Workbench;
  let folder: string;
  const pathOf = (name: string): string => join(folder, `${name}.flow.json`);

  before(async () => {
    folder = await sharedFolder();
    const flow = JSON.parse(await readFile(EXAMPLE, 'utf8')) as StoredFlow;
    await write('old', flow);
    await write('new', { ...flow, name: 'Next steps', actions: flow.actions.slice(0, -1) });
    await write('same', Object.fromEntries(Object.entries(flow).toReversed()));
    await write('hostile', { ...flow, name: '[x](command:a) <img>\u202e\n"'.repeat(3) });
    workbench = await Workbench.open({ folder });
    await workbench.page.mouse.move(700, 10);
  });

  afterEach(() => workbench.closeEditors());

  after(async () => {
    await workbench.close();
  });

  async function write(name: string, flow: unknown): Promise<void> {
    await writeFile(pathOf(name), JSON.stringify(flow, undefined, 2));
  }

  // What stands beside a line is no text of the page but a style of the line's end.
  async function waitForText(editor: string, text: string): Promise<void> {
    await workbench.page.waitForFunction(`
      [...document.querySelectorAll(${JSON.stringify(`${editor} .view-line span`)})].some(one =>
        getComputedStyle(one, '::after').content.includes(${JSON.stringify(text)}))`);
  }

  async function compare(before: string, after: string, sentence: string): Promise<void> {
    await workbench.hosts.execute('vscode.diff', pathOf(before), pathOf(after));
    await waitForText('.monaco-diff-editor .modified', sentence);
  }

  it('the diff of two versions of a flow file begins with the changes of its meaning, and lists them in the hover', async () => {
    await compare('old', 'new', '2 changes · Name: First steps → Next steps · ');
    await waitForText('.monaco-diff-editor .modified', 'The former step 5 “');
    await workbench.pictures('flow-diff');
    await workbench.page.locator('.monaco-diff-editor .modified .view-line').first().click();
    await workbench.hosts.execute('editor.action.showHover');
    const items = workbench.page.locator('.monaco-hover:visible li');
    await items.filter({ hasText: 'Name: First steps → Next steps' }).waitFor();
    await items.filter({ hasText: 'is gone. (needs a new verification)' }).waitFor();
  });

  it('the diff of two versions of a flow file says that only the notation changed', async () => {
    await compare('old', 'same', 'The meaning is the same.');
  });

  it('the diff of two versions of a flow file follows what is typed into the newer version', async () => {
    await compare('old', 'same', 'The meaning is the same.');
    await write('same', { name: 'Typed' });
    await waitForText('.monaco-diff-editor .modified', 'Name: First steps → Typed');
  });

  it('the diff of two versions of a flow file shows hostile names as plain text', async () => {
    await compare('old', 'hostile', '1 change · Name: First steps → [x] (command:a) <img>');
    await workbench.page.locator('.monaco-diff-editor .modified .view-line').first().click();
    await workbench.hosts.execute('editor.action.showHover');
    const hover = workbench.page.locator('.monaco-hover:visible');
    await hover.filter({ hasText: '(command:a) <img>' }).waitFor();
    await hover.locator('li').first().waitFor();
    await hover.locator('a, img').waitFor({ state: 'detached' });
  });
});
