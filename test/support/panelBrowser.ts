import assert from 'node:assert/strict';
import {
  panelRequest,
  type PanelRequest,
  panelState,
  type PanelState,
} from '../../src/protocol/devicePanel.ts';
import type { Host } from '../../src/webview/common/host.ts';
import type { ViewState } from '../../src/webview/devicePanel/panelModel.ts';
import type { PanelPort } from '../../src/webview/devicePanel/panelPort.ts';

/** The browser and the host of the page of a device, both in memory. */
export class PanelBrowser implements PanelPort {
  readonly requests: PanelRequest[] = [];
  /** What the page keeps over a hidden time. */
  kept: ViewState | undefined;
  /** Answers a request; undefined stands for the usual answer. */
  answer: (request: PanelRequest) => unknown = () => undefined;
  /** The addresses of the pictures that are held. */
  readonly pictures = new Set<string>();
  /** How many pictures were made. */
  opened = 0;
  #shown: (state: PanelState) => void = () => undefined;
  #decoding: Promise<unknown> = Promise.resolve();

  connect(shown: (state: PanelState) => void): Host<PanelRequest, PanelState, ViewState> {
    this.#shown = shown;
    return {
      ask: async request => {
        assert.ok(panelRequest(request));
        this.requests.push(request);
        await Promise.resolve();
        const answer = this.answer(request);
        if (answer !== undefined) return answer;
        return request.kind === 'picture' ? Uint8Array.of(request.number) : null;
      },
      kept: this.kept,
      first: undefined,
      keep: viewState => (this.kept = viewState),
    };
  }

  async openPicture(bytes: Uint8Array | ArrayBuffer): Promise<string> {
    const url = `blob:${++this.opened}:${new Uint8Array(bytes).join()}`;
    this.pictures.add(url);
    await this.#decoding;
    return url;
  }

  closePicture(url: string): void {
    assert.ok(this.pictures.delete(url), url);
  }

  /** Lets pictures wait to be decoded until what it answers is called. */
  holdPictures(): () => void {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.#decoding = promise;
    return () => {
      this.#decoding = Promise.resolve();
      resolve(undefined);
    };
  }

  /** Shows the page a state. */
  show(state: PanelState): void {
    assert.ok(panelState(state));
    this.#shown(state);
  }
}
