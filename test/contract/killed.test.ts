import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Flow } from '../../src/contract/records/flow.ts';
import { demoActionId } from '../../src/sandbox/demo/catalogue/demoCatalogue.ts';
import { seededRandom } from '../../src/util/random.ts';
import { launchSandbox, type SandboxProcess } from '../support/sandboxProcess.ts';

const KILLS = 4;
const WRITERS = 8;

describe('a sandbox that is killed while it answers', () => {
  let folder: string;
  let sandbox: SandboxProcess | undefined;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'cloud-devices-killed-'));
  });

  afterEach(async () => {
    await sandbox?.kill();
    await rm(folder, { recursive: true, force: true });
  });

  it('has every write afterwards that it answered, and no half of one', async () => {
    const { next } = seededRandom(11);
    const args = ['--data', join(folder, 'state.db'), '--seed', 'empty'];
    /** Names of flows by id, as they were answered last. */
    const answered = new Map<string, string>();
    sandbox = await launchSandbox(...args);
    const triggerId = await createTrigger(sandbox);
    for (let kill = 0; kill < KILLS; kill++) {
      const running: SandboxProcess = sandbox;
      const goal = answered.size + 20 + Math.floor(next() * 60);
      const writers = Array.from({ length: WRITERS }, async () => {
        // A write that is cut off has no answer, so nothing is known of it.
        for (;;) await write(running, triggerId, answered);
      });
      const ended = Promise.allSettled(writers);
      while (answered.size < goal) await Promise.race([ended, new Promise(setImmediate)]);
      await running.kill();
      await ended;
      sandbox = await launchSandbox(...args);
      for (const [id, name] of answered) {
        const flow = (await (await sandbox.request('GET', `/flows/${id}`)).json()) as { data: Flow };
        assert.ok(
          flow.data.name === name || flow.data.name === `${name} changed`,
          `${id} is ${flow.data.name}`,
        );
        const steps = (await (await sandbox.request('GET', `/flows/${id}/actions`)).json()) as {
          data: unknown[];
        };
        assert.equal(steps.data.length, 2);
      }
    }
  });

  async function write(
    running: SandboxProcess,
    triggerId: string,
    answered: Map<string, string>,
  ): Promise<void> {
    const step = (position: number): object => ({ actionId: demoActionId('device.globalAction'), position });
    const name = `Flow ${answered.size}`;
    const body = { name, triggerId, actions: [{ ...step(1), children: [step(1)] }] };
    const created = await running.request('POST', '/flows', body);
    assert.equal(created.status, 201);
    const { id } = ((await created.json()) as { data: Flow }).data;
    answered.set(id, name);
    const changed = await running.request('PATCH', `/flows/${id}`, { name: `${name} changed` });
    assert.equal(changed.status, 200);
    await changed.json();
    answered.set(id, `${name} changed`);
  }

  async function createTrigger(running: SandboxProcess): Promise<string> {
    const response = await running.request('POST', '/triggers', { activation: 'custom', name: 'By hand' });
    assert.equal(response.status, 201);
    return ((await response.json()) as { data: { id: string } }).data.id;
  }
});
