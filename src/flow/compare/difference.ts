import type { PathSegment } from '../template.ts';
import type { SettingName } from './flowMeaning.ts';

/** The number of a step from 1; for a child, its number among its siblings too. */
export interface StepNumber {
  readonly number: number;
  readonly child?: number | undefined;
}

export interface FieldChange {
  readonly field: 'params' | 'nameOverride' | 'continueOnError' | 'actionId' | 'key' | 'recordingEnabled';
  /** The path within the parameters; empty for other fields. */
  readonly path: readonly PathSegment[];
  /** The values for display, with secrets hidden; undefined if there is no value. */
  readonly before: unknown;
  readonly after: unknown;
}

export type FlowDifference = {
  /** True if an execution that verified one flow does not verify the other (spec 3.1). */
  readonly graph: boolean;
} & (
  | {
      readonly kind: 'setting';
      readonly setting: SettingName;
      /** The values for display, with secrets hidden. */
      readonly before: unknown;
      readonly after: unknown;
    }
  | { readonly kind: 'added'; readonly at: StepNumber; readonly name: string }
  | { readonly kind: 'removed'; readonly at: StepNumber; readonly name: string }
  | { readonly kind: 'moved'; readonly from: StepNumber; readonly at: StepNumber; readonly name: string }
  | {
      readonly kind: 'changed';
      /** The position of the step in the desired flow. */
      readonly at: StepNumber;
      readonly name: string;
      readonly changes: readonly FieldChange[];
    }
);
