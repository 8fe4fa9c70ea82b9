import { stepPath } from '../../protocol/flowGesture.ts';
import { listOf, maybe, number, object, type Shaped } from '../../protocol/shape.ts';
import { draft } from './drafts.ts';

/** What the page remembers while it is hidden and over a reload. */
export const keptPage = object({
  steps: listOf(stepPath),
  active: maybe(stepPath),
  /** How far the list and the inspector are scrolled, in pixels. */
  listTop: number,
  detailsTop: number,
  drafts: listOf(draft),
  /** Numbers of the entries whose steps are folded away. */
  folded: maybe(listOf(number)),
  /** How wide the list of steps is, in percent. */
  share: maybe(number),
});
/** What the page remembers. */
export type KeptPage = Shaped<typeof keptPage>;
