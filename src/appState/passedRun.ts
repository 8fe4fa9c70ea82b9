import { readEvidence } from '../deploy/explainExecution.ts';
import { readScreenPicture } from '../deploy/readSandboxTrace.ts';
import type { TraceRun } from '../contract/sandbox/traces.ts';
import type { Evidence } from '../flow/explain/explanation.ts';
import { readLatestExecutions } from '../stores/readLatestExecutions.ts';
import type { Session } from '../stores/session.ts';
import type { Clients } from './clients.ts';
import { offersSandboxOperations } from '../stores/connection.ts';

/** The evidence of a run that passed. */
export interface PassedRun {
  readonly evidence: Evidence;
  /** Reads the picture of one of its screens. */
  readonly picture: (screenId: string) => Promise<Uint8Array | undefined>;
}

/** The number of runs in which one before the failed run is searched. */
const MAX_RUNS = 20;

/**
 * Reads the last run of a flow that passed before another run. Only the sandbox records the screens of runs; undefined on
 * another connection, for a trial run, and if none passed.
 */
export async function readPassedRun(
  { session, clients }: { readonly session: Session; readonly clients: Pick<Clients, 'openSandbox'> },
  { flowId, executionId, startedAt }: TraceRun,
): Promise<PassedRun | undefined> {
  const { connection } = session;
  if (!offersSandboxOperations(connection) || flowId == null) return undefined;
  const client = await session.client();
  const runs = await readLatestExecutions(client, flowId, MAX_RUNS, 'success');
  const passed = runs.find(
    run => run.id !== executionId && Date.parse(run.startedAt ?? '') <= Date.parse(startedAt ?? ''),
  );
  if (!passed) return undefined;
  const sandbox = await clients.openSandbox();
  const evidence = await readEvidence(sandbox, passed.id);
  return (
    evidence && {
      evidence,
      picture: async screenId => readScreenPicture(sandbox, { executionId: passed.id, screenId }),
    }
  );
}
