import { pause } from '../../../runtime/clock.ts';
import {
  defineStep,
  type StepCall,
  StepFailure,
  type StepKind,
  type StepOutput,
} from '../../../runtime/step.ts';

/** A step call with a device. */
export interface DeviceCall<Params = unknown> extends StepCall<Params> {
  readonly deviceId: string;
}

/** Creates the implementation of a step that needs a device. It fails with `invalid_config` if the run has none. */
export function onDevice<Params>(
  isRepeatable: boolean,
  work: (call: DeviceCall<Params>) => StepOutput | Promise<StepOutput>,
): StepKind {
  return defineStep<Params>(isRepeatable, async call => {
    const { deviceId } = call;
    if (deviceId === undefined)
      throw new StepFailure('invalid_config', 'This step needs a device, but the flow has none.');
    return work({ ...call, deviceId });
  });
}

/** Waits for a simulated duration, in milliseconds before the time scale. */
export async function pauseScaled({ service, signal }: StepCall, milliseconds: number): Promise<void> {
  signal.throwIfAborted();
  const scaled = milliseconds * service.settings.timeScale;
  if (scaled > 0) await pause(service.clock, scaled, signal);
}

/** Does what a simulated phone does at once and a real one in its time, and waits until its duration is over. */
export async function takingItsTime<Done extends { readonly durationMs: number }>(
  { service: { clock, settings }, signal }: StepCall,
  work: () => Promise<Done>,
): Promise<Done> {
  const startedAt = clock.now();
  const done = await work();
  signal.throwIfAborted();
  const left = done.durationMs * settings.timeScale - (clock.now() - startedAt);
  if (left > 0) await pause(clock, left, signal);
  return done;
}
