import { pause } from '../../clock.ts';
import { Refusal } from '../../refusal.ts';
import { type FailureCode, type StepCall, StepFailure, type StepKind, type StepOutput } from '../../step.ts';

/** What refusals become in a step; what is not named here is the fault of whoever wrote the step. */
const CODES: Readonly<Record<string, FailureCode>> = {
  device_not_found: 'device_not_found',
  device_state: 'transient',
  ime_not_active: 'logic',
};

/** A step at its turn on a device. */
export interface DeviceCall extends StepCall {
  readonly deviceId: string;
}

/**
 * Carries out a step on the device of the run. Fails with `invalid_config` where there is none; refusals of the
 * device's operations become failures with their sentences.
 */
export function onDevice(
  repeatable: boolean,
  work: (call: DeviceCall) => StepOutput | Promise<StepOutput>,
): StepKind {
  return {
    repeatable,
    run: async call => {
      const { deviceId } = call;
      if (deviceId === undefined)
        throw new StepFailure('invalid_config', 'This step needs a device, but the flow has none.');
      try {
        return await work({ ...call, deviceId });
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        throw new StepFailure(CODES[error.code] ?? 'client_error', error.message);
      }
    },
  };
}

/** Lets so much time of the sandbox pass, in milliseconds before the time scale. */
export async function take({ service, signal }: StepCall, milliseconds: number): Promise<void> {
  signal.throwIfAborted();
  const scaled = milliseconds * service.settings.timeScale;
  if (scaled > 0) await pause(service.clock, scaled, signal);
}
