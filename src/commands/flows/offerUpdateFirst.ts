import type * as vscode from 'vscode';
import { dialogs } from '../../host/dialogs.ts';
import type { Connection } from '../../stores/connection.ts';
import type { ChosenFlow } from './chooseFlow.ts';
import { deployQuestion } from '../../wording/deployQuestion.ts';
import { carriedOut, followDeployment, planned } from './flowDeploy.ts';
import { linkPort } from '../../deploy/linkPort.ts';
import { deviceNames } from '../devices/perDevice.ts';
import type { FlowServices } from './flowServices.ts';

const AS_IS = 'Verify the Deployed Version';
const UPDATE = 'Update and Verify';

/**
 * If the file of a flow differs from it, asks which version to verify and updates the flow if requested. Returns the
 * flow to verify, which is new if it had to be recreated; undefined if canceled. Throws the error of a failed update.
 */
export async function offerUpdateFirst(
  services: FlowServices,
  connection: Connection,
  flow: ChosenFlow,
  file: vscode.Uri,
): Promise<ChosenFlow | undefined> {
  const { items, begin } = await planned(services, [file], linkPort(services.links, connection.id, [file]));
  const [item] = items;
  if (!item || item.action === 'unchanged' || item.action === 'create') return flow;
  const question = `The file of “${flow.name}” differs from the flow on ${connection.name}.`;
  if (item.action === 'refused') {
    const detail = `The flow cannot be updated from the file: ${item.refusal}`;
    return (await dialogs.showWarningMessage(question, { modal: true, detail }, AS_IS)) ? flow : undefined;
  }
  const nameOf = deviceNames(services);
  const detail = deployQuestion(connection.name, items, false, nameOf)?.detail ?? '';
  const choice = await dialogs.showWarningMessage(question, { modal: true, detail }, UPDATE, AS_IS);
  if (choice !== UPDATE) return choice === AS_IS ? flow : undefined;
  const [deployment] = await carriedOut(items, begin);
  await followDeployment(services, [file]);
  if (deployment?.error) throw deployment.error;
  const { outcome } = deployment ?? {};
  if (!outcome || outcome.result === 'stepsKept') return undefined;
  return { id: outcome.flowId, name: item.source.name };
}
