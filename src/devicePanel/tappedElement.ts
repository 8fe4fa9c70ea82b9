import type { DisplayAddress } from '../appState/readDisplay.ts';
import type { Client } from '../client/client.ts';
import type { UiState } from '../contract/records/uiState.ts';
import { type DeviceGesture, type DevicePoint, touchedPoint } from '../flow/record/deviceGesture.ts';
import { recordElement } from '../flow/record/recordedElement.ts';
import { matchElements } from '../flow/selector/matchElements.ts';
import { Screen } from '../flow/selector/screen.ts';
import type { Selector } from '../flow/selector/selector.ts';
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

/** The element that a gesture taps, for finding it on other devices. */
export interface AimedElement {
  /** Its name, or `no element`. */
  readonly name: string;
  /** Selectors that find only this element, the best first. */
  readonly selectors: readonly Selector[];
}

/** Returns the element that a tap or long press aims at; undefined for other gestures, or if the elements are unknown. */
export function aimedElement(gesture: DeviceGesture, uiState: UiState | undefined): AimedElement | undefined {
  const name = tappedElement(gesture, uiState);
  if (name === undefined || !uiState) return undefined;
  return { name, selectors: recordElement(gesture, uiState)?.selectors ?? [] };
}

/**
 * Returns the center of the only element that one of the selectors finds, tried in order, if a tap there reaches it;
 * undefined if there is none.
 */
export function findAimed(uiState: UiState, selectors: readonly Selector[]): DevicePoint | undefined {
  if (selectors.length === 0) return undefined;
  const screen = new Screen(uiState);
  for (const selector of selectors) {
    const [only, ...others] = matchElements(screen, selector);
    if (!only || others.length > 0) continue;
    const { left, top, right, bottom } = only.target.bounds;
    const center = { x: Math.floor((left + right) / 2), y: Math.floor((top + bottom) / 2) };
    if (screen.at(center)?.target === only.target) return center;
  }
  return undefined;
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
