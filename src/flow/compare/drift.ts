import { flowText, graphText, graphTexts } from './canonicalText.ts';
import { compareFlows } from './compareFlows.ts';
import type { FlowDifference } from './difference.ts';
import type { FlowMeaning } from './flowMeaning.ts';
import { alignLists } from './alignLists.ts';

/**
 * The canonical digests of a file and its flow, stored at the last deployment. `flow` is empty if it was unreadable.
 */
export interface Deployed {
  readonly file: string;
  readonly flow: string;
}

/** The verified state of a flow: digests of the graph that an execution ran, and of each of its steps. */
export interface VerifiedState {
  readonly executionId: string;
  readonly graph: string;
  readonly steps: readonly string[];
}

/** The side that changed since the last deployment; `unknown` if none is stored. */
export type DriftSide = 'none' | 'file' | 'service' | 'both' | 'unknown';

/**
 * The predicted result of an activation with the last verification (spec 3.1): `changed` means that the service
 * responds with `verification_invalid`, `never` that no verification is known.
 */
export type Prediction = 'valid' | 'changed' | 'never';

/** The comparison of a file, its flow and the last verification of that flow. */
export interface Drift {
  /** The changes that deploying the file would make. */
  readonly differences: readonly FlowDifference[];
  readonly side: DriftSide;
  /** The prediction for the current flow on the service. */
  readonly activation: Prediction;
  /** The prediction for the flow after deploying the file. */
  readonly afterUpdate: Prediction;
  /** Numbers of the flow's steps, from 1, that the last verification did not run in their current form. */
  readonly unverifiedSteps: readonly number[];
}

/** Computes a short text that is equal for equal texts and almost certainly different for others. */
export type Digest = (text: string) => string;

/** Returns the state to store for a graph that an execution has verified. */
export function verifiedGraph(flow: FlowMeaning, executionId: string, digest: Digest): VerifiedState {
  return { executionId, graph: digest(graphText(flow)), steps: graphTexts(flow).map(digest) };
}

/** Compares a file with its flow, and the flow with its last verification. */
export function driftOf(
  file: FlowMeaning,
  flow: FlowMeaning,
  known: { readonly deployed?: Deployed | undefined; readonly verified?: VerifiedState | undefined },
  digest: Digest,
): Drift {
  const differences = compareFlows(flow, file);
  const { deployed, verified } = known;
  // Updating changes the graph only if the graphs differ semantically.
  const updated = differences.some(({ graph }) => graph)
    ? { settings: { ...flow.settings, ...file.settings }, steps: file.steps }
    : flow;
  return {
    differences,
    side: differences.length === 0 ? 'none' : sideOf(file, flow, deployed, digest),
    activation: predictActivation(flow, verified, digest),
    afterUpdate: predictActivation(updated, verified, digest),
    unverifiedSteps: verified ? findUnverifiedSteps(graphTexts(flow).map(digest), verified.steps) : [],
  };
}

/** Predicts the result of an activation with the last verification. */
export function predictActivation(
  flow: FlowMeaning,
  verified: VerifiedState | undefined,
  digest: Digest,
): Prediction {
  if (!verified) return 'never';
  return verified.graph === digest(graphText(flow)) ? 'valid' : 'changed';
}

function sideOf(
  file: FlowMeaning,
  flow: FlowMeaning,
  deployed: Deployed | undefined,
  digest: Digest,
): DriftSide {
  if (!deployed) return 'unknown';
  const fileChanged = digest(flowText(file)) !== deployed.file;
  const flowChanged = digest(flowText(flow)) !== deployed.flow;
  if (fileChanged && flowChanged) return 'both';
  return flowChanged ? 'service' : 'file';
}

function findUnverifiedSteps(now: readonly string[], then: readonly string[]): readonly number[] {
  return alignLists(
    then.map(step => [step]),
    now.map(step => [step]),
  ).flatMap(({ before, after }) => (before === undefined ? [after + 1] : []));
}
