import * as vscode from 'vscode';
import { markdown } from '../host/markdown.ts';
import type { CatalogStore } from '../stores/catalogStore.ts';
import { Disposables } from '../util/disposables.ts';
import { escapeMarkdown } from '../util/markdown.ts';
import { plainText } from '../util/plainText.ts';
import { type ChangeSentences, changeSentences } from '../wording/changeSentences.ts';
import type { FlowDiff } from './diffSentences.ts';

/** The maximum length of the text at the end of the line, in characters. */
const MAX_TEXT_LENGTH = 400;
/** The maximum number of sentences in the hover. */
const MAX_SENTENCES = 50;

/** Shows the sentences of a diff at the end of the first line of the newer version, and lists them in its hover. */
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
  /** The number of the last call of `show`. */
  #lastRound = 0;

  constructor(catalog: Pick<CatalogStore, 'catalog'>, nameOfDevice: (id: string) => string) {
    super();
    this.#catalog = catalog;
    this.#nameOfDevice = nameOfDevice;
  }

  /** Decorates the visible diffs, and no other editor. */
  async show(diffs: readonly FlowDiff[]): Promise<void> {
    const round = ++this.#lastRound;
    const shown = new Map<vscode.TextEditor, ChangeSentences | undefined>();
    for (const { before, after } of diffs) {
      // An editor of a diff has no column, unlike one that shows the same file alone.
      const editor = vscode.window.visibleTextEditors.find(
        one =>
          one.viewColumn === undefined && one.document.uri.toString() === after.toString() && !shown.has(one),
      );
      if (editor) shown.set(editor, await this.#sentences(before, editor.document));
    }
    // A later call decorates the editors.
    if (round !== this.#lastRound) return;
    for (const [editor, sentences] of shown)
      editor.setDecorations(this.#type, sentences ? [decorationOf(editor.document, sentences)] : []);
    for (const editor of this.#decorated) if (!shown.has(editor)) editor.setDecorations(this.#type, []);
    this.#decorated = [...shown.keys()];
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
  const contentText = plainText([head, ...sentences].join(' · '), MAX_TEXT_LENGTH);
  const listed = sentences.slice(0, MAX_SENTENCES).map(sentence => `- ${escapeMarkdown(sentence)}`);
  const more = sentences.length - listed.length;
  const list = [`${head}\n`, ...listed, ...(more > 0 ? [`- and ${more} more`] : [])];
  return {
    range: document.lineAt(0).range,
    hoverMessage: markdown(list.join('\n')),
    renderOptions: { after: { contentText } },
  };
}
