import type { MailboxMessage } from '../contract/records/mailbox.ts';
import type { Task } from '../contract/records/task.ts';
import type { ActionOrder, ActionStore } from '../stores/actionStore.ts';
import type { KeyedLists } from '../stores/keyedLists.ts';
import type { ListStore } from '../stores/listStore.ts';
import type { MessageFilter, MessageLists } from '../stores/mailboxStore.ts';
import type { PagedList } from '../stores/pagedList.ts';
import type { TaskFilter, TaskStore } from '../stores/taskStore.ts';
import type { CommandSession } from './commandSession.ts';
import { CommandStore } from './commandStore.ts';

/**
 * A list of the service as a command sees it: that of the command's connection. Where another connection is active by
 * now, nothing is known, and nothing is read or shown.
 */
export class CommandList<T extends { readonly id: string }, F> extends CommandStore<ListStore<T, F>> {
  get filter(): F {
    return this.store.filter;
  }

  /** The records that are shown. */
  get items(): readonly T[] {
    return this.session.isActive ? this.store.state.items : [];
  }

  /** Tells whether the service is known not to have this list. */
  get notOffered(): boolean {
    return this.session.isActive && this.store.notOffered;
  }

  /** Finds a record among those that are shown. */
  byId(id: string): T | undefined {
    return this.items.find(item => item.id === id);
  }

  /** Every record whatever the filter, page by page. Rejects where a page cannot be read. */
  async *all(): AsyncGenerator<readonly T[]> {
    yield* this.store.all(this.session.require());
  }

  /** Reads the pages shown anew. */
  async refresh(): Promise<void> {
    await this.whenActive(store => store.refresh());
  }

  /** Repeats what failed. */
  async retry(): Promise<void> {
    await this.whenActive(store => store.retry());
  }

  /** Appends the next page. */
  async more(): Promise<void> {
    await this.whenActive(store => store.more());
  }

  /** Shows what meets another filter instead. */
  async show(filter: F): Promise<void> {
    await this.whenActive(store => store.show(filter));
  }
}

/** The tasks of the command's connection. */
export class CommandTasks extends CommandList<Task, TaskFilter> {
  readonly #tasks: TaskStore;

  constructor(session: CommandSession, tasks: TaskStore) {
    super(session, tasks);
    this.#tasks = tasks;
  }

  /** Notes a task that was just started, and reads the list anew. */
  async add(task: Task): Promise<void> {
    this.#tasks.note(this.session.require().id, task);
    await this.refresh();
  }
}

/** The lists below the records of the command's connection. */
export class CommandKeyedLists<T> extends CommandStore<KeyedLists<T>> {
  /** The list below the record of this id; undefined where another connection is active by now. */
  of(key: string): PagedList<T> | undefined {
    return this.session.isActive ? this.store.of(key) : undefined;
  }

  /** Has who looks below one record next, or below any of them, read that anew. */
  expire(key?: string): void {
    if (this.session.isActive) this.store.expire(key);
  }
}

/** The messages of each mailbox of the command's connection. */
export class CommandMessages extends CommandKeyedLists<MailboxMessage> {
  readonly #messages: MessageLists;

  constructor(session: CommandSession, messages: MessageLists) {
    super(session, messages);
    this.#messages = messages;
  }

  get filter(): MessageFilter {
    return this.#messages.filter;
  }

  /** Shows what meets another filter instead. */
  show(filter: MessageFilter): void {
    if (this.session.isActive) this.#messages.show(filter);
  }
}

/** The actions of the command's connection, by service. */
export class CommandActions extends CommandStore<ActionStore> {
  get search(): string {
    return this.store.search;
  }

  get order(): ActionOrder {
    return this.store.order;
  }

  /** Reads everything anew. */
  async refresh(): Promise<void> {
    await this.whenActive(store => store.refresh());
  }

  /** Repeats what failed or could not be read whole. */
  async retry(): Promise<void> {
    await this.whenActive(store => store.retry());
  }

  /** Appends the next page of a service. */
  async more(service: string): Promise<void> {
    await this.whenActive(store => store.more(service));
  }

  /** Searches names and descriptions; an empty text shows everything again. */
  async searchFor(text: string): Promise<void> {
    await this.whenActive(store => store.searchFor(text));
  }

  /** Changes the order of every service's actions. */
  async sort(order: ActionOrder): Promise<void> {
    await this.whenActive(store => store.sort(order));
  }
}
