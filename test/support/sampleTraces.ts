import { setImmediate as turn } from 'node:timers/promises';
import { readSandboxTrace } from '../../src/deploy/readSandboxTrace.ts';
import type { LayoutFault } from '../../src/contract/sandbox/fault.ts';
import { FINISHED_EXECUTIONS } from '../../src/contract/enumerations.ts';
import type { TraceStep } from '../../src/contract/sandbox/traces.ts';
import type { Trace } from '../../src/flow/trace/traceFile.ts';
import { demoDeviceId } from '../../src/sandbox/demo/devices.ts';
import { MovableClock } from '../../src/sandbox/runtime/movableClock.ts';
import { type Entry, FlowRunner, step } from './flowRunner.ts';
import { testSandbox } from './sandbox.ts';

/** Runs a flow in a sandbox of its own and returns its trace with the pictures. */
export async function recordTrace(
  actions: Entry[],
  {
    devices = ['phone'],
    payload = {},
    name = 'Sign up',
    layout,
  }: {
    readonly devices?: readonly string[];
    readonly payload?: Record<string, unknown>;
    readonly name?: string;
    /** The layout of the apps; the usual one by default. */
    readonly layout?: LayoutFault;
  } = {},
): Promise<Trace> {
  // With the clock of the computer, a slow step would be a difference between runs.
  const sandbox = await testSandbox({ timeScale: 0, clock: new MovableClock(Date.UTC(2026, 0, 5, 9)) });
  try {
    const runs = new FlowRunner(sandbox);
    if (layout) await sandbox.sandboxClient.addFault({ body: { fault: layout } });
    const flow = await runs.createFlow(actions, { name, deviceIds: devices.map(demoDeviceId) });
    await runs.fire(payload);
    for (;;) {
      const run = await runs.runWhen(flow, () => true);
      if (FINISHED_EXECUTIONS.includes(run.status ?? '')) {
        const reading = { signal: new AbortController().signal, progress: () => undefined };
        const trace = await readSandboxTrace(sandbox.sandboxClient, run.id, reading);
        if (!trace) throw new Error('The sandbox has no evidence of the run.');
        return { ...trace, document: { ...trace.document, source: 'Sandbox' } };
      }
      // Waits pass on the clock of the sandbox.
      sandbox.clock.advance(1000);
      await turn();
    }
  } finally {
    await sandbox.stop();
  }
}

/** The steps of a run that fails because of a typing mistake, with rounds, expressions, and gestures. */
export function failingActions(): Entry[] {
  const tap = (position: number, text: string): Entry =>
    step('device.tap', position, { target: { by: 'text', text, exact: false } });
  return [
    step('device.openUrl', 1, { url: 'form:' }),
    tap(2, 'E-mail'),
    step('device.typeText', 3, { text: '{{event.payload.email}}' }),
    step(
      'flow.repeat',
      4,
      { times: 2 },
      {
        children: [step('webhooks.log', 1, { message: 'Round {{index}} of {{event.payload.email}}' })],
      },
    ),
    step('device.swipe', 5, { gesture: { startX: 500, startY: 1500, endX: 500, endY: 500 } }),
    step('device.tap', 6, { target: { by: 'text', text: 'Creat account' } }),
    step('webhooks.log', 7, { message: 'Never written' }),
  ];
}

/** Returns a trace of any number of steps, each with a screen of its own that has no picture. */
export function longTrace(count: number): Trace {
  const start = Date.UTC(2026, 0, 5, 9);
  const time = (second: number): string => new Date(start + second * 1000).toISOString();
  const steps = Array.from({ length: count }, (_, index): TraceStep => ({
    ...{ id: `s${index}`, index, childIndex: null, method: 'device.tap', name: `Tap ${index + 1}` },
    ...{ deviceId: 'd', status: 'success', startedAt: time(index), finishedAt: time(index + 1) },
    ...{ params: { target: { by: 'text', text: `Button ${index + 1}` } }, values: [], output: { x: index } },
    ...{ screenBefore: `p${index}`, screenAfter: `p${index + 1}`, log: [`tapped ${index + 1}`] },
    target: { bounds: { left: 100, top: 100, right: 500, bottom: 220 }, text: `Button ${index + 1}` },
  }));
  const screens = Array.from({ length: count + 1 }, (_, index) => ({
    ...{ id: `p${index}`, deviceId: 'd', app: 'Form', width: 1080, height: 2340 },
    elements: [
      { bounds: { left: 100, top: 100, right: 500, bottom: 220 }, text: `Button ${index + 1}` },
      { bounds: { left: 100, top: 300 + (index % 10) * 150, right: 980, bottom: 420 + (index % 10) * 150 } },
    ],
  }));
  const run = {
    ...{ executionId: 'e', flowName: 'A long run', status: 'success' },
    ...{ devices: [{ id: 'd', name: 'Pixel phone' }], startedAt: time(0), finishedAt: time(count) },
  };
  return { document: { run, steps, screens, missing: [], tasks: [] }, pictures: new Map() };
}
