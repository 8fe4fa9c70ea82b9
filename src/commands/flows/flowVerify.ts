import type { ParsedOf } from '../../contributions/commands.ts';
import type { Services } from '../commandServices.ts';
import type * as vscode from 'vscode';
import type { Client } from '../../client/client.ts';
import { refusalOf } from '../../client/failure.ts';
import type { Execution } from '../../contract/records/execution.ts';
import { explainExecution } from '../../deploy/explainExecution.ts';
import { type FollowOptions, followRun } from '../../deploy/followRun.ts';
import { runVerification, type VerificationRun } from '../../deploy/runVerification.ts';
import { lacksOperation, readGraph } from '../../deploy/remoteFlow.ts';
import { withVerified } from '../../flow/deploy/flowLink.ts';
import { secondsText } from '../../flow/run/outcomeText.ts';
import { millisecondsBetween } from '../../flow/run/runSteps.ts';
import { failureText } from '../../flow/run/failureText.ts';
import { dialogs } from '../../host/dialogs.ts';
import { Command } from '../../manifest.ts';
import type { Connection } from '../../stores/connection.ts';
import { done, offer, withCancel } from '../prompts/ask.ts';
import { askPayload } from '../prompts/payload.ts';
import { chooseFlow, type ChosenFlow } from './chooseFlow.ts';
import { chooseExecution, enableFlow } from './flowActivate.ts';
import { loadedCatalog } from './knownCatalog.ts';
import { flowRowOf, linkOfFlow } from './linkedFile.ts';
import { PendingVerification } from './pendingVerification.ts';
import { progressText } from './trial.ts';
import { verificationDevice } from './trialPhone.ts';
import { choosePayload } from './verifyPayload.ts';
import { deviceNames } from '../devices/perDevice.ts';
import { linkPort } from '../../deploy/linkPort.ts';
import { carriedOut, followDeployment, planned } from './flowDeploy.ts';
import { deployQuestion } from '../../wording/deployQuestion.ts';

const AS_IS = 'Verify the Deployed Version';

const UPDATE = 'Update and Verify';

type Refusal = NonNullable<ReturnType<typeof refusalOf>>;

/** Connections whose service offers no verification, so that nobody is asked in vain again. */
const withoutVerification = new WeakSet<Services['scope']>();

/**
 * Verifies a flow, after an optional update from its file. The service runs the flow on one device; if it does not offer
 * that, the user selects an execution or pastes its ID. The verification is stored with the file's link. Then offers
 * activation; with `activate`, activates at once.
 */
export async function verifyFlow(
  services: Services,
  given: ParsedOf<typeof Command.verifyFlow>,
): Promise<void> {
  const connection = services.session.require();
  const chosen = await chooseFlow(services, 'Verify Flow', await flowRowOf(services, given));
  if (!chosen) return;
  const file = (await linkOfFlow(services, connection, chosen.id))?.file;
  const flow = file ? await offerUpdateFirst(services, connection, chosen, file) : chosen;
  if (!flow) return;
  const execution = await verified(services, connection, flow);
  if (!execution) return;
  if (given.activate) {
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
  services: Services,
  connection: Connection,
  flow: ChosenFlow,
): Promise<Execution | undefined> {
  const catalog = await loadedCatalog(services);
  const client = await services.session.client();
  const linked = await linkOfFlow(services, connection, flow.id);
  const before = await readGraph(client, flow.id, catalog);
  const { file } = linked ?? {};
  const pending = new PendingVerification(services.workspaceState, {
    connectionId: connection.id,
    flowId: flow.id,
    graph: before?.graph,
  });
  const given = { flow, file, client, pending };
  const run = (await resumed(services, given)) ?? (await ran(services, given));
  const isRunHere = run !== 'notOffered';
  const execution = isRunHere ? run : await picked(services, client, flow);
  if (!execution) return undefined;
  // A run started here ends so only by Abort.
  if (isRunHere && execution.status === 'cancelled') {
    dialogs.setStatusBarMessage(`$(circle-slash) The verification run of “${flow.name}” was aborted.`, 5000);
    return undefined;
  }
  if (execution.status !== 'success') {
    const sandbox = await services.clients.sandboxOf(connection);
    const steps = await explainExecution(execution, sandbox);
    const { error, status } = execution;
    const why = failureText(error, steps) ?? `It ended with the status ${status ?? 'unknown'}.`;
    tellFailure(services, flow, execution, { why, file });
    return undefined;
  }
  // Only for a run started here it is certain which steps it ran.
  const after = isRunHere && linked ? await readGraph(client, flow.id, catalog) : undefined;
  if (linked && before && before.graph === after?.graph) {
    const remembered = { executionId: execution.id, ...before };
    await services.links.update(connection.id, linked.file, link => withVerified(link, flow.id, remembered));
    await services.drift.refresh([linked.file]);
  }
  return execution;
}

/** A flow to verify, and the verification of it that may be in progress. */
interface Verification {
  readonly flow: ChosenFlow;
  /** The file that shows the steps of the run. */
  readonly file: vscode.Uri | undefined;
  readonly client: Client;
  readonly pending: PendingVerification;
}

/** Follows the run that an earlier command started before the window or the connection was lost, if there is one. */
async function resumed(services: Services, given: Verification): Promise<Execution | undefined> {
  const { client, pending } = given;
  const { executionId } = pending;
  if (executionId === undefined) return undefined;
  const params = { executionId };
  const found = await client.getExecution({ params }).catch(async (error: unknown) => {
    if (!isRefused(error)) throw error;
    await pending.forget();
    return undefined;
  });
  return found && followed(services, given, run => followRun(run, found.value.data));
}

/** Runs a flow to verify it. Returns `notOffered` if the service cannot, and undefined if the user cancels. */
async function ran(services: Services, given: Verification): Promise<Execution | 'notOffered' | undefined> {
  if (withoutVerification.has(services.scope)) return 'notOffered';
  const { client, flow, file } = given;
  try {
    const { data } = (await client.getFlow({ params: { flowId: flow.id } })).value;
    const device = await verificationDevice(services, data);
    if (device === undefined) return undefined;
    const payload = await choosePayload(client, data, file);
    if (!payload) return undefined;
    return await ranWith(services, given, { flowId: flow.id, deviceId: device ?? undefined, payload });
  } catch (error) {
    if (!lacksOperation(error)) throw error;
    withoutVerification.add(services.scope);
    return 'notOffered';
  }
}

/** Runs a flow, and asks for another payload as long as the trigger would not start the flow with the given one. */
async function ranWith(
  services: Services,
  given: Verification,
  start: Omit<VerificationRun, keyof FollowOptions | 'invocationId'>,
): Promise<Execution | undefined> {
  const { pending } = given;
  try {
    await pending.keep();
    const invocationId = pending.invocationId(start.deviceId, start.payload);
    return await followed(services, given, run => runVerification({ ...run, ...start, invocationId }));
  } catch (error) {
    const refusal = refusalOf(error);
    if (!refusal || !isAboutPayload(refusal)) throw error;
    const title = `Verify “${given.flow.name}”: Trigger Payload`;
    const payload = await askPayload(title, start.payload, refusal.message);
    return payload && ranWith(services, given, { ...start, payload });
  }
}

async function followed(
  services: Services,
  { flow, file, client, pending }: Verification,
  follow: (run: FollowOptions) => Promise<Execution>,
): Promise<Execution | undefined> {
  return withCancel(`Verifying “${flow.name}”`, async (signal, progress) => {
    let isStarted = false;
    const onProgress = (execution: Execution): void => {
      if (!isStarted) void pending.keep(execution.id);
      if (file && isStarted) services.runs.update(file, execution);
      else if (file) services.runs.show(file, execution);
      isStarted = true;
      const text = progressText(execution);
      if (text !== '') progress(text);
    };
    try {
      const execution = await follow({ client, onProgress, signal });
      await pending.forget();
      return execution;
    } catch (error) {
      // Otherwise, the run may go on.
      if (signal.aborted || isRefused(error)) await pending.forget();
      if (signal.aborted) return undefined;
      throw error;
    }
  });
}

/** Returns true if the service refused a call for good, so that there is no run, or none that can be followed. */
function isRefused(error: unknown): boolean {
  const { status = 500 } = refusalOf(error) ?? {};
  return status < 500 && ![401, 408, 429].includes(status);
}

// The trigger would not start the flow with this payload (wire facts 6).
function isAboutPayload({ status, code }: Refusal): boolean {
  return (status === 422 && code !== 'invalid_device') || (status === 409 && code === 'conditions_not_met');
}

async function picked(services: Services, client: Client, flow: ChosenFlow): Promise<Execution | undefined> {
  const executionId = await chooseExecution(services, flow, `Verify “${flow.name}”: Successful Run`);
  if (executionId === undefined) return undefined;
  const { data } = (await client.getExecution({ params: { executionId } })).value;
  if (data.flowId != null && data.flowId.toLowerCase() !== flow.id.toLowerCase())
    throw new Error(`This execution belongs to another flow, not to “${flow.name}”.`);
  return data;
}

function tellFailure(
  services: Services,
  flow: ChosenFlow,
  execution: Execution,
  { why, file }: { readonly why: string; readonly file: vscode.Uri | undefined },
): void {
  const text = `The verification run of “${flow.name}” failed. ${why}`;
  const line = { kind: 'execution', record: { id: execution.id } } as const;
  if (file) offer(services, 'error', text, 'Show Step', Command.showRun, line);
  else void dialogs.showErrorMessage(text);
}

/**
 * If the file of a flow differs from it, asks which version to verify and updates the flow if requested. Returns the
 * flow to verify, which is new if it had to be recreated; undefined if canceled. Throws the error of a failed update.
 */
async function offerUpdateFirst(
  services: Services,
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
  const detail = deployQuestion(connection.name, items, {}, nameOf)?.detail ?? '';
  const choice = await dialogs.showWarningMessage(question, { modal: true, detail }, UPDATE, AS_IS);
  if (choice !== UPDATE) return choice === AS_IS ? flow : undefined;
  const [deployment] = await carriedOut(items, begin);
  await followDeployment(services, [file]);
  if (deployment?.error) throw deployment.error;
  const { outcome } = deployment ?? {};
  if (!outcome || outcome.result === 'stepsKept') return undefined;
  return { id: outcome.flowId, name: item.source.name };
}
