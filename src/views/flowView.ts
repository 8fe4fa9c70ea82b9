import * as vscode from 'vscode';
import type { CatalogAction } from '../flow/catalog.ts';
import type { DriftStore } from '../appState/driftStore.ts';
import { Command, View } from '../manifest.ts';
import type { ActionStore } from '../stores/actionStore.ts';
import type { CatalogStore } from '../stores/catalogStore.ts';
import type { Flow } from '../contract/records/flow.ts';
import type { FlowAction } from '../contract/records/flowAction.ts';
import { ALL_FLOWS, type FlowStore, type StepLists } from '../stores/flowStore.ts';
import type { Session } from '../stores/session.ts';
import { anyEvent } from '../util/emitter.ts';
import type { ConnectionSource } from './connectionSource.ts';
import { filterText, isFiltered } from './filterText.ts';
import { flowFileItem, flowFilesItem, flowItem, linkedFlowItem, stepItem } from './flowItems.ts';
import { infoRow, type Row, listRows, listMessage, recordRow } from './row.ts';
import type { WorkspaceFlows } from './workspaceFlows.ts';

/** The data sources of the view. */
interface FlowViewParts {
  readonly session: Session;
  readonly flows: FlowStore;
  readonly steps: StepLists;
  readonly actions: ActionStore;
  readonly catalog: CatalogStore;
  readonly workspace: WorkspaceFlows;
  readonly drift: DriftStore;
}

/**
 * Creates the source of the “Flows” view: flows with their steps, or the flows linked in this workspace if the service
 * offers no list.
 */
export function flowView(parts: FlowViewParts): ConnectionSource {
  const { session, flows, steps, catalog, drift, workspace } = parts;
  const flowRow = (flow: Flow): Row => {
    const file = workspace.links.find(({ flowId }) => flowId === flow.id)?.file;
    const item = (): vscode.TreeItem => flowItem(flow, file, file && drift.of(file));
    return recordRow('flow', flow, item, () => stepRows(parts, flow.id));
  };
  // Workspace files without a flow on this connection form a group at the end.
  const fileRows = (): Row[] => {
    const { unlinked } = workspace;
    if (unlinked.length === 0) return [];
    const files = unlinked.map(file => ({
      kind: 'flowFile',
      resource: file,
      item: () => flowFileItem(file),
    }));
    return [{ kind: 'flowFiles', item: () => flowFilesItem(files.length), children: () => files }];
  };
  const linkedRows = (): Row[] => {
    const detail = 'A flow is linked to its file when it is created from it.';
    if (workspace.links.length === 0) {
      return [infoRow('flows/unlinked', 'No file is linked to a flow yet', detail)];
    }
    return workspace.links.map(({ flowId, file }) => ({
      kind: 'flow',
      record: { id: flowId, name: vscode.workspace.asRelativePath(file) },
      item: () => linkedFlowItem(flowId, file, drift.of(file)),
    }));
  };
  return {
    view: View.flows,
    refresh: Command.refreshFlows,
    onDidChange: anyEvent<unknown>(
      drift.onDidChange,
      flows.onDidChange,
      steps.onDidChange,
      catalog.onDidChange,
      workspace.onDidChange,
    ),
    ensure: async () => {
      await Promise.all([workspace.follow(session.connection?.id ?? ''), flows.ensure()]);
      // Not awaited, so that the flows appear before their drift is known.
      void drift.ensure();
    },
    rows: () => {
      if (flows.notOffered) return [...linkedRows(), ...fileRows()];
      const rows = listRows(flows.state, {
        list: 'flows',
        noun: 'flows',
        isFailureAbove: true,
        isFiltered: isFiltered(flows.filter, ALL_FLOWS),
        row: flowRow,
      });
      return isFiltered(flows.filter, ALL_FLOWS) ? rows : [...rows, ...fileRows()];
    },
    message: () => {
      const message = flows.notOffered
        ? 'This service does not list flows. Only those linked to files in this workspace are shown.'
        : listMessage(flows.state, Date.now());
      return [workspace.problem, message].filter(Boolean).join(' ');
    },
    description: () => {
      const { enabled, status } = flows.filter;
      const state = enabled !== undefined && (enabled ? 'enabled' : 'disabled');
      return filterText(flows.filter, ALL_FLOWS, state, status);
    },
    watch: isWatched => {
      for (const store of [flows, steps]) store.watch(isWatched);
    },
  };
}

async function stepRows(parts: FlowViewParts, flowId: string): Promise<Row[]> {
  const list = parts.steps.of(flowId);
  await list.ensure();
  const all = list.state.items;
  await findActions(parts, all);
  const below = Map.groupBy(all, step => step.parentFlowActionId ?? null);
  return listRows(
    { ...list.state, items: below.get(null) ?? [] },
    {
      list: `steps/${flowId}`,
      noun: 'steps',
      empty: 'No steps',
      row: step => stepRow(parts, step, below.get(step.id)),
    },
  );
}

// The first pages of actions are often loaded already; other actions require the full catalog.
async function findActions(parts: FlowViewParts, steps: readonly FlowAction[]): Promise<void> {
  const { actions, catalog } = parts;
  const hasUnknown = (): boolean => steps.some(({ actionId }) => !actionOf(parts, actionId));
  if (hasUnknown()) await actions.ensure();
  const { readAt, kept, reading, error } = catalog.state;
  if (reading || error || (readAt && !kept) || !hasUnknown()) return;
  void catalog.refresh().catch(() => undefined);
}

function actionOf({ actions, catalog }: FlowViewParts, id: string): CatalogAction | undefined {
  return actions.byId(id) ?? catalog.catalog.action(id);
}

function stepRow(parts: FlowViewParts, step: FlowAction, below: readonly FlowAction[] = []): Row {
  // Children have no children themselves (spec 2.2).
  const children = below.map(child => stepRow(parts, child));
  const hasChildren = children.length > 0;
  const item = (): vscode.TreeItem => stepItem(step, actionOf(parts, step.actionId), hasChildren);
  return recordRow('step', step, item, hasChildren ? () => children : undefined);
}
