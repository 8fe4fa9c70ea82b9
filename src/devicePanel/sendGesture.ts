import type { DisplayAddress } from '../appState/readDisplay.ts';
import type { Client } from '../client/client.ts';
import type { DeviceGesture } from '../flow/record/deviceGesture.ts';
import { type GestureOperation, gestureRequest } from '../flow/record/gestureRequest.ts';
import type { Input } from '../contract/operations.ts';

/**
 * Performs a gesture on a display of a device (spec 4.8, 4.9, wire facts 9). Rejects with
 * ApiError.
 */
export async function sendGesture(
  client: Client,
  { deviceId, display }: DisplayAddress,
  gesture: DeviceGesture,
  signal?: AbortSignal,
): Promise<void> {
  const { operation, input } = gestureRequest(gesture, deviceId, display);
  // `gestureRequest` returns matching pairs, which the union types cannot express.
  const call = client[operation] as (input: Input<GestureOperation>, options: object) => Promise<unknown>;
  await call(input, { signal });
}
