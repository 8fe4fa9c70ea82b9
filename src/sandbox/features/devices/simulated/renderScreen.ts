import { readPhone } from '../../../records/phone.ts';
import type { PictureOptions } from '../../../runtime/phoneDriver.ts';
import { Refusal } from '../../../runtime/refusal.ts';
import type { Service } from '../../../runtime/service.ts';
import { reach, type DisplayTarget } from '../reach.ts';

/**
 * Renders a display as PNG, as it is at the time of the call. The last gesture is also omitted while the overlay of the
 * device is hidden. Throws like `reach`, and the 500 Refusal `screen_off`
 * (wire facts 9).
 */
export async function renderScreen(
  service: Service,
  target: DisplayTarget,
  { hideOverlay = false, area }: PictureOptions,
): Promise<Buffer> {
  const { device, phone, display } = reach(service.store, target);
  if (display.id === 0 && phone.state.isScreenOff === true)
    throw new Refusal(500, 'screen_off', 'The screen is off. The power key turns it on.');
  const { state, context } = readPhone(service, device);
  const options = { displayId: display.id, hideOverlay: hideOverlay || !phone.overlayVisible, area };
  const png = await service.pictures.draw({ series: target.deviceId, state, context, options });
  if (!png) throw new Error(`Display ${display.id} was there and is not.`);
  return png;
}
