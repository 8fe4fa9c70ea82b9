import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoDeviceId } from '../src/sandbox/demo/devices.ts';
import { FlowRunner } from '../test/support/flowRunner.ts';
import { testSandbox, type TestSandbox } from '../test/support/sandbox.ts';
import { evidenceBytes, mixedSteps } from '../test/support/traces.ts';
import { type Figures, median } from './figures.ts';
import { sized } from './sized.ts';

const ROUNDS = sized(7, 1);
const STEPS = sized(200, 10);
const DEVICES = ['phone', 'tablet', 'foldable', 'no-geo'].map(demoDeviceId);
const KEPT = { runs: 20, days: 14 };

/**
 * Measures what the evidence of a run costs: the time of a step with the pauses of its gestures, the processor time
 * without them, and bytes.
 */
export async function measureTraces(figures: Figures): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'cloud-devices-bench-traces-'));
  try {
    const open = (name: string, runs: number, timeScale: number): Promise<TestSandbox> =>
      testSandbox({ dataFile: join(folder, `${name}.db`), traces: { ...KEPT, runs }, timeScale });
    for (const [name, timeScale, count] of [
      ['without pauses', 0, STEPS],
      ['with pauses', 1, sized(20, 2)],
    ] as const) {
      const [bare, traced] = [
        await open(`${name} bare`, 0, timeScale),
        await open(`${name} traced`, KEPT.runs, timeScale),
      ];
      const times = { bare: [] as number[], traced: [] as number[] };
      // The first round warms up and is not counted.
      for (let round = 0; round <= ROUNDS; round++) {
        const before = await runMs(bare, count, timeScale === 0);
        const after = await runMs(traced, count, timeScale === 0);
        if (round === 0) continue;
        times.bare.push(before / count);
        times.traced.push(after / count);
      }
      const ratio = median(times.traced.map((time, round) => time / (times.bare[round] ?? Number.NaN)));
      figures.add(`a step ${name}: without evidence`, median(times.bare), 'ms');
      figures.add(`a step ${name}: with evidence`, median(times.traced), 'ms');
      figures.add(`a step ${name}: with evidence against without`, ratio, '×');
      await Promise.all([bare.stop(), traced.stop()]);
    }
    const sandbox = await open('size', KEPT.runs, 0);
    const flow = await new FlowRunner(sandbox).createFlow(mixedSteps(STEPS), { deviceIds: [...DEVICES] });
    await runToEnd(sandbox, flow.id);
    const bytes = evidenceBytes(sandbox.service.store);
    figures.add(`evidence of ${STEPS} steps on ${DEVICES.length} devices`, bytes / 1024 / 1024, 'MiB');
    figures.add('evidence of one step', bytes / STEPS / DEVICES.length, 'B');
    await sandbox.stop();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function runMs(sandbox: TestSandbox, count: number, inProcessor: boolean): Promise<number> {
  const flow = await new FlowRunner(sandbox).createFlow(mixedSteps(count), {
    deviceIds: [demoDeviceId('tablet')],
  });
  const { ms, cpuMs } = await runToEnd(sandbox, flow.id);
  return inProcessor ? cpuMs : ms;
}

async function runToEnd(
  sandbox: TestSandbox,
  flowId: string,
): Promise<{ readonly ms: number; readonly cpuMs: number }> {
  const { promise: ended, resolve } = Promise.withResolvers<undefined>();
  const listening = sandbox.service.events.on(
    'flow.finished',
    ({ flow }) => flow.id === flowId && resolve(undefined),
  );
  let began = 0;
  let cpu = process.cpuUsage();
  const start = sandbox.service.events.on('flow.started', () => {
    began = performance.now();
    cpu = process.cpuUsage();
  });
  new FlowRunner(sandbox).verify(flowId, { n: 1 });
  await ended;
  const { user, system } = process.cpuUsage(cpu);
  const took = { ms: performance.now() - began, cpuMs: (user + system) / 1000 };
  listening.dispose();
  start.dispose();
  return took;
}
