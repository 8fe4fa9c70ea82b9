import type { Client } from '../client/client.ts';
import { ApiError } from '../client/failure.ts';
import { pngSize } from '../util/pngSize.ts';

type Size = { readonly width: number; readonly height: number };

/** What is answered where a device does not tell its elements, or the service does not offer to. */
const UNTOLD = [404, 405, 422, 501];

/**
 * The size of a device's screen in the pixels of its gestures: as its elements tell it, else that of a screenshot
 * (not every device has the capability `accessibility`). Rejects where neither tells.
 */
export async function screenSize(client: Client, deviceId: string, signal: AbortSignal): Promise<Size> {
  const params = { deviceId };
  const told = await orUntold(client.getUiState({ params }, { signal }));
  const bounds = told?.value.device_context?.screen_bounds;
  if (bounds) return bounds;
  const picture = await orUntold(client.takeScreenshot({ params }, { signal }));
  const size = picture && pngSize(picture.value);
  if (size) return size;
  throw new Error('The size of this screen is not known, so no direction can be swiped. Swipe by numbers.');
}

async function orUntold<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ApiError && UNTOLD.includes(error.status ?? 0)) return undefined;
    throw error;
  }
}
