import type { Client } from '../client/client.ts';
import type { SandboxClient } from '../client/sandboxClient.ts';
import type { Execution } from '../contract/records/execution.ts';
import { explainExecution } from '../deploy/explainExecution.ts';
import { type LiveRun, runLive } from '../deploy/runLive.ts';
import type { FlowCatalog } from '../flow/catalog.ts';
import { createFlowSourceReader } from '../flow/deploy/flowSource.ts';
import { executionSteps, type RunStep, runStepNumber } from '../flow/run/runSteps.ts';
import { counted } from '../util/counted.ts';
import { checkRun, type TestFailure } from './checkRun.ts';
import { acceptPictures, type AcceptedPictures, NOTHING_ACCEPTED } from './acceptedPictures.ts';
import { checkPictures } from './checkPictures.ts';
import { combineRuns } from './combineRuns.ts';
import { readScreens } from './runScreens.ts';
import { toSandboxBody } from './sandboxBody.ts';
import { readSandboxRecords } from './sandboxRecords.ts';
import { picturesIn, type TestCase } from './testFile.ts';
import { UnfitFile, unfitReason } from './unfitFile.ts';

/** A sandbox that tests may reset, and the catalog for the flows of the files. */
export interface TestBench {
  readonly client: Client;
  readonly sandboxClient: SandboxClient;
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
  /** The steps of the execution; if the case failed, those that failed have the reason. */
  readonly steps?: readonly RunStep[] | undefined;
  /** Device names by device ID in lower case. */
  readonly devices?: ReadonlyMap<string, string> | undefined;
  /** The names of the files with pictures that were accepted. */
  readonly accepted?: readonly string[] | undefined;
}

/** The input of a debugger for a case. */
export interface DebuggedRun extends LiveRun {
  readonly sandboxClient: SandboxClient;
}

/** Options for running a case. */
interface CaseOptions {
  readonly signal?: AbortSignal;
  /** Runs the flow in a debugger. The time limit of the case does not apply then. */
  readonly debug?: (run: DebuggedRun) => Promise<Execution>;
  /** The accepted pictures of the flow file; undefined if it is not on this computer. */
  readonly pictures?: AcceptedPictures | undefined;
  /** True to accept pictures that are not as accepted if nothing else fails. */
  readonly acceptsPictures?: boolean;
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
  { signal, debug, pictures, acceptsPictures = false }: CaseOptions,
): Promise<CaseResult> {
  const { client, sandboxClient, catalog } = bench;
  const { name } = test;
  const source = createFlowSourceReader(catalog)('', text);
  if ('refusal' in source) throw new UnfitFile(`The file has errors. ${source.refusal}`);
  await sandboxClient.resetSandbox({});
  const records = await readSandboxRecords(client);
  const body = toSandboxBody(source.body, test.deviceIds, records, catalog);
  const flowId = (await client.createFlow({ body })).value.data.id;
  const seconds = test.timeoutSeconds ?? TIMEOUT_SECONDS;
  const limit = debug ? new AbortController().signal : AbortSignal.timeout(seconds * 1000);
  const undelivered = new AbortController();
  const stopSignal = AbortSignal.any([limit, undelivered.signal, ...(signal ? [signal] : [])]);
  const startedAt = performance.now();
  const measureElapsed = (): number => performance.now() - startedAt;
  const runs = new Map<string, Execution>();
  try {
    let mail: Promise<void> | undefined;
    const onProgress = (execution: Execution): void => {
      runs.set(execution.id, execution);
      // Mail from before the request of the run does not count.
      mail ??= deliver(sandboxClient, test.messages);
      mail.catch(() => undelivered.abort());
    };
    const payload = test.payload ?? {};
    const settles = picturesIn(test.expect).length > 0;
    const input = { client, flowId, payload, onProgress, settles, signal: stopSignal };
    const run = debug ? debug({ ...input, sandboxClient }).then(only => [only]) : runLive(input);
    // The next case begins with a reset, so nothing of this one may still be running.
    await run.catch(() => undefined);
    await mail;
    const ended = await run;
    const execution = combineRuns(ended);
    if (!execution) throw new UnfitFile('The sandbox started no run of this flow.');
    const tookMs = measureElapsed();
    const { devices } = records;
    const screens = await readScreens(bench, ended, test.expect, {
      deviceIds: body.deviceIds ?? [],
      devices,
    });
    let unlike = await checkPictures(sandboxClient, ended, test.expect, { pictures, devices, signal });
    let accepted: readonly string[] | undefined;
    if (checkRun(execution, test.expect, undefined, screens).length === 0) {
      const passed = { name, outcome: 'passed', failures: [], tookMs, execution, devices } as const;
      if (unlike.length === 0) return passed;
      if (acceptsPictures && pictures) {
        const done = await acceptPictures(pictures, unlike);
        ({ failures: unlike } = done);
        if (done.accepted.length > 0) ({ accepted } = done);
        if (unlike.length === 0) return { ...passed, accepted };
      }
    } else if (acceptsPictures && unlike.length > 0) unlike = [...unlike, NOTHING_ACCEPTED];
    const explained = ended.map(async one => explainExecution(one, sandboxClient, signal));
    const steps = (await Promise.all(explained)).flat();
    const failures = [...checkRun(execution, test.expect, steps, screens), ...unlike];
    return { name, outcome: 'failed', failures, tookMs, execution, steps, devices, accepted };
  } catch (error) {
    if (signal?.aborted || !limit.aborted) throw error;
    const tookMs = measureElapsed();
    const stopped = await Promise.all([...runs.values()].map(one => readEnded(client, one)));
    const execution = combineRuns(stopped);
    const failures = [describeTimeout(seconds, execution)];
    return { name, outcome: 'failed', failures, tookMs, execution, devices: records.devices };
  }
}

/** Reads a run that was aborted; resolves to its former state if that fails. */
async function readEnded(client: Client, last: Execution): Promise<Execution> {
  const reading = client.getExecution({ params: { executionId: last.id } });
  return reading.then(
    ({ value }) => value.data,
    () => last,
  );
}

/** Returns the failure of a run that was aborted after its time limit, with the step at which it was. */
function describeTimeout(seconds: number, execution: Execution | undefined): TestFailure {
  const message = `The run did not end within ${counted(seconds, 'second')}.`;
  const step = executionSteps(execution ?? {}).findLast(
    ({ status }) => status === 'running' || status === 'stopped',
  );
  if (!step) return { message };
  const name = step.name === undefined ? '' : ` “${step.name}”`;
  return { message: `${message} It was at step ${runStepNumber(step)}${name}.`, step };
}

async function deliver(sandboxClient: SandboxClient, messages: TestCase['messages'] = []): Promise<void> {
  for (const { mailboxId, ...body } of messages) {
    try {
      await sandboxClient.deliverMessage({ params: { mailboxId }, body });
    } catch (error) {
      const reason = unfitReason(error);
      throw reason === undefined
        ? error
        : new UnfitFile(`No mail reaches the mailbox ${mailboxId}. ${reason}`);
    }
  }
}
