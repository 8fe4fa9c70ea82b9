import type { TraceElement, TraceStep } from '../../contract/sandbox/traces.ts';
import type { CatalogAction } from '../catalog.ts';
import type { Evidence } from '../explain/explanation.ts';
import type { Selector } from '../selector/selector.ts';

/** An element as a step names it. */
export interface NamedBySelector {
  readonly selector: Selector;
  /** True if part of the text in any letter case is enough. */
  readonly isPart: boolean;
}

/** An element on a recorded screen; without a box if it has to be scrolled to. */
export interface RecordedPlace {
  readonly screen: string;
  readonly box: TraceElement['bounds'] | undefined;
}

/** Another way for a step to name its element, since the app has changed. */
export interface Repair {
  /** The step of the failed run, or of the passed one if the failed run did not reach it. */
  readonly step: TraceStep;
  readonly from: NamedBySelector;
  readonly to: Selector;
  /** The probability, from 0 to 1, that it is the same element. */
  readonly confidence: number;
  /** A sentence that names the change and what is the same. */
  readonly reason: string;
  /** The element in the passed run, and now. */
  readonly before: RecordedPlace;
  readonly now: RecordedPlace;
}

export interface RepairProposal {
  readonly step: TraceStep;
  /** The repairs of the step itself, the best first; never empty. */
  readonly repairs: readonly Repair[];
  /** The best repairs of the other steps on the same screen, which the same change has broken. */
  readonly together: readonly Repair[];
}

/** A failed run, an earlier one of the same flow that passed, and the actions of their steps. */
export interface RepairBasis {
  readonly failed: Evidence;
  readonly passed: Evidence;
  readonly actionOf: (step: TraceStep) => CatalogAction | undefined;
}
