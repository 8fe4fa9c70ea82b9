import type { TASK_STATUSES } from '../contract/enumerations.ts';
import type { Task } from '../contract/records/task.ts';
import { ListStore } from './listStore.ts';
import { readOrKnown } from './notOffered.ts';
import { readListPage } from './readListPage.ts';
import { orderOf, type RunFilter } from './runFilter.ts';
import type { Session } from './session.ts';

/** Which tasks are shown. */
export type TaskFilter = RunFilter<(typeof TASK_STATUSES)[number]>;

/** Every task, the latest first. */
export const ALL_TASKS: TaskFilter = { search: '', status: undefined, orderBy: 'began' };

const PAGE_SIZE = 20;
const POLL_MS = 5000;
/** How many of the tasks started from this window are known at most. */
const KEPT_TASKS = 200;

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
    this.#tasks = [entry, ...this.#tasks].slice(0, KEPT_TASKS);
  }
}
