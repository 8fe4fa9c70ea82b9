import { GLOBAL_ACTIONS } from '../../contract/enumerations.ts';
import type { Input } from '../../contract/operations.ts';
import type { DeviceGesture } from './deviceGesture.ts';

/** The API operations that perform gestures. */
export type GestureOperation =
  | 'tapDevice'
  | 'swipeDevice'
  | 'typeText'
  | 'clearInput'
  | 'pressKey'
  | 'pressGlobal'
  | 'setLocation'
  | 'resetLocation';

/** A request for a gesture: an operation and its input. */
type GestureRequest = {
  readonly [Id in GestureOperation]: { readonly operation: Id; readonly input: Input<Id> };
}[GestureOperation];

/** Returns the request for a gesture on a display, the first being 0 (spec 4.8, 4.9, wire facts 9). */
export function gestureRequest(gesture: DeviceGesture, deviceId: string, display: number): GestureRequest {
  const on = { params: { deviceId }, headers: { 'x-device-display-id': display } };
  switch (gesture.kind) {
    case 'tap': {
      const { at, stealth } = gesture;
      return { operation: 'tapDevice', input: { ...on, body: { ...at, stealth } } };
    }
    case 'swipe': {
      const { from, to, duration, stealth } = gesture;
      const path = { startX: from.x, startY: from.y, endX: to.x, endY: to.y };
      return { operation: 'swipeDevice', input: { ...on, body: { ...path, duration, stealth } } };
    }
    case 'text': {
      const { text, stealth } = gesture;
      return { operation: 'typeText', input: { ...on, body: { text, stealth } } };
    }
    case 'clear':
      return { operation: 'clearInput', input: on };
    case 'key':
      return { operation: 'pressKey', input: { ...on, body: { key: gesture.key } } };
    case 'global': {
      const action = GLOBAL_ACTIONS[gesture.button];
      return { operation: 'pressGlobal', input: { ...on, body: { action } } };
    }
    case 'locate': {
      const { latitude, longitude } = gesture;
      return { operation: 'setLocation', input: { ...on, body: { latitude, longitude } } };
    }
    case 'resetLocation':
      return { operation: 'resetLocation', input: on };
  }
}
