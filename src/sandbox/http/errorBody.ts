import type { ErrorModel } from '../../contract/operation.ts';
import type { Refusal } from '../runtime/refusal.ts';

const TITLES: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  404: 'Not Found',
  409: 'Conflict',
  422: 'Unprocessable Entity',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  503: 'Service Unavailable',
};

/** Returns an error body in one of the formats of spec 7.1. Statuses 401 and 500 always use the API envelope. */
export function errorBody(model: ErrorModel, refusal: Refusal, traceId: string): unknown {
  const { status, code, message, extras } = refusal;
  const wait = extras.retryAfterSeconds;
  const retryFields = wait === undefined ? {} : { retryAfterSeconds: wait };
  const problems = extras.problems ?? [];
  switch (status === 401 || status === 500 ? 'api' : model) {
    case 'api': {
      const details = extras.details ?? (problems.length > 0 ? problems : undefined);
      return { code, message, ...(details === undefined ? {} : { details }), ...retryFields, traceId };
    }
    case 'mailbox':
      return { code, message, ...retryFields, traceId };
    case 'flow':
      return { code, message };
    case 'plain':
      return { error: message };
    case 'device':
      return {
        title: TITLES[status] ?? 'Error',
        status,
        detail: message,
        type: `urn:problem:${code}`,
        instance: `urn:trace:${traceId}`,
        ...(problems.length > 0 ? { errors: problems } : {}),
      };
  }
}
