import type * as z from 'zod';
import type { ErrorModel, Operation } from '../../contract/operation.ts';
import { Refusal } from '../runtime/refusal.ts';
import { HandlerReply } from '../runtime/handler.ts';
import { errorBody } from './errorBody.ts';

/** The header with the trace ID of a request in the log; error bodies repeat it if their format has a field for it. */
export const TRACE_HEADER = 'x-trace-id';

/**
 * Creates the response for a handler's result. With `isChecked`, a JSON body that violates the contract is answered with
 * 500.
 */
export function successResponse(
  operation: Operation,
  result: unknown,
  traceId: string,
  isChecked: boolean,
): Response {
  const reply = result instanceof HandlerReply ? result : new HandlerReply<unknown>(result, {});
  const status = reply.status ?? operation.response.status;
  const headers: Readonly<Record<string, string>> = { ...reply.headers, [TRACE_HEADER]: traceId };
  const respond = (content: Content, type: string): Response =>
    new Response(content, { status, headers: { ...headers, 'content-type': type } });
  const { body } = operation.response;
  // The result of the handler has the type that this kind of body needs.
  switch (body) {
    case 'empty':
      return new Response(null, { status, headers });
    case 'text':
      return respond(reply.body as string, 'text/plain; charset=utf-8');
    case 'png':
      return respond(reply.body as Bytes, 'image/png');
    case 'bytes': {
      const bytes = reply.body as Bytes | AsyncIterable<Uint8Array>;
      const content = bytes instanceof Uint8Array ? bytes : ReadableStream.from(bytes);
      return respond(content, headers['content-type'] ?? 'application/octet-stream');
    }
    case 'events':
      return respond(ReadableStream.from(encodeEvents(reply.body as Events)), 'text/event-stream');
    default: {
      if (status === 204) return new Response(null, { status, headers });
      const text = JSON.stringify(reply.body);
      if (isChecked) validateBody(body, text);
      return respond(text, JSON_TYPE);
    }
  }
}

/** Creates the response for a refusal, in the error format of the operation. */
export function failureResponse(model: ErrorModel, refusal: Refusal, traceId: string): Response {
  const { headers, retryAfterSeconds: wait } = refusal.extras;
  const allHeaders = {
    ...headers,
    ...(wait === undefined ? {} : { 'retry-after': String(wait) }),
    [TRACE_HEADER]: traceId,
    'content-type': JSON_TYPE,
  };
  const body = JSON.stringify(errorBody(model, refusal, traceId));
  return new Response(body, { status: refusal.status, headers: allHeaders });
}

type Bytes = Uint8Array<ArrayBuffer>;
type Content = string | Bytes | ReadableStream;
type Events = AsyncIterable<{ readonly event: string; readonly data: string }>;

/** Encodes server-sent events: an `event:` line, and a `data:` line for each line of the data. */
async function* encodeEvents(events: Events): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  for await (const { event, data } of events) {
    const lines = data.split(/\r\n|\r|\n/).map(line => `data: ${line}\n`);
    yield encoder.encode(`event: ${event}\n${lines.join('')}\n`);
  }
}

const JSON_TYPE = 'application/json';

function validateBody(schema: z.ZodType, text: string): void {
  const result = schema.safeParse(JSON.parse(text));
  if (result.success) return;
  const problems = result.error.issues.map(issue => `${issue.path.map(String).join('.')}: ${issue.message}`);
  throw new Refusal(500, 'contract_broken', `The answer breaks the contract at ${problems.join('; ')}`);
}
