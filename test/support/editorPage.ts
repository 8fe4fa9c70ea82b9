import assert from 'node:assert/strict';
import type { FlowCatalog } from '../../src/flow/catalog.ts';
import { flowRequest, type FlowRequest, flowState, type FlowState } from '../../src/protocol/flowEditor.ts';
import { type Host, HostFailure } from '../../src/webview/common/host.ts';
import { EditorModel } from '../../src/webview/flowEditor/editorModel.ts';
import { type EditorPort, type KeptPage, keptPage } from '../../src/webview/flowEditor/editorPort.ts';
import { FlowHost } from './flowHost.ts';
import { settle } from './memoryEditor.ts';
import { outlineOf } from './memoryFlow.ts';

/** The browser and the host of the flow page in memory. */
export class EditorPage implements EditorPort {
  readonly host: FlowHost;
  /** The stored state of the page; a test may set any value. */
  stored: unknown;
  /** The initial state of the page. */
  first: FlowState | undefined;
  readonly requests: FlowRequest[] = [];
  /** Responds to a request instead of the host; undefined leaves it to the host. */
  answer: (request: FlowRequest) => unknown = () => undefined;
  /** Number of change notifications to the page. */
  changes = 0;
  /** The focused field. */
  field: string | undefined;
  /** Commits pending input, as on request of the host before a file is saved. */
  flush: () => Promise<void> = () => Promise.reject(new Error('The page is not connected.'));
  compose: (composes: boolean) => void = () => undefined;
  leave: () => void = () => undefined;
  #shown: (state: FlowState) => void = () => undefined;
  #hold: Promise<unknown> = Promise.resolve();

  constructor(text: string, catalog: FlowCatalog) {
    this.host = new FlowHost(text, catalog, {}, state => this.show(state));
  }

  connect(
    onState: (state: FlowState) => void,
    flush: () => Promise<void>,
  ): Host<FlowRequest, FlowState, KeptPage> {
    this.#shown = onState;
    this.flush = flush;
    return {
      ask: request => this.#ask(request),
      // The page checks its stored state, which an older version may have written.
      kept: this.stored as KeptPage | undefined,
      first: this.first,
      keep: value => {
        assert.ok(keptPage(JSON.parse(JSON.stringify(value))));
        this.stored = value;
      },
    };
  }

  focusedField(): string | undefined {
    return this.field;
  }

  onCompose(listener: (composes: boolean) => void): void {
    this.compose = listener;
  }

  onLeave(listener: () => void): void {
    this.leave = listener;
  }

  /** Opens the page with its stored state, and returns its model. */
  async start(): Promise<EditorModel> {
    this.stored = this.stored === undefined ? undefined : JSON.parse(JSON.stringify(this.stored));
    this.changes = 0;
    const model = new EditorModel(this, () => this.changes++);
    await settle();
    return model;
  }

  /** Makes every request fail. */
  refuse(): void {
    this.answer = () => {
      throw new HostFailure('The host is gone.');
    };
  }

  /** The name of the flow in the file. */
  get name(): unknown {
    return (JSON.parse(this.host.text) as { readonly name?: unknown }).name;
  }

  /** The names of the steps in the file. */
  get outline(): string {
    return outlineOf(this.host.text);
  }

  /** Sends a state to the page. */
  show(state: FlowState): void {
    assert.ok(flowState(state));
    this.#shown(state);
  }

  /** Delays responses until the returned function is called. */
  hold(): () => void {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.#hold = promise;
    return () => resolve(undefined);
  }

  /** Returns the requests of a kind, oldest first. */
  requestsOf<Kind extends FlowRequest['kind']>(kind: Kind): readonly Extract<FlowRequest, { kind: Kind }>[] {
    return this.requests.filter(
      (request): request is Extract<FlowRequest, { kind: Kind }> => request.kind === kind,
    );
  }

  async #ask(request: FlowRequest): Promise<unknown> {
    assert.ok(flowRequest(request));
    this.requests.push(request);
    await this.#hold;
    const answered = this.answer(request);
    return answered === undefined ? this.host.answer(request) : answered;
  }
}
