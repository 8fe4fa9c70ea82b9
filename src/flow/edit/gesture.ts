import type { PathSegment } from '../template.ts';

/**
 * A step by its place: the number of its entry in `actions` and, for a child, its number in the entry's `children`.
 * Numbers count every item of the lists from 0, as they stand in the text.
 */
export type StepPath = readonly [entry: number] | readonly [entry: number, child: number];

/** Where steps are put: before the item at `index` of a list as it stands, or behind its last item. */
export interface StepSpot {
  /** Number of the entry whose children are the list; undefined for the entries themselves. */
  readonly parent?: number | undefined;
  readonly index: number;
}

/**
 * A value by what it belongs to and its path there: the parameters that a step overrides, its `overrides`, the step
 * itself, or the flow without its steps.
 */
export type ValuePlace =
  | {
      readonly in: 'params' | 'overrides' | 'step';
      readonly step: StepPath;
      readonly path: readonly PathSegment[];
    }
  | { readonly in: 'settings'; readonly path: readonly PathSegment[] };

/** A step as it is put in; its position is given by where it is put. */
export type NewStep = Readonly<Record<string, unknown>>;

/** Where a step can go from its place, one at a time. */
export type ShiftDirection = 'up' | 'down' | 'in' | 'out';

/** What a person does to a flow, as data. */
export type FlowGesture =
  /** Gives a value; whatever is missing on the way to it is put in. */
  | { readonly kind: 'set'; readonly place: ValuePlace; readonly value: unknown }
  /** Takes a property or an item away; parameters that are left without any go as a whole. */
  | { readonly kind: 'remove'; readonly place: ValuePlace }
  /** Puts an item into the list at a place, which may still be missing; `index` may be its length. */
  | {
      readonly kind: 'insertItem';
      readonly place: ValuePlace;
      readonly index: number;
      readonly value: unknown;
    }
  /** Moves an item of the list at a place to where it then has the number `to`. */
  | { readonly kind: 'moveItem'; readonly place: ValuePlace; readonly from: number; readonly to: number }
  /** Gives the property at a place another name. */
  | { readonly kind: 'renameKey'; readonly place: ValuePlace; readonly name: string }
  /** Gives a step its own name; an empty one takes it away. */
  | { readonly kind: 'renameStep'; readonly step: StepPath; readonly name: string }
  | { readonly kind: 'addStep'; readonly to: StepSpot; readonly step: NewStep }
  /** Puts copies behind the last of the steps in each list. */
  | { readonly kind: 'duplicateSteps'; readonly steps: readonly StepPath[] }
  | { readonly kind: 'deleteSteps'; readonly steps: readonly StepPath[] }
  | { readonly kind: 'moveSteps'; readonly steps: readonly StepPath[]; readonly to: StepSpot }
  /** Moves steps of one list together past a neighbour, into the step before them, or behind their parent. */
  | {
      readonly kind: 'shiftSteps';
      readonly steps: readonly StepPath[];
      readonly direction: ShiftDirection;
    }
  /** Puts in the steps of a text: one, a list of them, or a whole flow. */
  | { readonly kind: 'pasteSteps'; readonly to: StepSpot; readonly text: string }
  /** Puts a new step in the place of the first of some steps, which become its children. */
  | { readonly kind: 'wrapSteps'; readonly steps: readonly StepPath[]; readonly step: NewStep };
