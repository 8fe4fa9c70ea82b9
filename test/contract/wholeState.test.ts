import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import type { Execution, ExecutionStep } from '../../src/contract/records/execution.ts';
import type { Snapshot } from '../../src/contract/sandbox/state.ts';
import { demoActionId } from '../../src/sandbox/demo/demoCatalog.ts';
import { demoTriggerId } from '../../src/sandbox/demo/triggers.ts';
import { lineLog } from '../../src/sandbox/runtime/log.ts';
import { testSandbox, type TestSandbox } from '../support/sandbox.ts';
import { launchSandbox, type SandboxProcess } from '../support/sandboxProcess.ts';

const HOUR_MS = 3_600_000;

type Json = Readonly<Record<string, unknown>>;

async function ask(
  { baseUrl, key }: TestSandbox,
  method: string,
  path: string,
  body?: Json,
): Promise<{ readonly status: number; readonly body: Json }> {
  const response = await fetch(`${new URL(baseUrl).origin}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? {} : (JSON.parse(text) as Json) };
}

async function take(sandbox: TestSandbox, name: string): Promise<Snapshot> {
  const { status, body } = await ask(sandbox, 'POST', '/_sandbox/snapshots', { name });
  assert.equal(status, 201);
  return body['data'] as Snapshot;
}

async function snapshots(sandbox: TestSandbox): Promise<Snapshot[]> {
  return (await ask(sandbox, 'GET', '/_sandbox/snapshots')).body['data'] as Snapshot[];
}

async function flowCount({ client }: TestSandbox): Promise<number> {
  return (await client.listFlows({ query: { pageSize: 1 } })).value.pagination.total;
}

/** Creates a flow that waits an hour, fires it, and returns its ID once it waits. */
async function waitingFlow(sandbox: TestSandbox): Promise<string> {
  const actions = [
    { actionId: demoActionId('flow.wait'), position: 1, overrides: { params: { seconds: 3600 } } },
  ];
  const body = { name: 'Waiting', triggerId: demoTriggerId('custom'), enabled: true, actions };
  const { id } = (await sandbox.client.createFlow({ body })).value.data;
  await sandbox.client.fireTrigger({ params: { triggerId: demoTriggerId('custom') }, body: { payload: {} } });
  await runWhen(sandbox, id, waits);
  return id;
}

async function runWhen(
  { client }: TestSandbox,
  flowId: string,
  far: (run: Execution) => boolean,
): Promise<Execution> {
  for (;;) {
    const [run] = (await client.listExecutions({ query: { flowId } })).value.items ?? [];
    if (run && far(run)) return run;
    await turn();
  }
}

const waits = (run: Execution): boolean =>
  ((run.result as { steps?: ExecutionStep[] } | undefined)?.steps ?? []).some(
    step => step.status === 'running',
  );
const hasEnded = (run: Execution): boolean => run.finishedAt != null;

describe('wholeState: sandbox reset', () => {
  let sandbox: TestSandbox;

  beforeEach(async () => {
    sandbox = await testSandbox({ schedules: true });
  });

  afterEach(() => sandbox.stop());

  it('a sandbox reset deletes all data and seeds again, with another seed if one is given', async () => {
    const before = await flowCount(sandbox);
    await waitingFlow(sandbox);
    assert.deepEqual(await ask(sandbox, 'POST', '/_sandbox/reset'), {
      status: 200,
      body: { data: { seed: 'demo' } },
    });
    assert.equal(await flowCount(sandbox), before);
    assert.deepEqual((await ask(sandbox, 'POST', '/_sandbox/reset', { seed: 'empty' })).body, {
      data: { seed: 'empty' },
    });
    assert.equal(await flowCount(sandbox), 0);
    assert.ok((await sandbox.client.listActions({ query: {} })).value.pagination.total > 0);
    // Without a name the seed of the data that is there.
    assert.deepEqual((await ask(sandbox, 'POST', '/_sandbox/reset', {})).body, { data: { seed: 'empty' } });
    assert.equal((await ask(sandbox, 'POST', '/_sandbox/reset', { seed: 'rain' })).status, 400);
  });

  it('a sandbox reset ends running executions; schedules and new runs use the new data', async () => {
    const old = await waitingFlow(sandbox);
    await ask(sandbox, 'POST', '/_sandbox/reset');
    await assert.rejects(sandbox.client.getFlow({ params: { flowId: old } }), { status: 404 });
    assert.deepEqual((await sandbox.client.listExecutions({ query: { flowId: old } })).value.items, []);
    sandbox.clock.advance(HOUR_MS);
    const flowId = await waitingFlow(sandbox);
    sandbox.clock.advance(HOUR_MS);
    assert.equal((await runWhen(sandbox, flowId, hasEnded)).status, 'success');
    assert.deepEqual((await sandbox.client.listExecutions({ query: { flowId: old } })).value.items, []);
  });

  it('a sandbox reset can be requested concurrently, and runs in sequence', async () => {
    await waitingFlow(sandbox);
    const seeds = ['demo', 'empty', 'demo', 'empty'];
    const answers = await Promise.all(seeds.map(seed => ask(sandbox, 'POST', '/_sandbox/reset', { seed })));
    assert.deepEqual(
      answers.map(({ body }) => (body['data'] as Json)['seed']),
      seeds,
    );
    assert.equal(await flowCount(sandbox), 0);
  });

  it('a sandbox reset keeps the clock and the faults', async () => {
    const now = new Date(Date.now() + HOUR_MS).toISOString();
    await ask(sandbox, 'PUT', '/_control/clock', { now, frozen: true });
    const fault = { kind: 'status', status: 503 };
    await ask(sandbox, 'POST', '/_control/faults', { path: '/v1/flows', fault });
    assert.equal((await ask(sandbox, 'POST', '/_sandbox/reset')).status, 200);
    const { data } = (await ask(sandbox, 'GET', '/_control/clock')).body as { data: Json };
    assert.deepEqual([data['now'], data['frozen']], [now, true]);
    assert.equal((await sandbox.request('/flows')).status, 503);
  });
});

for (const kept of ['memory', 'files'] as const) {
  describe(`wholeState: sandbox snapshots stored in ${kept}`, () => {
    let folder: string;
    let sandbox: TestSandbox;

    beforeEach(async () => {
      folder = await mkdtemp(join(tmpdir(), 'cloud-devices-snapshots-'));
      sandbox = await start();
    });

    afterEach(async () => {
      await sandbox.stop();
      await rm(folder, { recursive: true, force: true });
    });

    function start(): Promise<TestSandbox> {
      // A damaged file is logged.
      const log = lineLog(() => undefined);
      return testSandbox({ dataFile: kept === 'files' ? join(folder, 'state.db') : undefined, log });
    }

    it(`sandbox snapshots stored in ${kept} restore everything, and are listed newest first`, async () => {
      const before = await flowCount(sandbox);
      const first = await take(sandbox, 'As it began');
      const flowId = await waitingFlow(sandbox);
      const second = await take(sandbox, '  One more ');
      assert.deepEqual(
        (await snapshots(sandbox)).map(({ id, name }) => [id, name]),
        [
          [second.id, 'One more'],
          [first.id, 'As it began'],
        ],
      );
      const restored = await ask(sandbox, 'POST', `/_sandbox/snapshots/${first.id}/restore`);
      assert.deepEqual(restored, { status: 200, body: { data: first } });
      assert.equal(await flowCount(sandbox), before);
      await ask(sandbox, 'POST', '/_sandbox/reset', { seed: 'empty' });
      assert.equal(
        (await ask(sandbox, 'POST', `/_sandbox/snapshots/${second.id.toUpperCase()}/restore`)).status,
        200,
      );
      assert.equal(await flowCount(sandbox), before + 1);
      assert.equal((await sandbox.client.getFlow({ params: { flowId } })).value.data.name, 'Waiting');
    });

    it(`sandbox snapshots stored in ${kept} let a run that waited continue`, async () => {
      const flowId = await waitingFlow(sandbox);
      const { id } = await runWhen(sandbox, flowId, waits);
      const snapshot = await take(sandbox, 'In the middle');
      await sandbox.client.abortExecution({ params: { executionId: id } });
      assert.equal((await runWhen(sandbox, flowId, hasEnded)).status, 'cancelled');
      await ask(sandbox, 'POST', `/_sandbox/snapshots/${snapshot.id}/restore`);
      const again = await runWhen(sandbox, flowId, waits);
      assert.deepEqual([again.id, again.finishedAt ?? null], [id, null]);
      sandbox.clock.advance(HOUR_MS);
      assert.equal((await runWhen(sandbox, flowId, hasEnded)).status, 'success');
    });

    it(`sandbox snapshots stored in ${kept} can be restored while a run waits, which removes the run`, async () => {
      const snapshot = await take(sandbox, 'Before the run');
      const flowId = await waitingFlow(sandbox);
      await ask(sandbox, 'POST', `/_sandbox/snapshots/${snapshot.id}/restore`);
      sandbox.clock.advance(HOUR_MS);
      assert.deepEqual((await sandbox.client.listExecutions({ query: { flowId } })).value.items, []);
    });

    it(`sandbox snapshots stored in ${kept} are refused if the name exists or is empty, or if they do not exist`, async () => {
      const { id } = await take(sandbox, 'Mine');
      const twice = await ask(sandbox, 'POST', '/_sandbox/snapshots', { name: 'Mine' });
      assert.deepEqual([twice.status, twice.body['code']], [409, 'snapshot_exists']);
      assert.equal((await ask(sandbox, 'POST', '/_sandbox/snapshots', { name: ' ' })).status, 400);
      assert.equal((await ask(sandbox, 'DELETE', `/_sandbox/snapshots/${id}`)).status, 204);
      assert.equal((await ask(sandbox, 'DELETE', `/_sandbox/snapshots/${id}`)).status, 404);
      assert.equal((await ask(sandbox, 'POST', `/_sandbox/snapshots/${id}/restore`)).status, 404);
      assert.deepEqual(await snapshots(sandbox), []);
      if (kept === 'files') assert.deepEqual(await readdir(join(folder, 'state.db.snapshots')), []);
    });

    if (kept === 'memory') return;

    it(`sandbox snapshots stored in ${kept} survive a restart, except damaged ones`, async () => {
      const good = await take(sandbox, 'Good');
      const bad = await take(sandbox, 'Bad');
      const path = join(folder, 'state.db.snapshots', `${bad.id}.db`);
      await writeFile(path, 'This is no database, and long enough to be taken for one.'.repeat(100));
      const before = await flowCount(sandbox);
      const refused = await ask(sandbox, 'POST', `/_sandbox/snapshots/${bad.id}/restore`);
      assert.deepEqual([refused.status, refused.body['code']], [409, 'snapshot_unreadable']);
      assert.equal(await flowCount(sandbox), before);
      await sandbox.stop();
      sandbox = await start();
      assert.deepEqual(await snapshots(sandbox), [good]);
    });
  });
}

describe('wholeState: sandbox killed while it takes a snapshot', () => {
  const KILLS = 3;
  let folder: string;
  let sandbox: SandboxProcess | undefined;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cloud-devices-snapshots-'));
  });

  afterEach(async () => {
    await sandbox?.kill();
    await rm(folder, { recursive: true, force: true });
  });

  it('a sandbox killed while it takes a snapshot leaves no partial file, and can restore every listed snapshot', async () => {
    const dataFile = join(folder, 'state.db');
    const shelf = `${dataFile}.snapshots`;
    await mkdir(shelf);
    const isUnfinished = async (): Promise<boolean> =>
      (await readdir(shelf)).some(name => !name.endsWith('.db'));
    const answered = new Set<string>();
    sandbox = await launchSandbox('--data', dataFile);
    const flows = await total(sandbox);
    let cutOff = 0;
    // Until some kill comes in the middle of a file.
    for (let kill = 0; kill < KILLS || cutOff === 0; kill++) {
      const ended = Promise.allSettled([takeUntilKilled(sandbox, kill, answered)]);
      while (!(await isUnfinished())) await turn();
      await sandbox.kill();
      await ended;
      if (await isUnfinished()) cutOff++;
      sandbox = await launchSandbox('--data', dataFile);
      const listed = (await (await sandbox.request('GET', '/_sandbox/snapshots')).json()) as {
        data: Snapshot[];
      };
      const ids = listed.data.map(({ id }) => id);
      for (const id of answered) assert.ok(ids.includes(id), `${id} was answered and is gone`);
      assert.deepEqual((await readdir(shelf)).toSorted(), ids.map(id => `${id}.db`).toSorted());
      for (const id of ids) {
        assert.equal((await sandbox.request('POST', `/_sandbox/snapshots/${id}/restore`)).status, 200);
        assert.equal(await total(sandbox), flows);
      }
    }
  });

  async function takeUntilKilled(
    running: SandboxProcess,
    round: number,
    answered: Set<string>,
  ): Promise<never> {
    for (let count = 0; ; count++) {
      const name = `Snapshot ${round}.${count}`;
      const response = await running.request('POST', '/_sandbox/snapshots', { name });
      answered.add(((await response.json()) as { data: Snapshot }).data.id);
    }
  }

  async function total(running: SandboxProcess): Promise<number> {
    const page = (await (await running.request('GET', '/flows?pageSize=1')).json()) as {
      pagination: { total: number };
    };
    return page.pagination.total;
  }
});
