import { activateDeployed, storeVerified } from '../../deploy/activateDeployed.ts';
import type { DeployContext } from '../../deploy/deployContext.ts';
import { explainExecution } from '../../deploy/explainExecution.ts';
import { ifOffered, readGraph } from '../../deploy/remoteFlow.ts';
import { runVerification } from '../../deploy/runVerification.ts';
import { failureText } from '../../flow/run/failureText.ts';
import { secondsText } from '../../flow/run/outcomeText.ts';
import { millisecondsBetween } from '../../flow/run/runSteps.ts';

/** The options for verifying flows after their deployment. */
export interface VerifyOptions {
  /** True to activate each flow that passes. A flow that is active already is not verified again for this alone. */
  readonly activate: boolean;
  /** True to verify flows that are active too. */
  readonly verify: boolean;
  /** The device to run on; required for a flow with several. */
  readonly device: string | undefined;
  /** The payload of the trigger. */
  readonly payload: Readonly<Record<string, unknown>>;
}

/** The result of a verification, such as “verified in 2.1 s” and “active”; `problem` says why it failed. */
export interface VerificationResult {
  readonly states: readonly string[];
  readonly executionId?: string;
  readonly note?: string | undefined;
  readonly problem?: string;
}

/** A flow that was just deployed. */
export interface DeployedFlow {
  /** The key of its file in the links. */
  readonly key: string;
  readonly flowId: string;
  readonly isActive: boolean;
  readonly deviceCount: number;
}

/**
 * Runs a flow of the service to verify it, and activates it if it succeeds and that is wanted (spec 3.1, wire facts 6).
 * Rejects with the error of a failed call.
 */
export async function verifyFlow(
  context: DeployContext,
  { key, flowId, isActive, deviceCount }: DeployedFlow,
  { activate, verify, device, payload }: VerifyOptions,
): Promise<VerificationResult> {
  if (isActive && !verify) return { states: ['active already'] };
  if (device === undefined && deviceCount > 1)
    return { states: [], problem: 'The flow has several devices. Name one with --device to verify it.' };
  const { client, catalog, options } = context;
  // The execution runs the flow as it is at its start.
  const graph = await readGraph(client, flowId, catalog, options);
  const execution = await ifOffered(
    runVerification({ client, flowId, deviceId: device, payload, abortsOnError: true }),
  );
  if (!execution)
    return {
      states: [],
      problem: 'The service offers no verification. Name an execution with activate --execution.',
    };
  const { id: executionId, status, error, startedAt, finishedAt } = execution;
  if (status !== 'success') {
    const steps = await explainExecution(execution, undefined);
    const why = failureText(error, steps) ?? `The execution ended as ${status ?? 'unknown'}.`;
    return { states: [], executionId, problem: `The verification failed. ${why}` };
  }
  const took = millisecondsBetween(startedAt, finishedAt);
  const states = [took === undefined ? 'verified' : `verified in ${secondsText(took)}`];
  if (!activate) {
    const note = graph && (await storeVerified(context, { key }, flowId, { executionId, ...graph }));
    return { states, executionId, note };
  }
  const { note } = await activateDeployed(context, { key }, flowId, executionId, graph);
  return { states: [...states, 'active'], executionId, note };
}
