import * as vscode from 'vscode';
import type { DiagnosticCode, FlowDiagnostic } from '../flow/document/diagnostic.ts';
import type { FlowDocuments } from '../appState/flowDocuments.ts';
import { isUserFile } from '../host/flowFiles.ts';
import { Disposables } from '../util/disposables.ts';
import { SOURCE, toDiagnostic, toRange } from './convert.ts';

/**
 * The delay between a change and new diagnostics: `least` plus `each` per diagnostic, since all are published again.
 */
const DELAY_MS = { least: 15, each: 0.2, most: 300 };
/** Codes of problems that VS Code itself reports in every JSON file, with or without comments, at the same places. */
const REPORTED_FOR_JSON: readonly DiagnosticCode[] = ['syntax', 'duplicate-key'];
/** Codes of problems that VS Code also reports in some JSON files, depending on their schema and their language. */
const REPORTED_FOR_SOME: readonly DiagnosticCode[] = [
  'comment',
  'trailing-comma',
  'missing-field',
  'unknown-field',
  'wrong-type',
  'wrong-value',
];

/** Publishes the diagnostics of the open flow files, shortly after each change of a file or of the catalog. */
export class DiagnosticsFeed extends Disposables {
  readonly #documents: FlowDocuments;
  readonly #shown = this.add(vscode.languages.createDiagnosticCollection(SOURCE));
  /** A key of the diagnostics from other sources for each file, to detect changes of them. */
  readonly #foreign = new Map<string, string>();
  readonly #timers = new Map<string, NodeJS.Timeout>();

  constructor(documents: FlowDocuments, onDidReplaceCatalog: vscode.Event<void>) {
    super();
    this.#documents = documents;
    this.add(documents.onDidChange(document => this.#plan(document)));
    this.add(documents.onDidAddFindings(document => this.#plan(document)));
    this.add(
      documents.onDidClose(document => {
        this.#cancel(document);
        this.#shown.delete(document.uri);
        this.#foreign.delete(document.uri.toString());
      }),
    );
    this.add(
      vscode.languages.onDidChangeDiagnostics(({ uris }) => {
        const changed = new Set(uris.map(String));
        for (const document of documents.all) {
          if (!changed.has(document.uri.toString())) continue;
          const known = this.#foreign.get(document.uri.toString());
          if (known !== undefined && known !== keyOf(foreignIn(document))) this.#plan(document);
        }
      }),
    );
    this.add(
      onDidReplaceCatalog(() => {
        for (const document of documents.all) this.#plan(document);
      }),
    );
    this.add({ dispose: () => this.#timers.forEach(timer => clearTimeout(timer)) });
    for (const document of documents.all) void this.#show(document);
  }

  /**
   * Returns the diagnostics of the current version of a file, which can be newer than the published ones. Includes
   * those that VS Code itself reports. Empty for a document outside the workspace on a read-only file system.
   */
  async findingsIn(document: vscode.TextDocument): Promise<readonly FlowDiagnostic[]> {
    return isUserFile(document) ? this.#documents.checkWithPauses(document) : [];
  }

  #plan(document: vscode.TextDocument): void {
    this.#cancel(document);
    const { least, each, most } = DELAY_MS;
    const delay = Math.min(most, least + each * (this.#shown.get(document.uri)?.length ?? 0));
    const timer = setTimeout(() => void this.#show(document), delay);
    this.#timers.set(document.uri.toString(), timer);
  }

  #cancel({ uri }: vscode.TextDocument): void {
    clearTimeout(this.#timers.get(uri.toString()));
    this.#timers.delete(uri.toString());
  }

  async #show(document: vscode.TextDocument): Promise<void> {
    this.#timers.delete(document.uri.toString());
    const findings = await this.findingsIn(document);
    if (document.isClosed) return;
    const isJson = ['json', 'jsonc'].includes(document.languageId);
    const foreign = isJson ? foreignIn(document) : [];
    this.#foreign.set(document.uri.toString(), keyOf(foreign));
    const found = findings.filter(({ code, start: offset }) => {
      if (isJson && REPORTED_FOR_JSON.includes(code)) return false;
      const start = document.positionAt(offset);
      return !REPORTED_FOR_SOME.includes(code) || !foreign.some(({ range }) => range.start.isEqual(start));
    });
    if (found.length === 0 && this.#shown.get(document.uri)?.length === 0) return;
    this.#shown.set(
      document.uri,
      found.map(diagnostic => toDiagnostic(document.uri, part => toRange(document, part), diagnostic)),
    );
  }
}

/** Returns the diagnostics of a file from other sources. */
function foreignIn({ uri }: vscode.TextDocument): readonly vscode.Diagnostic[] {
  return vscode.languages.getDiagnostics(uri).filter(({ source }) => source !== SOURCE);
}

function keyOf(diagnostics: readonly vscode.Diagnostic[]): string {
  return diagnostics
    .map(({ range: { start }, message }) => `${start.line}:${start.character} ${message}`)
    .join('\n');
}
