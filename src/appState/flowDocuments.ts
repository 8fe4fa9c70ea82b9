import { setImmediate } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { FlowDiagnostic } from '../flow/document/diagnostic.ts';
import {
  editEntry,
  editFlow,
  type FlowDocument,
  parseFlow,
  type TextEdit,
} from '../flow/document/flowDocument.ts';
import { CatalogChecker } from '../stores/catalogChecker.ts';
import type { CatalogStore } from '../stores/catalogStore.ts';
import { Disposables } from '../util/disposables.ts';
import { Emitter } from '../util/emitter.ts';
import { isFlowFile } from '../host/flowFiles.ts';

/** The longest time that a check blocks the extension host before it yields to other work, in milliseconds. */
const SLICE_MS = 15;

interface Version {
  readonly version: number;
  readonly flow: FlowDocument;
}

/**
 * The flow documents of the window. Each version of an open document is parsed and checked once for all features; an
 * edit within an entry parses and checks only that entry again.
 */
export class FlowDocuments extends Disposables {
  readonly #checker: CatalogChecker;
  readonly #versions = new WeakMap<vscode.TextDocument, Version>();
  readonly #changed = this.add(new Emitter<vscode.TextDocument>());
  readonly #closed = this.add(new Emitter<vscode.TextDocument>());

  /** Fires when a flow file was opened or changed. */
  readonly onDidChange = this.#changed.event;
  readonly onDidClose = this.#closed.event;

  constructor(catalog: Pick<CatalogStore, 'catalog'>) {
    super();
    this.#checker = new CatalogChecker(catalog);
    const { workspace } = vscode;
    this.add(workspace.onDidOpenTextDocument(document => this.#opened(document)));
    this.add(workspace.onDidChangeTextDocument(event => this.#edited(event)));
    this.add(
      workspace.onDidCloseTextDocument(document => {
        if (this.#versions.delete(document)) this.#closed.fire(document);
      }),
    );
  }

  /** The open flow files. */
  get all(): readonly vscode.TextDocument[] {
    return vscode.workspace.textDocuments.filter(isFlowFile);
  }

  /** Returns the parsed current version of a document; undefined unless the document is a flow file. */
  get(document: vscode.TextDocument): FlowDocument | undefined {
    return isFlowFile(document) ? this.parse(document) : undefined;
  }

  /** Returns the parsed current version of any document. */
  parse(document: vscode.TextDocument): FlowDocument {
    const known = this.#versions.get(document);
    if (known?.version === document.version) return known.flow;
    const flow = parseFlow(document.getText(), known?.flow);
    this.#versions.set(document, { version: document.version, flow });
    return flow;
  }

  /** Returns all diagnostics of a parsed document. */
  check(flow: FlowDocument): readonly FlowDiagnostic[] {
    return this.#checker.check(flow);
  }

  /** Checks the current version of a flow file with pauses; returns no diagnostics for any other document. */
  async checkWithPauses(document: vscode.TextDocument): Promise<readonly FlowDiagnostic[]> {
    for (;;) {
      // The version and the catalog can be replaced during each pause.
      const flow = this.get(document);
      if (!flow) return [];
      const end = performance.now() + SLICE_MS;
      if (this.#checker.prepare(flow, () => performance.now() > end)) return this.check(flow);
      await setImmediate();
    }
  }

  #opened(document: vscode.TextDocument): void {
    if (isFlowFile(document)) this.#changed.fire(document);
  }

  #edited({ document, contentChanges }: vscode.TextDocumentChangeEvent): void {
    const known = this.#versions.get(document);
    if (!known && !isFlowFile(document)) return;
    const [change, ...more] = contentChanges;
    if (known && change && more.length === 0 && known.version === document.version - 1) {
      const { rangeOffset: start, rangeLength, text } = change;
      const flow = applyChange(known.flow, { start, end: start + rangeLength, text }, document);
      if (flow) this.#versions.set(document, { version: document.version, flow });
    }
    this.#changed.fire(document);
  }
}

/**
 * Returns the flow after a change, or undefined if the change does not lead to the text of the document. Reads the
 * whole document text only for a change outside a single entry or with line breaks.
 */
function applyChange(
  flow: FlowDocument,
  change: TextEdit,
  document: vscode.TextDocument,
): FlowDocument | undefined {
  const edited = /[\r\n]/.test(change.text) ? undefined : editEntry(flow, change);
  if (edited) return edited;
  const text = document.getText();
  // VS Code can normalize line breaks, so that the lengths in the change differ from those in the document.
  const length = flow.text.length - (change.end - change.start) + change.text.length;
  return text.length === length ? editFlow(flow, change, text) : undefined;
}
