import { isObject } from '../util/isObject.ts';
import type * as z from 'zod';
import { ErrorBodies } from '../contract/errors.ts';
import type { ErrorModel, Operation } from '../contract/operation.ts';
import type { HttpResponse } from './sendOnce.ts';
import { CallFailure } from './callFailure.ts';
import { hasMoreValues, isDeeperThan } from '../util/jsonSize.ts';
import { isJson, notJsonFailure, parseReply, readBody } from './readBody.ts';

/** The maximum number of JSON values in an error body; a larger body is not an error of the API. */
const MAX_VALUES = 10_000;
const MAX_LEVELS = 100;
/** The maximum number of errors reported from one error body. */
const MAX_PROBLEMS = 100;
/** The maximum length in characters of a text quoted from the service. */
const MAX_TEXT_LENGTH = 2_000;

// The fields of all error formats, unvalidated, because a service may use a format of its own.
type Fields = Readonly<
  Partial<Record<'code' | 'type' | 'traceId' | 'retryAfterSeconds' | 'errors' | 'details', unknown>>
>;

/** Reads an unsuccessful response into the reason of the failure (spec 7.1). */
export async function readFailure(operation: Operation, response: HttpResponse): Promise<CallFailure> {
  const { status } = response;
  const bytes = await readBody(response);
  if (status >= 300 && status < 400) return new CallFailure({ kind: 'redirected', status });
  if (bytes.length === 0) return new CallFailure({ kind: 'emptyBody', status });
  const json = hasMoreValues(bytes, MAX_VALUES) ? undefined : parseReply(bytes);
  if (!json || isDeeperThan(MAX_LEVELS, json.value) || (!isJson(response) && !isObject(json.value)))
    return notJsonFailure(response, bytes);

  const body = findFormat(operation, status, json.value);
  const fields: Fields = isObject(json.value) ? json.value : {};
  const failure = {
    kind: 'refused',
    status,
    body: body ?? operation.errors,
    code: typeof fields.code === 'string' ? fields.code.slice(0, MAX_TEXT_LENGTH) : undefined,
    ...(typeof fields.type === 'string' ? { problemType: fields.type.slice(0, MAX_TEXT_LENGTH) } : {}),
    message: messageOf(json.value)?.slice(0, MAX_TEXT_LENGTH) ?? `The service answered ${status}.`,
    problems: problemsOf(fields),
  } as const;
  return new CallFailure(failure, {
    ...(typeof fields.traceId === 'string' ? { traceId: fields.traceId.slice(0, MAX_TEXT_LENGTH) } : {}),
    ...(isWait(fields.retryAfterSeconds) ? { waitMs: fields.retryAfterSeconds * 1000 } : {}),
  });
}

// 401 and 500 use the API format, whatever the operation's own error format is (spec 7.1).
function findFormat(operation: Operation, status: number, value: unknown): ErrorModel | undefined {
  const expected: ErrorModel[] = status === 401 || status === 500 ? ['api'] : [];
  const formats: ErrorModel[] = [...expected, operation.errors, 'api', 'plain', 'device'];
  return formats.find(name => matchesFormat(name, value));
}

function matchesFormat(name: ErrorModel, value: unknown): boolean {
  const schema: z.ZodType = ErrorBodies[name];
  if (!schema.safeParse(value).success) return false;
  // All fields of the device error model are optional, so at least one must be present.
  return (
    name !== 'device' || (isObject(value) && ('title' in value || 'detail' in value || 'errors' in value))
  );
}

// Returns the first human-readable text, in the order of wire facts 16.
function messageOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (!isObject(value)) return undefined;
  const texts = [value['message'], value['detail'], value['error'], value['title']];
  return texts.find((text): text is string => typeof text === 'string' && text !== '');
}

// The type of `details` is open; a list in it is read like the errors of the device error model.
function problemsOf({ errors, details }: Fields): string[] {
  const list: unknown = errors ?? details;
  if (!Array.isArray(list)) return [];
  const problems = list.filter(isObject).flatMap(({ location, message }) => {
    const texts = [location, message].filter(text => typeof text === 'string' && text !== '');
    return texts.length === 0 ? [] : [texts.join(': ').slice(0, MAX_TEXT_LENGTH)];
  });
  return problems.slice(0, MAX_PROBLEMS);
}

function isWait(seconds: unknown): seconds is number {
  return typeof seconds === 'number' && seconds >= 0;
}
