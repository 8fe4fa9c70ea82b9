import * as vscode from 'vscode';
import { FlowChecker } from '../flow/check/flowChecker.ts';
import { SchemaCache } from '../flow/check/schemaCache.ts';
import type { FlowDiagnostic } from '../flow/document/diagnostic.ts';
import type { CatalogueStore } from '../stores/catalogueStore.ts';
import { type Disposable, Disposables } from '../util/disposables.ts';
import type { FlowDocuments } from './flowDocuments.ts';
import { isOwn } from './flowFiles.ts';
import { toRange } from './ranges.ts';
import { SOURCE, toDiagnostic } from './toDiagnostic.ts';

const DELAY_MS = 80;
/** What the editor itself says of every JSON file. */
const SAID_OF_JSON: readonly string[] = ['syntax', 'comment', 'trailing-comma', 'duplicate-key'];

/** Shows what is wrong in the open flow files, shortly after each change of a file or of the catalogue. */
export class DiagnosticsFeed implements Disposable {
  readonly #documents: FlowDocuments;
  readonly #schemas = new SchemaCache();
  readonly #shown = vscode.languages.createDiagnosticCollection(SOURCE);
  readonly #timers = new Map<string, NodeJS.Timeout>();
  readonly #owned = new Disposables();
  #checker: FlowChecker;

  constructor(documents: FlowDocuments, catalogue: CatalogueStore) {
    this.#documents = documents;
    this.#checker = new FlowChecker(catalogue.catalogue, this.#schemas);
    this.#owned.add(this.#shown);
    this.#owned.add(documents.onDidChange(document => this.#plan(document)));
    this.#owned.add(
      documents.onDidClose(document => {
        this.#cancel(document);
        this.#shown.delete(document.uri);
      }),
    );
    this.#owned.add(
      catalogue.onDidChange(() => {
        this.#checker = new FlowChecker(catalogue.catalogue, this.#schemas);
        for (const document of documents.all) this.#plan(document);
      }),
    );
    for (const document of documents.all) this.#show(document);
  }

  /** What is found in a file now, which can be newer than what is shown; nothing in one that is only looked at. */
  diagnosticsOf(document: vscode.TextDocument): readonly FlowDiagnostic[] {
    const flow = isOwn(document) ? this.#documents.get(document) : undefined;
    const found = flow ? this.#checker.check(flow) : [];
    return document.languageId === 'json' ? found.filter(({ code }) => !SAID_OF_JSON.includes(code)) : found;
  }

  dispose(): void {
    for (const timer of this.#timers.values()) clearTimeout(timer);
    this.#timers.clear();
    this.#owned.dispose();
  }

  #plan(document: vscode.TextDocument): void {
    this.#cancel(document);
    const timer = setTimeout(() => this.#show(document), DELAY_MS);
    this.#timers.set(document.uri.toString(), timer);
  }

  #cancel({ uri }: vscode.TextDocument): void {
    clearTimeout(this.#timers.get(uri.toString()));
    this.#timers.delete(uri.toString());
  }

  #show(document: vscode.TextDocument): void {
    this.#timers.delete(document.uri.toString());
    if (document.isClosed) return;
    this.#shown.set(
      document.uri,
      this.diagnosticsOf(document).map(found =>
        toDiagnostic(document.uri, place => toRange(document, place), found),
      ),
    );
  }
}
