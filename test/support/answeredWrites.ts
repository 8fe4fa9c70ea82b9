import assert from 'node:assert/strict';
import type { Flow } from '../../src/contract/records/flow.ts';
import { demoActionId } from '../../src/sandbox/demo/demoCatalog.ts';
import type { SandboxProcess } from './sandboxProcess.ts';

const WRITERS = 8;

/** Writes to a sandbox that may be killed any time, and what each of them was answered. */
export class AnsweredWrites {
  /** Names of flows by id, as they were answered last. */
  readonly #flows = new Map<string, string>();
  readonly #webhooks = new Set<string>();

  /** How many records were answered. */
  get count(): number {
    return this.#flows.size + this.#webhooks.size;
  }

  /** Forgets what was answered, where it is known to be lost. */
  clear(): void {
    this.#flows.clear();
    this.#webhooks.clear();
  }

  /** Writes until so many more records were answered, and kills the sandbox in the middle of the next ones. */
  async writeAndKill(sandbox: SandboxProcess, more: number): Promise<void> {
    const goal = this.count + more;
    const triggerId = await createTrigger(sandbox);
    const writers = Array.from({ length: WRITERS }, async () => {
      // A write that is cut off has no answer, so nothing is known of it.
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

  /** Rejects where something is missing that was answered, or is there by half. */
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

/** What a success answers. */
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
