import { operations } from '../contract/operations.ts';
import type { DoneGesture } from '../flow/record/deviceGesture.ts';
import { gestureRequest } from '../flow/record/gestureRequest.ts';
import { curlText } from './curlText.ts';

/** Placeholder for text typed as a password. */
const PASSWORD = 'PASSWORD';

/** Returns a gesture as a curl command, with `PASSWORD` in place of a typed password. */
export function gestureCurl(baseUrl: string, { gesture, deviceId, display }: DoneGesture): string {
  const isSecret = gesture.kind === 'text' && gesture.secret === true;
  const shown = isSecret ? { ...gesture, text: PASSWORD } : gesture;
  const { operation, input } = gestureRequest(shown, deviceId, display);
  const { method, path } = operations[operation];
  return curlText(baseUrl, {
    method,
    path: path.replace('{deviceId}', encodeURIComponent(deviceId)),
    ...('body' in input ? { body: JSON.stringify(input.body) } : {}),
    ...(display === 0 ? {} : { headers: { 'X-Device-Display-ID': String(display) } }),
  });
}
