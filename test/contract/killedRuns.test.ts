import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Execution, ExecutionStep } from '../../src/contract/records/execution.ts';
import type { DebugEvent, DebugRun } from '../../src/contract/sandbox/debug.ts';
import type { TraceRun, TraceScreen, TraceStep } from '../../src/contract/sandbox/traces.ts';
import { readTrace, writeTrace } from '../../src/flow/trace/traceFile.ts';
import { demoTriggerId } from '../../src/sandbox/demo/triggers.ts';
import { TraceReading } from '../../src/traceReading/traceReading.ts';
import { step } from '../support/flowRunner.ts';
import { launchSandbox, type SandboxProcess } from '../support/sandboxProcess.ts';
import { until } from '../support/until.ts';

describe('killedRuns', () => {
  let folder: string;
  let sandbox: SandboxProcess;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cloud-devices-debug-'));
    sandbox = await launch();
  });

  afterEach(async () => {
    await sandbox.kill();
    await rm(folder, { recursive: true, force: true });
  });

  const launch = (): Promise<SandboxProcess> => launchSandbox('--data', join(folder, 'state.db'));

  async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await sandbox.request(method, path, body);
    const text = await response.text();
    assert.ok(response.ok, text);
    return (JSON.parse(text) as { data: T }).data;
  }

  async function stopped(body: object): Promise<string> {
    const breakpoints = [{ step: { index: 1 } }];
    const { id } = await call<DebugRun>('POST', '/_sandbox/debug', { ...body, breakpoints });
    let after = 0;
    for (;;) {
      const path = `/_sandbox/debug/${id}/events?after=${after}&waitSeconds=20`;
      const { events, last } = await call<{ events: DebugEvent[]; last: number }>('GET', path);
      if (events.some(({ kind }) => kind === 'stopped')) return id;
      after = last;
    }
  }

  interface Evidence {
    readonly run: TraceRun;
    readonly steps: TraceStep[];
    readonly screens: TraceScreen[];
  }

  const trace = (id: string): Promise<Evidence> => call('GET', `/_sandbox/executions/${id}/trace`);

  /** Returns the state and the log of each step that the trace viewer shows for a saved trace. */
  async function shownSteps(evidence: Evidence): Promise<readonly unknown[]> {
    const document = { ...evidence, missing: [], tasks: [] };
    const reading = new TraceReading(await readTrace(await writeTrace({ document, pictures: new Map() })));
    return reading.state.rows.flatMap(({ step, state }) =>
      step === undefined ? [] : [[state, reading.step(step).log]],
    );
  }

  it('a sandbox killed in the middle of a run has a trace up to then that opens, and goes on where it waited', async () => {
    const actions = [
      step('webhooks.log', 1, { message: 'line 1' }),
      step('flow.wait', 2, { seconds: 3000 }),
      step('webhooks.log', 3, { message: 'line 3' }),
    ];
    const triggerId = demoTriggerId('custom');
    const flow = { name: 'Waits', enabled: true, triggerId, actions };
    const { id: flowId } = await call<{ id: string }>('POST', '/flows', flow);
    await call('POST', `/triggers/${triggerId}/fire`, { payload: {} });
    const newest = async (): Promise<Execution | undefined> => {
      const response = await sandbox.request('GET', `/executions?flowId=${flowId}`);
      return ((await response.json()) as { items?: Execution[] }).items?.[0];
    };
    const waiting = async (): Promise<string> => {
      const run = await until('the run that waits', newest, one => {
        const result = one?.result as { readonly steps?: readonly ExecutionStep[] } | null | undefined;
        return result?.steps?.[1]?.status === 'running';
      });
      return run?.id ?? '';
    };
    const id = await waiting();
    await sandbox.kill();
    sandbox = await launch();
    assert.equal(await waiting(), id);
    assert.deepEqual(await shownSteps(await trace(id)), [
      ['succeeded', ['info: line 1']],
      ['running', []],
    ]);
  });

  it('a sandbox killed in the middle of a run has the evidence of a debug run up to then, and runs no further step', async () => {
    const actions = [1, 2].map(number => step('webhooks.log', number, { message: `line ${number}` }));
    const flow = { name: 'Draft', triggerId: demoTriggerId('custom'), actions };
    const created = await call<{ id: string }>('POST', '/flows', flow);
    const trialId = await stopped({ flow });
    const liveId = await stopped({ flowId: created.id, mode: 'live' });
    await sandbox.kill();
    sandbox = await launch();
    for (const id of [trialId, liveId]) {
      const evidence = await trace(id);
      const { run, steps } = evidence;
      assert.deepEqual([run.status, run.error], ['cancelled', 'The sandbox ended during the debug run.']);
      assert.deepEqual(
        steps.map(({ index, status, log }) => [index, status, log]),
        [[0, 'success', ['info: line 1']]],
      );
      assert.deepEqual(await shownSteps(evidence), [['succeeded', ['info: line 1']]]);
    }
    assert.equal((await call<Execution>('GET', `/executions/${liveId}`)).status, 'cancelled');
    assert.deepEqual(await call('GET', '/_sandbox/debug'), []);
  });
});
