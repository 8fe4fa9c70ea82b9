import type { FlowActionChild, FlowActionEntry } from '../../contract/records/flowAction.ts';
import { demoActionId } from './demoCatalog.ts';

/** A step of a demo flow: its method, parameters and children. */
export interface DemoStep {
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly name?: string;
  readonly continueOnError?: boolean;
  readonly children?: readonly DemoStep[];
}

/** Converts steps to the entries of a create request; positions start at 1 (spec 2.2). */
export function entriesOf(steps: readonly DemoStep[]): FlowActionEntry[] {
  return steps.map((step, index) => ({
    ...entryOf(step, index),
    ...(step.children ? { children: step.children.map(entryOf) } : {}),
  }));
}

function entryOf({ method, params, name, continueOnError }: DemoStep, index: number): FlowActionChild {
  return {
    actionId: demoActionId(method),
    position: index + 1,
    ...(continueOnError === undefined ? {} : { continueOnError }),
    ...(name === undefined ? {} : { nameOverride: name }),
    ...(params === undefined ? {} : { overrides: { params } }),
  };
}
