import type { FlowDocument } from '../document/flowDocument.ts';
import type { StepPath } from './flowEdit.ts';

/** A step of a flow as it was when the user chose it. */
export interface ChosenStep {
  readonly path: StepPath;
  readonly actionId: string;
  /** The number of all steps of the flow, so that it is noticed if steps came or went. */
  readonly count: number;
}

/** Returns the number of all steps of a flow, with children. */
export function countSteps({ entries }: FlowDocument): number {
  return entries.reduce((sum, { children }) => sum + 1 + children.length, 0);
}
