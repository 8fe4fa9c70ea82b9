import { ADB_PROVIDER, SERVICE_PROVIDER } from '../../contract/sandbox/phones.ts';
import { parseFlow } from '../../flow/document/flowDocument.ts';
import { orAborted } from '../../util/orAborted.ts';
import { passcodesIn } from '../../flow/run/passcodes.ts';
import { type RunStep, runSteps, runStepNumber } from '../../flow/run/runSteps.ts';
import type { Trace } from '../../flow/trace/traceFile.ts';
import type { FlowCatalog } from '../../flow/catalog.ts';
import { readSandboxTrace } from '../../deploy/readSandboxTrace.ts';
import { failureDetails } from '../../flowTest/checkRun.ts';
import { failureOffsets } from '../../flowTest/failurePlace.ts';
import { type CaseResult, createUnfitResult, runCase, type TestBench } from '../../flowTest/runCase.ts';
import { AcceptedPictures } from '../../flowTest/acceptedPictures.ts';
import { readSandboxRecords } from '../../flowTest/sandboxRecords.ts';
import { findPasscodes } from '../../util/passcodes/findPasscodes.ts';
import { CodeHider } from '../../util/passcodes/hideCodes.ts';
import { hideSecretsInText } from '../../util/secretText.ts';
import { InputError } from '../../validate/inputFile.ts';
import type { PlannedCase } from './planCases.ts';
import { type Attempt, type CaseReport, outcomeOf, type ReportedStep } from './report.ts';
import { type SandboxWorker, startWorker, type WorkerSettings } from './sandboxWorker.ts';
import { MAX_ATTEMPT_PICTURES, type TraceStore } from './traceStore.ts';

const NOT_KEPT = {
  picturesLeftOut:
    'The pictures of this check were not kept, because this run wrote neither an HTML report nor a JSON file.',
};

/** Settings of a run of cases. */
export interface RunSettings extends WorkerSettings {
  readonly catalog: FlowCatalog;
  /** The number of sandboxes, each of which runs one case at a time. */
  readonly workers: number;
  /** The number of times that a failed case is run again. */
  readonly retries: number;
  /** Number of failed cases after which no case is started; 0 for no limit. */
  readonly maxFailures: number;
  /** Names or IDs of sandbox devices to use instead of those of the flow. */
  readonly devices: readonly string[];
  /** True to accept the pictures of cases in which nothing else fails. */
  readonly acceptsPictures: boolean;
  /** Receives the traces of failed attempts; undefined if no report shows them. */
  readonly traces?: TraceStore | undefined;
  /** Ends the run: what is running and what follows is reported as skipped. */
  readonly signal?: AbortSignal | undefined;
  /** Called after each attempt, while the sandbox has the evidence of its run. */
  readonly onAttempt?: (bench: TestBench, planned: PlannedCase, result: CaseResult) => Promise<void>;
}

/** Listeners for the progress of a run. */
export interface RunListeners {
  onStart?(planned: PlannedCase): void;
  onResult(report: CaseReport): void;
}

/** Runs cases and resolves to their reports, in the order of the cases. Throws InputError. */
export async function runPlan(
  cases: readonly PlannedCase[],
  settings: RunSettings,
  listeners: RunListeners,
): Promise<readonly CaseReport[]> {
  const queue = [...cases];
  const reports: CaseReport[] = [];
  let failures = 0;
  const { signal } = settings;
  const isStopped = (): boolean =>
    signal?.aborted === true || (settings.maxFailures > 0 && failures >= settings.maxFailures);
  const finish = (planned: PlannedCase, attempts: Attempt[]): void => {
    const { file, name, order } = planned;
    const report = { file, name, order, outcome: outcomeOf(attempts), attempts };
    if (report.outcome === 'failed' || report.outcome === 'unfit') failures++;
    reports.push(report);
    listeners.onResult(report);
  };
  const work = async (): Promise<void> => {
    const worker = await startWorker(settings);
    try {
      const { phones = [], devices } = settings;
      const deviceIds = phones.length > 0 ? await addedPhones(worker) : await findDevices(worker, devices);
      const bench = { ...worker, catalog: settings.catalog };
      for (let planned = queue.shift(); planned; planned = queue.shift()) {
        if (isStopped()) {
          finish(planned, []);
          continue;
        }
        listeners.onStart?.(planned);
        finish(planned, await untilAborted(runAttempts(bench, planned, deviceIds, settings), signal));
      }
    } finally {
      // After an error in one worker, the others start no more cases.
      queue.length = 0;
      await worker.stop();
    }
  };
  // A phone runs one case at a time.
  const workers = settings.phones?.length ? 1 : settings.workers;
  const count = Math.min(workers, cases.length);
  const ended = await Promise.allSettled(Array.from({ length: count }, work));
  for (const end of ended) if (end.status === 'rejected') throw end.reason;
  return reports.toSorted((one, other) => one.order - other.order);
}

/** Resolves to the attempts of a case, or to none as soon as the run is ended. */
async function untilAborted(
  running: Promise<Attempt[]>,
  signal: AbortSignal | undefined,
): Promise<Attempt[]> {
  if (!signal) return running;
  try {
    return await orAborted(running, signal);
  } catch (error) {
    // The sandbox of an ended run can go away in its middle.
    if (signal.aborted) return [];
    throw error;
  }
}

async function addedPhones({ client }: SandboxWorker): Promise<readonly string[]> {
  const lists = await Promise.all(
    [ADB_PROVIDER, SERVICE_PROVIDER].map(providerId => client.listDevices({ query: { providerId } })),
  );
  return lists.flatMap(({ value }) => (value.items ?? []).map(({ id }) => id));
}

async function findDevices(
  { client }: SandboxWorker,
  names: readonly string[],
): Promise<readonly string[] | undefined> {
  if (names.length === 0) return undefined;
  const { devices } = await readSandboxRecords(client);
  return names.map(name => {
    const wanted = name.toLowerCase();
    const found = [...devices].find(([id, known]) => id === wanted || known.toLowerCase() === wanted);
    if (found) return found[0];
    throw new InputError(`The sandbox has no device “${name}”. It has ${[...devices.values()].join(', ')}.`);
  });
}

async function runAttempts(
  bench: TestBench,
  planned: PlannedCase,
  deviceIds: readonly string[] | undefined,
  { retries, traces, acceptsPictures, onAttempt }: RunSettings,
): Promise<Attempt[]> {
  const { file, text, name, test, order } = planned;
  if ('problem' in test) return [toAttempt(text, createUnfitResult(name, test.problem))];
  const chosen = deviceIds === undefined ? test : { ...test, deviceIds: [...deviceIds] };
  const pictures = new AcceptedPictures(file);
  const attempts: Attempt[] = [];
  do {
    const result = await runCase(bench, text, chosen, { pictures, acceptsPictures });
    await onAttempt?.(bench, planned, result);
    // The pictures of checks come first, since a trace is useful without its pictures.
    const attempt = toAttempt(text, result, traces);
    // The next case resets the sandbox.
    const trace = traces && (await readFailedRun(bench, result));
    const traceName = trace && (await traces.add(order, attempts.length, trace));
    attempts.push({ ...attempt, trace: traceName });
  } while (attempts.at(-1)?.outcome === 'failed' && attempts.length <= retries);
  return attempts;
}

async function readFailedRun(
  { sandboxClient }: TestBench,
  { outcome, execution }: CaseResult,
): Promise<Trace | undefined> {
  if (outcome !== 'failed' || !execution) return undefined;
  const trace = await readSandboxTrace(sandboxClient, execution.id, { mostPictures: MAX_ATTEMPT_PICTURES });
  return trace && { ...trace, document: { ...trace.document, source: 'Sandbox' } };
}

/**
 * Converts the result of a case for a report, without secrets and passcodes. `text` is that of the flow file; `traces`
 * receives the pictures of failures.
 */
export function toAttempt(text: string, result: CaseResult, traces?: TraceStore): Attempt {
  const { outcome, tookMs, execution, failures } = result;
  const run = result.steps ?? runSteps(execution?.result);
  const codes = new CodeHider(passcodesIn(run));
  // A passcode that no step has read can be in a text of a screen or an expectation.
  for (const shown of textsOf(failures, run)) for (const code of findPasscodes([shown])) codes.add(code);
  const hide = (shown: string): string => hideSecretsInText(codes.hide(shown));
  const offsets = outcome === 'failed' ? failureOffsets(parseFlow(text), execution, failures) : [];
  return {
    outcome,
    tookMs,
    failures: failures.map((failure, index) => ({
      message: hide(failure.message),
      line: offsets[index] === undefined ? undefined : text.slice(0, offsets[index]).split('\n').length,
      details: failureDetails(failure).map(hide),
      expected: failure.expected === undefined ? undefined : hide(failure.expected),
      actual: failure.actual === undefined ? undefined : hide(failure.actual),
      ...(failure.picture ? (traces?.addCheck(failure.picture) ?? NOT_KEPT) : {}),
    })),
    steps: reportSteps(run, result.devices, hide),
    ...(result.accepted ? { accepted: [...result.accepted] } : {}),
  };
}

function textsOf(failures: CaseResult['failures'], run: readonly RunStep[]): readonly string[] {
  return [
    ...failures.flatMap(failure => [
      failure.message,
      ...failureDetails(failure),
      failure.expected ?? '',
      failure.actual ?? '',
    ]),
    ...run.flatMap(({ name, error, explanation }) => [name ?? '', explanation?.sentence ?? error ?? '']),
  ];
}

function reportSteps(
  run: readonly RunStep[],
  devices: CaseResult['devices'],
  hide: (text: string) => string,
): ReportedStep[] {
  const isOnSeveral = new Set(run.map(({ deviceId }) => deviceId)).size > 1;
  return run.map(step => {
    const { deviceId = '' } = step;
    const reason = step.explanation?.sentence ?? step.error;
    return {
      number: runStepNumber(step),
      round: step.round === undefined ? undefined : step.round + 1,
      name: step.name === undefined ? undefined : hide(step.name),
      device: isOnSeveral ? hide(devices?.get(deviceId.toLowerCase()) ?? deviceId) : undefined,
      status: step.status,
      reason: reason === undefined ? undefined : hide(reason),
    };
  });
}
