import * as vscode from 'vscode';
import { flushedEnvelope, requestEnvelope, type HostEnvelope, type Protocol } from '../protocol/envelope.ts';
import type { Disposable } from '../util/disposables.ts';

/** Folder of the webview bundles and style sheets in the extension. */
const PAGES = ['dist', 'webview'];

/** The request handler of one webview page; errors that `answer` throws are described by `explain`. */
export interface PageHost<Request> {
  readonly answer: (request: Request) => Promise<unknown>;
  readonly explain: (error: unknown) => string;
}

/** The extension's end of a webview page: sends states and answers requests. */
export interface WebviewPage<State> extends Disposable {
  /** Sends a new state. Has no effect while the page is hidden; it requests its state when shown again. */
  show(state: State): void;
  /** Asks the page to send its pending changes; resolves when it has, or after `limit` milliseconds. */
  flush(limit: number): Promise<void>;
}

/**
 * Loads a bundle into a webview (`dist/webview/<name>.js` and `.css`) and answers its requests. The content security
 * policy allows only the extension's own files and the fonts in its style sheets, and nothing inline. `first` is the
 * state embedded in the HTML.
 */
export function openPage<Request, State>(
  webview: vscode.Webview,
  extension: vscode.Uri,
  page: { readonly name: string; readonly title: string; readonly first?: State },
  protocol: Protocol<Request, State>,
  host: PageHost<Request>,
): WebviewPage<State> {
  const root = vscode.Uri.joinPath(extension, ...PAGES);
  webview.options = { enableScripts: true, localResourceRoots: [root] };
  const send = (message: HostEnvelope): void => void webview.postMessage(message);
  const flushes = new Map<number, () => void>();
  let flushed = 0;
  const listener = webview.onDidReceiveMessage(async (message: unknown) => {
    if (flushedEnvelope(message)) flushes.get(message.flushed)?.();
    if (!requestEnvelope(message)) return;
    const { id, request } = message;
    if (!protocol.request(request)) {
      send({ kind: 'failure', id, sentence: 'The page sent an unknown request. Reload it.' });
      return;
    }
    try {
      send({ kind: 'answer', id, answer: (await host.answer(request)) ?? null });
    } catch (error) {
      send({ kind: 'failure', id, sentence: host.explain(error) });
    }
  });
  webview.html = html(webview, root, page);
  return {
    show: state => send({ kind: 'state', state }),
    flush: limit =>
      new Promise(resolve => {
        const id = ++flushed;
        const end = (): void => {
          clearTimeout(timer);
          flushes.delete(id);
          resolve();
        };
        const timer = setTimeout(end, limit);
        flushes.set(id, end);
        send({ kind: 'flush', id });
      }),
    dispose: () => void listener.dispose(),
  };
}

function html(
  webview: vscode.Webview,
  root: vscode.Uri,
  { name, title, first }: { readonly name: string; readonly title: string; readonly first?: unknown },
): string {
  const state = first === undefined ? '' : ` data-first="${attribute(JSON.stringify(first))}"`;
  const file = (path: string): string => webview.asWebviewUri(vscode.Uri.joinPath(root, path)).toString();
  const source = webview.cspSource;
  const policy = `default-src 'none'; script-src ${source}; style-src ${source}; font-src data:; img-src ${source} blob: data:; media-src blob:`;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${title}</title>
<link rel="stylesheet" href="${file('codicon.css')}">
<link rel="stylesheet" href="${file(`${name}.css`)}">
<script type="module" src="${file(`${name}.js`)}"></script>
</head>
<body${state}></body>
</html>`;
}

function attribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
}
