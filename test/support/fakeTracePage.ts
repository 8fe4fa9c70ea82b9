import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { hostEnvelope, type HostEnvelope } from '../../src/protocol/envelope.ts';
import { type TraceRequest, traceState, type TraceState } from '../../src/protocol/traceViewer.ts';

/** The page of a viewer, which records states and sends requests. */
export class FakeTracePage {
  state: TraceState | undefined;
  readonly webview: vscode.Webview;
  readonly #asks = new vscode.EventEmitter<unknown>();
  readonly #waiting = new Map<number, (answer: HostEnvelope) => void>();
  #asked = 0;

  constructor() {
    this.webview = {
      ...{ options: {}, html: '', cspSource: 'none', onDidReceiveMessage: this.#asks.event },
      asWebviewUri: uri => uri,
      postMessage: (message: unknown) => {
        assert.ok(hostEnvelope(message));
        if (message.kind === 'state' && traceState(message.state)) this.state = message.state;
        else if (message.kind !== 'state') this.#waiting.get(message.id)?.(message);
        return Promise.resolve(true);
      },
    };
  }

  /** Sends a request; resolves to the sentence of a failure, or an empty text. */
  async ask(request: TraceRequest): Promise<string> {
    const id = ++this.#asked;
    const wait = Promise.withResolvers<HostEnvelope>();
    this.#waiting.set(id, wait.resolve);
    this.#asks.fire({ id, request });
    const answer = await wait.promise;
    return answer.kind === 'failure' ? answer.sentence : '';
  }
}
