import type { Client } from '../client/client.ts';
import type { CallOptions } from '../client/reply.ts';
import type { FlowCatalog } from '../flow/catalog.ts';
import { type Drift, driftOf, type Prediction, predictActivation } from '../flow/compare/drift.ts';
import { describeDifference } from '../flow/compare/differenceText.ts';
import type { FlowMeaning } from '../flow/compare/flowMeaning.ts';
import type { FlowLink } from '../flow/deploy/flowLink.ts';
import { createFlowSourceReader } from '../flow/deploy/flowSource.ts';
import { digest } from './digest.ts';
import { readRemoteFlow } from './remoteFlow.ts';

const MAX_CHANGES = 5;

/** The comparison of a linked file with its flow, or the reason that there is none. */
export type FileDrift =
  | {
      readonly kind: 'known';
      readonly drift: Drift;
      /** The first differences in words, for tooltips. */
      readonly changes: readonly string[];
      readonly file: FlowMeaning;
      readonly flow: FlowMeaning;
    }
  /** The file has errors; the flow can still be compared with its verification. */
  | { readonly kind: 'broken'; readonly refusal: string; readonly activation: Prediction }
  | { readonly kind: 'gone' }
  | { readonly kind: 'unreadable' };

/** Reads the flow of a linked file and compares both. Rejects with ApiError if a read fails. */
export async function readDrift(
  client: Client,
  linkedFile: {
    readonly path: string;
    readonly text: string;
    readonly link: FlowLink & { readonly flowId: string };
  },
  catalog: FlowCatalog,
  options: CallOptions,
): Promise<FileDrift> {
  const { path, text, link } = linkedFile;
  const remote = await readRemoteFlow(client, link.flowId, catalog, options);
  if (remote.kind !== 'found') return { kind: remote.kind };
  const source = createFlowSourceReader(catalog)(path, text);
  if ('refusal' in source) {
    const activation = predictActivation(remote.meaning, link.verified, digest);
    return { kind: 'broken', refusal: source.refusal, activation };
  }
  const { meaning: file } = source;
  const { meaning: flow } = remote;
  const drift = driftOf(file, flow, link, digest);
  const changes = drift.differences.slice(0, MAX_CHANGES).map(one => describeDifference(one));
  return { kind: 'known', drift, changes, file, flow };
}
