import { flowText, graphText, graphTexts } from './canonicalText.ts';
import { compareFlows } from './compareFlows.ts';
import type { FlowDifference } from './difference.ts';
import type { FlowMeaning } from './flowMeaning.ts';
import { alignLists } from './alignLists.ts';

/** What was remembered when a file was last brought to its flow: digests of both by meaning. */
export interface Deployed {
  readonly file: string;
  readonly flow: string;
}

/** What an execution verified: digests of the graph it ran, and of each step of it. */
export interface Verified {
  readonly executionId: string;
  readonly graph: string;
  readonly steps: readonly string[];
}

/** Which side changed since the last deployment; `unknown` where none is remembered. */
export type DriftSide = 'none' | 'file' | 'service' | 'both' | 'unknown';

/**
 * Whether an activation with the last verification would pass (spec 3.1): `changed` stands for the answer
 * `verification_invalid`, `never` for a flow of which no verification is known.
 */
export type Prediction = 'valid' | 'changed' | 'never';

/** How a file, its flow and the last verification of that flow stand to one another. */
export interface Drift {
  /** What bringing the file to the service would change. */
  readonly differences: readonly FlowDifference[];
  readonly side: DriftSide;
  /** For the flow as the service has it now. */
  readonly activation: Prediction;
  /** For the flow as it would be after bringing the file to it. */
  readonly afterUpdate: Prediction;
  /** Numbers of the steps of the flow, from 1, that the last verification did not run as they are now. */
  readonly unverifiedSteps: readonly number[];
}

/** Makes a short text that equal texts share and others hardly ever do. */
export type Digest = (text: string) => string;

/** The digests to remember of a graph that an execution has verified. */
export function verifiedGraph(flow: FlowMeaning, executionId: string, digest: Digest): Verified {
  return { executionId, graph: digest(graphText(flow)), steps: graphTexts(flow).map(digest) };
}

/** Compares the three by meaning. */
export function driftOf(
  file: FlowMeaning,
  flow: FlowMeaning,
  known: { readonly deployed?: Deployed | undefined; readonly verified?: Verified | undefined },
  digest: Digest,
): Drift {
  const differences = compareFlows(flow, file);
  const { deployed, verified } = known;
  // Only the file's own graph is brought to the service where the graphs differ by meaning.
  const updated = differences.some(({ graph }) => graph) ? withWanted(flow, file) : flow;
  return {
    differences,
    side: differences.length === 0 ? 'none' : sideOf(file, flow, deployed, digest),
    activation: predictActivation(flow, verified, digest),
    afterUpdate: predictActivation(updated, verified, digest),
    unverifiedSteps: verified ? unverified(graphTexts(flow).map(digest), verified.steps) : [],
  };
}

/** Foretells the answer to an activation with the last verification. */
export function predictActivation(
  flow: FlowMeaning,
  verified: Verified | undefined,
  digest: Digest,
): Prediction {
  if (!verified) return 'never';
  return verified.graph === digest(graphText(flow)) ? 'valid' : 'changed';
}

function withWanted(flow: FlowMeaning, file: FlowMeaning): FlowMeaning {
  return { settings: { ...flow.settings, ...file.settings }, steps: file.steps };
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

function unverified(now: readonly string[], then: readonly string[]): readonly number[] {
  return alignLists(
    then.map(one => [one]),
    now.map(one => [one]),
  ).flatMap(({ before, after }) => (before === undefined ? [after + 1] : []));
}
