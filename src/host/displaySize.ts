import type { Client } from '../client/client.ts';
import { ApiError } from '../client/failure.ts';
import type { DisplaySize } from '../flow/record/scaleGesture.ts';
import { pngSize } from '../util/pngSize.ts';

/** What is answered where a device does not tell its elements, or the service does not offer to. */
const UNTOLD = [404, 405, 422, 501];

/**
 * The size of a display in the pixels of its gestures, as it is turned now: as its elements tell it, else that of a
 * screenshot (not every device has the capability `accessibility`). Undefined where neither tells; rejects with
 * ApiError where the device cannot answer.
 */
export async function displaySize(
  client: Client,
  { deviceId, display }: { readonly deviceId: string; readonly display: number },
  signal?: AbortSignal,
): Promise<DisplaySize | undefined> {
  const on = { params: { deviceId }, headers: { 'x-device-display-id': display } };
  const told = await orUntold(client.getUiState({ ...on, query: { filter: true } }, { signal }));
  const bounds = told?.value.device_context?.screen_bounds;
  if (bounds) return bounds;
  const picture = await orUntold(client.takeScreenshot(on, { signal }));
  return picture && pngSize(picture.value);
}

async function orUntold<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ApiError && UNTOLD.includes(error.status ?? 0)) return undefined;
    throw error;
  }
}
