import { isObject } from '../util/isObject.ts';
import type * as z from 'zod';
import { ErrorBodies } from '../contract/errors.ts';
import type { Operation } from '../contract/operation.ts';
import type { Answer } from './answer.ts';
import { CallFailure } from './callFailure.ts';
import type { ErrorBody } from './failure.ts';
import { hasMoreValues, isDeeperThan } from './jsonSize.ts';
import { isJson, notJson, parseJson, readBody } from './readBody.ts';

/** Most JSON values of an error body that is read as one; anything larger is no error of the interface. */
const MOST_VALUES = 10_000;
const MOST_LEVELS = 100;
/** Most places of an error body that are told. */
const MOST_PROBLEMS = 100;
/** Longest text of a service that is told, in characters. */
const LONGEST_TEXT = 2_000;

// The fields of all forms; none can be relied on, for a service may answer with a form of its own.
type Fields = Readonly<
  Partial<Record<'code' | 'traceId' | 'retryAfterSeconds' | 'errors' | 'details', unknown>>
>;

/** Reads an answer that is not a success into the reason of the failure (spec 7.1). */
export async function readFailure(operation: Operation, answer: Answer): Promise<CallFailure> {
  const { status } = answer;
  const bytes = await readBody(answer);
  if (status >= 300 && status < 400) return new CallFailure({ kind: 'redirected', status });
  if (bytes.length === 0) return new CallFailure({ kind: 'emptyBody', status });
  const json = hasMoreValues(bytes, MOST_VALUES) ? undefined : parseJson(bytes);
  if (!json || isDeeperThan(MOST_LEVELS, json.value) || (!isJson(answer) && !isObject(json.value)))
    return notJson(answer, bytes);

  const body = formOf(operation, status, json.value);
  const fields: Fields = isObject(json.value) ? json.value : {};
  const failure = {
    kind: 'refused',
    status,
    body: body ?? operation.errors,
    code: typeof fields.code === 'string' ? fields.code.slice(0, LONGEST_TEXT) : undefined,
    message: messageOf(json.value)?.slice(0, LONGEST_TEXT) ?? `The service answered ${status}.`,
    problems: problemsOf(fields),
  } as const;
  return new CallFailure(failure, {
    ...(typeof fields.traceId === 'string' ? { traceId: fields.traceId.slice(0, LONGEST_TEXT) } : {}),
    ...(isWait(fields.retryAfterSeconds) ? { waitMs: fields.retryAfterSeconds * 1000 } : {}),
  });
}

// The API envelope is the form of 401 and 500 whatever else the operation answers with (spec 7.1).
function formOf(operation: Operation, status: number, value: unknown): ErrorBody | undefined {
  const expected: ErrorBody[] = status === 401 || status === 500 ? ['api'] : [];
  const order: ErrorBody[] = [...expected, operation.errors, 'api', 'plain', 'device'];
  return order.find(name => fits(name, value));
}

function fits(name: ErrorBody, value: unknown): boolean {
  const schema: z.ZodType = ErrorBodies[name];
  if (!schema.safeParse(value).success) return false;
  // Every field of the device error model is optional, so something of it must be there.
  return (
    name !== 'device' || (isObject(value) && ('title' in value || 'detail' in value || 'errors' in value))
  );
}

// The first text for people, in the order of wire facts 16.
function messageOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (!isObject(value)) return undefined;
  const texts = [value['message'], value['detail'], value['error'], value['title']];
  return texts.find((text): text is string => typeof text === 'string' && text !== '');
}

// Details are an open value; a list of places in them is read like the device error model's.
function problemsOf({ errors, details }: Fields): string[] {
  const list: unknown = errors ?? details;
  if (!Array.isArray(list)) return [];
  const problems = list.filter(isObject).flatMap(({ location, message }) => {
    const texts = [location, message].filter(text => typeof text === 'string' && text !== '');
    return texts.length === 0 ? [] : [texts.join(': ').slice(0, LONGEST_TEXT)];
  });
  return problems.slice(0, MOST_PROBLEMS);
}

function isWait(seconds: unknown): seconds is number {
  return typeof seconds === 'number' && seconds >= 0;
}
