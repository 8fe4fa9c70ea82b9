import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { demoActionId } from '../../src/sandbox/demo/demoCatalog.ts';
import { demoTriggerId } from '../../src/sandbox/demo/triggers.ts';
import { freshWindow } from './freshWindow.ts';
import { readMarked } from './markedText.ts';
import { until } from './until.ts';

/** The positions marked in a sample. */
interface Marks {
  readonly cursor: vscode.Position;
  readonly parts: readonly vscode.Range[];
}

/** Returns the text of a step with a demo action, such as `device.tap`, and more fields. */
export function stepText(method: string, fields = ''): string {
  return `{"actionId":"${demoActionId(method)}","position":1${fields}}`;
}

/** Returns the text of a flow with the given steps. */
export function flowOf(...steps: readonly string[]): string {
  return `{"name":"A","triggerId":"${demoTriggerId('custom')}","actions":[${steps.join()}]}`;
}

/** Returns the text of a flow with one step; `inner` is the content of its parameters. */
export function paramsOf(method: string, inner: string): string {
  return flowOf(stepText(method, `,"overrides":{"params":{${inner}}}`));
}

/** Resets the window and reads the catalog of the sandbox, so that samples can refer to it. */
export async function freshWindowWithCatalog(): Promise<void> {
  const { services } = await freshWindow();
  await services.catalog.refresh();
}

/** An open flow document with a sample. */
export class SampleFile {
  readonly document: vscode.TextDocument;

  constructor(document: vscode.TextDocument) {
    this.document = document;
  }

  /** Writes a file in the workspace and opens it; `marked` is in the syntax of `readMarked`. */
  static async create(name: string, marked = '{}'): Promise<SampleFile> {
    const [folder] = vscode.workspace.workspaceFolders ?? [];
    assert.ok(folder);
    const uri = vscode.Uri.joinPath(folder.uri, name);
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(readMarked(marked).text));
    return SampleFile.open(uri);
  }

  /** Opens an existing document. */
  static async open(uri: vscode.Uri): Promise<SampleFile> {
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.window.showTextDocument(document, { preview: false });
    return new SampleFile(document);
  }

  get uri(): vscode.Uri {
    return this.document.uri;
  }

  /** Replaces the whole text by a sample and returns its marks. */
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

  /** The diagnostics of the extension for the document. */
  get problems(): readonly vscode.Diagnostic[] {
    return problemsOf(this.uri);
  }

  /** Waits for a diagnostic with a code, optionally at a range, and returns it. */
  async problem(code: string, at?: vscode.Range): Promise<vscode.Diagnostic> {
    const find = (problems: readonly vscode.Diagnostic[]): vscode.Diagnostic | undefined =>
      problems.find(problem => problem.code === code && (at === undefined || problem.range.isEqual(at)));
    const problems = await until(
      `the diagnostic ${code}`,
      () => this.problems,
      found => find(found) !== undefined,
    );
    const found = find(problems);
    assert.ok(found);
    return found;
  }

  /** Waits until there is no diagnostic with a code. */
  async waitUntilFixed(code: string): Promise<void> {
    await until(
      `the end of the diagnostic ${code}`,
      () => this.problems,
      value => value.every(problem => problem.code !== code),
    );
  }

  /** Returns the completions at a position by label, without word-based ones. */
  async offered(at: vscode.Position): Promise<ReadonlyMap<string, vscode.CompletionItem>> {
    const list = await vscode.commands.executeCommand<vscode.CompletionList>(
      'vscode.executeCompletionItemProvider',
      this.uri,
      at,
    );
    const items = list.items.filter(({ kind }) => kind !== vscode.CompletionItemKind.Text);
    return new Map(items.map(item => [typeof item.label === 'string' ? item.label : item.label.label, item]));
  }

  /** Returns the code actions for a range. */
  async fixes(range: vscode.Range, kind?: vscode.CodeActionKind): Promise<readonly vscode.CodeAction[]> {
    return codeActionsAt(this.uri, range, kind);
  }
}

/** Returns the code actions for a range of a file. */
export async function codeActionsAt(
  file: vscode.Uri,
  range: vscode.Range,
  kind?: vscode.CodeActionKind,
): Promise<readonly vscode.CodeAction[]> {
  const command = 'vscode.executeCodeActionProvider';
  const read = async (): Promise<readonly vscode.CodeAction[] | undefined> => {
    try {
      return await vscode.commands.executeCommand<vscode.CodeAction[]>(command, file, range, kind?.value);
    } catch (error) {
      // VS Code cancels the request if an extension registers another provider meanwhile.
      if (error instanceof Error && error.name === 'Canceled') return undefined;
      throw error;
    }
  };
  return (await until('code actions', read)) ?? [];
}

/** Returns the diagnostics of the extension for a document. */
export function problemsOf(uri: vscode.Uri): readonly vscode.Diagnostic[] {
  return vscode.languages.getDiagnostics(uri).filter(({ source }) => source === 'flow');
}

/** Closes an untitled document without saving. */
export async function dropUntitled(document: vscode.TextDocument): Promise<void> {
  await vscode.window.showTextDocument(document);
  await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
}
