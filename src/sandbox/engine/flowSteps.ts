import { pause } from '../runtime/clock.ts';
import { type StepCall, StepFailure, type StepKinds, type StepOutput } from '../runtime/step.ts';

interface WaitParams {
  readonly seconds?: number;
  readonly duration?: string;
  readonly until?: string;
}

/** Thrown by the step that ends a run early. */
export class RunStopped extends Error {
  readonly outcome: 'success' | 'failed';

  constructor(outcome: 'success' | 'failed', reason: string) {
    super(reason);
    this.name = 'RunStopped';
    this.outcome = outcome;
  }
}

/** The implementations of wait and stop; the engine itself handles repeat and branch. */
export const flowSteps: StepKinds = {
  'flow.wait': { repeatable: true, run: wait },
  'flow.stop': {
    repeatable: true,
    run: ({ params }) => {
      const { outcome, reason } = params as { outcome: 'success' | 'failed'; reason?: string };
      return Promise.reject(new RunStopped(outcome, reason ?? 'The flow ended the run.'));
    },
  },
};

async function wait({ params, service, signal }: StepCall): Promise<StepOutput> {
  const { seconds, duration, until } = params as WaitParams;
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

const DURATION = /^P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;
const UNITS_MS = [604_800_000, 86_400_000, 3_600_000, 60_000, 1000] as const;

function durationMs(text: string): number {
  const parts: (string | undefined)[] | undefined = DURATION.exec(text)?.slice(1);
  if (!parts?.some(Boolean))
    throw new StepFailure('client_error', `“${text}” has years or months, which have no fixed length.`);
  return parts.reduce((sum, part, index) => sum + Number(part ?? 0) * (UNITS_MS[index] ?? 0), 0);
}
