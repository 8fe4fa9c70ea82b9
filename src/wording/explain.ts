import { ApiError, type Failure } from '../client/failure.ts';
import { NotConnectedError } from '../stores/session.ts';
import { plainLines, plainText } from '../util/plainText.ts';
import { mailboxSentence } from './mailboxSentences.ts';
import { toError } from '../util/errors.ts';

/** A failure as text: a one-line summary, details for a tooltip and the next step. */
export interface ErrorExplanation {
  readonly summary: string;
  /** The summary without the remaining wait, for views with a countdown. */
  readonly reason: string;
  readonly detail: string;
  readonly next: 'retry' | 'signIn' | 'connect' | 'trust' | 'none';
  /** True if the user canceled the operation, which is not reported. */
  readonly silent: boolean;
}

// User-facing messages for the codes of flow errors (spec 4.5).
const FLOW_CODES = new Map([
  [
    'verification_invalid',
    'This execution does not verify the flow: it failed, or the trigger or steps have changed since. Run the flow again and choose the new execution.',
  ],
  ['flow_not_found', 'The service no longer has this flow. Refresh the flows.'],
]);

// Lists required by the specification, where a 404 cannot mean that the list is not offered.
const ALWAYS_THERE: readonly string[] = ['listActions', 'listMailboxes'];

/** Describes any thrown value; the single source of failure messages. */
export function explain(error: unknown): ErrorExplanation {
  if (error instanceof NotConnectedError) return explainState(error);
  if (!(error instanceof ApiError)) {
    const summary = plainText(toError(error).message);
    const next = error instanceof RestrictedError ? 'trust' : 'retry';
    return { summary, reason: summary, detail: summary, next, silent: false };
  }
  const { failure } = error;
  const reason = plainText(summarize(failure, error));
  const summary = `${reason}${waitOf(failure, error)}`;
  return {
    summary,
    reason,
    detail: plainLines([summary, ...hints(failure), ...facts(error)].map(line => plainText(line)).join('\n')),
    next: nextStep(failure),
    silent: failure.kind === 'cancelled',
  };
}

function explainState({ state }: NotConnectedError): ErrorExplanation {
  const signIn = state.kind === 'signedOut' || state.kind === 'rejected';
  const summary =
    state.kind === 'rejected'
      ? 'The service refused the API key.'
      : signIn
        ? 'Sign in to use this connection.'
        : 'Choose a connection or start the sandbox first.';
  return { summary, reason: summary, detail: summary, next: signIn ? 'signIn' : 'connect', silent: false };
}

function summarize(failure: Failure, error: ApiError): string {
  switch (failure.kind) {
    case 'refused':
      return summarizeRefusal(failure, error);
    case 'notJson':
      return isBrokenJson(failure)
        ? 'The response is not valid JSON.'
        : 'A proxy or a network sign-in page responded instead of the service.';
    case 'emptyBody':
      return `The service responded with status ${failure.status} and an empty body.`;
    case 'cutOff':
      return 'The response ended early.';
    case 'tooLarge':
      return `The response was larger than ${Math.round(failure.limitBytes / 1_000_000)} MB.`;
    case 'headersTooLarge':
      return `The response headers were larger than ${Math.round(failure.limitBytes / 1000)} kB.`;
    case 'redirected':
      return 'The service redirected the request; an API key is never sent to another address.';
    case 'linked':
      return failure.status < 400
        ? 'The service links to an address that may not be read.'
        : `What the service links to cannot be read (status ${failure.status}).`;
    case 'connectionRefused':
      return 'No service responds at the address of this connection.';
    case 'proxy':
      return failure.sentence;
    case 'unknownHost':
      return `The host ${failure.host} was not found.`;
    case 'tls':
      return `The secure connection could not be set up (${failure.code}).${trustHint(failure.code)}`;
    case 'timeout':
      return `The service did not respond within ${Math.round(failure.ms / 1000)} seconds.`;
    case 'connectionLost':
      return 'The connection was lost.';
    case 'cancelled':
      return 'Canceled.';
    case 'missingKey':
      return 'Sign in to use this connection.';
    case 'restricted':
      return new RestrictedError().message;
    case 'contract':
      return `The response does not match the interface at ${failure.field}: ${failure.expected}.`;
    case 'invalidRequest':
      return `${failure.field}: ${failure.problem}`;
  }
}

function summarizeRefusal(failure: Extract<Failure, { kind: 'refused' }>, error: ApiError): string {
  if (failure.status === 401) return 'The service refused the API key.';
  const reason = failure.body === 'mailbox' ? mailboxSentence(failure.code, error.retryable) : undefined;
  if (reason !== undefined) return reason;
  if (failure.status === 429) return 'Too many requests.';
  const known = failure.body === 'flow' ? FLOW_CODES.get(failure.code ?? '') : undefined;
  if (known !== undefined) return known;
  if (failure.status === 501 || failure.status === 405) return 'This service does not offer this.';
  // The operation itself always exists, so the base URL must be wrong.
  if (failure.status === 404 && ALWAYS_THERE.includes(error.operation)) {
    return 'Nothing was found at this address. A base URL ends with the version, such as /v1.';
  }
  if (failure.status >= 500) return `The service failed (${failure.status}): ${failure.message}`;
  return failure.body === 'mailbox'
    ? `The service refused this (${failure.status}): ${failure.message}`
    : failure.message;
}

// Appended only to the extension's own sentences, since those of the service may lack a final period.
function waitOf(failure: Failure, { retryAfterMs, retryable }: ApiError): string {
  if (failure.kind !== 'refused') return '';
  const isOurs = failure.body === 'mailbox' && mailboxSentence(failure.code, retryable) !== undefined;
  if (!isOurs && failure.status !== 429) return '';
  if (retryAfterMs !== undefined) return ` Try again in ${Math.ceil(retryAfterMs / 1000)} s.`;
  return isOurs ? '' : ' Try again later.';
}

// A JSON media type suggests that the response is from the service, not from a proxy.
function isBrokenJson({ mediaType }: Extract<Failure, { kind: 'notJson' }>): boolean {
  return mediaType.endsWith('json');
}

function hints(failure: Failure): string[] {
  switch (failure.kind) {
    case 'refused':
      return failure.problems.length > 0 ? [...failure.problems] : [failure.message];
    case 'notJson':
      return [
        ...(isBrokenJson(failure) ? [] : ['Check the base URL, a proxy or a network sign-in page.']),
        `It starts with: ${failure.excerpt}`,
      ];
    case 'connectionRefused':
    case 'unknownHost':
      return ['Check the base URL of the connection and your network.'];
    case 'tls':
      return ['Check the certificate, or the settings http.proxyStrictSSL and http.systemCertificates.'];
    case 'proxy':
    case 'timeout':
    case 'connectionLost':
      return ['Check your network and proxy settings.'];
    default:
      return [];
  }
}

function facts({ failure, operation, status, traceId }: ApiError): string[] {
  const code = failure.kind === 'refused' ? failure.code : undefined;
  return [
    `Operation ${operation}`,
    ...(status === undefined ? [] : [`Status ${status}`]),
    ...(code === undefined ? [] : [`Code ${code}`]),
    ...(traceId === undefined ? [] : [`Trace ${traceId}`]),
  ];
}

function nextStep(failure: Failure): ErrorExplanation['next'] {
  if (failure.kind === 'missingKey') return 'signIn';
  if (failure.kind === 'restricted') return 'trust';
  // Regardless of the body: a gateway may respond in place of the service.
  if ('status' in failure && failure.status === 401) return 'signIn';
  return failure.kind === 'cancelled' || failure.kind === 'invalidRequest' ? 'none' : 'retry';
}

/** Thrown in an untrusted workspace by operations beyond reading, checking and editing. */
export class RestrictedError extends Error {
  constructor() {
    super('This workspace is in Restricted Mode: nothing runs here, and nothing is written to a service.');
    this.name = 'RestrictedError';
  }
}

// The codes of certificates whose authority is not trusted.
function trustHint(code: string): string {
  if (!/SELF_SIGNED|UNABLE_TO/.test(code)) return '';
  return ' Name the file with its certificate authority in NODE_EXTRA_CA_CERTS.';
}
