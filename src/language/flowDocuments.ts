import * as vscode from 'vscode';
import {
  editEntry,
  editFlow,
  type FlowDocument,
  parseFlow,
  type TextEdit,
} from '../flow/document/flowDocument.ts';
import { type Disposable, Disposables } from '../util/disposables.ts';
import { Emitter } from '../util/emitter.ts';
import { isFlowFile } from './flowFiles.ts';

interface Version {
  readonly version: number;
  readonly flow: FlowDocument;
}

/** The open flow files, each parsed once per version; an edit within an entry parses only that entry again. */
export class FlowDocuments implements Disposable {
  readonly #versions = new Map<string, Version>();
  readonly #owned = new Disposables();
  readonly #changed = new Emitter<vscode.TextDocument>();
  readonly #closed = new Emitter<vscode.TextDocument>();

  readonly onDidChange = this.#changed.event;
  readonly onDidClose = this.#closed.event;

  constructor() {
    const { workspace } = vscode;
    this.#owned.add(workspace.onDidOpenTextDocument(document => this.#opened(document)));
    this.#owned.add(workspace.onDidChangeTextDocument(event => this.#edited(event)));
    this.#owned.add(
      workspace.onDidCloseTextDocument(document => {
        if (this.#versions.delete(document.uri.toString())) this.#closed.fire(document);
      }),
    );
  }

  get all(): readonly vscode.TextDocument[] {
    return vscode.workspace.textDocuments.filter(isFlowFile);
  }

  /** Returns the parsed current version of a document; undefined unless the document is a flow file. */
  get(document: vscode.TextDocument): FlowDocument | undefined {
    if (!isFlowFile(document)) return undefined;
    const key = document.uri.toString();
    const known = this.#versions.get(key);
    if (known?.version === document.version) return known.flow;
    const flow = parseFlow(document.getText(), known?.flow);
    this.#versions.set(key, { version: document.version, flow });
    return flow;
  }

  dispose(): void {
    this.#owned.dispose();
    this.#changed.dispose();
    this.#closed.dispose();
    this.#versions.clear();
  }

  #opened(document: vscode.TextDocument): void {
    if (isFlowFile(document)) this.#changed.fire(document);
  }

  #edited({ document, contentChanges }: vscode.TextDocumentChangeEvent): void {
    const key = document.uri.toString();
    const known = this.#versions.get(key);
    if (!known && !isFlowFile(document)) return;
    const [change, ...more] = contentChanges;
    if (known && change && more.length === 0 && known.version === document.version - 1) {
      const { rangeOffset: start, rangeLength, text } = change;
      const flow = after(known.flow, { start, end: start + rangeLength, text }, document);
      if (flow) this.#versions.set(key, { version: document.version, flow });
    }
    this.#changed.fire(document);
  }
}

/**
 * Returns the flow after a change, or undefined if the change does not describe it. Reads the whole document text only
 * for a change outside a single entry or with line breaks.
 */
function after(
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
