import { type VerifiedState, verifiedGraph } from '../flow/compare/drift.ts';
import type { CallOptions } from '../client/reply.ts';
import type { Client } from '../client/client.ts';
import { ApiError, refusalOf } from '../client/failure.ts';
import { isArchived } from '../contract/enumerations.ts';
import type { FlowCatalog } from '../flow/catalog.ts';
import { meaningOfFlow } from '../flow/compare/flowMeaning.ts';
import type { RemoteFlow } from '../flow/deploy/planItem.ts';
import { digest } from './digest.ts';

/**
 * Reads a flow with its steps. `unreadable` if the service lacks one of the two reads, which the specification does not
 * show. Rejects with ApiError for every other failure.
 */
export async function readRemoteFlow(
  client: Client,
  flowId: string,
  catalog: Pick<FlowCatalog, 'action'>,
  options: CallOptions,
): Promise<RemoteFlow> {
  const params = { flowId };
  try {
    const { data: flow } = (await client.getFlow({ params }, options)).value;
    const { data: steps } = (await client.listFlowActions({ params }, options)).value;
    return {
      kind: 'found',
      flowId,
      enabled: flow.enabled === true && !isArchived(flow),
      // A flow has a recording policy only where it can be changed.
      canSwitchRecording: flow.recordingPolicy != null,
      meaning: meaningOfFlow(flow, steps, catalog),
    };
  } catch (error) {
    if (isGone(error)) return { kind: 'gone' };
    if (lacksOperation(error)) return { kind: 'unreadable', flowId };
    throw error;
  }
}

/** Returns the digests of the current graph of a flow; undefined if the flow is gone or unreadable. */
export async function readGraph(
  client: Client,
  flowId: string,
  catalog: Pick<FlowCatalog, 'action'>,
  options: CallOptions = {},
): Promise<Omit<VerifiedState, 'executionId'> | undefined> {
  const remote = await readRemoteFlow(client, flowId, catalog, options);
  if (remote.kind !== 'found') return undefined;
  const { graph, steps } = verifiedGraph(remote.meaning, '', digest);
  return { graph, steps };
}

/** True if the error says that the flow does not exist (spec 4.5). */
export function isGone(error: unknown): boolean {
  return refusalOf(error)?.code === 'flow_not_found';
}

/** Resolves to the result of a call; undefined if the service does not offer the operation. */
export async function ifOffered<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (lacksOperation(error)) return undefined;
    throw error;
  }
}

/** Resolves to the result of a call that only gives advice; undefined if the call fails. */
export async function ifAnswered<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

/** True if the error says that the service lacks the operation: 404 without the code of a missing flow, 405 or 501. */
export function lacksOperation(error: unknown): boolean {
  return error instanceof ApiError && [404, 405, 501].includes(error.status ?? 0) && !isGone(error);
}
