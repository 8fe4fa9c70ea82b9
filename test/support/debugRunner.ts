import assert from 'node:assert/strict';
import { ApiError } from '../../src/client/failure.ts';
import type { SandboxClient } from '../../src/client/sandboxClient.ts';
import type {
  DebugBreakpoint,
  DebugCommand,
  DebugEvent,
  DebugRun,
  DebugStop,
  DebugThreadDetails,
  DebugVariable,
} from '../../src/contract/sandbox/debug.ts';
import type { TraceStep } from '../../src/contract/sandbox/traces.ts';
import { demoTriggerId } from '../../src/sandbox/demo/triggers.ts';
import { type Entry, step } from './flowRunner.ts';
import type { TestSandbox } from './sandbox.ts';

/** The body of a debug run. */
export type DebugBody = Parameters<SandboxClient['startDebugRun']>[0]['body'];

/** Returns a step that writes a line, which becomes an event. */
export function log(position: number, message: string, key?: string): Entry {
  return step('webhooks.log', position, { message }, { key });
}

/** Returns a step that repeats others. */
export function repeat(position: number, params: object, children: Entry[]): Entry {
  return step('flow.repeat', position, params, { children });
}

/** A debugger of one run, which reads the events in order. */
export class DebugRunner {
  readonly #sandbox: TestSandbox;
  readonly events: DebugEvent[] = [];
  run: DebugRun;

  private constructor(sandbox: TestSandbox, run: DebugRun) {
    this.#sandbox = sandbox;
    this.run = run;
  }

  /** Starts a debug run of steps. */
  static async start(
    sandbox: TestSandbox,
    actions: Entry[],
    body: Partial<DebugBody> = {},
  ): Promise<DebugRunner> {
    const flow = { name: 'Draft', triggerId: demoTriggerId('custom'), actions };
    const given = actions.length > 0 ? { flow, ...body } : body;
    const { value } = await sandbox.sandboxClient.startDebugRun({ body: given });
    return new DebugRunner(sandbox, value.data);
  }

  get #client(): SandboxClient {
    return this.#sandbox.sandboxClient;
  }

  get #params(): { debugId: string } {
    return { debugId: this.run.id };
  }

  /** Reads events until one of a kind comes, and returns it. */
  async until(kind: string): Promise<DebugEvent> {
    for (;;) {
      const after = this.events.at(-1)?.id ?? 0;
      const query = { after, waitSeconds: 20 };
      const { data } = (await this.#client.readDebugEvents({ params: this.#params, query })).value;
      for (const event of data.events) {
        this.events.push(event);
        if (event.kind === kind) return event;
      }
      assert.ok(data.events.length > 0 || kind === 'ended', `no event of the kind ${kind}`);
    }
  }

  /** Waits until a thread stops, and returns the place. */
  async stopped(): Promise<DebugStop> {
    const { stop } = await this.until('stopped');
    assert.ok(stop);
    return stop;
  }

  /** Sends a command and returns the next stop as text, such as `step 1.0`. */
  async step(command: DebugCommand['command'], more: Partial<DebugCommand> = {}): Promise<string> {
    await this.command(command, more);
    return this.place();
  }

  /** Waits until a thread stops, and returns the place as text, such as `breakpoint 1.0 round 2`. */
  async place(): Promise<string> {
    const { reason, index, childIndex, round } = await this.stopped();
    const at = childIndex == null ? `${index}` : `${index}.${childIndex}`;
    return `${reason} ${at}${round == null ? '' : ` round ${round}`}`;
  }

  async command(command: DebugCommand['command'], more: Partial<DebugCommand> = {}): Promise<void> {
    await this.#client.controlDebugRun({ params: this.#params, body: { command, ...more } });
  }

  /** Continues until the run ends, and returns its status and error. */
  async finish(): Promise<readonly [string | null | undefined, string | null | undefined]> {
    await this.command('continue');
    return this.ended();
  }

  async ended(): Promise<readonly [string | null | undefined, string | null | undefined]> {
    const { status, error } = await this.until('ended');
    return [status, error];
  }

  async read(): Promise<DebugRun> {
    return (await this.#client.getDebugRun({ params: this.#params })).value.data;
  }

  async breakpoints(
    breakpoints: DebugBreakpoint[],
    breakOnFailure?: 'never' | 'final' | 'always',
  ): Promise<NonNullable<DebugRun['breakpoints']>> {
    const body = { breakpoints, ...(breakOnFailure ? { breakOnFailure } : {}) };
    return (await this.#client.setDebugBreakpoints({ params: this.#params, body })).value.data;
  }

  async details(threadId = 1): Promise<DebugThreadDetails> {
    return (await this.#client.getDebugThread({ params: { ...this.#params, threadId } })).value.data;
  }

  async evaluate(expression: string, threadId = 1): Promise<unknown> {
    const params = { ...this.#params, threadId };
    return (await this.#client.evaluateDebugExpression({ params, body: { expression } })).value.data.value;
  }

  async set(expression: string, value: unknown, threadId = 1): Promise<DebugVariable> {
    const params = { ...this.#params, threadId };
    return (await this.#client.setDebugValue({ params, body: { expression, value } })).value.data;
  }

  async end(run: 'abort' | 'continue' = 'abort'): Promise<DebugRun> {
    return (await this.#client.endDebugRun({ params: this.#params, body: { run } })).value.data;
  }

  /** Returns the evidence of the steps. */
  async trace(): Promise<readonly TraceStep[]> {
    const params = { executionId: this.run.id };
    return (await this.#client.getExecutionTrace({ params, query: {} })).value.data.steps;
  }

  /** Returns the texts that were written. */
  texts(category: string): readonly unknown[] {
    return this.events.filter(event => event.category === category).map(({ text }) => text);
  }

  /** Returns the positions and statuses of the steps that ended. */
  steps(): readonly string[] {
    return this.events.flatMap(({ kind, step }) => {
      if (kind !== 'step' || !step) return [];
      const { index, childIndex, round, status } = step;
      return [
        `${index}${childIndex == null ? '' : `.${childIndex}`}${round == null ? '' : `/${round}`} ${status}`,
      ];
    });
  }
}

/** Returns the code of the refusal of a call. */
export async function refusalOf(call: Promise<unknown>): Promise<string> {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof ApiError && error.failure.kind === 'refused', String(error));
  return error.failure.code ?? JSON.stringify(error.failure);
}
