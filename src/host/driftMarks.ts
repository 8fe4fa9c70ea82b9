import * as vscode from 'vscode';
import type { FileDrift } from '../deploy/readDrift.ts';
import { ContextKey } from '../manifest.ts';
import { Disposables } from '../util/disposables.ts';
import { driftOf, isDifferent } from './driftLabels.ts';
import type { DriftStore } from './driftStore.ts';
import { setContext } from './setContext.ts';

/** Marks flow files that differ from their flows, wherever VS Code shows a file, and tells menus which they are. */
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
  const words = driftOf(drift);
  // Errors of the file have marks of their own.
  if (!isDifferent(drift) || drift?.kind === 'broken') return undefined;
  const colour = new vscode.ThemeColor('gitDecoration.modifiedResourceForeground');
  return new vscode.FileDecoration('≠', `Flow: ${words.join(', ')}`, colour);
}
