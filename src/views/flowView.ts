import * as vscode from 'vscode';
import type { DriftStore } from '../host/driftStore.ts';
import type { CatalogAction } from '../flow/catalog.ts';
import type { FlowLinks } from '../host/flowLinks.ts';
import { Command, View } from '../manifest.ts';
import type { ActionStore } from '../stores/actionStore.ts';
import type { CatalogStore } from '../stores/catalogStore.ts';
import type { Flow } from '../contract/records/flow.ts';
import type { FlowAction } from '../contract/records/flowAction.ts';
import type { FlowStore, StepLists } from '../stores/flowStore.ts';
import type { Session } from '../stores/session.ts';
import { Disposables } from '../util/disposables.ts';
import { Emitter } from '../util/emitter.ts';
import { flowFileItem, flowFilesItem } from './flowFileItems.ts';
import { flowItem, linkedFlowItem, stepItem } from './flowItems.ts';
import { infoLine, type Line, listLines, listMessage } from './line.ts';
import type { LineSource } from './lineTree.ts';
import { WorkspaceFlows } from './workspaceFlows.ts';

const ORDER_WORDS = { name: '', createdAt: 'by creation', updatedAt: 'by last change' } as const;

/** The data sources of the view. */
export interface FlowViewParts {
  readonly flows: FlowStore;
  readonly steps: StepLists;
  readonly actions: ActionStore;
  readonly catalog: CatalogStore;
  readonly links: FlowLinks;
  readonly drift: DriftStore;
}

/** The “Flows” view: flows with their steps, or the flows linked in this workspace if the service offers no list. */
export class FlowView implements LineSource {
  readonly view = View.flows;
  readonly refresh = Command.refreshFlows;
  readonly selectsMany = true;
  readonly local = false;
  readonly #session: Session;
  readonly #flows: FlowStore;
  readonly #steps: StepLists;
  readonly #actions: ActionStore;
  readonly #catalog: CatalogStore;
  readonly #owned = new Disposables();
  readonly #workspace: WorkspaceFlows;
  readonly #drift: DriftStore;
  readonly #changed = this.#owned.add(new Emitter<void>());

  readonly onDidChange = this.#changed.event;

  constructor(session: Session, { flows, steps, actions, catalog, links, drift }: FlowViewParts) {
    this.#session = session;
    this.#flows = flows;
    this.#steps = steps;
    this.#actions = actions;
    this.#catalog = catalog;
    this.#drift = drift;
    this.#workspace = this.#owned.add(new WorkspaceFlows(links));
    this.#owned.add(drift.onDidChange(() => this.#changed.fire()));
    this.#owned.add(flows.onDidChange(() => this.#changed.fire()));
    this.#owned.add(steps.onDidChange(() => this.#changed.fire()));
    this.#owned.add(catalog.onDidChange(() => this.#changed.fire()));
    this.#owned.add(this.#workspace.onDidChange(() => this.#changed.fire()));
  }

  readonly ensure = async (): Promise<void> => {
    const id = this.#session.connection?.id ?? '';
    await Promise.all([this.#workspace.follow(id), this.#flows.ensure()]);
    // Not awaited, so that the flows appear before their drift is known.
    void this.#drift.ensure();
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
    const { search, enabled, status } = this.#flows.filter;
    if (search !== '' || enabled !== undefined || status !== undefined) {
      return lines.length > 0 || state.kind !== 'ready'
        ? lines
        : [infoLine('flows/empty', 'No matching flows')];
    }
    const none = lines.length === 0 && state.kind === 'ready';
    return [...(none ? [infoLine('flows/empty', 'No flows yet')] : lines), ...this.#files()];
  };

  readonly message = (): string => {
    const list = this.#flows.notOffered
      ? 'This service does not list flows. Only those linked to files in this workspace are shown.'
      : listMessage(this.#flows.state, Date.now());
    return [this.#workspace.problem, list].filter(Boolean).join(' ');
  };

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

  readonly watch = (wanted: boolean): void => {
    this.#flows.watch(wanted);
    this.#steps.watch(wanted);
  };

  dispose(): void {
    this.#owned.dispose();
  }

  #knownLocally(): Line[] {
    const { links } = this.#workspace;
    if (links.length === 0) {
      const detail = 'A flow is linked to its file when it is created from it.';
      const none = infoLine('flows/unlinked', 'No file is linked to a flow yet', detail);
      return [none, ...this.#files()];
    }
    const linked = links.map(({ flowId, file }) => ({
      kind: 'flow',
      record: { id: flowId, name: vscode.workspace.asRelativePath(file) },
      item: () => linkedFlowItem(flowId, file, this.#drift.of(file)),
    }));
    return [...linked, ...this.#files()];
  }

  // Workspace files without a flow on this connection form a group at the end.
  #files(): Line[] {
    const { unlinked } = this.#workspace;
    if (unlinked.length === 0) return [];
    const files = unlinked.map(file => ({
      kind: 'flowFile',
      resource: file,
      item: () => flowFileItem(file),
    }));
    return [{ kind: 'flowFiles', item: () => flowFilesItem(files.length), children: () => files }];
  }

  #flowLine(flow: Flow): Line {
    const file = this.#workspace.links.find(({ flowId }) => flowId === flow.id)?.file;
    return {
      kind: 'flow',
      record: flow,
      item: () => flowItem(flow, file, file && this.#drift.of(file)),
      children: () => this.#stepsOf(flow.id),
    };
  }

  async #stepsOf(flowId: string): Promise<Line[]> {
    const list = this.#steps.of(flowId);
    await list.ensure();
    const all = list.state.items;
    await this.#findActions(all);
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

  // The first pages of actions are often loaded already; other actions require the full catalog.
  async #findActions(steps: readonly FlowAction[]): Promise<void> {
    const unknown = (): boolean => steps.some(({ actionId }) => !this.#actionOf(actionId));
    if (unknown()) await this.#actions.ensure();
    const { readAt, kept, reading, error } = this.#catalog.state;
    if (reading || error || (readAt && !kept) || !unknown()) return;
    void this.#catalog.refresh().catch(() => undefined);
  }

  #actionOf(id: string): CatalogAction | undefined {
    return this.#actions.byId(id) ?? this.#catalog.catalog.action(id);
  }

  #stepLine(step: FlowAction, all: readonly FlowAction[]): Line {
    const inside = all
      .filter(({ parentFlowActionId }) => parentFlowActionId === step.id)
      .map(child => this.#stepLine(child, all));
    return {
      kind: 'step',
      record: step,
      item: () => stepItem(step, this.#actionOf(step.actionId), inside.length > 0),
      ...(inside.length > 0 ? { children: () => inside } : {}),
    };
  }
}
