import type { ActiveFault, Fault, FaultRule } from '../contract/sandbox/fault.ts';
import { EVERY_CALL, locationOf } from './faultText.ts';

/** A predefined fault that users can switch on, with its rule. */
export interface FaultPreset {
  readonly kind:
    | 'slow'
    | 'tooMany'
    | 'mailboxesDisabled'
    | 'duplicate'
    | 'reset'
    | 'malformed'
    | 'withoutLocation'
    | 'anotherLayout'
    | 'slowScreens';
  /** The name of its rules, by which they are recognized. */
  readonly name: string;
  readonly icon: string;
  /** Scope that users can select: certain calls, the location or the screen of one device, or none. */
  readonly reach: 'calls' | 'device' | 'screen' | 'fixed';
  readonly rule: FaultRule;
}

const DISABLED = 'Mailboxes are disabled.';

/** The presets in the order in which the panel shows them. */
export const FAULT_PRESETS: readonly FaultPreset[] = [
  {
    kind: 'slow',
    name: 'Slow answers',
    icon: 'clock',
    reach: 'calls',
    rule: { path: EVERY_CALL, fault: { kind: 'latency', milliseconds: 3000 } },
  },
  {
    kind: 'tooMany',
    name: 'Too many requests',
    icon: 'dashboard',
    reach: 'calls',
    rule: { path: EVERY_CALL, fault: tooMany(5) },
  },
  {
    kind: 'mailboxesDisabled',
    name: 'Mailboxes disabled',
    icon: 'mail',
    reach: 'fixed',
    // The error format of the message list differs from the other operations (spec 7.1), so this body has the fields of
    // both.
    rule: {
      path: '/v1/mailboxes/**',
      fault: {
        kind: 'status',
        status: 503,
        body: { code: 'mailboxes_disabled', message: DISABLED, error: DISABLED },
      },
    },
  },
  {
    kind: 'duplicate',
    name: 'Duplicate in flight',
    icon: 'copy',
    reach: 'fixed',
    rule: { operation: 'connectMailbox', fault: duplicate(true) },
  },
  {
    kind: 'reset',
    name: 'Connection reset',
    icon: 'debug-disconnect',
    reach: 'calls',
    rule: { path: EVERY_CALL, fault: { kind: 'reset' } },
  },
  {
    kind: 'malformed',
    name: 'Malformed answers',
    icon: 'json',
    reach: 'calls',
    rule: { path: EVERY_CALL, fault: { kind: 'malformedJson' } },
  },
  {
    kind: 'withoutLocation',
    name: 'Device without GPS',
    icon: 'location',
    reach: 'device',
    rule: {
      path: locationOf('*'),
      fault: {
        kind: 'status',
        status: 422,
        body: {
          title: 'Unprocessable Entity',
          status: 422,
          detail: 'This device does not support geo.',
          type: 'urn:problem:unsupported_feature',
        },
      },
    },
  },
  {
    kind: 'anotherLayout',
    name: 'Another layout',
    icon: 'layout',
    reach: 'screen',
    rule: { fault: { kind: 'layout', changes: ['moved', 'resized'] } },
  },
  {
    kind: 'slowScreens',
    name: 'Slow screens',
    icon: 'sync',
    reach: 'screen',
    rule: { fault: { kind: 'slowScreen', milliseconds: 2000 } },
  },
];

/** Returns a 429 response with `Retry-After` in whole seconds. */
export function tooMany(seconds: number): Fault {
  return { kind: 'status', status: 429, headers: { 'retry-after': String(seconds) } };
}

/**
 * Returns the 409 response to a second call with the same idempotency key while the first runs, retryable or final
 * (spec 4.1).
 */
export function duplicate(retryable: boolean): Fault {
  const message = 'A call with this idempotency key is in flight.';
  const headers = retryable
    ? { 'retry-after': '1', 'x-should-retry': 'true' }
    : { 'x-should-retry': 'false' };
  return { kind: 'status', status: 409, body: { code: 'idempotency_conflict', message }, headers };
}

/** Returns the active rules of a preset. */
export function rulesOf({ name }: FaultPreset, faults: readonly ActiveFault[]): ActiveFault[] {
  return faults.filter(fault => fault.name === name);
}
