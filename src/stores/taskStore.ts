import type { QueryValue } from '../contract/operations.ts';
import type { Task } from '../contract/records/task.ts';
import { ListStore } from './listStore.ts';
import { readOrKnown } from './notOffered.ts';
import { queryOfPage, readListPage } from './readListPage.ts';
import { orderOf, type RunFilter } from './runFilter.ts';
import type { Session } from './session.ts';

export type TaskFilter = RunFilter<QueryValue<'listTasks', 'status'>>;

/** Every task, newest first. */
export const ALL_TASKS: TaskFilter = { search: '', status: undefined, orderBy: 'began' };

const PAGE_SIZE = 20;
const POLL_MS = 5000;
/** Maximum number of remembered tasks that were started from this window. */
const KEPT_TASKS = 200;

/** The latest tasks. If the service offers no list, those started from this window, with their state at the start. */
export class TaskStore extends ListStore<Task, TaskFilter> {
  #started: readonly Task[] = [];

  constructor(session: Session) {
    super(session, ALL_TASKS, POLL_MS, ({ client, filter, next, signal }) => {
      const { search, status, orderBy } = filter;
      const query = {
        ...queryOfPage(next, PAGE_SIZE),
        ...orderOf(orderBy, 'createdAt'),
        query: search || undefined,
        status,
      };
      return readOrKnown(
        () => readListPage(client.listTasks({ query }, { signal })),
        () => Promise.resolve(this.#started),
      );
    });
  }

  /** Remembers a task that was just started, and reads the list again. */
  async addStarted(task: Task): Promise<void> {
    this.#started = [task, ...this.#started].slice(0, KEPT_TASKS);
    await this.refresh();
  }
}
