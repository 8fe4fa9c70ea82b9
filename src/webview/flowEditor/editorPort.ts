import { stepPath } from '../../protocol/flowEdit.ts';
import type { FlowRequest, FlowState } from '../../protocol/flowEditor.ts';
import { arrayOf, maybe, number, object, type Shaped } from '../../protocol/shape.ts';
import type { Host } from '../common/host.ts';
import { draft } from './drafts.ts';

/** The webview state that survives hiding and reloading. */
export const keptPage = object({
  steps: arrayOf(stepPath),
  active: maybe(stepPath),
  /** Scroll positions of the list and the inspector, in pixels. */
  listTop: number,
  detailsTop: number,
  drafts: arrayOf(draft),
  /** Indexes of the collapsed top-level steps. */
  folded: maybe(arrayOf(number)),
  /** Width of the step list in percent. */
  share: maybe(number),
});
export type KeptPage = Shaped<typeof keptPage>;

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
