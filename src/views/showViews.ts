import type * as vscode from 'vscode';
import type { FlowDocuments } from '../appState/flowDocuments.ts';
import type { ShownRuns } from '../appState/shownRuns.ts';
import { deviceName } from '../flow/recordNames.ts';
import { findNamedReference } from '../flow/findNamedReference.ts';
import { Command, View } from '../manifest.ts';
import type { Own } from '../util/disposables.ts';
import { once } from '../util/once.ts';
import { showDiffSentences } from './diffSentences.ts';
import { showFlowLenses } from './flowLenses.ts';
import { lazySource } from './lazySource.ts';
import { type RowSource, RowTree } from './rowTree.ts';
import { showRunsInEditors } from './runDecorations.ts';
import { SandboxStatus } from './sandboxStatus.ts';
import { showConnectionStatus } from './statusBar.ts';
import type { TreeName, ViewData } from './viewSources.ts';

/** The data of the views, status bar items and decorations. */
interface ViewParts extends ViewData {
  readonly runs: ShownRuns;
  readonly openFlowDocuments: () => Promise<FlowDocuments>;
}

/** The registered views. */
export interface Views {
  readonly trees: Readonly<Record<TreeName, RowTree>>;
  readonly sandboxStatus: SandboxStatus;
}

/**
 * Registers the views, status bar items and decorations of flow files. They read nothing until shown; `own` disposes
 * them with the extension.
 */
export function showViews(own: Own, parts: ViewParts): Views {
  own(showConnectionStatus(parts.session));
  const nameOfDevice = (id: string): string =>
    findNamedReference('device', id, parts.catalog.catalog)?.name ?? deviceName({ id });
  own(showRunsInEditors(parts.openFlowDocuments, parts.runs, nameOfDevice));
  own(showFlowLenses(parts));
  own(showDiffSentences(parts.catalog, nameOfDevice));
  const openSources = once(async () => (await import('./viewSources.ts')).viewSources(own, parts));
  const source = (name: TreeName): RowSource => lazySource(own, async () => (await openSources())[name]);
  const list = { showCollapseAll: true, canSelectMany: true };
  const tree = (name: TreeName, command?: Command): RowTree =>
    own(
      new RowTree(
        View[name],
        command ? { ...list, dragAndDropController: dropOn(command) } : list,
        source(name),
      ),
    );
  return {
    trees: {
      actions: tree('actions'),
      flows: tree('flows', Command.importFlow),
      devices: tree('devices'),
      apps: tree('apps', Command.uploadApp),
      credentials: tree('credentials'),
      mailboxes: tree('mailboxes'),
      webhooks: tree('webhooks'),
      activity: tree('activity'),
      sandbox: own(new RowTree(View.sandbox, { manageCheckboxStateManually: true }, source('sandbox'))),
    },
    sandboxStatus: own(new SandboxStatus(parts.sandboxStore)),
  };
}

/** Lets a command handle the files that are dropped on a view. */
const dropOn = (command: Command): vscode.TreeDragAndDropController<unknown> => ({
  dragMimeTypes: [],
  dropMimeTypes: ['text/uri-list'],
  handleDrop: async (_, data) => (await import('./dropFiles.ts')).dropFiles(command, data),
});
