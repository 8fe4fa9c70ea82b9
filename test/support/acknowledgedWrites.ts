import assert from 'node:assert/strict';
import type { Flow } from '../../src/contract/records/flow.ts';
import { demoActionId } from '../../src/sandbox/demo/demoCatalog.ts';
import type { SandboxProcess } from './sandboxProcess.ts';

const WRITERS = 8;

/** Writes to a sandbox that may be killed at any time, and the acknowledged results. */
export class AcknowledgedWrites {
  /** Last acknowledged names of flows by ID. */
  readonly #flows = new Map<string, string>();
  readonly #webhooks = new Set<string>();

  /** Number of acknowledged records. */
  get count(): number {
    return this.#flows.size + this.#webhooks.size;
  }

  /** Forgets the acknowledged records when they are known to be lost. */
  clear(): void {
    this.#flows.clear();
    this.#webhooks.clear();
  }

  /** Writes until `count` more records were acknowledged, and kills the sandbox during the next ones. */
  async writeAndKill(sandbox: SandboxProcess, count: number): Promise<void> {
    const goal = this.count + count;
    const triggerId = await createTrigger(sandbox);
    const writers = Array.from({ length: WRITERS }, async () => {
      // An interrupted write has no response, so its result is unknown.
      for (;;) await this.#write(sandbox, triggerId);
    });
    const ended = Promise.allSettled(writers);
    const refused = Promise.all(writers).catch((error: unknown) => {
      if (error instanceof assert.AssertionError) throw error;
    });
    while (this.count < goal) await Promise.race([refused, new Promise(setImmediate)]);
    await sandbox.kill();
    await ended;
  }

  /** Rejects if an acknowledged record is missing or incomplete. */
  async check(sandbox: SandboxProcess): Promise<void> {
    for (const [id, name] of this.#flows) {
      const flow = await answerOf<Flow>(sandbox, 'GET', `/flows/${id}`);
      assert.ok(flow.name === name || flow.name === `${name} changed`, `${id} is ${flow.name}`);
      const steps = await answerOf<unknown[]>(sandbox, 'GET', `/flows/${id}/actions`);
      assert.equal(steps.length, 2);
    }
    for (const id of this.#webhooks) {
      const endpoint = await answerOf<{ id: string }>(sandbox, 'GET', `/webhooks/${id}`);
      assert.equal(endpoint.id, id);
    }
  }

  async #write(sandbox: SandboxProcess, triggerId: string): Promise<void> {
    const step = (position: number): object => ({ actionId: demoActionId('device.globalAction'), position });
    const name = `Flow ${this.#flows.size}`;
    const body = { name, triggerId, actions: [{ ...step(1), children: [step(1)] }] };
    const { id } = await answerOf<Flow>(sandbox, 'POST', '/flows', body);
    this.#flows.set(id, name);
    const changed = `${name} changed`;
    await answerOf(sandbox, 'PATCH', `/flows/${id}`, { name: changed });
    this.#flows.set(id, changed);
    const url = 'https://hooks.example.com/x';
    const endpoint = await answerOf<{ id: string }>(sandbox, 'POST', '/webhooks', { url });
    this.#webhooks.add(endpoint.id);
  }
}

async function createTrigger(sandbox: SandboxProcess): Promise<string> {
  const { id } = await answerOf<{ id: string }>(sandbox, 'POST', '/triggers', {
    activation: 'custom',
    name: 'By hand',
  });
  return id;
}

/** Returns the data of a successful response. */
async function answerOf<T>(
  sandbox: SandboxProcess,
  method: string,
  path: string,
  body?: unknown,
): Promise<T> {
  const response = await sandbox.request(method, path, body);
  const text = await response.text();
  assert.ok(response.ok, `${method} ${path} is answered ${response.status}: ${text}`);
  return (JSON.parse(text) as { data: T }).data;
}
