import { ApiError } from '../client/failure.ts';
import { explain } from '../host/explain.ts';
import type { Situation } from '../protocol/devicePanel.ts';
import { isNotOffered } from '../stores/notOffered.ts';
import { NotConnectedError } from '../stores/session.ts';
import type { DeviceFacts } from './deviceFacts.ts';
import { isNoDisplay } from './screenReader.ts';

/** States in which a device can be worked with (wire facts 8); one that it does not tell is taken for such. */
const USABLE: readonly string[] = ['ready', 'assigned'];

/** States that a device leaves by itself. */
const PASSING: readonly string[] = ['creating', 'rebooting', 'resetting', 'migrating'];

const RETRY = { act: 'retry', label: 'Try Again' } as const;

/** Whether a device can be worked with, as far as it tells. */
export function isUsable(device: DeviceFacts['device']): boolean {
  return device?.state == null || USABLE.includes(device.state);
}

/** Why the screen of a device cannot be shown; undefined where nothing is known to be wrong. */
export function situationOf(
  device: DeviceFacts['device'],
  display: number,
  failure: unknown,
): Situation | undefined {
  if (failure instanceof NotConnectedError) return notConnected(failure);
  if (!isUsable(device)) return deviceSituation(device?.state ?? '', device?.stateMessage ?? '');
  if (failure === undefined) return undefined;
  return pictureSituation(display, failure);
}

function notConnected(failure: NotConnectedError): Situation {
  const { summary, next } = explain(failure);
  const acts =
    next === 'signIn'
      ? [{ act: 'signIn', label: 'Sign In' } as const]
      : [{ act: 'connection', label: 'Choose Connection' } as const];
  return { icon: 'debug-disconnect', title: 'Not connected', sentence: summary, acts };
}

function deviceSituation(state: string, message: string): Situation {
  const more = message === '' ? '' : ` ${message}`;
  if (state === 'stopped') {
    return {
      icon: 'debug-pause',
      title: 'The device is stopped',
      sentence: `It is parked and keeps what it has; resume it to see and move it.${more}`,
      acts: [{ act: 'resume', label: 'Resume' }],
    };
  }
  if (PASSING.includes(state)) {
    const sentence = message === '' ? 'Its screen is shown as soon as it is ready.' : message;
    return { icon: 'loading', title: `The device is ${state}`, sentence, acts: [RETRY] };
  }
  if (state === 'disconnected') {
    const sentence = message === '' ? 'The service cannot reach it now.' : message;
    return { icon: 'debug-disconnect', title: 'The device is out of reach', sentence, acts: [RETRY] };
  }
  if (state === 'terminated') {
    const sentence = message === '' ? 'It does not come back.' : message;
    return { icon: 'circle-slash', title: 'The device has ended', sentence, acts: [] };
  }
  const sentence = message === '' ? 'It cannot be used in this state.' : message;
  return { icon: 'warning', title: `The device is “${state}”`, sentence, acts: [RETRY] };
}

function pictureSituation(display: number, failure: unknown): Situation {
  const { summary } = explain(failure);
  const status = failure instanceof ApiError ? failure.status : undefined;
  if (isNotOffered(failure)) {
    const sentence = `Gestures can still be sent by numbers. The service answers: ${summary}`;
    return { icon: 'eye-closed', title: 'No picture of the screen', sentence, acts: [RETRY] };
  }
  if (isNoDisplay(display, failure)) {
    return {
      icon: 'screen-normal',
      title: `There is no display ${display}`,
      sentence: summary,
      acts: [{ act: 'firstDisplay', label: 'Show Display 0' }],
    };
  }
  // As the service does it when the screen is off, locked, or its helper on the device has died (wire facts 9).
  if (status === 500) {
    return {
      icon: 'eye-closed',
      title: 'The screen may be off or locked',
      sentence: `The device gives no picture. ${summary}`,
      acts: [{ act: 'wake', label: 'Wake' }, RETRY],
    };
  }
  return { icon: 'warning', title: 'The screen could not be read', sentence: summary, acts: [RETRY] };
}
