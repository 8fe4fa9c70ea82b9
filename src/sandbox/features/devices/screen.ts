import type { Bounds } from '../../phone/geometry.ts';
import { renderPng } from '../../phone/renderPng.ts';
import { screenOf } from '../../records/phone.ts';
import type { Service } from '../../runtime/service.ts';
import type { Target } from './gestures.ts';
import { reach } from './reach.ts';

/** The options of a screenshot. */
interface PictureOptions {
  /** Omits the last gesture, which is also omitted while the device's overlay is hidden. */
  readonly hideOverlay?: boolean | undefined;
  /** The area to capture, in whole display pixels; the entire display by default. */
  readonly area?: Bounds;
}

/** Renders a display as PNG. Throws like `reach`. */
export function renderScreen(
  service: Service,
  { deviceId, displayId }: Target,
  { hideOverlay = false, area }: PictureOptions,
): Buffer {
  const { device, phone, display } = reach(service.store, deviceId, displayId);
  const { state, context } = screenOf(service, device);
  const options = { displayId: display.id, hideOverlay: hideOverlay || !phone.overlayVisible, area };
  // Screens show no seconds.
  const minute = Math.floor(context.now.getTime() / 60_000);
  const shown = [device.id, state, { ...context, now: minute }, options];
  const png = service.pictures.picture(shown, () => renderPng(state, context, options));
  if (!png) throw new Error(`Display ${display.id} was there and is not.`);
  return png;
}
