import * as vscode from 'vscode';
import type { TestCase } from '../flowTest/testFile.ts';
import { flowPathOf, testPathOf } from '../flowTest/testPath.ts';
import { fileText } from '../host/files.ts';
import { findFlowFiles } from '../host/flowFiles.ts';
import { Disposables } from '../util/disposables.ts';
import { toError } from '../util/errors.ts';
import { Turns } from '../util/turns.ts';

const FLOWS_AND_TESTS = '**/*.{flow,flow.test}.json';

/** A test case of a flow file, with its item in the Test Explorer. */
export interface FlowTest {
  readonly item: vscode.TestItem;
  readonly file: vscode.Uri;
  readonly test: TestCase;
}

/** The flow files of the workspace as Test Explorer items, with the cases of their test files as children. */
export class FlowTestItems implements vscode.Disposable {
  readonly #controller: vscode.TestController;
  readonly #disposables = new Disposables();
  readonly #cases = new WeakMap<vscode.TestItem, TestCase>();
  // Of two reads of a file at the same time, the earlier one could end last and undo the other.
  readonly #turns = new Turns();
  #isWatching = false;

  constructor(controller: vscode.TestController) {
    this.#controller = controller;
  }

  /** Updates the items of all flow files in the open folders. */
  async discover(): Promise<void> {
    this.#watch();
    const files = await findFlowFiles();
    // Existing items are checked too, since a file created during the search may be missing from its result.
    const candidates = new Map(files.map(file => [file.toString(), file]));
    this.#controller.items.forEach(({ id, uri }) => uri && candidates.set(id, uri));
    await Promise.all([...candidates.values()].map(file => this.update(file)));
  }

  /** Adds, updates or removes the item of a flow file, and returns it; also accepts the path of its test file. */
  async update(given: vscode.Uri): Promise<vscode.TestItem | undefined> {
    this.#watch();
    const file = given.with({ path: flowPathOf(given.path) });
    return this.#turns.take(file.toString(), async () => {
      if (!(await exists(file))) {
        this.#controller.items.delete(file.toString());
        return undefined;
      }
      const item = this.#controller.items.get(file.toString()) ?? this.#createItem(file);
      await this.#readCases(item, file);
      return item;
    });
  }

  async #readCases(item: vscode.TestItem, file: vscode.Uri): Promise<void> {
    const tests = file.with({ path: testPathOf(file.path) });
    const path = vscode.workspace.asRelativePath(tests);
    let text: string;
    try {
      text = await fileText(tests);
    } catch (error) {
      const why = toError(error).message;
      item.error = (await exists(tests)) ? `${path} cannot be read: ${why}` : undefined;
      item.children.replace([]);
      return;
    }
    const { readTestFile } = await import('../flowTest/testFile.ts');
    const read = readTestFile(text);
    if ('problem' in read) {
      item.error = `${path} is not a file of tests. ${read.problem}`;
      item.children.replace([]);
      return;
    }
    item.error = undefined;
    item.children.replace(read.cases.map(test => this.#createCaseItem(item, tests, text, test)));
  }

  /** Returns the tests that a request selects: cases, all cases of files, or everything. */
  async selectTests({ include, exclude }: vscode.TestRunRequest): Promise<readonly FlowTest[]> {
    if (!include) await this.discover();
    const given: vscode.TestItem[] = [...(include ?? [])];
    if (!include) this.#controller.items.forEach(item => given.push(item));
    const { PLAIN_CASE } = await import('../flowTest/testFile.ts');
    // Compared by ID, since an item may have been recreated since it was excluded.
    const excluded = new Set(exclude?.map(({ id }) => id));
    const found = new Map<string, FlowTest>();
    for (const item of given) {
      const { uri } = item;
      if (!item.parent && uri) await this.#turns.take(uri.toString(), () => this.#readCases(item, uri));
      const cases: vscode.TestItem[] = [];
      item.children.forEach(child => cases.push(child));
      for (const selected of cases.length > 0 ? cases : [item]) {
        const { id, parent } = selected;
        const file = parent?.uri ?? selected.uri;
        if (!file || excluded.has(id) || (parent && excluded.has(parent.id))) continue;
        found.set(id, { item: selected, file, test: this.#cases.get(selected) ?? PLAIN_CASE });
      }
    }
    return [...found.values()];
  }

  dispose(): void {
    this.#disposables.dispose();
  }

  #createItem(file: vscode.Uri): vscode.TestItem {
    const path = vscode.workspace.asRelativePath(file);
    const item = this.#controller.createTestItem(
      file.toString(),
      path.slice(path.lastIndexOf('/') + 1),
      file,
    );
    item.description = path.slice(0, path.lastIndexOf('/') + 1);
    item.range = new vscode.Range(0, 0, 0, 0);
    // Cases are read at once instead of with `canResolveChildren`: VS Code does not draw children that are added to
    // such an item before it is expanded.
    this.#controller.items.add(item);
    return item;
  }

  #createCaseItem(parent: vscode.TestItem, tests: vscode.Uri, text: string, test: TestCase): vscode.TestItem {
    const item = this.#controller.createTestItem(`${parent.id}#${test.name}`, test.name, tests);
    const at = text.indexOf(`"name": ${JSON.stringify(test.name)}`);
    const line = at < 0 ? 0 : text.slice(0, at).split('\n').length - 1;
    item.range = new vscode.Range(line, 0, line, 0);
    this.#cases.set(item, test);
    return item;
  }

  // A file watcher costs resources, so it starts on first use.
  #watch(): void {
    if (this.#isWatching) return;
    this.#isWatching = true;
    const watcher = this.#disposables.add(vscode.workspace.createFileSystemWatcher(FLOWS_AND_TESTS));
    for (const event of [watcher.onDidCreate, watcher.onDidChange, watcher.onDidDelete])
      this.#disposables.add(event(uri => void this.update(uri)));
  }
}

async function exists(file: vscode.Uri): Promise<boolean> {
  return vscode.workspace.fs.stat(file).then(
    () => true,
    () => false,
  );
}
