import { hidePasscodes, passcodesIn } from './passcodes.ts';
import { type RunStep, runStepNumber } from './runSteps.ts';

/** Returns the last step on each device that ran at least in part. */
export function lastSteps<
  S extends {
    readonly status?: string | null | undefined;
    readonly deviceId?: string | null | undefined;
  },
>(steps: readonly S[]): readonly S[] {
  const last = new Map<string | null, S>();
  for (const step of steps) if (step.status !== 'skipped') last.set(step.deviceId ?? null, step);
  return [...last.values()];
}

/** Returns the reason for a failed run, such as `Step 2 “Tap”: No element says “Sign in”.` */
export function failureText(error: string | null | undefined, steps: readonly RunStep[]): string | undefined {
  const failed = lastSteps(steps).find(({ status }) => status === 'failed');
  const reason = failed?.explanation?.sentence;
  if (failed && reason !== undefined)
    return `Step ${runStepNumber(failed)}${failed.name === undefined ? '' : ` “${failed.name}”`}: ${reason}`;
  return error == null ? failed?.error : hidePasscodes(error, passcodesIn(steps));
}
