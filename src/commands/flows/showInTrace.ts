import type * as vscode from 'vscode';
import type { Execution } from '../../contract/records/execution.ts';
import { dialogs } from '../../host/dialogs.ts';
import { readLatestExecutions } from '../../stores/readLatestExecutions.ts';
import { trialTarget } from './trialTarget.ts';
import type { FlowServices } from './flowServices.ts';

/** Shows the evidence of a step of a flow file in the run that the file shows, or else in the last run of its flow. */
export async function showInTrace(services: FlowServices, file?: unknown, step?: unknown): Promise<void> {
  const connection = services.session.require();
  const target = await trialTarget(services, file, step);
  if (!target) return;
  const run = await runOf(services, connection.id, target.file);
  if (!run) {
    void dialogs.showInformationMessage('No run of this flow is known. Run the flow first.');
    return;
  }
  await services.traceViewers.showRun(
    { executionId: run.id, isTrial: run.kind === 'trial', flowName: run.flowName ?? undefined },
    { text: target.document.text, path: target.step.path, label: `step ${target.step.number}` },
  );
}

async function runOf(
  services: FlowServices,
  connectionId: string,
  file: vscode.Uri,
): Promise<Execution | undefined> {
  const shown = services.runs.of(file);
  // No service knows the run of a test.
  if (shown && !shown.isTest) return shown.execution;
  const link = await services.links.of(connectionId, file);
  if (link?.flowId === undefined) return undefined;
  const [latest] = await readLatestExecutions(await services.session.client(), link.flowId, 1);
  return latest;
}
