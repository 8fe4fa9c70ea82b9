import type { ParsedOf } from '../../contributions/commands.ts';
import type { Services } from '../commandServices.ts';
import type { Client } from '../../client/client.ts';
import { refusalOf } from '../../client/failure.ts';
import { isVerification } from '../../contract/enumerations.ts';
import type { Execution } from '../../contract/records/execution.ts';
import type { CommandRow } from '../../contributions/command.ts';
import type { FileDrift } from '../../deploy/readDrift.ts';
import { readGraph } from '../../deploy/remoteFlow.ts';
import { withVerified } from '../../flow/deploy/flowLink.ts';
import { dialogs } from '../../host/dialogs.ts';
import { Command } from '../../manifest.ts';
import type { Connection } from '../../stores/connection.ts';
import { readIfOffered } from '../../stores/notOffered.ts';
import { readLatestExecutions } from '../../stores/readLatestExecutions.ts';
import { relativeTimestamp } from '../../util/relativeTime.ts';
import { chooseId, done, offer } from '../prompts/ask.ts';
import type { Choice } from '../prompts/choices.ts';
import { chooseFlow, type ChosenFlow } from './chooseFlow.ts';
import { loadedCatalog } from './knownCatalog.ts';
import { flowRowOf, linkOfFlow } from './linkedFile.ts';

const SHOWN = 20;
const TRY = 'Activate Anyway';
const VERIFY_AGAIN = 'Verify Again';
/** Picker entry for an execution that is yet to be started. */
const VERIFY_NOW = 'verify';

/**
 * Enables a flow with an execution that verifies it (spec 4.5): one of the latest successful executions, a pasted ID,
 * or the given one. A new execution can be started as well. Warns if the service is expected to
 * refuse the execution.
 */
export async function activateFlow(
  services: Services,
  given: ParsedOf<typeof Command.activateFlow>,
): Promise<void> {
  const connection = services.session.require();
  const flow = await chooseFlow(services, 'Activate Flow', await flowRowOf(services, given));
  if (!flow) return;
  const executionId = given.executionId ?? (await chooseVerification(services, flow));
  if (executionId === undefined) return;
  if (executionId === VERIFY_NOW) {
    await verifyAndActivate(services, flow);
    return;
  }
  const refusal = await foreseen(services, connection, flow, executionId);
  if (refusal === undefined) {
    await enableFlow(services, connection, flow, executionId);
    return;
  }
  const detail = `${refusal} The service would answer verification_invalid.`;
  const question = `“${flow.name}” has changed since this execution.`;
  const choice = await dialogs.showWarningMessage(question, { modal: true, detail }, VERIFY_AGAIN, TRY);
  if (choice === VERIFY_AGAIN) await verifyAndActivate(services, flow);
  else if (choice === TRY) await enableFlow(services, connection, flow, executionId);
}

/** Activates a flow with an execution. If the service refuses the execution, offers another way to verify the flow. */
export async function enableFlow(
  services: Services,
  connection: Connection,
  flow: ChosenFlow,
  verificationExecutionId: string,
): Promise<void> {
  const client = await services.session.client();
  try {
    await client.activateFlow({ params: { flowId: flow.id }, body: { verificationExecutionId } });
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal?.code !== 'verification_invalid') throw error;
    const text = `“${flow.name}” was not activated: ${refusal.message}`;
    offer(services, 'warning', text, VERIFY_AGAIN, Command.verifyFlow, verifyingRow(flow));
    return;
  }
  done(`“${flow.name}” is enabled.`);
  await remember(services, client, connection, flow, verificationExecutionId);
  await services.flows.refresh();
}

/** Prompts for a successful execution of a flow, or its ID. */
export async function chooseExecution(
  services: Services,
  flow: ChosenFlow,
  title: string,
): Promise<string | undefined> {
  return chooseId(title, successes(services, flow.id));
}

/** Prompts for a successful execution, or to verify the flow now. */
async function chooseVerification(services: Services, { id, name }: ChosenFlow): Promise<string | undefined> {
  const title = `Activate “${name}”: Successful Run`;
  const known = successes(services, id);
  const runs = await readIfOffered(known, undefined);
  if (!runs) return chooseId(title, known);
  const [first, ...others] = runs;
  if (!first) return VERIFY_NOW;
  // After a first verification there is nothing to choose.
  if (others.length === 0) return first.id;
  const verify = {
    id: VERIFY_NOW,
    label: '$(beaker) Verify Now',
    description: 'runs the flow, then activates it',
  };
  return chooseId(title, [...runs, verify]);
}

async function verifyAndActivate({ run }: Services, flow: ChosenFlow): Promise<void> {
  await run(Command.verifyFlow, verifyingRow(flow));
}

/** Returns the argument with which a flow is verified, and activated if it succeeds. */
function verifyingRow(flow: ChosenFlow): CommandRow<'flow'> & { readonly activate: true } {
  return { kind: 'flow', record: { ...flow }, activate: true };
}

async function successes({ session }: Services, flowId: string): Promise<Choice[]> {
  const client = await session.client();
  return (await readLatestExecutions(client, flowId, SHOWN, 'success')).map(choice);
}

function choice({ id, startedAt, kind, triggerName }: Execution): Choice {
  return {
    id,
    label: startedAt ? relativeTimestamp(startedAt, Date.now()) : 'At an unknown time',
    description: [isVerification({ kind }) ? 'verification run' : kind, triggerName]
      .filter(Boolean)
      .join(' · '),
  };
}

/** Returns the reason why the service is expected to refuse an execution, or undefined if none is known. */
async function foreseen(
  services: Services,
  connection: Connection,
  flow: ChosenFlow,
  executionId: string,
): Promise<string | undefined> {
  const linked = await linkOfFlow(services, connection, flow.id);
  // The executed steps are known only for the last verification.
  if (linked?.link.verified?.executionId !== executionId) return undefined;
  await services.drift.refresh([linked.file]);
  return changeOf(services.drift.of(linked.file));
}

function changeOf(drift: FileDrift | undefined): string | undefined {
  if (drift?.kind === 'broken')
    return drift.activation === 'changed' ? 'Its trigger or steps have changed since.' : undefined;
  if (drift?.kind !== 'known' || drift.drift.activation !== 'changed') return undefined;
  const numbers = drift.drift.unverifiedSteps;
  if (numbers.length === 0) return 'Its trigger or its list of steps has changed since.';
  return `${numbers.length === 1 ? 'Step' : 'Steps'} ${numbers.join(', ')} changed since this run.`;
}

// Activation confirms that the execution ran the current graph.
async function remember(
  services: Services,
  client: Client,
  connection: Connection,
  flow: ChosenFlow,
  executionId: string,
): Promise<void> {
  const linked = await linkOfFlow(services, connection, flow.id);
  if (!linked) return;
  const graph = await readGraph(client, flow.id, await loadedCatalog(services));
  if (!graph) return;
  const verified = { executionId, ...graph };
  await services.links.update(connection.id, linked.file, link => withVerified(link, flow.id, verified));
  await services.drift.refresh([linked.file]);
}
