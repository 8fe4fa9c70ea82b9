import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import type { SandboxClient } from '../../src/client/sandboxClient.ts';
import type { TraceDocument } from '../../src/flow/trace/traceFile.ts';
import { demoDeviceId } from '../../src/sandbox/demo/devices.ts';
import { RunReader } from '../../src/traceViewer/runReader.ts';
import { FlowRunner, step } from '../support/flowRunner.ts';
import { testSandbox, type TestSandbox } from '../support/sandbox.ts';
import { isFinished } from '../../src/contract/enumerations.ts';

const log = (position: number, message: string) => step('webhooks.log', position, { message });

describe('runReader', () => {
  let sandbox: TestSandbox;
  let runs: FlowRunner;
  const { signal } = new AbortController();

  beforeEach(async () => {
    sandbox = await testSandbox();
    sandbox.clock.freeze(true);
    runs = new FlowRunner(sandbox);
  });

  afterEach(() => sandbox.stop());

  /** Starts a run that waits in rounds; its clock stands still. */
  async function start(): Promise<{ readonly id: string; readonly advance: () => void }> {
    const wait = step('flow.wait', 1, { seconds: 5 });
    const actions = [
      log(1, 'one'),
      log(2, 'two'),
      step('flow.repeat', 3, { times: 2 }, { children: [wait] }),
      log(4, 'x'),
    ];
    const flow = await runs.createFlow(actions, { deviceIds: [demoDeviceId('phone')] });
    // A trigger would also start other flows, on the same phone.
    runs.verify(flow.id);
    const { id } = await runs.runWhen(flow, ({ result }) =>
      JSON.stringify(result ?? '').includes('"round":0'),
    );
    return { id, advance: () => sandbox.clock.advance(6000) };
  }

  function readerOf(executionId: string, sandboxClient?: SandboxClient, isTrial = false): RunReader {
    const client = () => Promise.resolve(sandbox.client);
    return new RunReader({
      executionId,
      isTrial,
      client,
      openSandbox: sandboxClient && (() => Promise.resolve(sandboxClient)),
    });
  }

  const summaryOf = ({ steps }: TraceDocument): readonly string[] =>
    steps.map(({ index, childIndex, round, status }) => `${[index, childIndex, round].join('/')} ${status}`);

  async function readUntil(
    reader: RunReader,
    isDone: (document: TraceDocument) => boolean,
  ): Promise<TraceDocument> {
    for (;;) {
      const document = await reader.read(signal);
      if (isDone(document)) return document;
      await turn();
    }
  }

  it('the reader of a run in progress reads only the steps that may have changed, until the run has ended', async () => {
    const { id, advance } = await start();
    const queries: unknown[] = [];
    const sandboxClient: SandboxClient = {
      ...sandbox.sandboxClient,
      getExecutionTrace: (given, options) => {
        queries.push(given.query);
        return sandbox.sandboxClient.getExecutionTrace(given, options);
      },
    };
    const reader = readerOf(id, sandboxClient);
    const first = await reader.read(signal);
    assert.deepEqual(summaryOf(first), ['0// success', '1// success', '2// running', '2/0/0 running']);
    assert.ok(first.screens.length > 0);
    assert.equal(await reader.read(signal), first, 'nothing has changed');
    assert.deepEqual(queries, [{ offset: 0 }, { offset: 3 }, { offset: 2, limit: 1 }]);
    advance();
    const second = await readUntil(reader, ({ steps }) => steps.length === 5);
    assert.deepEqual(summaryOf(second).slice(2), ['2// running', '2/0/0 success', '2/0/1 running']);
    advance();
    const last = await readUntil(reader, ({ run }) => isFinished(run));
    assert.deepEqual(summaryOf(last).slice(2), [
      '2// success',
      '2/0/0 success',
      '2/0/1 success',
      '3// success',
    ]);
    assert.deepEqual(last.missing, []);
  });

  it('the reader of a run in progress reads the result of the execution from another service', async () => {
    const { id, advance } = await start();
    const reader = readerOf(id);
    const first = await reader.read(signal);
    assert.equal(first.run.status, 'running');
    assert.deepEqual(summaryOf(first).slice(2), ['2// running', '2/0/0 running']);
    assert.ok(first.missing.includes('screens'));
    assert.equal(await reader.read(signal), first);
    advance();
    await readUntil(reader, ({ steps }) => steps.length === 5);
    advance();
    assert.equal((await readUntil(reader, ({ run }) => isFinished(run))).steps.length, 6);
  });

  it('the reader of a run in progress starts again if known steps changed, such as after a jump of the debugger', async () => {
    const { id } = await start();
    const { store } = sandbox.service;
    const reader = readerOf(id, sandbox.sandboxClient);
    assert.equal((await reader.read(signal)).steps.length, 4);
    const rows = store.runSteps.all({ executionId: id });
    for (const { id: row } of rows.slice(1)) store.runSteps.delete(row);
    assert.deepEqual(summaryOf(await reader.read(signal)), ['0// success']);
  });

  it('the reader of a run in progress rejects if the run is not known', async () => {
    const id = '00000000-0000-4000-8000-000000000000';
    await assert.rejects(readerOf(id, sandbox.sandboxClient).read(signal), /404|not found|exist/i);
    await assert.rejects(readerOf(id, sandbox.sandboxClient, true).read(signal), {
      message: 'The sandbox no longer has this trial run. Run it again for a new trace.',
    });
  });
});
