import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import type * as z from 'zod';
import type { ErrorModel, Operation } from '../../contract/operation.ts';
import { type OperationId, operations } from '../../contract/operations.ts';
import type { Handler } from '../handler.ts';
import { handlers } from '../handlers.ts';
import { Refusal } from '../refusal.ts';
import type { Service } from '../service.ts';
import { errorBody } from './errorBody.ts';
import { refuseForeign, refuseStranger } from './guard.ts';
import { readRequestBody } from './requestBody.ts';
import { findRoute } from './routes.ts';
import { validateRequest } from './validate.ts';

/** Path that every operation is below (spec 9.1). */
export const BASE_PATH = '/v1';

/** What the HTTP side needs besides the service. */
export interface AppSettings {
  readonly key: string;
  /** Holds answers against the contract and answers 500 where they break it; for tests. */
  readonly checkAnswers: boolean;
  /** Told about a failure of the sandbox itself, for its log. */
  readonly onError: (error: unknown) => void;
}

/** The sandbox as a function from request to response, derived from the table of operations. */
export function createApp(service: Service, settings: AppSettings): Hono {
  const app = new Hono();
  app.all('*', async context => {
    const traceId = randomUUID();
    let model: ErrorModel = 'api';
    try {
      const request = context.req.raw;
      refuseForeign(request.headers);
      refuseStranger(request.headers, settings.key);
      const id = routeOf(request);
      model = operations[id.id].errors;
      return await answer(id, request, service, settings, traceId);
    } catch (error) {
      const refusal = error instanceof Refusal ? error : brokenDown(error, settings);
      return json(refusal.status, errorBody(model, refusal, traceId), {
        ...refusal.extras.headers,
        ...retryAfter(refusal),
        'x-trace-id': traceId,
      });
    }
  });
  return app;
}

interface Found {
  readonly id: OperationId;
  readonly params: Readonly<Record<string, string>>;
}

function routeOf(request: Request): Found {
  const { pathname } = new URL(request.url);
  const route = pathname.startsWith(`${BASE_PATH}/`)
    ? findRoute(request.method, pathname.slice(BASE_PATH.length))
    : ({ kind: 'unknown' } as const);
  switch (route.kind) {
    case 'operation':
      return route;
    case 'wrongMethod': {
      const allow = route.allowed.join(', ');
      throw new Refusal(405, 'method_not_allowed', `This path takes ${allow}.`, { headers: { allow } });
    }
    case 'unknown':
      throw new Refusal(404, 'not_found', `There is nothing at ${pathname}; paths begin with ${BASE_PATH}.`);
  }
}

async function answer(
  { id, params }: Found,
  request: Request,
  service: Service,
  settings: AppSettings,
  traceId: string,
): Promise<Response> {
  const operation: Operation = operations[id];
  const call = validateRequest(operation, {
    params,
    query: queryOf(request),
    headers: Object.fromEntries(request.headers),
    body: operation.body ? await readRequestBody(request) : undefined,
  });
  const handler = handlers[id] as Handler<never> | undefined;
  if (!handler) throw new Refusal(501, 'not_implemented', `The sandbox does not offer ${id} yet.`);
  const value: unknown = await handler(call as never, service);
  return success(operation, value, settings, traceId);
}

function success(operation: Operation, value: unknown, settings: AppSettings, traceId: string): Response {
  const { status, body } = operation.response;
  const headers = { 'x-trace-id': traceId };
  switch (body) {
    case 'empty':
      return new Response(null, { status, headers });
    case 'text':
      return new Response(value as string, { status, headers: { ...headers, 'content-type': 'text/plain' } });
    case 'png':
      return new Response(value as Uint8Array<ArrayBuffer>, {
        status,
        headers: { ...headers, 'content-type': 'image/png' },
      });
    case 'events':
      return new Response(value as ReadableStream, {
        status,
        headers: { ...headers, 'content-type': 'text/event-stream' },
      });
    default:
      if (settings.checkAnswers) holdAgainst(body, value);
      return json(status, value, headers);
  }
}

function holdAgainst(schema: z.ZodType, value: unknown): void {
  const result = schema.safeParse(JSON.parse(JSON.stringify(value)));
  if (result.success) return;
  const problems = result.error.issues.map(issue => `${issue.path.map(String).join('.')}: ${issue.message}`);
  throw new Refusal(500, 'contract_broken', `The answer breaks the contract at ${problems.join('; ')}`);
}

function brokenDown(error: unknown, settings: AppSettings): Refusal {
  settings.onError(error);
  return new Refusal(500, 'internal_error', 'The sandbox failed; its log says why.');
}

function retryAfter({ extras }: Refusal): Record<string, string> {
  const wait = extras.retryAfterSeconds;
  return wait === undefined ? {} : { 'retry-after': String(wait) };
}

function queryOf(request: Request): Record<string, string | string[]> {
  const { searchParams } = new URL(request.url);
  return Object.fromEntries(
    [...new Set(searchParams.keys())].map(name => {
      const values = searchParams.getAll(name);
      return [name, values.length === 1 ? (values[0] ?? '') : values];
    }),
  );
}

function json(status: number, body: unknown, headers: Readonly<Record<string, string>>): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { ...headers, 'content-type': 'application/json' },
  });
}
