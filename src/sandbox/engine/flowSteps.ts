import { pause } from '../runtime/clock.ts';
import { defineStep, type StepCall, StepFailure, type StepKinds, type StepOutput } from '../runtime/step.ts';

interface WaitParams {
  readonly seconds?: number;
  readonly duration?: string;
  readonly until?: string;
}

interface StopParams {
  readonly outcome: 'success' | 'failed';
  readonly reason?: string;
}

/** Thrown by the step that ends a run early. */
export class RunStopped extends Error {
  readonly outcome: StopParams['outcome'];

  constructor(outcome: StopParams['outcome'], reason: string) {
    super(reason);
    this.name = 'RunStopped';
    this.outcome = outcome;
  }
}

/** The implementations of wait and stop; the engine itself handles repeat and branch. */
export const flowSteps: StepKinds = {
  'flow.wait': defineStep(true, wait),
  'flow.stop': defineStep(true, stop),
};

async function wait({ params, service, signal }: StepCall<WaitParams>): Promise<StepOutput> {
  const { seconds, duration, until } = params;
  const { clock, settings } = service;
  if (until !== undefined) {
    const waitedMs = Math.max(0, Date.parse(until) - clock.now());
    await pause(clock, waitedMs, signal);
    return { waitedMs };
  }
  const waitedMs = seconds === undefined ? durationMs(duration ?? '') : seconds * 1000;
  await pause(clock, waitedMs * settings.timeScale, signal);
  return { waitedMs };
}

function stop({ params: { outcome, reason } }: StepCall<StopParams>): never {
  throw new RunStopped(outcome, reason ?? 'The flow ended the run.');
}

const DURATION = /^P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;
const UNITS_MS = [604_800_000, 86_400_000, 3_600_000, 60_000, 1000] as const;

function durationMs(text: string): number {
  const parts: (string | undefined)[] | undefined = DURATION.exec(text)?.slice(1);
  if (!parts?.some(Boolean))
    throw new StepFailure('client_error', `“${text}” has years or months, which have no fixed length.`);
  return parts.reduce((sum, part, index) => sum + Number(part ?? 0) * (UNITS_MS[index] ?? 0), 0);
}
