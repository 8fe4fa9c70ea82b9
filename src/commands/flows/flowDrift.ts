import type { GivenFlow } from '../../contributions/command.ts';
import type { Services } from '../commandServices.ts';
import * as vscode from 'vscode';
import type { FileDrift } from '../../deploy/readDrift.ts';
import { formatDriftReport } from '../../flow/compare/driftReport.ts';
import { afterUpdate, numberedSecrets, toReadableFlow } from '../../flow/compare/readableFlow.ts';
import { done, withCancel } from '../prompts/ask.ts';
import { chooseLinkedFile, type FileAndFlow } from './linkedFile.ts';
import { deviceNames } from '../devices/perDevice.ts';

/** Opens a report on the differences between a linked file and its flow, and whether the flow can be activated. */
export async function showDrift(services: Services, given: GivenFlow): Promise<void> {
  const found = await compared(services, 'Show Differences from Flow', given);
  if (!found) return;
  const { linked, drift } = found;
  if (drift.kind !== 'known') throw new Error(problemOf(linked, drift));
  const path = vscode.workspace.asRelativePath(linked.file);
  const text = formatDriftReport(path, linked.name, drift.drift, deviceNames(services));
  await services.documents.openMarkdown(`drift/${linked.flowId}`, `${linked.name} differences.md`, text);
}

/** Opens a diff of the flow and its file, both formatted alike so that only real differences show. */
export async function compareFlow(services: Services, given: GivenFlow): Promise<void> {
  const found = await compared(services, 'Compare File with Flow', given);
  if (!found) return;
  const { linked, drift } = found;
  if (drift.kind !== 'known') throw new Error(problemOf(linked, drift));
  const { differences } = drift.drift;
  if (differences.length === 0) {
    done(`“${linked.name}” is in sync with its file.`);
    return;
  }
  const cleared = differences.flatMap(difference =>
    difference.kind === 'setting' && difference.after === undefined ? [difference.setting] : [],
  );
  const { documents } = services;
  const show = numberedSecrets();
  const folder = `compared/${linked.flowId}`;
  const before = documents.keepText(
    `${folder}/service`,
    `${linked.name}.json`,
    toReadableFlow(drift.flow, show),
  );
  const wanted = toReadableFlow(afterUpdate(drift.flow, drift.file, cleared), show);
  const after = documents.keepText(`${folder}/file`, `${linked.name}.json`, wanted);
  const title = `${linked.name}: ${services.session.require().name} ↔ File`;
  await vscode.commands.executeCommand('vscode.diff', before, after, title);
}

async function compared(
  services: Services,
  title: string,
  given: GivenFlow,
): Promise<{ readonly linked: FileAndFlow; readonly drift: FileDrift } | undefined> {
  const linked = await chooseLinkedFile(services, title, given);
  if (!linked) return undefined;
  await withCancel('Comparing with the service', () => services.drift.refresh([linked.file]));
  if (!services.session.isActive) {
    const { name } = services.session.require();
    throw new Error(`Another connection was chosen before “${linked.name}” was compared with “${name}”.`);
  }
  const drift = services.drift.of(linked.file);
  if (!drift) throw new Error(`“${linked.name}” could not be read; see the log for why.`);
  return { linked, drift };
}

function problemOf(
  { file, name }: FileAndFlow,
  drift: Exclude<FileDrift, { readonly kind: 'known' }>,
): string {
  const path = vscode.workspace.asRelativePath(file);
  switch (drift.kind) {
    case 'broken':
      return `${path} cannot be compared until its errors are fixed. ${drift.refusal}`;
    case 'gone':
      return `The flow of ${path} no longer exists. Create it again from the file, or unlink the file.`;
    case 'unreadable':
      return `This service does not return “${name}”, so it cannot be compared.`;
  }
}
