import { HIDDEN } from '../util/hidden.ts';
import { CallFailure } from './callFailure.ts';
import type { Failure } from './failure.ts';

/** Replaces the key in a text by dots, whether plain or URL-encoded. */
export function withoutKey(text: string, key: string | undefined): string {
  if (!key) return text;
  return text.replaceAll(key, HIDDEN).replaceAll(encodeURIComponent(key), HIDDEN);
}

/** Returns a failure without the key, which a service may have echoed. */
export function redactKey(callFailure: CallFailure, key: string | undefined): CallFailure {
  const { cause, traceId, waitMs } = callFailure;
  const failure = redactFailure(callFailure.failure, text => withoutKey(text, key));
  return new CallFailure(failure, {
    cause,
    ...(traceId === undefined ? {} : { traceId: withoutKey(traceId, key) }),
    ...(waitMs === undefined ? {} : { waitMs }),
  });
}

function redactFailure(failure: Failure, hide: (text: string) => string): Failure {
  switch (failure.kind) {
    case 'refused': {
      const code = failure.code === undefined ? undefined : hide(failure.code);
      return { ...failure, code, message: hide(failure.message), problems: failure.problems.map(hide) };
    }
    case 'notJson':
      return { ...failure, mediaType: hide(failure.mediaType), excerpt: hide(failure.excerpt) };
    case 'contract':
      return { ...failure, field: hide(failure.field), expected: hide(failure.expected) };
    default:
      return failure;
  }
}
