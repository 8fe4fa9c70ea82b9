import assert from 'node:assert/strict';
import type { FlowCatalog } from '../../src/flow/catalog.ts';
import { flowRequest, type FlowRequest, flowState, type FlowState } from '../../src/protocol/flowEditor.ts';
import { type Host, HostFailure } from '../../src/webview/common/host.ts';
import { EditorModel } from '../../src/webview/flowEditor/editorModel.ts';
import type { EditorPort } from '../../src/webview/flowEditor/editorPort.ts';
import { type KeptPage, keptPage } from '../../src/webview/flowEditor/kept.ts';
import { FlowHost } from './flowHost.ts';
import { settle } from './memoryEditor.ts';
import { outlineOf } from './memoryFlow.ts';

/** The browser and the host of the page of a flow, both in memory. */
export class EditorPage implements EditorPort {
  readonly host: FlowHost;
  /** What the page keeps over a hidden time; a test may begin with anything. */
  kept: unknown;
  /** What the page begins with. */
  first: FlowState | undefined;
  readonly requests: FlowRequest[] = [];
  /** Answers a request in place of the host; undefined leaves it to the host. */
  answer: (request: FlowRequest) => unknown = () => undefined;
  /** How often the page was told that something is another. */
  changes = 0;
  /** The field that has the focus. */
  field: string | undefined;
  /** Hands over what the page holds back, as the host asks for it before a file is saved. */
  flush: () => Promise<void> = () => Promise.reject(new Error('The page is not connected.'));
  compose: (composes: boolean) => void = () => undefined;
  leave: () => void = () => undefined;
  #shown: (state: FlowState) => void = () => undefined;
  #hold: Promise<unknown> = Promise.resolve();

  constructor(text: string, catalog: FlowCatalog) {
    this.host = new FlowHost(text, catalog, {}, state => this.show(state));
  }

  connect(
    shown: (state: FlowState) => void,
    flush: () => Promise<void>,
  ): Host<FlowRequest, FlowState, KeptPage> {
    this.#shown = shown;
    this.flush = flush;
    return {
      ask: request => this.#ask(request),
      // The page checks what it has kept, which an older version may have written.
      kept: this.kept as KeptPage | undefined,
      first: this.first,
      keep: value => {
        assert.ok(keptPage(JSON.parse(JSON.stringify(value))));
        this.kept = value;
      },
    };
  }

  focusedField(): string | undefined {
    return this.field;
  }

  onCompose(heard: (composes: boolean) => void): void {
    this.compose = heard;
  }

  onLeave(heard: () => void): void {
    this.leave = heard;
  }

  /** Opens the page, after an earlier life with what that has kept; answers what it knows. */
  async start(): Promise<EditorModel> {
    this.kept = this.kept === undefined ? undefined : JSON.parse(JSON.stringify(this.kept));
    this.changes = 0;
    const model = new EditorModel(this, () => this.changes++);
    await settle();
    return model;
  }

  /** Can do nothing any more that is asked for. */
  refuse(): void {
    this.answer = () => {
      throw new HostFailure('The host is gone.');
    };
  }

  /** The name that the file gives the flow. */
  get name(): unknown {
    return (JSON.parse(this.host.text) as { readonly name?: unknown }).name;
  }

  /** The steps of the file by their names. */
  get outline(): string {
    return outlineOf(this.host.text);
  }

  /** Shows the page a state. */
  show(state: FlowState): void {
    assert.ok(flowState(state));
    this.#shown(state);
  }

  /** Lets answers wait until what it answers is called. */
  hold(): () => void {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.#hold = promise;
    return () => resolve(undefined);
  }

  /** The requests of a kind, oldest first. */
  asked<Kind extends FlowRequest['kind']>(kind: Kind): readonly Extract<FlowRequest, { kind: Kind }>[] {
    return this.requests.filter(
      (request): request is Extract<FlowRequest, { kind: Kind }> => request.kind === kind,
    );
  }

  async #ask(request: FlowRequest): Promise<unknown> {
    assert.ok(flowRequest(request));
    this.requests.push(request);
    await this.#hold;
    const own = this.answer(request);
    return own === undefined ? this.host.answer(request) : own;
  }
}
