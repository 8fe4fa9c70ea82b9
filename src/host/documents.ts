import * as vscode from 'vscode';
import { DOCUMENT_SCHEME } from '../manifest.ts';

/** The record that a report is about, for the commands in the title of its editor. */
export interface ReportSubject {
  /** The argument that these commands get instead of the address of the report. */
  readonly row: { readonly kind: string; readonly record: { readonly id: string } };
  /** The offers of the record, as in the `contextValue` of its row. */
  readonly offers?: readonly (string | false)[];
  /** The connection that the record belongs to, if any. */
  readonly connectionId?: string;
}

/** Read-only documents with data from the service, kept in memory while open. */
export class Documents implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #contents = new Map<string, string>();
  readonly #subjects = new Map<string, ReportSubject>();
  readonly #subscriptions: vscode.Disposable[];

  readonly onDidChange = this.#changed.event;

  constructor() {
    this.#subscriptions = [
      vscode.workspace.registerTextDocumentContentProvider(DOCUMENT_SCHEME, this),
      vscode.workspace.onDidCloseTextDocument(document => {
        if (document.uri.scheme !== DOCUMENT_SCHEME) return;
        this.#contents.delete(document.uri.toString());
        this.#subjects.delete(document.uri.toString());
      }),
    ];
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return (
      this.#contents.get(uri.toString()) ??
      'This document is no longer available. Open it again from its view.'
    );
  }

  /** Opens a value as a read-only JSON document with a file name such as `Tap.schema.json`. */
  async openJson(folder: string, name: string, value: unknown): Promise<void> {
    await show(this.keepJson(folder, name, value));
  }

  /** Stores a value as a read-only JSON document, and returns its URI without opening it. */
  keepJson(folder: string, name: string, value: unknown): vscode.Uri {
    return this.keepText(folder, name, `${JSON.stringify(value, undefined, 2)}\n`);
  }

  /** Stores a text as a read-only document, and returns its URI without opening it. */
  keepText(folder: string, name: string, content: string): vscode.Uri {
    const path = `/${folder}/${name.replaceAll(/[\\/:*?"<>|#%]/g, '-')}`;
    const uri = vscode.Uri.from({ scheme: DOCUMENT_SCHEME, path });
    if (this.#contents.get(uri.toString()) !== content) {
      this.#contents.set(uri.toString(), content);
      this.#changed.fire(uri);
    }
    return uri;
  }

  /** Opens a report as a Markdown preview, or as text if VS Code's Markdown extension is disabled. */
  async openMarkdown(folder: string, name: string, text: string): Promise<void> {
    await openMarkdown(this.keepText(folder, name, text));
  }

  /**
   * Opens a report on a record, whose commands are in the title (`reportTitle`). They find it by its path, such as
   * `/message.passcode/7/Welcome.md`: the kind of the record, what it offers, and its ID.
   */
  async openReport(name: string, text: string, subject: ReportSubject): Promise<void> {
    const { row, offers = [] } = subject;
    const words = [row.kind, ...offers.filter(offer => offer !== false)];
    const uri = this.keepText(`${words.join('.')}/${row.record.id}`, name, text);
    this.#subjects.set(uri.toString(), subject);
    await openMarkdown(uri);
  }

  /** Returns the record of a report that is open. */
  subjectOf(report: vscode.Uri): ReportSubject | undefined {
    return this.#subjects.get(report.toString());
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#changed.dispose();
  }
}

/** Opens a Markdown document as a preview, or as text if VS Code's Markdown extension is disabled. */
export async function openMarkdown(uri: vscode.Uri): Promise<void> {
  if (!vscode.extensions.getExtension('vscode.markdown-language-features')) {
    await show(uri);
    return;
  }
  const options: vscode.TextDocumentShowOptions = { preview: true };
  await vscode.commands.executeCommand('vscode.openWith', uri, 'vscode.markdown.preview.editor', options);
}

async function show(uri: vscode.Uri): Promise<void> {
  const document = await vscode.workspace.openTextDocument(uri);
  await vscode.window.showTextDocument(document, { preview: true });
}
