import * as vscode from 'vscode';
import type { FileDrift } from '../deploy/readDrift.ts';
import type { DriftStore } from '../host/driftStore.ts';
import type { FlowLinks } from '../host/flowLinks.ts';
import { Command } from '../manifest.ts';
import type { Session } from '../stores/session.ts';
import { Disposables } from '../util/disposables.ts';

const FLOW_FILES: vscode.DocumentFilter = { scheme: 'file', pattern: '**/*.flow.json' };

/** Says above the text of a flow file how it stands to its flow on the open connection, and what can be done. */
export function showFlowLenses(session: Session, links: FlowLinks, drift: DriftStore): Disposables {
  const owned = new Disposables();
  const changed = owned.add(new vscode.EventEmitter<void>());
  const asked = new Set<string>();
  owned.add(
    session.onDidChange(() => {
      asked.clear();
      changed.fire();
    }),
  );
  owned.add(links.onDidChange(() => changed.fire()));
  owned.add(drift.onDidChange(() => changed.fire()));
  const provideCodeLenses = async ({ uri }: vscode.TextDocument): Promise<vscode.CodeLens[]> => {
    const { state } = session;
    // A file that is looked at opens no connection.
    if (state.kind !== 'open') return [];
    const link = await links.of(state.connection.id, uri);
    const known = drift.of(uri);
    if (link?.flowId !== undefined && !known && !asked.has(uri.toString())) {
      asked.add(uri.toString());
      void drift.refresh([uri]).catch(() => undefined);
    }
    const { name } = state.connection;
    return link?.flowId === undefined
      ? [lens(`Create on ${name}`, Command.deployFlows, uri)]
      : lensesOf(known, name, uri);
  };
  owned.add(
    vscode.languages.registerCodeLensProvider(FLOW_FILES, {
      onDidChangeCodeLenses: changed.event,
      provideCodeLenses,
    }),
  );
  return owned;
}

function lensesOf(drift: FileDrift | undefined, connection: string, file: vscode.Uri): vscode.CodeLens[] {
  switch (drift?.kind) {
    case 'known': {
      const { differences, activation } = drift.drift;
      const count = differences.length;
      const verify = activation === 'valid' ? [] : [lens('Verify', Command.verifyFlow, file)];
      if (count === 0) return [lens(`In step with ${connection}`, Command.showDrift, file), ...verify];
      const changes = `${count} ${count === 1 ? 'change' : 'changes'}`;
      return [
        lens(`Update on ${connection}: ${changes}`, Command.deployFlows, file),
        lens('Compare', Command.compareFlow, file),
        lens('Pull', Command.pullFlow, file),
      ];
    }
    case 'gone':
      return [lens(`Its flow is gone: create it anew on ${connection}`, Command.deployFlows, file)];
    default:
      return [];
  }
}

function lens(title: string, command: Command, file: vscode.Uri): vscode.CodeLens {
  return new vscode.CodeLens(new vscode.Range(0, 0, 0, 0), { title, command, arguments: [file] });
}
