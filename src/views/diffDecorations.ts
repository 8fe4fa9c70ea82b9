import * as vscode from 'vscode';
import { markdown } from '../host/markdown.ts';
import type { CatalogStore } from '../stores/catalogStore.ts';
import { Disposables } from '../util/disposables.ts';
import { escapeMarkdown } from '../util/markdown.ts';
import { plainText } from '../util/plainText.ts';
import { type ChangeSentences, changeSentences } from '../wording/changeSentences.ts';
import type { FlowDiff } from './diffSentences.ts';

const MOST_SHOWN = 400;
const MOST_LISTED = 50;

/** Writes the sentences of a diff behind the first line of its newer version, and all of them in its hover. */
export class DiffDecorations extends Disposables {
  readonly #catalog: Pick<CatalogStore, 'catalog'>;
  readonly #nameOfDevice: (id: string) => string;
  readonly #type = this.add(
    vscode.window.createTextEditorDecorationType({
      after: { color: new vscode.ThemeColor('editorCodeLens.foreground'), margin: '0 0 0 2em' },
      rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
    }),
  );
  #decorated: readonly vscode.TextEditor[] = [];

  constructor(catalog: Pick<CatalogStore, 'catalog'>, nameOfDevice: (id: string) => string) {
    super();
    this.#catalog = catalog;
    this.#nameOfDevice = nameOfDevice;
  }

  /** Decorates the visible diffs, and no other editor. */
  async show(diffs: readonly FlowDiff[]): Promise<void> {
    const shown: vscode.TextEditor[] = [];
    for (const { before, after } of diffs) {
      // An editor of a diff has no column, unlike one that shows the same file alone.
      const editor = vscode.window.visibleTextEditors.find(
        ({ document, viewColumn }) =>
          viewColumn === undefined && document.uri.toString() === after.toString(),
      );
      if (!editor) continue;
      const sentences = await this.#sentences(before, editor.document);
      editor.setDecorations(this.#type, sentences ? [decorationOf(editor.document, sentences)] : []);
      shown.push(editor);
    }
    for (const editor of this.#decorated) if (!shown.includes(editor)) editor.setDecorations(this.#type, []);
    this.#decorated = shown;
  }

  async #sentences(before: vscode.Uri, document: vscode.TextDocument): Promise<ChangeSentences | undefined> {
    let earlier: string;
    try {
      earlier = (await vscode.workspace.openTextDocument(before)).getText();
    } catch {
      // The diff itself says that the earlier version cannot be read.
      return undefined;
    }
    return changeSentences(earlier, document.getText(), this.#catalog.catalog, this.#nameOfDevice);
  }
}

function decorationOf(
  document: vscode.TextDocument,
  { head, sentences }: ChangeSentences,
): vscode.DecorationOptions {
  const contentText = plainText([head, ...sentences].join(' · '), MOST_SHOWN);
  const listed = sentences.slice(0, MOST_LISTED).map(sentence => `- ${escapeMarkdown(sentence)}`);
  const more = sentences.length - listed.length;
  const list = [`${head}\n`, ...listed, ...(more > 0 ? [`- and ${more} more`] : [])];
  return {
    range: document.lineAt(0).range,
    hoverMessage: markdown(list.join('\n')),
    renderOptions: { after: { contentText } },
  };
}
