import assert from 'node:assert/strict';
import {
  panelRequest,
  type PanelRequest,
  panelState,
  type PanelState,
} from '../../src/protocol/devicePanel.ts';
import type { Host } from '../../src/webview/common/host.ts';
import type { ViewState, PanelPort } from '../../src/webview/devicePanel/panelModel.ts';

/** The state of a device that is ready, without a picture. */
export const READY: PanelState = {
  device: { id: 'one', name: 'Phone', state: 'ready', kind: 'phone', connection: 'Test', connectionId: 'c' },
  lacks: [],
  situation: undefined,
  takesGestures: true,
  screen: {
    display: 0,
    absent: [],
    size: { width: 1080, height: 2400 },
    picture: undefined,
    everyMs: 0,
  },
  elements: undefined,
  pick: undefined,
  outline: undefined,
  log: [],
  place: { device: undefined, problem: undefined, saved: [], track: undefined, asked: 0 },
  replay: undefined,
  recording: undefined,
  mirrors: [],
};

/** Returns a state with a picture, without its bytes. */
export function withPicture(number: number, state = READY, display = 0): PanelState {
  const picture = { number, display, takenAt: number };
  return { ...state, screen: { ...state.screen, display, picture } };
}

/** The browser and the host of the device page in memory. */
export class PanelBrowser implements PanelPort {
  readonly requests: PanelRequest[] = [];
  /** The stored state of the page. */
  stored: ViewState | undefined;
  /** Responds to a request; undefined gives the default response. */
  answer: (request: PanelRequest) => unknown = () => undefined;
  /** The URLs of open pictures. */
  readonly pictures = new Set<string>();
  /** Number of opened pictures. */
  opened = 0;
  #shown: (state: PanelState) => void = () => undefined;
  #decoding: Promise<unknown> = Promise.resolve();

  connect(onState: (state: PanelState) => void): Host<PanelRequest, PanelState, ViewState> {
    this.#shown = onState;
    return {
      ask: async request => {
        assert.ok(panelRequest(request));
        this.requests.push(request);
        await Promise.resolve();
        const answer = this.answer(request);
        if (answer !== undefined) return answer;
        return request.kind === 'picture' ? Uint8Array.of(request.number) : null;
      },
      kept: this.stored,
      first: undefined,
      keep: viewState => (this.stored = viewState),
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

  /** Delays the decoding of pictures until the returned function is called. */
  holdPictures(): () => void {
    const { promise, resolve } = Promise.withResolvers<undefined>();
    this.#decoding = promise;
    return () => {
      this.#decoding = Promise.resolve();
      resolve(undefined);
    };
  }

  /** Sends a state to the page. */
  show(state: PanelState): void {
    assert.ok(panelState(state));
    this.#shown(state);
  }
}
