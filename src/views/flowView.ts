import * as vscode from 'vscode';
import type { FlowLink } from '../host/flowLinks.ts';
import { readFlowLinks } from '../host/flowLinks.ts';
import { Command, View } from '../manifest.ts';
import type { ActionStore } from '../stores/actionStore.ts';
import type { Flow } from '../contract/records/flow.ts';
import type { FlowAction } from '../contract/records/flowAction.ts';
import type { FlowStore, StepLists } from '../stores/flowStore.ts';
import type { Session } from '../stores/session.ts';
import { Disposables } from '../util/disposables.ts';
import { Emitter } from '../util/emitter.ts';
import { flowItem, linkedFlowItem, stepItem } from './flowItems.ts';
import { infoLine, type Line, listLines, listMessage } from './line.ts';
import type { LineSource } from './lineTree.ts';

const ORDER_WORDS = { name: '', createdAt: 'by creation', updatedAt: 'by last change' } as const;

/** The view “Flows”: flows with their steps, and those known from this workspace where none are listed. */
export class FlowView implements LineSource {
  readonly view = View.flows;
  readonly refresh = Command.refreshFlows;
  readonly selectsMany = true;
  readonly local = false;
  readonly #session: Session;
  readonly #flows: FlowStore;
  readonly #steps: StepLists;
  readonly #actions: ActionStore;
  readonly #owned = new Disposables();
  readonly #changed = this.#owned.add(new Emitter<void>());
  #links: readonly FlowLink[] = [];

  readonly onDidChange = this.#changed.event;

  constructor(session: Session, flows: FlowStore, steps: StepLists, actions: ActionStore) {
    this.#session = session;
    this.#flows = flows;
    this.#steps = steps;
    this.#actions = actions;
    this.#owned.add(flows.onDidChange(() => this.#changed.fire()));
    this.#owned.add(steps.onDidChange(() => this.#changed.fire()));
  }

  readonly ensure = async (): Promise<void> => {
    const id = this.#session.connection?.id ?? '';
    const [links] = await Promise.all([readFlowLinks(id), this.#flows.ensure()]);
    this.#links = links;
  };

  readonly lines = (): Line[] => {
    if (this.#flows.notOffered) return this.#knownLocally();
    const { state } = this.#flows;
    const lines = listLines(state, {
      id: 'flows',
      noun: 'flows',
      list: 'flows',
      saidAbove: true,
      line: flow => this.#flowLine(flow),
    });
    if (lines.length > 0 || state.kind !== 'ready') return lines;
    const { search, enabled, status } = this.#flows.filter;
    const narrowed = search !== '' || enabled !== undefined || status !== undefined;
    return [infoLine('flows/empty', narrowed ? 'No flow matches' : 'No flows yet')];
  };

  readonly message = (): string =>
    this.#flows.notOffered
      ? 'This service does not list flows. Shown are those linked to files of this workspace.'
      : listMessage(this.#flows.state, Date.now());

  readonly description = (): string => {
    const { search, enabled, status, orderBy } = this.#flows.filter;
    return [
      search === '' ? '' : `“${search}”`,
      enabled === undefined ? '' : enabled ? 'enabled' : 'disabled',
      status ?? '',
      ORDER_WORDS[orderBy],
    ]
      .filter(Boolean)
      .join(' · ');
  };

  readonly watch = (wanted: boolean): void => this.#flows.watch(wanted);

  dispose(): void {
    this.#owned.dispose();
  }

  #knownLocally(): Line[] {
    if (this.#links.length === 0) {
      const detail = 'A flow is linked to its file when it is created from it.';
      return [infoLine('flows/unlinked', 'No file of this workspace is linked to a flow', detail)];
    }
    return this.#links.map(({ flowId, file }) => ({
      kind: 'flow',
      record: { id: flowId, name: vscode.workspace.asRelativePath(file) },
      item: () => linkedFlowItem(flowId, file),
    }));
  }

  #flowLine(flow: Flow): Line {
    const file = this.#links.find(({ flowId }) => flowId === flow.id)?.file;
    return {
      kind: 'flow',
      record: flow,
      item: () => flowItem(flow, file),
      children: () => this.#stepsOf(flow.id),
    };
  }

  async #stepsOf(flowId: string): Promise<Line[]> {
    const list = this.#steps.of(flowId);
    await Promise.all([list.ensure(), this.#actions.ensure()]);
    const all = list.state.items;
    const lines = listLines(
      { ...list.state, items: all.filter(step => step.parentFlowActionId == null) },
      {
        id: `steps/${flowId}`,
        noun: 'steps',
        list: `steps/${flowId}`,
        saidAbove: false,
        line: step => this.#stepLine(step, all),
      },
    );
    return lines.length > 0 ? lines : [infoLine(`steps/${flowId}/empty`, 'No steps')];
  }

  #stepLine(step: FlowAction, all: readonly FlowAction[]): Line {
    const inside = all
      .filter(({ parentFlowActionId }) => parentFlowActionId === step.id)
      .map(child => this.#stepLine(child, all));
    return {
      kind: 'step',
      record: step,
      item: () => stepItem(step, this.#actions.byId(step.actionId), inside.length > 0),
      ...(inside.length > 0 ? { children: () => inside } : {}),
    };
  }
}
