import type { FlowRequest, FlowState } from '../../protocol/flowEditor.ts';
import type { Host } from '../common/host.ts';
import type { KeptPage } from './kept.ts';

/** The browser around the page of a flow, as far as its model needs it. */
export interface EditorPort {
  /** Connects the page to its host; `flush` hands over what the page still holds back. */
  connect(
    shown: (state: FlowState) => void,
    flush: () => Promise<void>,
  ): Host<FlowRequest, FlowState, KeptPage>;
  /** The field that has the focus. */
  focusedField(): string | undefined;
  /** Tells when an input method begins and ends putting a text together. */
  onCompose(heard: (composes: boolean) => void): void;
  /** Tells when the page is hidden, left, or loses the focus. */
  onLeave(heard: () => void): void;
}
