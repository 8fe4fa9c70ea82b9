import * as vscode from 'vscode';
import { type CheckSummary, summarise } from '../flow/check/checkSummary.ts';
import { FlowChecker } from '../flow/check/flowChecker.ts';
import { SchemaCache } from '../flow/check/schemaCache.ts';
import type { FlowDiagnostic, TextRange } from '../flow/document/diagnostic.ts';
import { parseFlow } from '../flow/document/flowDocument.ts';
import { lineColumns } from '../flow/document/lineColumns.ts';
import { FILE_LIMIT } from '../host/fileText.ts';
import { findFlowFiles, FLOW_FILES } from '../host/findFlowFiles.ts';
import { readAtMost } from '../host/readAtMost.ts';
import type { CatalogStore } from '../stores/catalogStore.ts';
import { type Disposable, Disposables } from '../util/disposables.ts';
import { SOURCE, toDiagnostic } from './toDiagnostic.ts';

/** Files that change within this time are checked together. */
const DELAY_MS = 300;

/** The result of checking all flow files, with the paths of unreadable files. */
export type AllChecked = CheckSummary & { readonly unread: readonly string[] };

/** Receives the number of checked files and their total. */
export type CheckProgress = (done: number, of: number) => void;

/**
 * Publishes the diagnostics of closed flow files in the workspace. After the first `checkAll`, it follows changes of
 * files and of the catalog. Open files have their own diagnostics.
 */
export class WorkspaceCheck implements Disposable {
  readonly #catalog: CatalogStore;
  readonly #schemas = new SchemaCache();
  readonly #shown = vscode.languages.createDiagnosticCollection(SOURCE);
  readonly #owned = new Disposables();
  readonly #changed = new Map<string, vscode.Uri>();
  #checker: FlowChecker | undefined;
  #timer: NodeJS.Timeout | undefined;
  #watched = false;

  constructor(catalog: CatalogStore) {
    this.#catalog = catalog;
    this.#owned.add(this.#shown);
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
    return { ...summarise(found), unread };
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#owned.dispose();
  }

  // File watchers have a cost, so none is created before the first check.
  #watch(): void {
    if (this.#watched) return;
    this.#watched = true;
    const watcher = this.#owned.add(vscode.workspace.createFileSystemWatcher(FLOW_FILES));
    const plan = (file: vscode.Uri): void => this.#plan([file]);
    for (const event of [watcher.onDidChange, watcher.onDidCreate]) this.#owned.add(event(plan));
    const forget = (file: vscode.Uri): void => {
      this.#shown.delete(file);
      // A check may be reading the file right now; one more finds that it is gone.
      this.#plan([file]);
    };
    this.#owned.add(watcher.onDidDelete(forget));
    const { workspace } = vscode;
    this.#owned.add(workspace.onDidOpenTextDocument(({ uri }) => this.#shown.delete(uri)));
    this.#owned.add(workspace.onDidCloseTextDocument(({ uri }) => this.#plan([uri])));
    this.#owned.add(workspace.onDidChangeWorkspaceFolders(() => this.#clearOutside()));
    this.#owned.add(
      this.#catalog.onDidChange(() => {
        if (this.#catalog.state.reading) return;
        this.#checker = undefined;
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
    const text = open ? open.getText() : await readText(file);
    if (text === undefined) return undefined;
    this.#checker ??= new FlowChecker(this.#catalog.catalog, this.#schemas);
    const problems = this.#checker.check(parseFlow(text));
    if (openDocument(file)) this.#shown.delete(file);
    else {
      const placeAt = lineColumns(text);
      const toRange = ({ start, end }: TextRange): vscode.Range =>
        new vscode.Range(...placeAt(start), ...placeAt(end));
      // A file without problems stays in the collection, so that it is checked again after a catalog change.
      this.#shown.set(
        file,
        problems.map(one => toDiagnostic(file, toRange, one)),
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

function openDocument(file: vscode.Uri): vscode.TextDocument | undefined {
  return vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === file.toString());
}

async function readText(file: vscode.Uri): Promise<string | undefined> {
  try {
    return new TextDecoder().decode(await readAtMost(file, FILE_LIMIT));
  } catch {
    return undefined;
  }
}
