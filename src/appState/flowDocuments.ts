import { setImmediate } from 'node:timers/promises';
import * as vscode from 'vscode';
import { CheckMemo, FlowCheck } from '../flow/check/checkFlow.ts';
import type { FlowDiagnostic } from '../flow/document/diagnostic.ts';
import { type FlowDocument, parseFlow } from '../flow/document/flowDocument.ts';
import type { CatalogStore } from '../stores/catalogStore.ts';
import { Disposables } from '../util/disposables.ts';
import { Emitter } from '../util/emitter.ts';
import { isFlowDocument } from '../host/flowFiles.ts';

/** The longest time that a check blocks the extension host before it yields to other work, in milliseconds. */
const SLICE_MS = 15;

/** The newest parsed version of a document, and its check against the newest catalog that was asked for. */
interface Version {
  readonly version: number;
  readonly flow: FlowDocument;
  readonly memo: CheckMemo;
  check?: FlowCheck;
  /** The diagnostics that a service added to this version. */
  findings?: readonly FlowDiagnostic[];
}

/** The flow documents of the window. Each version of an open document is parsed and checked once for all features. */
export class FlowDocuments extends Disposables {
  readonly #catalog: Pick<CatalogStore, 'catalog'>;
  readonly #versions = new WeakMap<vscode.TextDocument, Version>();
  readonly #changed = this.add(new Emitter<vscode.TextDocument>());
  readonly #closed = this.add(new Emitter<vscode.TextDocument>());

  readonly #found = this.add(new Emitter<vscode.TextDocument>());

  /** Fires when a flow file was opened or changed. */
  readonly onDidChange = this.#changed.event;
  /** Fires when a flow file was closed, or holds no flow anymore. */
  readonly onDidClose = this.#closed.event;
  /** Fires when diagnostics were added to a version of a flow file. */
  readonly onDidAddFindings = this.#found.event;

  constructor(catalog: Pick<CatalogStore, 'catalog'>) {
    super();
    this.#catalog = catalog;
    const { workspace } = vscode;
    const tell = (document: vscode.TextDocument): void => {
      if (isFlowDocument(document)) this.#changed.fire(document);
      // A document without a name is recognized by its text.
      else if (this.#versions.delete(document)) this.#closed.fire(document);
    };
    this.add(workspace.onDidOpenTextDocument(tell));
    this.add(workspace.onDidChangeTextDocument(({ document }) => tell(document)));
    this.add(
      workspace.onDidCloseTextDocument(document => {
        if (this.#versions.delete(document)) this.#closed.fire(document);
      }),
    );
  }

  /** The open flow files. */
  get all(): readonly vscode.TextDocument[] {
    return vscode.workspace.textDocuments.filter(isFlowDocument);
  }

  /** Returns the parsed current version of a document; undefined unless the document is a flow file. */
  get(document: vscode.TextDocument): FlowDocument | undefined {
    return isFlowDocument(document) ? this.parse(document) : undefined;
  }

  /** Returns the parsed current version of any document. */
  parse(document: vscode.TextDocument): FlowDocument {
    return this.#version(document).flow;
  }

  /** Returns all diagnostics of the current version of any document. */
  check(document: vscode.TextDocument): readonly FlowDiagnostic[] {
    return this.#withFindings(document, this.#check(document).finish());
  }

  /** Adds diagnostics of a service to a version of a document, in place of earlier ones; a change removes them. */
  addFindings(document: vscode.TextDocument, version: number, findings: readonly FlowDiagnostic[]): void {
    if (document.version !== version) return;
    this.#version(document).findings = findings;
    this.#found.fire(document);
  }

  /** Checks the current version of a flow file with pauses; returns no diagnostics for any other document. */
  async checkWithPauses(document: vscode.TextDocument): Promise<readonly FlowDiagnostic[]> {
    // The version and the catalog can be replaced during each pause.
    while (isFlowDocument(document)) {
      const check = this.#check(document);
      const end = performance.now() + SLICE_MS;
      if (check.advance(() => performance.now() > end)) return this.#withFindings(document, check.finish());
      await setImmediate();
    }
    return [];
  }

  #withFindings(document: vscode.TextDocument, own: readonly FlowDiagnostic[]): readonly FlowDiagnostic[] {
    const { findings = [] } = this.#version(document);
    return findings.length === 0
      ? own
      : [...own, ...findings].toSorted((left, right) => left.start - right.start);
  }

  #check(document: vscode.TextDocument): FlowCheck {
    const newest = this.#version(document);
    const { catalog } = this.#catalog;
    if (newest.check?.catalog !== catalog) newest.check = new FlowCheck(newest.flow, catalog, newest.memo);
    return newest.check;
  }

  #version(document: vscode.TextDocument): Version {
    const known = this.#versions.get(document);
    if (known?.version === document.version) return known;
    const { version } = document;
    const newest = { version, flow: parseFlow(document.getText()), memo: known?.memo ?? new CheckMemo() };
    this.#versions.set(document, newest);
    return newest;
  }
}
