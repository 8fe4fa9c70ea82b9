import type { Client } from '../client/client.ts';
import type { UiState } from '../contract/records/uiState.ts';
import { readIfSupported } from '../stores/notOffered.ts';
import { pngSize, type Size } from '../util/pngSize.ts';

/** A display of a device; the first display is 0. */
export interface DisplayAddress {
  readonly deviceId: string;
  readonly display: number;
}

/**
 * Reads the UI elements of a display and its size in gesture pixels, from a screenshot if the device does not report
 * its elements (not every device has the capability `accessibility`). A part that cannot be read is undefined; rejects
 * with ApiError if the device cannot respond.
 */
export async function readDisplay(
  client: Client,
  { deviceId, display }: DisplayAddress,
  { filter = false, signal }: { readonly filter?: boolean; readonly signal?: AbortSignal | undefined } = {},
): Promise<{ readonly size: Size | undefined; readonly uiState: UiState | undefined }> {
  const input = { params: { deviceId }, headers: { 'x-device-display-id': display } };
  const response = await readIfSupported(client.getUiState({ ...input, query: { filter } }, { signal }));
  const uiState = response?.value;
  const bounds = uiState?.device_context?.screen_bounds;
  if (bounds) return { size: bounds, uiState };
  const picture = await readIfSupported(client.takeScreenshot(input, { signal }));
  return { size: picture && pngSize(picture.value), uiState };
}
