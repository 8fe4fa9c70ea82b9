import type { PathSegment } from '../template.ts';

/**
 * The path of a step: the index of its entry in `actions` and, for a child, its index in the entry's `children`.
 * Indexes count all items of the lists from 0, in text order.
 */
export type StepPath = readonly [entry: number] | readonly [entry: number, child: number];

/** Formats the number of a step: `3`, or `3.1` for a child. */
export function stepNumber(path: StepPath): string {
  return path.map(index => index + 1).join('.');
}

/** A target position for steps: before the item at `index` of a list, or after its last item. */
export interface InsertionPoint {
  /** The index of the entry whose children are the list; undefined for the top level. */
  readonly parent?: number | undefined;
  readonly index: number;
}

/**
 * The location of a value: the object that it belongs to and its path there. The object is the parameters that a step
 * overrides, its `overrides`, the step itself, or the flow without its steps.
 */
export type ValueLocation =
  | {
      readonly in: 'params' | 'overrides' | 'step';
      readonly step: StepPath;
      readonly path: readonly PathSegment[];
    }
  | { readonly in: 'settings'; readonly path: readonly PathSegment[] };

/** A new step; its position is derived from the target. */
export type NewStep = Readonly<Record<string, unknown>>;

/** The direction of a one-step move. */
export type ShiftDirection = 'up' | 'down' | 'in' | 'out';

/** A user action on a flow, as data. */
export type FlowEdit = ValueEdit | StepEdit;

/** An edit of a value. */
export type ValueEdit =
  /** Sets a value, and creates missing objects and lists along its path. */
  | { readonly kind: 'set'; readonly location: ValueLocation; readonly value: unknown }
  /** Removes a property or an item, and overrides that become empty. */
  | { readonly kind: 'remove'; readonly location: ValueLocation }
  /** Inserts an item into a list, which may not exist yet; `index` may be its length. */
  | {
      readonly kind: 'insertItem';
      readonly location: ValueLocation;
      readonly index: number;
      readonly value: unknown;
    }
  /** Moves an item of a list to the index `to`, counted after the move. */
  | {
      readonly kind: 'moveItem';
      readonly location: ValueLocation;
      readonly from: number;
      readonly to: number;
    }
  /** Renames a property. */
  | { readonly kind: 'renameKey'; readonly location: ValueLocation; readonly name: string }
  /** Names a step; an empty name removes the name. */
  | { readonly kind: 'renameStep'; readonly step: StepPath; readonly name: string };

/** An edit that adds, removes or moves steps. */
export type StepEdit =
  | { readonly kind: 'addStep'; readonly to: InsertionPoint; readonly step: NewStep }
  /** Inserts copies after the last of the given steps in each list. */
  | { readonly kind: 'duplicateSteps'; readonly steps: readonly StepPath[] }
  | { readonly kind: 'deleteSteps'; readonly steps: readonly StepPath[] }
  | { readonly kind: 'moveSteps'; readonly steps: readonly StepPath[]; readonly to: InsertionPoint }
  /** Moves steps of one list together past a neighbor, into the step before them, or behind their parent. */
  | {
      readonly kind: 'shiftSteps';
      readonly steps: readonly StepPath[];
      readonly direction: ShiftDirection;
    }
  /** Inserts the steps in a text: one, a list of them, or a whole flow. */
  | { readonly kind: 'pasteSteps'; readonly to: InsertionPoint; readonly text: string }
  /** Replaces the first of some steps by a new step that has them as children. */
  | { readonly kind: 'wrapSteps'; readonly steps: readonly StepPath[]; readonly step: NewStep };
