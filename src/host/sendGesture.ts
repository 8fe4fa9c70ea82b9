import type { Client } from '../client/client.ts';
import { GLOBAL_ACTIONS } from '../contract/enumerations.ts';
import type { DeviceGesture } from '../flow/record/deviceGesture.ts';

/** Does a gesture on a display of a device, the first being 0 (spec 4.8, 4.9; wire facts 9). Rejects with ApiError. */
export async function sendGesture(
  client: Client,
  { deviceId, display }: { readonly deviceId: string; readonly display: number },
  gesture: DeviceGesture,
  signal?: AbortSignal,
): Promise<void> {
  const on = { params: { deviceId }, headers: { 'x-device-display-id': display } };
  const options = { signal };
  switch (gesture.kind) {
    case 'tap': {
      const { at, stealth } = gesture;
      await client.tapDevice({ ...on, body: { ...at, stealth } }, options);
      return;
    }
    case 'swipe': {
      const { from, to, duration, stealth } = gesture;
      const path = { startX: from.x, startY: from.y, endX: to.x, endY: to.y };
      await client.swipeDevice({ ...on, body: { ...path, duration, stealth } }, options);
      return;
    }
    case 'text': {
      const { text, stealth } = gesture;
      await client.typeText({ ...on, body: { text, stealth } }, options);
      return;
    }
    case 'clear':
      await client.clearInput(on, options);
      return;
    case 'key':
      await client.pressKey({ ...on, body: { key: gesture.key } }, options);
      return;
    case 'global':
      await client.pressGlobal({ ...on, body: { action: GLOBAL_ACTIONS[gesture.button] } }, options);
      return;
    case 'locate': {
      const { latitude, longitude } = gesture;
      await client.setLocation({ ...on, body: { latitude, longitude } }, options);
      return;
    }
    case 'resetLocation':
      await client.resetLocation(on, options);
      return;
  }
}
