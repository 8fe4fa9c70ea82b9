import { HIDDEN } from '../util/hidden.ts';
import { isObject } from '../util/isObject.ts';
import { CallFailure } from './callFailure.ts';
import type { Failure } from './failure.ts';

/** The length of the shortest beginning of a value that is hidden at the end of a text, which may be cut. */
const SHORTEST_PART = 3;

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

/**
 * Returns a failure of an operation with secrets: without an excerpt of the reply, and without the values that were sent.
 * If none was sent, the reply could only repeat stored ones, so its words are left out.
 */
export function redactSecrets(
  { failure, traceId, waitMs }: CallFailure,
  sent: readonly string[],
): CallFailure {
  // A value may contain a shorter one.
  const longestFirst = sent.toSorted((one, other) => other.length - one.length);
  const hide = (text: string): string => longestFirst.reduce(withoutValue, text);
  const hidden = redactFailure(failure, hide);
  return new CallFailure(withoutExcerpt(sent.length > 0 ? hidden : withoutWords(hidden)), {
    ...(traceId === undefined ? {} : { traceId: hide(traceId) }),
    ...(waitMs === undefined ? {} : { waitMs }),
  });
}

/** The fields of credentials, proxies, and clipboards with secrets. */
const SECRET_FIELDS: readonly string[] = ['value', 'password', 'text'];
/** The field of profiles of which every text is secret. */
const IDENTIFIERS = 'identifiers';

/** Returns the secret values of credentials, proxies, clipboards, and profiles in the body of a request. */
export function secretsIn(body: unknown, isSecret = false): readonly string[] {
  if (typeof body === 'string') return isSecret && body !== '' ? [body] : [];
  if (Array.isArray(body)) return body.flatMap(item => secretsIn(item, isSecret));
  if (!isObject(body)) return [];
  return Object.entries(body).flatMap(([name, value]) => {
    const isField = SECRET_FIELDS.includes(name) && typeof value === 'string';
    return secretsIn(value, isSecret || isField || name === IDENTIFIERS);
  });
}

// A service can also repeat a value as a part of JSON, or only its beginning.
function withoutValue(text: string, value: string): string {
  const whole = withoutKey(withoutKey(text, value), JSON.stringify(value).slice(1, -1));
  const longest = Math.min(value.length, whole.length);
  for (let length = longest; length >= SHORTEST_PART; length--)
    if (whole.endsWith(value.slice(0, length))) return `${whole.slice(0, -length)}${HIDDEN}`;
  return whole;
}

function withoutWords(failure: Failure): Failure {
  if (failure.kind !== 'refused') return failure;
  return { ...failure, message: `The service answered ${failure.status}.`, problems: [] };
}

function withoutExcerpt(failure: Failure): Failure {
  if (failure.kind === 'notJson') return { ...failure, excerpt: '' };
  return failure.kind === 'contract' ? { ...failure, readable: undefined } : failure;
}

function redactFailure(failure: Failure, hide: (text: string) => string): Failure {
  switch (failure.kind) {
    case 'refused': {
      const code = failure.code === undefined ? undefined : hide(failure.code);
      const { message, problems, problemType } = failure;
      return {
        ...{ ...failure, code, message: hide(message), problems: problems.map(hide) },
        ...(problemType === undefined ? {} : { problemType: hide(problemType) }),
      };
    }
    case 'notJson':
      return { ...failure, mediaType: hide(failure.mediaType), excerpt: hide(failure.excerpt) };
    case 'contract':
      return { ...failure, field: hide(failure.field), expected: hide(failure.expected) };
    default:
      return failure;
  }
}
