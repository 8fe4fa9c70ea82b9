import { isObject } from '../../../util/isObject.ts';
import { plainText } from '../../../util/plainText.ts';
import { PhoneFailure, type PhoneFailureKind } from '../../runtime/phoneDriver.ts';

/** The maximum length of what a message quotes of a service. */
const MAX_QUOTED = 300;

/** An error response of a service. */
export interface ErrorReply {
  readonly status: number;
  readonly body: unknown;
  /** True for the reply to a picture. */
  readonly isPicture: boolean;
}

/** The kinds of failures by the code of an error, and the exact reasons, like those of a simulated phone. */
const CODES: Readonly<Record<string, readonly [kind: PhoneFailureKind, reason?: PhoneFailure['reason']]>> = {
  app_not_installed: ['refused', 'missingApp'],
  device_not_found: ['disconnected'],
  device_state: ['disconnected'],
  device_timeout: ['timeout'],
  device_unauthorized: ['unauthorized'],
  file_not_found: ['refused', 'fileNotFound'],
  ime_not_active: ['refused', 'noFocus'],
  protected_app: ['refused', 'protectedApp'],
  screen_off: ['locked'],
  unknown_display: ['unsupported', 'noDisplay'],
  unknown_permission: ['unsupported', 'unknownPermission'],
  unsupported_feature: ['unsupported'],
  // Of the relay.
  relay_failed: ['refused'],
  route_not_allowed: ['refused'],
  unusable_reply: ['refused'],
};

/** The kinds of failures by status, for errors whose code says nothing. */
const STATUSES: Readonly<Record<number, PhoneFailureKind>> = {
  401: 'unauthorized',
  403: 'unauthorized',
  404: 'disconnected',
  405: 'unsupported',
  408: 'timeout',
  410: 'disconnected',
  501: 'unsupported',
  502: 'disconnected',
  503: 'disconnected',
  504: 'timeout',
};

/** Returns the failure of a call to a phone that a service answered with an error. `what` names the call. */
export function failureOf(
  phone: string,
  what: string,
  { status, body, isPicture }: ErrorReply,
): PhoneFailure {
  const said = wordsOf(body) || `The service answered ${status}.`;
  const [kind, reason] = kindOf(status, codeOf(body), said, isPicture);
  if (reason !== undefined) return new PhoneFailure(kind, said, { reason });
  return new PhoneFailure(kind, `The phone ${phone} did not do “${what}”: ${said}`);
}

function kindOf(
  status: number,
  code: string,
  said: string,
  isPicture: boolean,
): readonly [kind: PhoneFailureKind, reason?: PhoneFailure['reason']] {
  const known = Object.hasOwn(CODES, code) ? CODES[code] : undefined;
  if (known) return known;
  // The documented words of a service without codes (wire facts 9).
  if (/IME not active/i.test(said)) return ['refused', 'noFocus'];
  if (status === 500 && isPicture) return ['locked'];
  return [STATUSES[status] ?? 'refused'];
}

// The device error model has its code at the end of a type, such as `urn:problem:screen_off`.
function codeOf(body: unknown): string {
  if (!isObject(body)) return '';
  const { code, type } = body;
  if (typeof code === 'string') return code;
  return typeof type === 'string' ? (/[^:/#]*$/.exec(type.slice(-MAX_QUOTED))?.[0] ?? '') : '';
}

function wordsOf(body: unknown): string {
  if (!isObject(body)) return '';
  const texts = [body['message'], body['detail'], body['error'], body['title']];
  const text = texts.find((one): one is string => typeof one === 'string' && one !== '') ?? '';
  const words = plainText(text, MAX_QUOTED).trim();
  return words === '' || /[.!?…]$/.test(words) ? words : `${words}.`;
}
