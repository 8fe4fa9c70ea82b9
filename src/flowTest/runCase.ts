import type { Client } from '../client/client.ts';
import type { SandboxClient } from '../client/sandboxClient.ts';
import type { Execution } from '../contract/records/execution.ts';
import { runInSandbox } from '../deploy/runInSandbox.ts';
import type { FlowCatalog } from '../flow/catalog.ts';
import { createFlowSourceReader } from '../flow/deploy/flowSource.ts';
import { checkRun, type TestFailure } from './checkRun.ts';
import { toSandboxBody } from './sandboxBody.ts';
import { readSandboxRecords } from './sandboxRecords.ts';
import type { TestCase } from './testFile.ts';
import { UnfitFile, unfitReason } from './unfitFile.ts';

/** A sandbox that tests may reset, and the catalog for the flows of the files. */
export interface TestBench {
  readonly client: Client;
  readonly own: SandboxClient;
  readonly catalog: FlowCatalog;
}

/** The result of a case. `unfit`: the case could not be run; its only failure has the reason. */
export interface CaseResult {
  readonly name: string;
  readonly outcome: 'passed' | 'failed' | 'unfit';
  readonly failures: readonly TestFailure[];
  /** The duration in milliseconds, without the setup. */
  readonly tookMs: number;
  readonly execution?: Execution | undefined;
  /** Device names by device ID in lower case. */
  readonly devices?: ReadonlyMap<string, string> | undefined;
}

/** Options for running a case: a listener for progress and an abort signal. */
interface CaseOptions {
  readonly onProgress?: (execution: Execution) => void;
  readonly signal?: AbortSignal;
}

const TIMEOUT_SECONDS = 60;

/**
 * Resets the sandbox, runs a flow file once and compares the run with the case. A refusal by the sandbox makes the case
 * unfit. Rejects with ApiError if the sandbox does not respond, and if the signal aborts.
 */
export async function runCase(
  bench: TestBench,
  text: string,
  test: TestCase,
  options: CaseOptions = {},
): Promise<CaseResult> {
  try {
    return await executeCase(bench, text, test, options);
  } catch (error) {
    const reason = unfitReason(error);
    if (reason === undefined) throw error;
    return createUnfitResult(test.name, reason);
  }
}

/** Returns the result of a case that cannot be run; `message` is a sentence with the reason. */
export function createUnfitResult(name: string, message: string): CaseResult {
  return { name, outcome: 'unfit', failures: [{ message }], tookMs: 0 };
}

async function executeCase(
  bench: TestBench,
  text: string,
  test: TestCase,
  { onProgress, signal }: CaseOptions,
): Promise<CaseResult> {
  const { client, own: sandbox, catalog } = bench;
  const { name } = test;
  const source = createFlowSourceReader(catalog)('', text);
  if ('refusal' in source) throw new UnfitFile(`The file has errors. ${source.refusal}`);
  await sandbox.resetSandbox({});
  const records = await readSandboxRecords(client);
  const body = toSandboxBody(source.body, test.deviceIds, records, catalog);
  const flowId = (await client.createFlow({ body })).value.data.id;
  const seconds = test.timeoutSeconds ?? TIMEOUT_SECONDS;
  const limit = AbortSignal.timeout(seconds * 1000);
  const undelivered = new AbortController();
  const stopSignal = AbortSignal.any([limit, undelivered.signal, ...(signal ? [signal] : [])]);
  const startedAt = performance.now();
  const measureElapsed = (): number => performance.now() - startedAt;
  let last: Execution | undefined;
  try {
    const reportProgress = (execution: Execution): void => {
      last = execution;
      onProgress?.(execution);
    };
    const run = runInSandbox({
      client,
      own: sandbox,
      flowId,
      payload: test.payload ?? {},
      onProgress: reportProgress,
      signal: stopSignal,
    });
    const mail = deliver(sandbox, test.messages).catch((error: unknown) => {
      undelivered.abort();
      throw error;
    });
    // The next case begins with a reset, so nothing of this one may still be running.
    await Promise.allSettled([run, mail]);
    await mail;
    const execution = await run;
    const failures = checkRun(execution, test.expect);
    const outcome = failures.length === 0 ? 'passed' : 'failed';
    return { name, outcome, failures, tookMs: measureElapsed(), execution, devices: records.devices };
  } catch (error) {
    if (signal?.aborted || !limit.aborted) throw error;
    const message = `The run did not end within ${seconds} seconds.`;
    const failures = [{ message }];
    return {
      name,
      outcome: 'failed',
      failures,
      tookMs: measureElapsed(),
      execution: last,
      devices: records.devices,
    };
  }
}

async function deliver(sandbox: SandboxClient, messages: TestCase['messages'] = []): Promise<void> {
  for (const { mailboxId, ...body } of messages) {
    try {
      await sandbox.deliverMessage({ params: { mailboxId }, body });
    } catch (error) {
      const reason = unfitReason(error);
      throw reason === undefined
        ? error
        : new UnfitFile(`No mail reaches the mailbox ${mailboxId}. ${reason}`);
    }
  }
}
