import type { Services } from '../commandServices.ts';
import * as vscode from 'vscode';
import { Command } from '../../manifest.ts';
import { offer, withCancel } from '../prompts/ask.ts';
import { type BundleFacts, supportBundle } from '../reports/bundleText.ts';
import { checkVerdict, driftReport, probeService } from './probes.ts';

/**
 * Calls the read operations of the service that need at most record IDs, and opens a report on differences from the
 * interface. Changes nothing on the service.
 */
export async function checkService(services: Services): Promise<void> {
  const connection = services.session.require();
  const client = await services.session.client();
  const probes = await withCancel(`Checking ${connection.name}`, (signal, progress) =>
    probeService(client, signal, progress),
  );
  const text = driftReport(connection.name, new Date(), probes);
  await services.documents.openMarkdown('checks', `${connection.name} against the interface.md`, text);
  if (probes.every(({ result }) => result !== 'differs' && result !== 'failed')) return;
  const found = `${connection.name}: ${checkVerdict(probes)}. A support bundle helps to find out why.`;
  offer(services, 'warning', found, 'Export Support Bundle…', Command.exportSupportBundle);
}

/** Saves a support bundle to a selected file and opens it for review. */
export async function exportSupportBundle(services: Services): Promise<void> {
  const file = await vscode.window.showSaveDialog({
    title: 'Export Support Bundle',
    saveLabel: 'Export',
    filters: { JSON: ['json'] },
    ...(vscode.workspace.workspaceFolders?.[0]
      ? { defaultUri: vscode.Uri.joinPath(vscode.workspace.workspaceFolders[0].uri, 'support-bundle.json') }
      : {}),
  });
  if (!file) return;
  const text = supportBundle(factsOf(services));
  await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(text));
  await vscode.window.showTextDocument(file);
}

function factsOf({ version, session, requests, flows, devices, executions, tasks }: Services): BundleFacts {
  const { state, connection } = session;
  return {
    moment: new Date(),
    versions: {
      extension: version,
      vscode: vscode.version,
      node: process.versions.node,
      platform: process.platform,
    },
    connection: connection && { kind: connection.kind, state: state.kind },
    counts: {
      flows: flows.state.items.length,
      devices: devices.state.items.length,
      executions: executions.state.items.length,
      tasks: tasks.state.items.length,
    },
    requests: requests.requests,
  };
}
