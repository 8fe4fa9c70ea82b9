import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { EditorServices } from '../../src/flowEditor/editorServices.ts';
import type { FlowSession } from '../../src/flowEditor/flowSession.ts';
import { type OpenFlowSession, prepareFlowSession } from '../../src/flowEditor/openFlowSession.ts';
import { type HostEnvelope, hostEnvelope } from '../../src/protocol/envelope.ts';
import {
  editReply,
  type EditReply,
  type FlowRequest,
  flowState,
  type FlowState,
  type OpenFlow,
} from '../../src/protocol/flowEditor.ts';
import { until } from './extension.ts';

/** A visual editor of a document whose page is the test, which sends requests and records the state. */
export class SessionPage implements vscode.Disposable {
  readonly session: FlowSession;
  readonly webview: vscode.Webview;
  /** Commits pending input. */
  flush: () => Promise<unknown> = () => Promise.resolve();
  readonly #document: vscode.TextDocument;
  readonly #asks = new vscode.EventEmitter<unknown>();
  readonly #answers = new Map<number, PromiseWithResolvers<unknown>>();
  #asked = 0;
  #state: FlowState | undefined;
  #selected: OpenFlow['select'];

  static async open(document: vscode.TextDocument, services: EditorServices): Promise<SessionPage> {
    return new SessionPage(document, await prepareFlowSession(document, services));
  }

  private constructor(document: vscode.TextDocument, open: OpenFlowSession) {
    this.#document = document;
    this.webview = {
      options: {},
      html: '',
      cspSource: 'none',
      onDidReceiveMessage: this.#asks.event,
      asWebviewUri: uri => uri,
      postMessage: message => {
        // As in a real page, messages are JSON.
        this.#hear(JSON.parse(JSON.stringify(message)));
        return Promise.resolve(true);
      },
    };
    this.session = open(this.webview, vscode.Uri.file('/'));
  }

  /** Sends a request to the host; throws the message of a failure. */
  ask(request: unknown): Promise<unknown> {
    const id = ++this.#asked;
    const wait = Promise.withResolvers<unknown>();
    this.#answers.set(id, wait);
    this.#asks.fire({ id, request });
    return wait.promise;
  }

  /** Sends a request that changes the flow. */
  async change(request: FlowRequest): Promise<EditReply> {
    const answer = await this.ask(request);
    assert.ok(editReply(answer));
    return answer;
  }

  /** Shows the settings or a step. */
  async show(...path: [] | [number] | [number, number]): Promise<OpenFlow> {
    const [entry, child] = path;
    const step =
      entry === undefined ? undefined : child === undefined ? ([entry] as const) : ([entry, child] as const);
    await this.ask({
      kind: 'show',
      target: step ? { kind: 'step', step } : { kind: 'settings' },
      selected: step ? [step] : [],
    });
    return this.flow();
  }

  /** Returns the state for the current version of the document. */
  async flow(): Promise<OpenFlow> {
    await until('the page shows the version', () => this.#state?.version, this.#document.version);
    assert.ok(this.#state?.kind === 'flow');
    return this.#state;
  }

  /** The last selection by the host. */
  get selected(): OpenFlow['select'] {
    return this.#selected;
  }

  get state(): FlowState | undefined {
    return this.#state;
  }

  dispose(): void {
    this.session.dispose();
    this.#asks.dispose();
  }

  #hear(message: unknown): void {
    assert.ok(hostEnvelope(message));
    this.#take(message);
  }

  #take(message: HostEnvelope): void {
    if (message.kind === 'state') {
      assert.ok(flowState(message.state), 'the state fits the protocol');
      this.#state = message.state;
      if (message.state.kind === 'flow') this.#selected = message.state.select ?? this.#selected;
    } else if (message.kind === 'flush')
      void this.flush().then(() => this.#asks.fire({ flushed: message.id }));
    else if (message.kind === 'answer') this.#answers.get(message.id)?.resolve(message.answer);
    else this.#answers.get(message.id)?.reject(new Error(message.sentence));
  }
}
