import type { Client } from '../client/client.ts';
import { ApiError } from '../client/failure.ts';
import type { Execution } from '../contract/records/execution.ts';
import type { TraceScreen, TraceStep } from '../contract/sandbox/traces.ts';
import { resultEvidence } from '../flow/explain/explainSteps.ts';
import { sentSteps, taskIdIn, nonEmptyText } from '../flow/run/runSteps.ts';
import { SecretMask } from '../flow/trace/secretMask.ts';
import { type Trace, TRACE_PARTS, type TraceDocument, type TracedTask } from '../flow/trace/traceFile.ts';
import { withoutPasscodes } from '../util/passcodes/withoutPasscodes.ts';
import { excessiveSize } from '../util/pictureSize.ts';
import { isPng } from '../util/pngSize.ts';
import { withoutSecrets } from '../util/secrets.ts';
import { lastScreens, MAX_TRACE_PICTURES, type TraceReadingOptions } from './readSandboxTrace.ts';
import { ifOffered } from './remoteFlow.ts';

/** The limits of a value from a service; larger than those of the sandbox, because there is nothing else. */
const LIMITS = { text: 20_000, members: 5000, depth: 20 };

/** The maximum number of bytes of all pictures in a trace. */
const MAX_PICTURE_BYTES = 100_000_000;

/** The maximum number of devices of a run whose names are read. */
const MAX_DEVICES = 20;

/** The field of a screen with the ID of its screenshot, which may not be a part of a file name. */
const SCREENSHOT = 'screenshotId';

/**
 * Reads what a service offers about an execution: its steps and devices, what its tasks did, and their screenshots.
 */
export async function readServiceTrace(
  client: Client,
  execution: Execution,
  { signal, progress, mostPictures = MAX_TRACE_PICTURES }: TraceReadingOptions = {},
): Promise<Trace> {
  const trace = resultTrace(execution);
  const mask = new SecretMask();
  const tasks: TracedTask[] = [];
  for (const taskId of new Set(trace.steps.flatMap(({ output }) => taskIdIn(output) ?? []))) {
    progress?.(`task ${tasks.length + 1}`);
    const trajectory = await trajectoryOf(client, taskId, signal);
    if (trajectory !== undefined) tasks.push({ taskId, trajectory: mask.value(masked(trajectory), LIMITS) });
  }
  const devices = await readDevices(client, trace, signal);
  const pictures = new Map<string, Uint8Array<ArrayBuffer>>();
  const shown = lastScreens(trace.screens, mostPictures);
  let bytes = 0;
  for (const screen of shown) {
    progress?.(`screen ${pictures.size + 1} of ${shown.length}`);
    const picture = await readScreenshot(client, execution.id, screen, signal);
    bytes += picture?.length ?? 0;
    if (bytes > MAX_PICTURE_BYTES) break;
    if (picture) pictures.set(screen.id, picture);
  }
  const lacksPictures = mostPictures > 0 && pictures.size < trace.screens.length;
  const missing = trace.missing.filter(part => part !== 'tasks' || tasks.length === 0);
  return {
    document: {
      ...trace,
      run: { ...trace.run, devices },
      missing: [...missing, ...(lacksPictures ? ['pictures'] : [])],
      tasks,
    },
    pictures,
  };
}

/** Reads the devices that the steps name, except those that the service no longer has. */
async function readDevices(
  client: Client,
  { steps }: TraceDocument,
  signal: AbortSignal | undefined,
): Promise<TraceDocument['run']['devices']> {
  const ids = new Set(steps.flatMap(({ deviceId }) => deviceId ?? []));
  const found = await Promise.all(
    [...ids].slice(0, MAX_DEVICES).map(async deviceId => {
      const reply = await ifOffered(client.getDevice({ params: { deviceId } }, { signal }));
      return reply && { id: deviceId, name: reply.value.name };
    }),
  );
  return found.filter(device => device !== undefined);
}

/** Returns what an execution says about its steps, with the screens of its screenshots, which are not read. */
export function resultTrace(execution: Execution): TraceDocument {
  const mask = new SecretMask();
  const shown = masked(execution);
  const { run, steps } = resultEvidence(shown);
  const sent = sentSteps(shown);
  const { error } = execution;
  const known = steps.map((step, order): TraceStep => {
    const { startedAt, finishedAt, method } = sent[order] ?? {};
    return {
      ...step,
      startedAt: nonEmptyText(startedAt),
      finishedAt: nonEmptyText(finishedAt),
      method: nonEmptyText(method) ?? '',
      output: mask.value(step.output, LIMITS),
    };
  });
  const { screens, steps: withScreens } = addScreenshots(shown, known);
  return {
    run: { ...run, error: error == null ? undefined : mask.value(error) },
    steps: withScreens,
    screens,
    missing:
      screens.length === 0
        ? TRACE_PARTS
        : [...TRACE_PARTS.filter(part => part !== 'screens' && part !== 'pictures'), 'otherScreens'],
    tasks: [],
  };
}

/**
 * Reads the PNG picture of a screen of a service; undefined if it has none, if the service no longer has it, or if it is
 * another kind of picture or one that is too large to show.
 */
export async function readScreenshot(
  client: Client,
  executionId: string,
  screen: TraceScreen | undefined,
  signal: AbortSignal | undefined,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const screenshotId = nonEmptyText(screen?.[SCREENSHOT]);
  if (screenshotId === undefined) return undefined;
  const params = { executionId, screenshotId };
  const reply = await ifOffered(client.getExecutionScreenshot({ params }, { signal })).catch(
    (error: unknown) => {
      if (isLost(error)) return undefined;
      throw error;
    },
  );
  if (!reply) return undefined;
  // A Buffer would reach a page as JSON.
  const bytes = new Uint8Array(reply.value);
  return isPng(bytes) && !excessiveSize(bytes) ? bytes : undefined;
}

// A storage deletes pictures, and answers an expired address with 403.
function isLost(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const { failure } = error;
  return failure.kind === 'tooLarge' || (failure.kind === 'linked' && failure.status < 500);
}

/** Adds the screenshots of an execution to the steps that made them: the first, those in between, and the last. */
function addScreenshots(
  { screenshots }: Execution,
  steps: readonly TraceStep[],
): Pick<TraceDocument, 'steps' | 'screens'> {
  const inOrder = (screenshots ?? []).toSorted((one, other) => (one.seq ?? 0) - (other.seq ?? 0));
  // Their keys stay the same while a run goes on.
  const shown = inOrder
    .map((screenshot, at) => ({ ...screenshot, key: `shot-${at}` }))
    .slice(-MAX_TRACE_PICTURES);
  const ofStep = new Map<TraceStep, string[]>();
  for (const { stepIndex, iterationIndex, key } of shown) {
    const own = steps.filter(({ index }) => index === stepIndex);
    const step = own.find(({ round }) => round != null && round === iterationIndex) ?? own[0];
    if (step) ofStep.set(step, [...(ofStep.get(step) ?? []), key]);
  }
  return {
    steps: steps.map(step => {
      const keys = ofStep.get(step) ?? [];
      const [first, ...rest] = keys;
      const last = rest.pop();
      if (last === undefined) return first === undefined ? step : { ...step, screenAfter: first };
      return { ...step, screenBefore: first, screens: rest, screenAfter: last };
    }),
    screens: shown.map(({ key, id, capturedAt }) => ({ id: key, takenAt: capturedAt, [SCREENSHOT]: id })),
  };
}

function masked<T>(record: T): T {
  return withoutSecrets(withoutPasscodes(record)) as T;
}

async function trajectoryOf(
  client: Client,
  taskId: string,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  const reading = client.getTaskTrajectory({ params: { task_id: taskId } }, { signal });
  return (await ifOffered(reading))?.value.trajectory;
}
