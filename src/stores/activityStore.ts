import type { Exchange } from '../client/exchange.ts';
import type { EXECUTION_STATUSES, TASK_STATUSES } from '../contract/enumerations.ts';
import type { Execution } from '../contract/records/execution.ts';
import type { Task } from '../contract/records/task.ts';
import { type Disposable, Disposables } from '../util/disposables.ts';
import { Emitter } from '../util/emitter.ts';
import type { Connection } from './connection.ts';
import { ListStore } from './listStore.ts';
import { readOrKnown } from './notOffered.ts';
import { readListPage } from './readListPage.ts';
import type { Session } from './session.ts';

/** One attempt of a request of this window, numbered from 1, with when it ended. */
export interface SeenRequest extends Exchange {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The connection that was active then. */
  readonly connection: Connection | undefined;
  /** How often the same read came back alike in a row of others, as polling does. */
  readonly times: number;
}

const KEPT_REQUESTS = 200;
/** How far back the same read is looked for, so that polling does not push everything else out. */
const ALIKE_WITHIN = 8;
const PAGE_SIZE = 20;
const POLL_MS = 5000;

/** The last requests of this window, newest first; without keys and bodies. */
export class RequestStore implements Disposable {
  readonly #owned = new Disposables();
  readonly #changed = this.#owned.add(new Emitter<void>());
  #count = 0;
  #requests: readonly SeenRequest[] = [];

  readonly onDidChange = this.#changed.event;

  constructor(session: Session) {
    this.#owned.add(
      session.onExchange(exchange => {
        const id = String(++this.#count);
        const { connection } = session;
        const alike = this.#requests.slice(0, ALIKE_WITHIN).find(one => isSameRead(one, exchange));
        const times = (alike?.times ?? 0) + 1;
        const seen = { ...exchange, id: alike?.id ?? id, at: Date.now(), connection, times };
        const others = this.#requests.filter(one => one !== alike);
        this.#requests = [seen, ...others].slice(0, KEPT_REQUESTS);
        this.#changed.fire();
      }),
    );
  }

  get requests(): readonly SeenRequest[] {
    return this.#requests;
  }

  /** Forgets the requests seen so far. */
  clear(): void {
    this.#requests = [];
    this.#changed.fire();
  }

  dispose(): void {
    this.#owned.dispose();
  }
}

function isSameRead(one: Exchange, other: Exchange): boolean {
  return (
    one.method === 'GET' &&
    other.method === 'GET' &&
    one.path === other.path &&
    one.status === other.status &&
    one.failure === other.failure
  );
}

/** Which runs are shown and in which order (wire facts 2). */
export interface RunFilter<S extends string> {
  readonly search: string;
  /** State to show, such as `failed`; undefined shows every one. */
  readonly status: S | undefined;
  readonly orderBy: RunOrder;
}

/** By when runs began or ended, the latest first, or by the names of their states. */
export type RunOrder = 'began' | 'ended' | 'status';

/** Which executions are shown: those of one flow, or of every flow. */
export interface ExecutionFilter extends RunFilter<(typeof EXECUTION_STATUSES)[number]> {
  readonly flowId: string | undefined;
}

/** Which tasks are shown. */
export type TaskFilter = RunFilter<(typeof TASK_STATUSES)[number]>;

/** Every task, the latest first. */
export const ALL_TASKS: TaskFilter = { search: '', status: undefined, orderBy: 'began' };

/** Every execution, the latest first. */
export const ALL_EXECUTIONS: ExecutionFilter = { ...ALL_TASKS, status: undefined, flowId: undefined };

/** The latest runs of flows. */
export class ExecutionStore extends ListStore<Execution, ExecutionFilter> {
  constructor(session: Session) {
    super(
      session,
      ALL_EXECUTIONS,
      (client, { flowId, search, status, orderBy }, next, signal) =>
        readListPage(() =>
          client.listExecutions(
            {
              query: {
                page: Number(next ?? 1),
                pageSize: PAGE_SIZE,
                ...orderOf(orderBy, 'startedAt'),
                ...(flowId === undefined ? {} : { flowId }),
                ...(search === '' ? {} : { search }),
                ...(status === undefined ? {} : { status }),
              },
            },
            { signal },
          ),
        ),
      POLL_MS,
    );
  }
}

/** The latest tasks; where the service lists none, those started from this window as they stood then. */
export class TaskStore extends ListStore<Task, TaskFilter> {
  readonly #started: StartedTasks;

  constructor(session: Session) {
    const started = new StartedTasks(session);
    super(
      session,
      ALL_TASKS,
      (client, { search, status, orderBy }, next, signal) =>
        readOrKnown(
          () =>
            readListPage(() =>
              client.listTasks(
                {
                  query: {
                    page: Number(next ?? 1),
                    pageSize: PAGE_SIZE,
                    ...orderOf(orderBy, 'createdAt'),
                    ...(search === '' ? {} : { query: search }),
                    ...(status === undefined ? {} : { status }),
                  },
                },
                { signal },
              ),
            ),
          () => Promise.resolve(started.ofConnection),
        ),
      POLL_MS,
    );
    this.#started = started;
  }

  /** Notes a task that was just started on the active connection, and reads the list anew. */
  async add(task: Task): Promise<void> {
    this.#started.add(task);
    await this.refresh();
  }
}

/** The tasks started from this window, newest first. */
class StartedTasks {
  readonly #session: Session;
  #tasks: readonly { readonly connection: string | undefined; readonly task: Task }[] = [];

  constructor(session: Session) {
    this.#session = session;
  }

  get ofConnection(): readonly Task[] {
    const id = this.#session.connection?.id;
    return this.#tasks.flatMap(({ connection, task }) => (connection === id ? [task] : []));
  }

  add(task: Task): void {
    const entry = { connection: this.#session.connection?.id, task };
    this.#tasks = [entry, ...this.#tasks].slice(0, KEPT_REQUESTS);
  }
}

// What executions and tasks call their beginning differs.
function orderOf<B extends string>(
  orderBy: RunOrder,
  began: B,
): { readonly orderBy: B | 'finishedAt' | 'status'; readonly orderByDirection: 'asc' | 'desc' } {
  if (orderBy === 'status') return { orderBy, orderByDirection: 'asc' };
  return { orderBy: orderBy === 'ended' ? 'finishedAt' : began, orderByDirection: 'desc' };
}
