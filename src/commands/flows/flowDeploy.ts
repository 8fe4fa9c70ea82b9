import type { GivenFlows } from '../../contributions/command.ts';
import type { Services } from '../commandServices.ts';
import * as vscode from 'vscode';
import { applyItem } from '../../deploy/applyItem.ts';
import { type DeployContext, deployContext, type LinkPort } from '../../deploy/deployContext.ts';
import { planDeploy } from '../../deploy/planDeploy.ts';
import { createFlowSourceReader } from '../../flow/deploy/flowSource.ts';
import { planRecreation, type PlanItem } from '../../flow/deploy/planItem.ts';
import type { NameOf } from '../../flow/compare/differenceText.ts';
import { dialogs } from '../../host/dialogs.ts';
import { isInCustomEditor } from '../../host/activeTab.ts';
import { fileText } from '../../host/files.ts';
import { Command } from '../../manifest.ts';
import type { Connection } from '../../stores/connection.ts';
import { toError } from '../../util/errors.ts';
import { confirmed, done, offer, withCancel } from '../prompts/ask.ts';
import {
  deployQuestion,
  type KnownPlan,
  type Confirmation,
  recreationQuestion,
} from '../../wording/deployQuestion.ts';
import { type ReportedDeployment, deployReport } from '../reports/deployReport.ts';
import { activeFlowFile, chooseFlowFiles, workspacePathOf } from './flowFiles.ts';
import { linkedFiles } from './linkedFile.ts';
import { loadedCatalog } from './knownCatalog.ts';
import { linkPort } from '../../deploy/linkPort.ts';
import { showInFile } from './showInFile.ts';
import { deviceNames } from '../devices/perDevice.ts';

const SHOW = 'Show Problem';

/**
 * Creates or updates flows from `*.flow.json` files after showing a plan: one file, several, or all in a folder. Flows
 * are created disabled; only activation enables them (spec 3.1).
 */
export async function deployFlows(services: Services, given: GivenFlows): Promise<void> {
  const connection = services.session.require();
  const title = 'Create or Update Flows from Files';
  const active = activeFlowFile();
  const named = await linkedFiles(services, given);
  const files = named ?? (active ? [active] : await chooseFlowFiles(title));
  if (!files) return;
  if (files.length === 0) {
    void dialogs.showInformationMessage('The selection has no *.flow.json file.');
    return;
  }
  const known = { isImplied: named === undefined && active !== undefined };
  await bringFiles(services, connection, files, linkPort(services.links, connection.id, files), known);
}

/** Plans a deployment of files, asks for confirmation if needed, carries out the plan and shows the result. */
export async function bringFiles(
  services: Services,
  connection: Connection,
  files: readonly vscode.Uri[],
  links: LinkPort,
  known: KnownPlan = {},
): Promise<void> {
  const { items, begin } = await planned(services, files, links);
  const nameOf = deviceNames(services);
  if (!(await agreed(services, connection, items, { known, nameOf }))) return;
  const deployments = await carriedOut(items, begin);
  await followDeployment(services, files);
  await showResult(services, connection, deployments);
}

/** Refreshes the lists after a deployment of files. */
export async function followDeployment(services: Services, files: readonly vscode.Uri[]): Promise<void> {
  services.steps.expire();
  await Promise.all([services.flows.refresh(), services.drift.refresh(files)]);
}

/** The planned changes, and the context to carry them out on the connection they were planned for. */
interface Plan {
  readonly items: readonly PlanItem[];
  readonly begin: (signal: AbortSignal) => DeployContext;
}

/** Compares files with the service and plans the changes. */
export async function planned(
  services: Services,
  files: readonly vscode.Uri[],
  links: LinkPort,
): Promise<Plan> {
  return withCancel('Comparing with the service', async signal => {
    const catalog = await loadedCatalog(services);
    const client = await services.session.client();
    const read = createFlowSourceReader(catalog);
    const sources = await Promise.all(
      files.map(async file => read(workspacePathOf(file), await fileText(file), file.toString())),
    );
    const begin: Plan['begin'] = until => deployContext(client, links, catalog, until);
    return { items: await planDeploy(begin(signal), sources), begin };
  });
}

async function agreed(
  { flowEditors }: Services,
  connection: Connection,
  items: readonly PlanItem[],
  { known, nameOf }: { readonly known: KnownPlan; readonly nameOf: NameOf },
): Promise<boolean> {
  const [only, ...more] = items;
  if (!only) return false;
  if (only.action === 'refused' && more.length === 0) {
    const text = `${only.path}: ${only.refusal}`;
    if (!only.problem) throw new Error(text);
    const file = vscode.Uri.parse(only.key);
    if ((await dialogs.showErrorMessage(text, SHOW)) === SHOW)
      await showInFile({ file, isVisual: isInCustomEditor(file) }, only.problem, flowEditors);
    return false;
  }
  return agreedTo(deployQuestion(connection.name, items, known, nameOf));
}

async function agreedTo(asked: Confirmation | undefined): Promise<boolean> {
  return !asked || confirmed(asked.question, asked.detail, asked.verb);
}

/** Carries out a confirmed plan; asks again if flows have to be recreated. */
export async function carriedOut(
  items: Plan['items'],
  begin: Plan['begin'],
): Promise<readonly ReportedDeployment[]> {
  const first = await applyAll(items, begin);
  // Only the attempt reveals that the service cannot replace steps; these flows are still unchanged.
  const kept = first.flatMap(({ item, outcome }) =>
    outcome?.result === 'stepsKept' && item.action === 'update' ? [item] : [],
  );
  if (kept.length === 0) return first;
  const recreations = kept.map(planRecreation);
  if (!(await agreedTo(recreationQuestion(recreations)))) return first;
  const recreated = await applyAll(recreations, begin);
  return first.map(result => recreated.find(({ item }) => item.key === result.item.key) ?? result);
}

async function applyAll(items: Plan['items'], begin: Plan['begin']): Promise<ReportedDeployment[]> {
  return withCancel('Creating and updating flows', async (signal, progress) => {
    const context = begin(signal);
    const deployments: ReportedDeployment[] = [];
    for (const [index, item] of items.entries()) {
      progress(`${index + 1} of ${items.length}: ${item.path}`);
      if (item.action === 'refused' || signal.aborted) deployments.push({ item });
      else deployments.push(await apply(context, item));
    }
    return deployments;
  });
}

async function apply(
  context: DeployContext,
  item: Exclude<PlanItem, { readonly action: 'refused' }>,
): Promise<ReportedDeployment> {
  try {
    return { item, outcome: await applyItem(context, item) };
  } catch (error) {
    return { item, error: toError(error) };
  }
}

async function showResult(
  services: Services,
  connection: Connection,
  deployments: readonly ReportedDeployment[],
): Promise<void> {
  const [only, ...more] = deployments;
  if (only && more.length === 0) {
    if (only.error !== undefined) throw only.error;
    tellOne(services, only);
    return;
  }
  const text = deployReport(connection.name, deployments, deviceNames(services));
  await services.documents.openMarkdown(`results/${Date.now()}`, 'Flow files.md', text);
}

function tellOne(services: Services, { item, outcome }: ReportedDeployment): void {
  if (!outcome || item.action === 'refused') return;
  const { name } = item.source;
  if (outcome.result === 'unchanged') done(`“${name}” is in sync with its file.`);
  if (outcome.result === 'unchanged' || outcome.result === 'stepsKept') return;
  if (outcome.result === 'updated' && item.action === 'update' && item.enabled) {
    done(`Updated “${name}”.`);
    return;
  }
  const verb = outcome.result === 'updated' ? 'Updated' : 'Created';
  const note = item.action === 'create' && item.note !== undefined ? ` ${item.note}` : '';
  const text = `${verb} “${name}”, disabled until a successful execution verifies it.${note}`;
  const line = { kind: 'flow', record: { id: outcome.flowId, name } } as const;
  offer(services, 'information', text, 'Verify', Command.verifyFlow, line);
}
