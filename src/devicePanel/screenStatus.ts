import { ApiError } from '../client/failure.ts';
import { deviceCondition, isUsableState } from '../wording/deviceLabels.ts';
import { explain } from '../wording/explain.ts';
import type { ScreenStatus } from '../protocol/devicePanel.ts';
import { isNotOffered } from '../stores/notOffered.ts';
import { InactiveConnectionError, NotConnectedError } from '../stores/session.ts';
import type { DeviceFacts } from './deviceFacts.ts';
import { isNoDisplay } from './screenReader.ts';

const RETRY = { act: 'retry', label: 'Try Again' } as const;

/** Returns true if a device is usable; one without a known state counts as usable. */
export function isUsable(device: DeviceFacts['device']): boolean {
  return isUsableState(device?.state);
}

/** Returns true unless the device or its connection is known to take no gestures; a screen that is off does. */
export function takesGestures(device: DeviceFacts['device'], failure: unknown): boolean {
  const isCut = failure instanceof NotConnectedError || failure instanceof InactiveConnectionError;
  return !isCut && isUsable(device);
}

/** Returns the reason why the screen cannot be shown; undefined if no problem is known. */
export function describeScreenStatus(
  device: DeviceFacts['device'],
  display: number,
  failure: unknown,
): ScreenStatus | undefined {
  if (failure instanceof NotConnectedError) return describeDisconnection(failure);
  if (failure instanceof InactiveConnectionError) {
    return {
      icon: 'debug-disconnect',
      title: `“${failure.connection}” is not the active connection`,
      sentence: 'Only the devices of the active connection can be used.',
      acts: [{ act: 'switch', label: `Switch to ${failure.connection}` }],
    };
  }
  if (!isUsable(device)) return describeDeviceStatus(device?.state ?? '', device?.stateMessage ?? '');
  if (failure === undefined) return undefined;
  return describePictureStatus(display, failure);
}

function describeDisconnection(failure: NotConnectedError): ScreenStatus {
  const { summary, next } = explain(failure);
  const acts =
    next === 'signIn'
      ? [{ act: 'signIn', label: 'Sign In' } as const]
      : [{ act: 'connection', label: 'Choose Connection' } as const];
  return { icon: 'debug-disconnect', title: 'Not connected', sentence: summary, acts };
}

function describeDeviceStatus(state: string, message: string): ScreenStatus {
  if (state === 'stopped')
    return {
      icon: 'debug-pause',
      title: 'Device stopped',
      sentence: `Its apps and data are kept. Resume the device to use it. ${message}`.trim(),
      acts: [{ act: 'resume', label: 'Resume' }],
    };
  if (deviceCondition(state) === 'changing') {
    const sentence = message || 'The screen appears when the device is ready.';
    return { icon: 'loading', title: `Device ${state}`, sentence, acts: [RETRY] };
  }
  if (state === 'disconnected') {
    const sentence = message || 'The service cannot reach the device.';
    return { icon: 'debug-disconnect', title: 'Device disconnected', sentence, acts: [RETRY] };
  }
  if (state === 'terminated') {
    const sentence = message || 'The device is no longer available.';
    return { icon: 'circle-slash', title: 'Device terminated', sentence, acts: [] };
  }
  const sentence = message || 'The device cannot be used in this state.';
  return { icon: 'warning', title: `Device in state “${state}”`, sentence, acts: [RETRY] };
}

function describePictureStatus(display: number, failure: unknown): ScreenStatus {
  const { summary } = explain(failure);
  const status = failure instanceof ApiError ? failure.status : undefined;
  if (isNotOffered(failure)) {
    const sentence = `You can still send gestures by coordinates. The service reported: ${summary}`;
    return { icon: 'eye-closed', title: 'No screen image available', sentence, acts: [RETRY] };
  }
  if (isNoDisplay(display, failure)) {
    return {
      icon: 'screen-normal',
      title: `Display ${display} not available`,
      sentence: summary,
      acts: [{ act: 'firstDisplay', label: 'Show Display 0' }],
    };
  }
  // The response of the service when the screen is off or locked, or when its helper on the device has died (wire facts
  // 9).
  if (status === 500) {
    return {
      icon: 'eye-closed',
      title: 'Screen off or locked',
      sentence: `The device returned no screen image. ${summary}`,
      acts: [{ act: 'wake', label: 'Wake Screen' }, RETRY],
    };
  }
  return { icon: 'warning', title: 'Cannot read the screen', sentence: summary, acts: [RETRY] };
}
