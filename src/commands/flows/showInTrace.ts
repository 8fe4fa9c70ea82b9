import type { GivenStep } from '../../contributions/command.ts';
import type { Services } from '../commandServices.ts';
import type * as vscode from 'vscode';
import type { Execution } from '../../contract/records/execution.ts';
import { dialogs } from '../../host/dialogs.ts';
import { readLatestExecutions } from '../../stores/readLatestExecutions.ts';
import { trialTarget } from './trialTarget.ts';

/** Shows the evidence of a step of a flow file in the run that the file shows, or else in the last run of its flow. */
export async function showInTrace(services: Services, given: GivenStep): Promise<void> {
  const connection = services.session.require();
  const target = await trialTarget(services, given);
  if (!target) return;
  const shown = services.runs.of(target.file);
  const run = shown?.execution ?? (await lastExecution(services, connection.id, target.file));
  if (!run) {
    void dialogs.showInformationMessage('No run of this flow is known. Run the flow first.');
    return;
  }
  await services.traceViewers.showRun(
    {
      connectionId: connection.id,
      executionId: run.id,
      isTrial: shown?.isTest === true || run.kind === 'trial',
      flowName: run.flowName ?? undefined,
    },
    { text: target.document.text, path: target.step.path, label: `step ${target.step.number}` },
  );
}

async function lastExecution(
  services: Services,
  connectionId: string,
  file: vscode.Uri,
): Promise<Execution | undefined> {
  const link = await services.links.of(connectionId, file);
  if (link?.flowId === undefined) return undefined;
  const [latest] = await readLatestExecutions(await services.session.client(), link.flowId, 1);
  return latest;
}
