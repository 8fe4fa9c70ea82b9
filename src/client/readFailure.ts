import type * as z from 'zod';
import { type ApiErrorEnvelope, type DeviceError, ErrorBodies } from '../contract/errors.ts';
import type { Operation } from '../contract/operation.ts';
import type { Answer } from './answer.ts';
import { CallFailure } from './callFailure.ts';
import type { ErrorBody } from './failure.ts';
import { isJson, notJson, parseJson, readBody } from './readBody.ts';

/** Reads an answer that is not a success into the reason of the failure (spec 7.1). */
export async function readFailure(operation: Operation, answer: Answer): Promise<CallFailure> {
  const { status } = answer;
  const bytes = await readBody(answer);
  if (status >= 300 && status < 400) return new CallFailure({ kind: 'redirected', status });
  if (bytes.length === 0) return new CallFailure({ kind: 'emptyBody', status });
  const json = parseJson(bytes);
  if (!json || (!isJson(answer) && !isObject(json.value))) return notJson(answer, bytes);

  const body = formOf(operation, status, json.value);
  const fields = (isObject(json.value) ? json.value : {}) as Partial<ApiErrorEnvelope & DeviceError>;
  const failure = {
    kind: 'refused',
    status,
    body: body ?? operation.errors,
    code: typeof fields.code === 'string' ? fields.code : undefined,
    message: messageOf(json.value) ?? `The service answered ${status}.`,
    problems: problemsOf(fields),
  } as const;
  return new CallFailure(failure, {
    ...(typeof fields.traceId === 'string' ? { traceId: fields.traceId } : {}),
    ...(typeof fields.retryAfterSeconds === 'number' ? { waitMs: fields.retryAfterSeconds * 1000 } : {}),
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

function problemsOf({ errors }: Partial<DeviceError>): string[] {
  if (!Array.isArray(errors)) return [];
  return errors.map(({ location, message }) => [location, message].filter(Boolean).join(': '));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
