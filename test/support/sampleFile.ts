import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { demoActionId } from '../../src/sandbox/demo/demoCatalog.ts';
import { demoTriggerId } from '../../src/sandbox/demo/triggers.ts';
import { freshWindow } from './freshWindow.ts';
import { readMarked } from './markedText.ts';
import { until } from './until.ts';

/** A sample as an editor has it: where the cursor stands and the marked parts. */
export interface Marks {
  readonly cursor: vscode.Position;
  readonly parts: readonly vscode.Range[];
}

/** The text of a step of a demo action, such as `device.tap`, with more fields behind those that it needs. */
export function stepText(method: string, more = ''): string {
  return `{"actionId":"${demoActionId(method)}","position":1${more}}`;
}

/** The text of a flow with some steps. */
export function flowOf(...steps: readonly string[]): string {
  return `{"name":"A","triggerId":"${demoTriggerId('custom')}","actions":[${steps.join()}]}`;
}

/** The text of a flow with one step, of which the inside of its parameters is given. */
export function paramsOf(method: string, inner: string): string {
  return flowOf(stepText(method, `,"overrides":{"params":{${inner}}}`));
}

/** Makes the window fresh and reads the catalog of the sandbox, so that samples can name what is in it. */
export async function readSandbox(): Promise<void> {
  const { services } = await freshWindow();
  await services.catalog.refresh();
}

/** An open flow document that samples are written into. */
export class SampleFile {
  readonly document: vscode.TextDocument;

  constructor(document: vscode.TextDocument) {
    this.document = document;
  }

  /** Writes a file of the workspace and opens it; `marked` is as `readMarked` reads it. */
  static async create(name: string, marked = '{}'): Promise<SampleFile> {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    const uri = vscode.Uri.joinPath(folder.uri, name);
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(readMarked(marked).text));
    return SampleFile.open(uri);
  }

  /** Shows a document that is there. */
  static async open(uri: vscode.Uri): Promise<SampleFile> {
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document, { preview: false });
    return new SampleFile(document);
  }

  get uri(): vscode.Uri {
    return this.document.uri;
  }

  /** Writes a sample over the whole text and answers its marks. */
  async write(marked: string): Promise<Marks> {
    const { document } = this;
    const { text, cursor, parts } = readMarked(marked);
    const edit = new vscode.WorkspaceEdit();
    const end = document.lineAt(document.lineCount - 1).range.end;
    edit.replace(document.uri, new vscode.Range(new vscode.Position(0, 0), end), text);
    assert.ok(await vscode.workspace.applyEdit(edit));
    return {
      cursor: document.positionAt(cursor),
      parts: parts.map(
        part => new vscode.Range(document.positionAt(part.start), document.positionAt(part.end)),
      ),
    };
  }

  /** What the extension shows as wrong in it. */
  get problems(): readonly vscode.Diagnostic[] {
    return problemsOf(this.uri);
  }

  /** Waits until something is shown as wrong that has a code, at a place where one is given, and answers it. */
  async problem(code: string, at?: vscode.Range): Promise<vscode.Diagnostic> {
    const find = (problems: readonly vscode.Diagnostic[]): vscode.Diagnostic | undefined =>
      problems.find(one => one.code === code && (at === undefined || one.range.isEqual(at)));
    const problems = await until(
      `the diagnostic ${code}`,
      () => this.problems,
      shown => find(shown) !== undefined,
    );
    const found = find(problems);
    assert.ok(found);
    return found;
  }

  /** Waits until nothing with a code is shown as wrong. */
  async mended(code: string): Promise<void> {
    await until(
      `the end of the diagnostic ${code}`,
      () => this.problems,
      value => value.every(one => one.code !== code),
    );
  }

  /** What is offered at a place, by its label, without the words of other open documents. */
  async offered(at: vscode.Position): Promise<ReadonlyMap<string, vscode.CompletionItem>> {
    const list = await vscode.commands.executeCommand<vscode.CompletionList>(
      'vscode.executeCompletionItemProvider',
      this.uri,
      at,
    );
    const items = list.items.filter(({ kind }) => kind !== vscode.CompletionItemKind.Text);
    return new Map(items.map(item => [typeof item.label === 'string' ? item.label : item.label.label, item]));
  }

  /** What can be done about a part of the text. */
  async fixes(range: vscode.Range, kind?: vscode.CodeActionKind): Promise<readonly vscode.CodeAction[]> {
    return vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      this.uri,
      range,
      kind?.value,
    );
  }
}

/** What the extension shows as wrong in a document. */
export function problemsOf(uri: vscode.Uri): readonly vscode.Diagnostic[] {
  return vscode.languages.getDiagnostics(uri).filter(({ source }) => source === 'flow');
}

/** Shows a document that has no file yet in front, drops what is in it and closes it. */
export async function dropUntitled(document: vscode.TextDocument): Promise<void> {
  await vscode.window.showTextDocument(document);
  await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
}
