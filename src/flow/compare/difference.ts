import type { PathSegment } from '../template.ts';
import type { SettingName } from './flowMeaning.ts';

/** Which step: its number as people count, and below a step the number among its children. */
export interface StepPlace {
  readonly number: number;
  readonly child?: number | undefined;
}

/** A field of a step that is another one. */
export interface FieldChange {
  readonly field: 'params' | 'nameOverride' | 'continueOnError' | 'actionId';
  /** Where in the parameters; empty for the other fields. */
  readonly path: readonly PathSegment[];
  /** Undefined where there is no value. */
  readonly before: unknown;
  readonly after: unknown;
}

/** One thing in which two flows differ by meaning. */
export type FlowDifference = {
  /** Whether an execution that verified the one flow does not verify the other (spec 3.1). */
  readonly graph: boolean;
} & (
  | {
      readonly kind: 'setting';
      readonly setting: SettingName;
      readonly before: unknown;
      readonly after: unknown;
    }
  | { readonly kind: 'added'; readonly at: StepPlace; readonly name: string }
  | { readonly kind: 'removed'; readonly at: StepPlace; readonly name: string }
  | { readonly kind: 'moved'; readonly from: StepPlace; readonly at: StepPlace; readonly name: string }
  | {
      readonly kind: 'changed';
      /** Its place in the flow that is wanted. */
      readonly at: StepPlace;
      readonly name: string;
      readonly changes: readonly FieldChange[];
    }
);
