import * as vscode from 'vscode';
import type { FileDrift } from '../deploy/readDrift.ts';
import { ContextKey } from '../manifest.ts';
import { Disposables } from '../util/disposables.ts';
import { describeFileDrift, isDifferent } from '../wording/driftLabels.ts';
import { setContext } from '../host/commands.ts';
import type { DriftStore } from './driftStore.ts';

/** Decorates flow files that differ from their flows in all VS Code views, and sets the context key for menus. */
export function markDrift(drift: DriftStore): Disposables {
  const owned = new Disposables();
  const changed = owned.add(new vscode.EventEmitter<vscode.Uri[] | undefined>());
  owned.add(
    vscode.window.registerFileDecorationProvider({
      onDidChangeFileDecorations: changed.event,
      provideFileDecoration: file => decorationOf(drift.of(file)),
    }),
  );
  owned.add(
    drift.onDidChange(() => {
      const differing = drift.files.filter(file => isDifferent(drift.of(file)));
      setContext(
        ContextKey.driftedFiles,
        differing.map(({ fsPath }) => fsPath),
      );
      changed.fire(undefined);
    }),
  );
  return owned;
}

function decorationOf(drift: FileDrift | undefined): vscode.FileDecoration | undefined {
  const words = describeFileDrift(drift);
  // File errors have their own decorations.
  if (!isDifferent(drift) || drift?.kind === 'broken') return undefined;
  const color = new vscode.ThemeColor('gitDecoration.modifiedResourceForeground');
  return new vscode.FileDecoration('≠', `Flow: ${words.join(', ')}`, color);
}
