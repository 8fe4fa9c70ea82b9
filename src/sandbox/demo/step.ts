import type { FlowActionChild, FlowActionEntry } from '../../contract/records/flowAction.ts';
import { demoActionId } from './catalogue/demoCatalogue.ts';

/** One step of a demo flow: a method, what it sets, and steps inside it. */
export interface DemoStep {
  readonly method: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly name?: string;
  readonly continueOnError?: boolean;
  readonly children?: readonly DemoStep[];
}

/** Steps as a flow is created with them; positions count from 1 (spec 2.2). */
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
