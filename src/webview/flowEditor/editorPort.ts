import type { FlowRequest, FlowState } from '../../protocol/flowEditor.ts';
import type { Host } from '../common/host.ts';
import type { KeptPage } from './kept.ts';

/** The browser APIs that the model of the flow editor uses. */
export interface EditorPort {
  /** Connects the webview to the extension; `flush` sends pending input. */
  connect(
    shown: (state: FlowState) => void,
    flush: () => Promise<void>,
  ): Host<FlowRequest, FlowState, KeptPage>;
  /** Returns the field that has the focus. */
  focusedField(): string | undefined;
  /** Reports the start (true) and the end (false) of an input method composition. */
  onCompose(heard: (composes: boolean) => void): void;
  /** Reports that the webview is hidden or loses the focus. */
  onLeave(heard: () => void): void;
}
