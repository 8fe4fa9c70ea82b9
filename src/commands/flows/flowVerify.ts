import type * as vscode from 'vscode';
import type { Client } from '../../client/client.ts';
import type { Execution } from '../../contract/records/execution.ts';
import { explainExecution } from '../../deploy/explainExecution.ts';
import { runInSandbox } from '../../deploy/runInSandbox.ts';
import { readGraph } from '../../deploy/remoteFlow.ts';
import { secondsText } from '../../flow/run/outcomeText.ts';
import { millisecondsBetween } from '../../flow/run/runSteps.ts';
import { failureText } from '../../flow/run/failureText.ts';
import { dialogs } from '../../host/dialogs.ts';
import { Command } from '../../manifest.ts';
import type { Connection } from '../../stores/connection.ts';
import { done, offer, withCancel } from '../prompts/ask.ts';
import { chooseFlow, type ChosenFlow } from './chooseFlow.ts';
import { chooseExecution, enableFlow } from './flowActivate.ts';
import { isObject } from '../../util/isObject.ts';
import { loadedCatalog } from './knownCatalog.ts';
import { flowLineOf, linkOfFlow } from './linkedFile.ts';
import { offerUpdateFirst } from './offerUpdateFirst.ts';
import { progressText } from './trial.ts';
import { choosePayload } from './verifyPayload.ts';
import type { FlowServices } from './flowServices.ts';

/**
 * Verifies a flow, after an optional update from its file. The sandbox runs the flow; on a service the user selects an
 * execution or pastes its ID. The verification is stored with the file's link. Then offers activation; with `activate`
 * in the argument, activates at once.
 */
export async function verifyFlow(services: FlowServices, argument?: unknown): Promise<void> {
  const connection = services.session.require();
  const chosen = await chooseFlow(services, 'Verify Flow', await flowLineOf(services, argument));
  if (!chosen) return;
  const file = (await linkOfFlow(services, connection, chosen.id))?.file;
  const flow = file ? await offerUpdateFirst(services, connection, chosen, file) : chosen;
  if (!flow) return;
  const execution = await verified(services, connection, flow);
  if (!execution) return;
  if (isObject(argument) && argument['activate'] === true) {
    await enableFlow(services, connection, flow, execution.id);
    return;
  }
  const ms = millisecondsBetween(execution.startedAt, execution.finishedAt);
  const time = ms === undefined ? '' : ` in ${secondsText(ms)}`;
  const text = `The verification run of “${flow.name}” succeeded${time}.`;
  if (services.flows.byId(flow.id)?.enabled === true) {
    done(text);
    return;
  }
  const line = { kind: 'flow', record: { ...flow }, executionId: execution.id } as const;
  offer(services, 'information', text, 'Activate', Command.activateFlow, line);
}

/** Returns the execution that verified a flow; undefined if there is none, after the user was informed or canceled. */
async function verified(
  services: FlowServices,
  connection: Connection,
  flow: ChosenFlow,
): Promise<Execution | undefined> {
  const catalog = await loadedCatalog(services);
  const client = await services.session.client();
  const { kind, id } = connection;
  const linked = await linkOfFlow(services, connection, flow.id);
  const before = linked && (await readGraph(client, flow.id, catalog));
  const execution =
    kind === 'sandbox'
      ? await ran(services, client, flow, linked?.file)
      : await picked(services, client, flow);
  if (!execution) return undefined;
  // A run started here ends so only by Abort.
  if (kind === 'sandbox' && execution.status === 'cancelled') {
    dialogs.setStatusBarMessage(`$(circle-slash) The verification run of “${flow.name}” was aborted.`, 5000);
    return undefined;
  }
  if (execution.status !== 'success') {
    const sandbox = kind === 'sandbox' ? await services.clients.openSandbox() : undefined;
    const steps = await explainExecution(execution, sandbox);
    const { error, status } = execution;
    const why = failureText(error, steps) ?? `It ended with the status ${status ?? 'unknown'}.`;
    tellFailure(services, flow, execution, { why, file: linked?.file });
    return undefined;
  }
  // Only for a run started here it is certain which steps it ran.
  const after = kind === 'sandbox' && linked ? await readGraph(client, flow.id, catalog) : undefined;
  if (linked && before && before.graph === after?.graph) {
    const remembered = { executionId: execution.id, ...before };
    await services.links.update(id, linked.file, link =>
      link?.flowId === flow.id ? { ...link, verified: remembered } : link,
    );
    await services.drift.refresh([linked.file]);
  }
  return execution;
}

async function ran(
  services: FlowServices,
  client: Client,
  flow: ChosenFlow,
  file: vscode.Uri | undefined,
): Promise<Execution | undefined> {
  const sandbox = await services.clients.openSandbox();
  const payload = await choosePayload(client, flow, file);
  if (!payload) return undefined;
  return withCancel(`Verifying “${flow.name}”`, async (signal, progress) => {
    let isShown = false;
    const onProgress = (execution: Execution): void => {
      if (file && isShown) services.runs.update(file, execution);
      else if (file) services.runs.show(file, execution);
      isShown = true;
      const text = progressText(execution);
      if (text !== '') progress(text);
    };
    try {
      return await runInSandbox({
        client,
        sandboxClient: sandbox,
        flowId: flow.id,
        payload,
        onProgress,
        signal,
      });
    } catch (error) {
      if (signal.aborted) return undefined;
      throw error;
    }
  });
}

async function picked(
  services: FlowServices,
  client: Client,
  flow: ChosenFlow,
): Promise<Execution | undefined> {
  const executionId = await chooseExecution(services, flow, 'Verify Flow: Successful Execution');
  if (executionId === undefined) return undefined;
  const { data } = (await client.getExecution({ params: { executionId } })).value;
  if (data.flowId != null && data.flowId.toLowerCase() !== flow.id.toLowerCase())
    throw new Error(`This execution belongs to another flow, not to “${flow.name}”.`);
  return data;
}

function tellFailure(
  services: FlowServices,
  flow: ChosenFlow,
  execution: Execution,
  { why, file }: { readonly why: string; readonly file: vscode.Uri | undefined },
): void {
  const text = `The verification run of “${flow.name}” failed. ${why}`;
  const line = { kind: 'execution', record: { id: execution.id } } as const;
  if (file) offer(services, 'error', text, 'Show Step', Command.showRun, line);
  else void dialogs.showErrorMessage(text);
}
