import type { DisplayAddress } from '../appState/sendGesture.ts';
import type { Client } from '../client/client.ts';
import type { UiState } from '../contract/records/uiState.ts';
import { type DeviceGesture, touchedPoint } from '../flow/record/deviceGesture.ts';
import { elementAt } from '../protocol/elementAt.ts';
import { screenElements } from './screenElements.ts';

/**
 * Returns the element that a gesture taps, as its name or, without text, its name and resource id; undefined if the
 * gesture is no tap or the elements are unknown.
 */
export function tappedElement(gesture: DeviceGesture, uiState: UiState | undefined): string | undefined {
  const point = touchedPoint(gesture);
  if (!point || !uiState) return undefined;
  const element = elementAt(screenElements(uiState), point);
  if (!element) return 'no element';
  const resource = element.facts.find(({ name }) => name === 'Resource')?.value;
  return element.name.includes('“') || resource === undefined ? element.name : `${element.name} ${resource}`;
}

/** The time after which a gesture no longer waits for the elements of the screen, in milliseconds. */
const READ_MS = 1000;
/** The time for reading elements that no gesture waits for, in milliseconds. */
export const READ_LATER_MS = 5000;

/** Reads the elements of a screen; undefined if the request fails or takes longer than some milliseconds, by default a second. */
export async function readElements(
  client: Client,
  { deviceId, display }: DisplayAddress,
  milliseconds = READ_MS,
): Promise<UiState | undefined> {
  const input = { params: { deviceId }, headers: { 'x-device-display-id': display } };
  const signal = AbortSignal.timeout(milliseconds);
  const response = await client.getUiState(input, { signal }).catch(() => undefined);
  return response?.value;
}
