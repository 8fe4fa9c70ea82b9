import type { Client } from '../client/client.ts';
import type { UiState } from '../contract/records/uiState.ts';
import type { DeviceGesture, DevicePoint } from '../flow/record/deviceGesture.ts';
import { elementAt } from '../protocol/elementAt.ts';
import { screenElements } from './screenElements.ts';

/** Returns the point of a tap or long press; undefined for other gestures. */
function tappedPoint(gesture: DeviceGesture): DevicePoint | undefined {
  if (gesture.kind === 'tap') return gesture.at;
  if (gesture.kind !== 'swipe') return undefined;
  const { from, to } = gesture;
  return from.x === to.x && from.y === to.y ? from : undefined;
}

/**
 * Returns the element that a gesture taps, as its name or, without text, its name and resource id; undefined if the
 * gesture is no tap or the elements are unknown.
 */
export function tappedElement(gesture: DeviceGesture, uiState: UiState | undefined): string | undefined {
  const point = tappedPoint(gesture);
  if (!point || !uiState) return undefined;
  const element = elementAt(screenElements(uiState), point);
  if (!element) return 'no element';
  const resource = element.facts.find(({ name }) => name === 'Resource')?.value;
  return element.name.includes('“') || resource === undefined ? element.name : `${element.name} ${resource}`;
}

/** Reads the element that a gesture is about to tap; undefined if the gesture is no tap or the request fails. */
export async function readTapped(
  client: Client,
  gesture: DeviceGesture,
  { deviceId, display }: { readonly deviceId: string; readonly display: number },
): Promise<string | undefined> {
  if (!tappedPoint(gesture)) return undefined;
  const input = { params: { deviceId }, headers: { 'x-device-display-id': display } };
  const response = await client.getUiState(input).catch(() => undefined);
  return tappedElement(gesture, response?.value);
}
