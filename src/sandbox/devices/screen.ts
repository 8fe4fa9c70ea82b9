import type { Bounds } from '../phone/geometry.ts';
import { renderPng } from '../phone/renderPng.ts';
import { screenOf } from '../phone/screenOf.ts';
import type { Service } from '../service.ts';
import type { Target } from './gestures.ts';
import { reach } from './reach.ts';

/** What of a screen is in its picture. */
export interface PictureOptions {
  /** Leaves out the last gesture; it is also left out while the device's overlay is hidden. */
  readonly hideOverlay?: boolean | undefined;
  /** In whole pixels on the display; all of it unless given. */
  readonly area?: Bounds;
}

/** The screen of a display as a PNG. Throws as `reach` does. */
export function picture(
  service: Service,
  { deviceId, displayId }: Target,
  { hideOverlay = false, area }: PictureOptions,
): Buffer {
  const { device, phone, display } = reach(service.store, deviceId, displayId);
  const { state, world } = screenOf(service, device);
  const options = { displayId: display.id, hideOverlay: hideOverlay || !phone.overlayVisible, area };
  const png = renderPng(state, world, options);
  if (!png) throw new Error(`Display ${display.id} was there and is not.`);
  return png;
}
