import { pause } from '../../../runtime/clock.ts';
import { Refusal } from '../../../runtime/refusal.ts';
import {
  defineStep,
  type FailureCode,
  type StepCall,
  StepFailure,
  type StepKind,
  type StepOutput,
} from '../../../runtime/step.ts';

/** The failure codes of steps by refusal code; all others become `client_error`. */
const CODES: Readonly<Record<string, FailureCode>> = {
  device_not_found: 'device_not_found',
  device_state: 'transient',
  ime_not_active: 'logic',
};

/** A step call with a device. */
export interface DeviceCall<Params = unknown> extends StepCall<Params> {
  readonly deviceId: string;
}

/**
 * Creates the implementation of a step that needs a device. It fails with `invalid_config` if the run has none;
 * refusals become step failures with the same message.
 */
export function onDevice<Params>(
  isRepeatable: boolean,
  work: (call: DeviceCall<Params>) => StepOutput | Promise<StepOutput>,
): StepKind {
  return defineStep<Params>(isRepeatable, async call => {
    const { deviceId } = call;
    if (deviceId === undefined)
      throw new StepFailure('invalid_config', 'This step needs a device, but the flow has none.');
    try {
      return await work({ ...call, deviceId });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      throw new StepFailure(CODES[error.code] ?? 'client_error', error.message);
    }
  });
}

/** Waits for a simulated duration, in milliseconds before the time scale. */
export async function pauseScaled({ service, signal }: StepCall, milliseconds: number): Promise<void> {
  signal.throwIfAborted();
  const scaled = milliseconds * service.settings.timeScale;
  if (scaled > 0) await pause(service.clock, scaled, signal);
}
