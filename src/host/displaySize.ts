import type { Client } from '../client/client.ts';
import { ApiError } from '../client/failure.ts';
import type { UiState } from '../contract/records/uiState.ts';
import type { DisplaySize } from '../flow/record/scaleGesture.ts';
import { pngSize } from '../util/pngSize.ts';

/** Status codes of a device that does not report its UI elements, or a service that does not offer the operation. */
const UNTOLD = [404, 405, 422, 501];

/** A display of a device; the first display is 0. */
interface OnDisplay {
  readonly deviceId: string;
  readonly display: number;
}

/**
 * Returns the current size of a display in gesture pixels, from its UI elements or else from a screenshot (not every
 * device has the capability `accessibility`). Undefined if neither is available; rejects with ApiError if the device
 * cannot respond.
 */
export async function displaySize(
  client: Client,
  on: OnDisplay,
  signal?: AbortSignal,
): Promise<DisplaySize | undefined> {
  return sizeBy(client, on, await readUiState(client, on, true, signal), signal);
}

/** Like `displaySize`, but also returns the UI state, which is undefined if the device does not report it. */
export async function readDisplay(
  client: Client,
  on: OnDisplay,
): Promise<{ readonly size: DisplaySize | undefined; readonly uiState: UiState | undefined }> {
  const uiState = await readUiState(client, on, false);
  return { size: await sizeBy(client, on, uiState), uiState };
}

async function readUiState(
  client: Client,
  on: OnDisplay,
  filter: boolean,
  signal?: AbortSignal,
): Promise<UiState | undefined> {
  return (await orUntold(client.getUiState({ ...inputOf(on), query: { filter } }, { signal })))?.value;
}

async function sizeBy(
  client: Client,
  on: OnDisplay,
  uiState: UiState | undefined,
  signal?: AbortSignal,
): Promise<DisplaySize | undefined> {
  const bounds = uiState?.device_context?.screen_bounds;
  if (bounds) return bounds;
  const picture = await orUntold(client.takeScreenshot(inputOf(on), { signal }));
  return picture && pngSize(picture.value);
}

function inputOf({ deviceId, display }: OnDisplay) {
  return { params: { deviceId }, headers: { 'x-device-display-id': display } };
}

async function orUntold<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ApiError && UNTOLD.includes(error.status ?? 0)) return undefined;
    throw error;
  }
}
