import type { Action } from '../contract/records/action.ts';
import type { Task } from '../contract/records/task.ts';
import type { ActionFilter, ActionStore } from '../stores/actionStore.ts';
import type { KeyedLists } from '../stores/keyedLists.ts';
import type { ListStore } from '../stores/listStore.ts';
import type { PagedList } from '../stores/pagedList.ts';
import type { TaskFilter, TaskStore } from '../stores/taskStore.ts';
import { type CommandSession, CommandStore } from './commandSession.ts';

/**
 * A list of the command's connection. If another connection has become active, the list is empty, and reads do nothing.
 */
export class CommandList<T extends { readonly id: string }, F> extends CommandStore<ListStore<T, F>> {
  get filter(): F {
    return this.store.filter;
  }

  /** The records shown; empty if another connection is active. */
  get items(): readonly T[] {
    return this.session.isActive ? this.store.state.items : [];
  }

  /** True if the service is known not to offer this list. */
  get notOffered(): boolean {
    return this.session.isActive && this.store.notOffered;
  }

  /** Returns the record with this ID if it is shown. */
  byId(id: string): T | undefined {
    return this.items.find(item => item.id === id);
  }

  /** Yields all unfiltered records, page by page. Throws if a page cannot be read. */
  async *all(): AsyncGenerator<readonly T[]> {
    yield* this.store.all(this.session.require());
  }

  /** Reads the shown pages again. */
  async refresh(): Promise<void> {
    await this.whenActive(store => store.refresh());
  }

  /** Repeats the read that failed. */
  async retry(): Promise<void> {
    await this.whenActive(store => store.retry());
  }

  async more(): Promise<void> {
    await this.whenActive(store => store.more());
  }

  /** Applies another filter and reads the first page. */
  async show(filter: F): Promise<void> {
    await this.whenActive(store => store.show(filter));
  }
}

export class CommandTasks extends CommandList<Task, TaskFilter> {
  readonly #tasks: TaskStore;

  constructor(session: CommandSession, tasks: TaskStore) {
    super(session, tasks);
    this.#tasks = tasks;
  }

  /** Remembers a task that was just started, and reads the list again. */
  async add(task: Task): Promise<void> {
    this.#tasks.note(this.session.require().id, task);
    await this.refresh();
  }
}

/** The lists that belong to records of the command's connection. */
export class CommandKeyedLists<T, F = undefined> extends CommandStore<KeyedLists<T, F>> {
  get filter(): F {
    return this.store.filter;
  }

  /** Returns the list of the record with this ID; undefined if another connection is active. */
  of(key: string): PagedList<T> | undefined {
    return this.session.isActive ? this.store.of(key) : undefined;
  }

  /** Marks the list of one record, or all lists, to be read again on next access. */
  expire(key?: string): void {
    if (this.session.isActive) this.store.expire(key);
  }

  /** Applies another filter and discards the lists. */
  show(filter: F): void {
    if (this.session.isActive) this.store.show(filter);
  }
}

export class CommandActions extends CommandKeyedLists<Action, ActionFilter> {
  readonly #actions: ActionStore;

  constructor(session: CommandSession, actions: ActionStore) {
    super(session, actions);
    this.#actions = actions;
  }

  /** Reads the lists that have not been read yet, such as after a change of the filter. */
  async ensure(): Promise<void> {
    await this.whenActive(() => this.#actions.ensure());
  }

  /** Reads all lists again. */
  async refresh(): Promise<void> {
    await this.whenActive(() => this.#actions.refresh());
  }

  /** Repeats reads that failed or were incomplete. */
  async retry(): Promise<void> {
    await this.whenActive(() => this.#actions.retry());
  }
}
