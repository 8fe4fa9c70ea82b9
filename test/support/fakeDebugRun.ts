import type {
  DebugEvent,
  DebugRun,
  DebugThreadDetails,
  StartDebugRun,
} from '../../src/contract/sandbox/debug.ts';
import type { DebugClient } from '../../src/debugger/debugPort.ts';
import { until } from './until.ts';

const ID = 'dddddddd-0000-4000-8000-000000000001';

type NewEvent = Partial<DebugEvent> & Pick<DebugEvent, 'kind'>;

/** A debug run whose events a test decides; it keeps the calls. */
export class FakeDebugRun {
  readonly #events: DebugEvent[] = [];
  /** The calls after the start, as name and body. */
  readonly calls: (readonly [name: string, body: unknown])[] = [];
  readonly started: StartDebugRun[] = [];
  verdicts: DebugRun['breakpoints'] = [];
  details: Pick<DebugThreadDetails, 'frames' | 'scopes'> = { frames: [], scopes: [] };
  /** The error with which events cannot be read. */
  problem: Error | undefined;
  threads: DebugRun['threads'] = [{ id: 1, status: 'running', deviceId: 'p1', name: 'Pixel' }];

  /** Adds an event, which the debugger then reads. */
  emit(event: NewEvent): void {
    this.#events.push({ ...event, id: this.#events.length + 1, at: '2026-11-23T10:00:00.000Z' });
  }

  get client(): DebugClient {
    const run = (): DebugRun => ({
      id: ID,
      mode: 'trial',
      status: 'running',
      threads: this.threads,
      breakpoints: this.verdicts,
      startedAt: '2026-11-23T10:00:00.000Z',
    });
    const note = (name: string, body: unknown): void => void this.calls.push([name, body]);
    const client = {
      startDebugRun: ({ body }: { readonly body: StartDebugRun }) => {
        this.started.push(body);
        return answer(run());
      },
      setDebugBreakpoints: ({ body }: { readonly body: unknown }) => {
        note('breakpoints', body);
        return answer(this.verdicts);
      },
      controlDebugRun: ({ body }: { readonly body: unknown }) => {
        note('control', body);
        return answer(run());
      },
      readDebugEvents: async ({ query }: { readonly query: { readonly after: number } }) => {
        await until('an event', () => this.problem !== undefined || this.#events.length > query.after);
        if (this.problem) throw this.problem;
        return answer({ events: this.#events.slice(query.after), last: this.#events.length });
      },
      getDebugThread: () => answer({ thread: this.threads[0], ...this.details }),
      evaluateDebugExpression: ({ body }: { readonly body: { readonly expression: string } }) =>
        answer({ name: body.expression, expression: body.expression, value: 'old', canSet: true }),
      setDebugValue: ({
        body,
      }: {
        readonly body: { readonly expression: string; readonly value: unknown };
      }) => {
        note('value', body);
        return answer({ name: body.expression, ...body, canSet: true });
      },
      getDebugRun: () => answer(run()),
      getExecutionTrace: () => answer({ run: { executionId: ID }, steps: [], screens: [], next: null }),
      endDebugRun: ({ body }: { readonly body: unknown }) => {
        note('end', body);
        return answer(run());
      },
    };
    // A test needs only the data of the replies.
    return client as unknown as DebugClient;
  }
}

function answer(data: unknown): Promise<unknown> {
  return Promise.resolve({ value: { data } });
}
