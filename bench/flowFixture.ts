import { type CatalogAction, createCatalog, type FlowCatalog } from '../src/flow/catalog.ts';
import { newStep } from '../src/flow/form/newStep.ts';
import { checkSchema } from '../src/flow/schema/compileSchema.ts';
import { largeActions } from '../src/sandbox/demo/large.ts';

/** A generated catalog, and a flow that uses it; similar to the large seed of the sandbox. */
export interface FlowFixture {
  readonly actions: readonly CatalogAction[];
  readonly catalog: FlowCatalog;
  readonly text: string;
  /** Start and end offset of the editable value in the middle entry. */
  readonly value: { readonly start: number; readonly end: number };
}

/** Returns a flow of valid entries with different actions, as far as there are enough. */
export function flowFixture(actionCount: number, entryCount: number): FlowFixture {
  const actions = [...largeActions(actionCount, { seed: 1, now: 0 })].map(action => ({
    ...action,
    paramsSchema: { ...(action.paramsSchema as object), $comment: action.id },
  }));
  // Actions whose required parameters are valid with the default values.
  const usable = actions.filter(action => {
    const { overrides } = newStep(action);
    const params = { ...(action.params as object | undefined), ...overrides?.params };
    return checkSchema(action.paramsSchema, params).length === 0;
  });
  const entries = Array.from({ length: entryCount }, (_, index) => {
    const action = usable[Math.floor((index * usable.length) / entryCount)];
    if (!action) throw new Error('A catalog needs an action.');
    const { actionId, ...rest } = newStep(action);
    return {
      actionId,
      position: index + 1,
      ...rest,
      continueOnError: false,
      nameOverride: `Step number ${index}`,
    };
  });
  const flow = {
    name: 'A long flow',
    triggerId: '535b30c4-0204-4cc0-a0e7-eae0ef55bc62',
    deviceIds: ['bc19a5dc-a46d-4723-9f28-1c25924e01f5'],
    actions: entries,
  };
  const text = JSON.stringify(flow, undefined, 2);
  const mark = `Step number ${Math.floor(entryCount / 2)}"`;
  const start = text.indexOf(mark);
  return {
    actions,
    catalog: createCatalog(actions),
    text,
    value: { start, end: start + mark.length - 1 },
  };
}
