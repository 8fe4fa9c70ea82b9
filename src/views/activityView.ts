import * as vscode from 'vscode';
import { Command, View } from '../manifest.ts';
import { FINISHED_EXECUTIONS, FINISHED_TASKS } from '../contract/enumerations.ts';
import type { ExecutionStore } from '../stores/executionStore.ts';
import type { RequestStore, SeenRequest } from '../stores/requestStore.ts';
import type { RunFilter } from '../stores/runFilter.ts';
import type { TaskStore } from '../stores/taskStore.ts';
import type { ListStore } from '../stores/listStore.ts';
import type { ListState } from '../stores/pagedList.ts';
import { relativeTime } from '../util/relativeTime.ts';
import { Disposables } from '../util/disposables.ts';
import { Emitter } from '../util/emitter.ts';
import { executionItem, requestItem, taskItem } from './activityItems.ts';
import { infoLine, type Line, listLines, listMessage } from './line.ts';
import type { LineSource } from './lineTree.ts';

const ORDER_WORDS = { began: '', ended: 'by end', status: 'by state' } as const;

/** The “Activity” view: executions and tasks of the service, and the requests of this window. */
export class ActivityView implements LineSource {
  readonly view = View.activity;
  readonly refresh = Command.refreshActivity;
  readonly selectsMany = true;
  readonly local = true;
  readonly #executions: ExecutionStore;
  readonly #tasks: TaskStore;
  readonly #requests: RequestStore;
  readonly #owned = new Disposables();
  readonly #changed = this.#owned.add(new Emitter<void>());

  readonly onDidChange = this.#changed.event;

  constructor(executions: ExecutionStore, tasks: TaskStore, requests: RequestStore) {
    this.#executions = executions;
    this.#tasks = tasks;
    this.#requests = requests;
    for (const source of [executions, tasks, requests]) {
      this.#owned.add(source.onDidChange(() => this.#changed.fire()));
    }
  }

  readonly ensure = async (): Promise<void> => {
    await Promise.all([this.#executions.ensure(), this.#tasks.ensure()]);
  };

  readonly lines = (): Line[] => {
    const { requests } = this.#requests;
    const runs =
      this.#executions.state.kind === 'idle'
        ? []
        : [
            group('executions', 'Executions', 'run-all', count(this.#executions, FINISHED_EXECUTIONS), () =>
              this.#runs(),
            ),
            group('tasks', 'Tasks', 'checklist', count(this.#tasks, FINISHED_TASKS), () => this.#taskLines()),
          ];
    const seen = requests.map(request => ({
      kind: 'request',
      record: request,
      item: () => requestItem(request),
    }));
    return [
      ...runs,
      ...(seen.length > 0 ? [group('requests', 'Requests', 'history', failures(requests), () => seen)] : []),
    ];
  };

  readonly message = (): string => {
    const failed = [this.#executions, this.#tasks].find(({ state, notOffered }) => {
      return state.kind === 'failed' && !notOffered;
    });
    return failed ? listMessage(failed.state, Date.now()) : '';
  };

  readonly description = (): string => {
    const { flowId, search, orderBy } = this.#executions.filter;
    return [
      search === '' ? '' : `“${search}”`,
      flowId === undefined ? '' : 'executions of one flow',
      ORDER_WORDS[orderBy],
    ]
      .filter(Boolean)
      .join(' · ');
  };

  readonly watch = (wanted: boolean): void => {
    this.#executions.watch(wanted);
    this.#tasks.watch(wanted);
  };

  dispose(): void {
    this.#owned.dispose();
  }

  #runs(): Line[] {
    return orEmpty(
      this.#executions,
      'executions',
      listLines(this.#executions.state, {
        id: 'executions',
        noun: 'executions',
        list: 'executions',
        saidAbove: false,
        line: execution => ({ kind: 'execution', record: execution, item: () => executionItem(execution) }),
      }),
    );
  }

  #taskLines(): Line[] {
    return orEmpty(
      this.#tasks,
      'tasks',
      listLines(this.#tasks.state, {
        id: 'tasks',
        noun: 'tasks',
        list: 'tasks',
        saidAbove: false,
        line: task => ({ kind: 'task', record: task, item: () => taskItem(task) }),
      }),
    );
  }
}

function orEmpty<T extends { readonly id: string }, F extends RunFilter<string>>(
  store: ListStore<T, F>,
  noun: string,
  lines: Line[],
): Line[] {
  if (store.notOffered) {
    const missing = `This service does not list ${noun}`;
    const text = store.state.items.length > 0 ? 'Only those started here are listed' : missing;
    return [infoLine(`${noun}/missing`, text), ...(store.state.kind === 'failed' ? [] : lines)];
  }
  if (lines.length > 0) return lines;
  const { search, status } = store.filter;
  const narrowed = search !== '' || status !== undefined;
  return [infoLine(`${noun}/empty`, narrowed ? `No matching ${noun}` : `No ${noun} yet`)];
}

interface Counted {
  readonly filter: RunFilter<string>;
  readonly state: ListState<{ readonly status?: string | null | undefined }>;
  readonly notOffered: boolean;
}

// The number of live runs is more useful than the total.
function count({ filter, state, notOffered }: Counted, finished: readonly string[]): string {
  if (notOffered) return 'not listed';
  if (state.kind === 'failed') {
    return state.readAt === undefined || state.items.length === 0
      ? 'could not be read'
      : `as of ${relativeTime(state.readAt, Date.now())}`;
  }
  const live = state.items.filter(({ status }) => !finished.includes(status ?? '')).length;
  return [filter.status === undefined ? '' : `${filter.status} only`, live > 0 ? `${live} live` : '']
    .filter(Boolean)
    .join(' · ');
}

function failures(requests: readonly SeenRequest[]): string {
  const failed = requests.filter(({ failure }) => failure !== undefined).length;
  return failed > 0 ? `${requests.length}, ${failed} failed` : String(requests.length);
}

function group(
  id: string,
  label: string,
  icon: string,
  description: string,
  children: () => readonly Line[],
): Line {
  return {
    kind: 'group',
    children,
    item: () => {
      const item = new vscode.TreeItem(label, vscode.TreeItemCollapsibleState.Collapsed);
      item.id = `activity/${id}`;
      item.iconPath = new vscode.ThemeIcon(icon);
      item.description = description;
      item.accessibilityInformation = { label: [label, description].filter(Boolean).join(', ') };
      item.contextValue = `group ${id}`;
      return item;
    },
  };
}
