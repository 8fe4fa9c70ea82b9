import { ApiError } from './failure.ts';

/**
 * Returns true if the service may have carried out a failed call. Gateways answer 502 and 504 without knowing, and a
 * success that could not be read was still a success.
 */
export function mayHaveTakenEffect(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const { failure } = error;
  switch (failure.kind) {
    case 'refused':
      return failure.status >= 500 && failure.status !== 501 && failure.status !== 503;
    case 'notJson':
    case 'emptyBody':
    case 'cutOff':
    case 'tooLarge':
    case 'redirected':
    case 'linked':
    case 'contract':
      return failure.status < 400 || failure.status >= 500;
    case 'headersTooLarge':
    case 'timeout':
    case 'connectionLost':
    case 'cancelled':
      return true;
    case 'restricted':
    case 'connectionRefused':
    case 'proxy':
    case 'unknownHost':
    case 'tls':
    case 'missingKey':
    case 'invalidRequest':
      return false;
  }
}
