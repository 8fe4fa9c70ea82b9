import type { TraceRun, TraceScreen, TraceStep } from '../../src/contract/sandbox/traces.ts';
import type { Store } from '../../src/sandbox/store/store.ts';
import { type Entry, step } from './flowRunner.ts';
import type { TestSandbox } from './sandbox.ts';

/** The evidence of a run, read in parts. */
export interface WholeTrace {
  readonly run: TraceRun;
  readonly steps: readonly TraceStep[];
  readonly screens: readonly TraceScreen[];
}

/** Reads all parts of the evidence of a run. */
export async function readTraceOf(
  { sandboxClient }: Pick<TestSandbox, 'sandboxClient'>,
  executionId: string,
  limit?: number,
): Promise<WholeTrace> {
  const steps: TraceStep[] = [];
  const screens = new Map<string, TraceScreen>();
  for (let offset = 0; ;) {
    const query = { offset, ...(limit === undefined ? {} : { limit }) };
    const { data } = (await sandboxClient.getExecutionTrace({ params: { executionId }, query })).value;
    steps.push(...data.steps);
    for (const screen of data.screens) screens.set(screen.id, screen);
    if (data.next == null) return { run: data.run, steps, screens: [...screens.values()] };
    offset = data.next;
  }
}

/** Returns a mix of what flows do: open, tap, type, swipe, check, and log. */
export function mixedSteps(count: number): Entry[] {
  const kinds: readonly ((position: number) => Entry)[] = [
    position => step('device.openUrl', position, { url: position % 2 === 1 ? 'form:' : 'settings:' }),
    position => step('device.tap', position, { target: { x: 500, y: 700 }, stealth: true }),
    position =>
      step('device.typeText', position, { text: `Entry {{event.payload.n}}` }, { continueOnError: true }),
    position => step('device.swipe', position, { gesture: { direction: 'up' }, stealth: true }),
    position => step('device.assertText', position, { contains: 'a' }, { continueOnError: true }),
    position => step('webhooks.log', position, { message: 'Round {{event.payload.n}}' }),
  ];
  return Array.from({ length: count }, (_, index) =>
    (kinds[index % kinds.length] ?? kinds[0])?.(index + 1),
  ).filter(entry => entry !== undefined);
}

/** Returns the size of all evidence in a store, in bytes. */
export function evidenceBytes(store: Store): number {
  const rows = [store.traces.all(), store.traceSteps.all(), store.traceScreens.all()].flat();
  return rows.reduce((sum, row) => sum + Buffer.byteLength(JSON.stringify(row)) + row.id.length, 0);
}
