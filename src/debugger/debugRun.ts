import type { DebugCommand, DebugEvent, DebugRun, StartDebugRun } from '../contract/sandbox/debug.ts';
import type { ExecutionStep } from '../contract/records/execution.ts';
import type { DebugClient } from './debugPort.ts';

type Data<O extends keyof DebugClient> =
  Awaited<ReturnType<DebugClient[O]>> extends {
    readonly value: { readonly data: infer D };
  }
    ? D
    : never;

/** The functions that follow a debug run. */
interface RunListener {
  /** Called for each event in order; the next one waits until it resolves. */
  readonly onEvent: (event: DebugEvent) => Promise<void>;
  /** Called once if the events cannot be read. */
  readonly onLost: (error: unknown) => void;
}

const WAIT_SECONDS = 20;

/** A debug run of the sandbox whose events are read until it ends. */
export class FollowedRun {
  readonly #client: DebugClient;
  readonly #params: { readonly debugId: string };
  readonly #left = new AbortController();
  #hasLeft = false;
  /** The state of the run when it began. */
  readonly first: DebugRun;

  static async start(client: DebugClient, body: StartDebugRun): Promise<FollowedRun> {
    const { data } = (await client.startDebugRun({ body })).value;
    return new FollowedRun(client, data);
  }

  private constructor(client: DebugClient, run: DebugRun) {
    this.#client = client;
    this.#params = { debugId: run.id };
    this.first = run;
  }

  get id(): string {
    return this.first.id;
  }

  /** Reads the events until the run ends or is aborted. */
  async follow({ onEvent, onLost }: RunListener): Promise<void> {
    const { signal } = this.#left;
    const hasLeft = (): boolean => signal.aborted;
    let after = 0;
    try {
      while (!hasLeft()) {
        const query = { after, waitSeconds: WAIT_SECONDS };
        const { data } = (await this.#client.readDebugEvents({ params: this.#params, query }, { signal }))
          .value;
        for (const event of data.events) {
          if (hasLeft()) return;
          after = event.id;
          await onEvent(event);
          if (event.kind === 'ended') return;
        }
        after = Math.max(after, data.last);
      }
    } catch (error) {
      if (!hasLeft()) onLost(error);
    }
  }

  async control(command: DebugCommand): Promise<DebugRun> {
    return (await this.#client.controlDebugRun({ params: this.#params, body: command })).value.data;
  }

  async setBreakpoints(
    body: Parameters<DebugClient['setDebugBreakpoints']>[0]['body'],
  ): Promise<Data<'setDebugBreakpoints'>> {
    return (await this.#client.setDebugBreakpoints({ params: this.#params, body })).value.data;
  }

  /** Returns the steps so far with their outputs; undefined if they cannot be read. */
  async steps(): Promise<readonly ExecutionStep[] | undefined> {
    const reply = await this.#client.getDebugRun({ params: this.#params }).catch(() => undefined);
    return reply?.value.data.result?.steps ?? undefined;
  }

  /** Returns the stack and the values of a thread. */
  async read(threadId: number): Promise<Data<'getDebugThread'>> {
    return (await this.#client.getDebugThread({ params: { ...this.#params, threadId } })).value.data;
  }

  async evaluate(threadId: number, expression: string): Promise<Data<'evaluateDebugExpression'>> {
    const params = { ...this.#params, threadId };
    return (await this.#client.evaluateDebugExpression({ params, body: { expression } })).value.data;
  }

  async setValue(threadId: number, expression: string, value: unknown): Promise<Data<'setDebugValue'>> {
    const params = { ...this.#params, threadId };
    return (await this.#client.setDebugValue({ params, body: { expression, value } })).value.data;
  }

  /** Aborts the run and stops following it, or lets it go on without breakpoints. Only the first call counts. */
  async leave(run: 'abort' | 'continue'): Promise<void> {
    if (this.#hasLeft) return;
    this.#hasLeft = true;
    if (run === 'abort') this.#left.abort();
    // It may have ended already.
    await this.#client.endDebugRun({ params: this.#params, body: { run } }).catch(() => undefined);
  }
}
