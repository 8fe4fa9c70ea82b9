import * as vscode from 'vscode';
import { flushedEnvelope, requestEnvelope, type HostEnvelope, type Protocol } from '../protocol/envelope.ts';
import type { Disposable } from '../util/disposables.ts';

/** Where the bundles, style sheets and fonts of pages lie in the extension. */
const PAGES = ['dist', 'webview'];

/** What a request of a page came to: its answer, or why not in one sentence and whether to ask again. */
export type PageAnswer =
  { readonly answer: unknown } | { readonly sentence: string; readonly again: boolean };

/** How the host answers the requests of one page; an error that it throws is worded by `explain`. */
export interface PageHost<Request> {
  readonly answer: (request: Request) => Promise<PageAnswer>;
  readonly explain: (error: unknown) => string;
}

/** The host's end of a page: shows it states and answers what it asks, while the page lives. */
export interface Page<State> extends Disposable {
  /** Shows the page a new state; nothing happens while the page is hidden, which asks anew when it is back. */
  show(state: State): void;
  /** Has the page hand over what it holds back; ends when it has, or when the time in milliseconds is over. */
  flush(limit: number): Promise<void>;
}

/**
 * Fills a webview with the page of a bundle, `dist/webview/<name>.js` and `.css`, and answers its requests.
 * The page may load only our own files and nothing inline. It has `first`, a state to begin with, before it has
 * asked for anything.
 */
export function openPage<Request, State>(
  webview: vscode.Webview,
  extension: vscode.Uri,
  page: { readonly name: string; readonly title: string; readonly first?: State },
  protocol: Protocol<Request, State>,
  host: PageHost<Request>,
): Page<State> {
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
      send({
        kind: 'failure',
        id,
        sentence: 'The page sent an unknown request. Reload it.',
        again: false,
      });
      return;
    }
    try {
      const outcome = await host.answer(request);
      if ('answer' in outcome) send({ kind: 'answer', id, answer: outcome.answer ?? null });
      else send({ kind: 'failure', id, ...outcome });
    } catch (error) {
      send({ kind: 'failure', id, sentence: host.explain(error), again: true });
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
  const own = webview.cspSource;
  const policy = `default-src 'none'; script-src ${own}; style-src ${own}; font-src ${own}; img-src ${own} blob: data:`;
  return `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${title}</title>
<link rel="stylesheet" id="vscode-codicon-stylesheet" href="${file('codicon.css')}">
<link rel="stylesheet" href="${file(`${name}.css`)}">
<script type="module" src="${file(`${name}.js`)}"></script>
</head>
<body${state}></body>
</html>`;
}

function attribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
}
