import type { TASK_STATUSES } from '../contract/enumerations.ts';
import type { Task } from '../contract/records/task.ts';
import { ListStore } from './listStore.ts';
import { readOrKnown } from './notOffered.ts';
import { readListPage } from './readListPage.ts';
import { orderOf, type RunFilter } from './runFilter.ts';
import type { Session } from './session.ts';

export type TaskFilter = RunFilter<(typeof TASK_STATUSES)[number]>;

/** Every task, newest first. */
export const ALL_TASKS: TaskFilter = { search: '', status: undefined, orderBy: 'began' };

const PAGE_SIZE = 20;
const POLL_MS = 5000;
/** Maximum number of remembered tasks that were started from this window. */
const KEPT_TASKS = 200;

/** The latest tasks. If the service offers no list, those started from this window, with their state at the start. */
export class TaskStore extends ListStore<Task, TaskFilter> {
  readonly #started: StartedTasks;

  constructor(session: Session) {
    const started = new StartedTasks();
    super(
      session,
      ALL_TASKS,
      (client, { search, status, orderBy }, next, signal, connectionId) =>
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
          () => Promise.resolve(started.of(connectionId)),
        ),
      POLL_MS,
    );
    this.#started = started;
  }

  /** Remembers a task that was just started on a connection. */
  note(connectionId: string, task: Task): void {
    this.#started.add(connectionId, task);
  }
}

/** The tasks started from this window, newest first. */
class StartedTasks {
  #tasks: readonly { readonly connectionId: string; readonly task: Task }[] = [];

  of(id: string): readonly Task[] {
    return this.#tasks.flatMap(({ connectionId, task }) => (connectionId === id ? [task] : []));
  }

  add(connectionId: string, task: Task): void {
    this.#tasks = [{ connectionId, task }, ...this.#tasks].slice(0, KEPT_TASKS);
  }
}
