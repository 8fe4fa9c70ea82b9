import * as vscode from 'vscode';
import { checkFlow } from '../flow/check/checkFlow.ts';
import { type CheckSummary, summarize } from '../flow/check/checkSummary.ts';
import type { FlowDiagnostic } from '../flow/document/diagnostic.ts';
import { parseFlow } from '../flow/document/flowDocument.ts';
import { fileText, openDocument } from '../host/files.ts';
import { findFlowFiles, FLOW_FILES } from '../host/flowFiles.ts';
import type { FlowDocuments } from '../appState/flowDocuments.ts';
import type { CatalogStore } from '../stores/catalogStore.ts';
import { Disposables } from '../util/disposables.ts';
import { rangesOf, SOURCE, toDiagnostic } from './convert.ts';

/** Files that change within this time are checked together. */
const DELAY_MS = 300;

/** The result of checking all flow files, with the paths of unreadable files. */
type AllChecked = CheckSummary & { readonly unread: readonly string[] };

/** Receives the number of checked files and their total. */
type CheckProgress = (done: number, of: number) => void;

/**
 * Publishes the diagnostics of closed flow files in the workspace. After the first `checkAll`, it follows changes of
 * files and of the catalog. Open files have their own diagnostics.
 */
export class WorkspaceCheck extends Disposables {
  readonly #documents: FlowDocuments;
  readonly #catalog: CatalogStore;
  readonly #shown = this.add(vscode.languages.createDiagnosticCollection(SOURCE));
  readonly #changed = new Map<string, vscode.Uri>();
  #timer: NodeJS.Timeout | undefined;
  #watched = false;

  constructor(documents: FlowDocuments, catalog: CatalogStore) {
    super();
    this.#documents = documents;
    this.#catalog = catalog;
    this.add({ dispose: () => clearTimeout(this.#timer) });
  }

  /** Checks every flow file of the workspace. Diagnostics published before `signal` aborts remain. */
  async checkAll(progress: CheckProgress, signal: AbortSignal): Promise<AllChecked> {
    this.#watch();
    const files = await findFlowFiles();
    const known = new Set(files.map(String));
    this.#shown.forEach(file => {
      if (!known.has(file.toString())) this.#shown.delete(file);
    });
    const found: (readonly FlowDiagnostic[])[] = [];
    const unread: string[] = [];
    for (const [index, file] of files.entries()) {
      if (signal.aborted) break;
      progress(index, files.length);
      const problems = await this.#check(file);
      if (problems) found.push(problems);
      else unread.push(vscode.workspace.asRelativePath(file));
    }
    return { ...summarize(found), unread };
  }

  // File watchers have a cost, so none is created before the first check.
  #watch(): void {
    if (this.#watched) return;
    this.#watched = true;
    const watcher = this.add(vscode.workspace.createFileSystemWatcher(FLOW_FILES));
    const plan = (file: vscode.Uri): void => this.#plan([file]);
    for (const event of [watcher.onDidChange, watcher.onDidCreate]) this.add(event(plan));
    const forget = (file: vscode.Uri): void => {
      this.#shown.delete(file);
      // A check may be reading the file right now; one more finds that it is gone.
      this.#plan([file]);
    };
    this.add(watcher.onDidDelete(forget));
    const { workspace } = vscode;
    this.add(workspace.onDidOpenTextDocument(({ uri }) => this.#shown.delete(uri)));
    this.add(workspace.onDidCloseTextDocument(({ uri }) => this.#plan([uri])));
    this.add(workspace.onDidChangeWorkspaceFolders(() => this.#clearOutside()));
    this.add(
      this.#catalog.onDidChange(() => {
        if (this.#catalog.state.reading) return;
        const files: vscode.Uri[] = [];
        this.#shown.forEach(file => files.push(file));
        this.#plan(files);
      }),
    );
  }

  #plan(files: readonly vscode.Uri[]): void {
    for (const file of files) if (isInWorkspace(file)) this.#changed.set(file.toString(), file);
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#checkChanged(), DELAY_MS);
  }

  async #checkChanged(): Promise<void> {
    const files = [...this.#changed.values()];
    this.#changed.clear();
    for (const file of files) if (!(await this.#check(file))) this.#shown.delete(file);
  }

  /** Returns the problems of a file, and publishes them unless the file is open; undefined for an unreadable file. */
  async #check(file: vscode.Uri): Promise<readonly FlowDiagnostic[] | undefined> {
    const open = openDocument(file);
    const text = open ? open.getText() : await fileText(file).catch(() => undefined);
    if (text === undefined) return undefined;
    const problems = open ? this.#documents.check(open) : checkFlow(parseFlow(text), this.#catalog.catalog);
    if (openDocument(file)) this.#shown.delete(file);
    else {
      const toRange = rangesOf(text);
      // A file without problems stays in the collection, so that it is checked again after a catalog change.
      this.#shown.set(
        file,
        problems.map(problem => toDiagnostic(file, toRange, problem)),
      );
    }
    return problems;
  }

  #clearOutside(): void {
    this.#shown.forEach(file => {
      if (!vscode.workspace.getWorkspaceFolder(file)) this.#shown.delete(file);
    });
  }
}

function isInWorkspace(file: vscode.Uri): boolean {
  const isFlow = file.path.endsWith('.flow.json') && !file.path.includes('/node_modules/');
  return isFlow && vscode.workspace.getWorkspaceFolder(file) !== undefined;
}
