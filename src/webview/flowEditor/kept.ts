import { stepPath } from '../../protocol/flowEdit.ts';
import { listOf, maybe, number, object, type Shaped } from '../../protocol/shape.ts';
import { draft } from './drafts.ts';

/** The webview state that survives hiding and reloading. */
export const keptPage = object({
  steps: listOf(stepPath),
  active: maybe(stepPath),
  /** Scroll positions of the list and the inspector, in pixels. */
  listTop: number,
  detailsTop: number,
  drafts: listOf(draft),
  /** Indexes of the collapsed top-level steps. */
  folded: maybe(listOf(number)),
  /** Width of the step list in percent. */
  share: maybe(number),
});
export type KeptPage = Shaped<typeof keptPage>;
