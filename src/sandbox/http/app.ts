import { randomUUID } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { CONFINED_HEADER, FRESH_HEADER, SETTLE_HEADER } from '../../contract/sandbox/runHeaders.ts';
import type { ErrorModel, Operation } from '../../contract/operation.ts';
import { operations } from '../../contract/operations.ts';
import { sandboxOperations } from '../../contract/sandboxOperations.ts';
import type { Faults } from './faults.ts';
import { applyFaultsAfter, applyFaultsBefore, type FaultContext } from './applyFaults.ts';
import type { Call, Handlers, RowId } from '../runtime/handler.ts';
import { isPage } from './pages.ts';
import { PhoneFailure } from '../runtime/phoneDriver.ts';
import { Refusal } from '../runtime/refusal.ts';
import type { Service } from '../runtime/service.ts';
import { explainFull } from '../store/database.ts';
import { errorBody } from './errorBody.ts';
import type { AccessKey } from './accessKey.ts';
import { readRequestBody, readUpload } from './requestBody.ts';
import { failureResponse, successResponse, TRACE_HEADER } from './respond.ts';
import { BASE_PATH, isControl, type RouteMatch, Routes } from './routes.ts';
import { type RawRequest, validateRequest } from './validate.ts';
import { isLoopbackHost } from '../../util/loopback.ts';
import type { IncomingHttpHeaders } from 'node:http';

/** The dependencies of the HTTP app, apart from the service. */
interface AppSettings {
  readonly accessKey: AccessKey;
  readonly handlers: Handlers;
  /** The routes that need no key. */
  readonly pages: Hono;
  readonly faults: Faults;
  /** True if the control operations are offered. */
  readonly control: boolean;
  /** True to validate replies against the contract and answer 500 for violations; for tests. */
  readonly checkAnswers: boolean;
}

const rows: Readonly<Record<RowId, Operation>> = { ...operations, ...sandboxOperations };

/** Creates the HTTP app of the sandbox from the operation tables. */
export function createApp(service: Service, settings: AppSettings): Hono<Bindings> {
  const app = new Hono<Bindings>();
  const routes = new Routes(settings);
  app.all('*', async context => {
    const request = context.req.raw;
    // Uses Node's raw headers and URL: creating those of the Request takes longer than many handlers.
    const { headers, url } = context.env.incoming;
    const { pathname, searchParams } = toUrl(url);
    const traceId = randomUUID();
    let model: ErrorModel = 'api';
    try {
      requireLoopbackOrigin(headers);
      if (isPage(pathname)) return await settings.pages.fetch(request);
      requireKey(headers, settings.accessKey);
      const { id, params } = requireOperation(routes.find(request.method, pathname), pathname);
      const operation = rows[id];
      model = operation.errors;
      const respond = async (): Promise<Response> => {
        const result = await handleRequest(
          id,
          { params, query: toQuery(searchParams), headers },
          request,
          service,
          settings.handlers,
        );
        return successResponse(operation, result, traceId, settings.checkAnswers);
      };
      const faults = isControl(operation) ? [] : settings.faults.match(id, pathname);
      if (faults.length === 0) return await respond();
      const call: FaultContext = {
        signal: request.signal,
        outgoing: context.env.outgoing,
        headers: { [TRACE_HEADER]: traceId },
        errorBody: status => errorBody(operation.errors, injectedRefusal(status), traceId),
      };
      return (
        (await applyFaultsBefore(faults, call)) ?? (await applyFaultsAfter(faults, await respond(), call))
      );
    } catch (thrown) {
      const error = thrown instanceof PhoneFailure ? thrown.toRefusal() : thrown;
      const isRefusal = error instanceof Refusal;
      // A disconnected caller is not a failure of the sandbox.
      if (!isRefusal && !request.signal.aborted)
        service.log.error(`${request.method} ${pathname} failed (${traceId}).`, error);
      const full = explainFull(error);
      const broken = full
        ? new Refusal(500, 'disk_full', full)
        : new Refusal(500, 'internal_error', 'The sandbox failed; its log says why.');
      return failureResponse(model, isRefusal ? error : broken, traceId);
    }
  });
  return app;
}

interface Bindings {
  readonly Bindings: HttpBindings;
}

function injectedRefusal(status: number): Refusal {
  return new Refusal(status, 'injected_fault', 'This failure is an injected fault.');
}

function requireOperation(route: RouteMatch, pathname: string): Extract<RouteMatch, { kind: 'operation' }> {
  switch (route.kind) {
    case 'operation':
      return route;
    case 'wrongMethod': {
      const allow = route.allowed.join(', ');
      throw new Refusal(405, 'method_not_allowed', `This path accepts ${allow}.`, { headers: { allow } });
    }
    case 'unknown':
      throw new Refusal(404, 'not_found', `There is nothing at ${pathname}; paths begin with ${BASE_PATH}.`);
  }
}

async function handleRequest<Id extends RowId>(
  id: Id,
  parts: Omit<RawRequest, 'body'>,
  request: Request,
  service: Service,
  handlers: Pick<Handlers, Id>,
): Promise<unknown> {
  const operation: Operation = rows[id];
  const checked = validateRequest(operation, {
    ...parts,
    body: operation.body ? await readBody(operation, request) : undefined,
  });
  const handler = handlers[id];
  if (!handler) throw new Error(`Nothing answers the operation ${id}.`);
  // The schemas of the operation have given each part the type that the handler expects.
  const call = {
    ...checked,
    service,
    isConfined: parts.headers[CONFINED_HEADER] === 'true',
    isFresh: parts.headers[FRESH_HEADER] === 'true',
    settles: parts.headers[SETTLE_HEADER] === 'true',
    // Created on demand, because it is expensive and rarely used.
    get signal() {
      return request.signal;
    },
  } as Call<Id>;
  if (operation.effect === 'read') return handler(call);
  return service.store.transaction(() => handler(call));
}

function readBody({ bodyType }: Operation, request: Request): Promise<unknown> {
  return bodyType === 'multipart' ? readUpload(request) : readRequestBody(request);
}

// Anything that is not a path, such as the `*` of OPTIONS, maps to the root.
function toUrl(path = '/'): URL {
  const text = `http://localhost${path}`;
  return URL.canParse(text) ? new URL(text) : new URL('http://localhost/');
}

/** Returns the parameters of a query. An empty value counts as none, because clients send null so (wire facts 2). */
function toQuery(searchParams: URLSearchParams): Record<string, string | string[]> {
  return Object.fromEntries(
    [...new Set(searchParams.keys())].flatMap(name => {
      const [first, ...others] = searchParams.getAll(name).filter(value => value !== '');
      if (first === undefined) return [];
      return [[name, others.length === 0 ? first : [first, ...others]]];
    }),
  );
}

/**
 * Throws a 403 Refusal for requests that another web page may have caused: a host name that is not this computer's (DNS
 * rebinding), or an origin, which browsers send, other than the sandbox.
 */
function requireLoopbackOrigin({ host = '', origin }: IncomingHttpHeaders): void {
  if (!isLoopbackHost(host.replace(/:\d+$/, ''))) {
    throw new Refusal(403, 'forbidden_host', 'The sandbox answers only under the name of this computer.');
  }
  if (origin !== undefined && origin !== `http://${host}`) {
    throw new Refusal(403, 'forbidden_origin', 'The sandbox does not answer the web pages of others.');
  }
}

/** Throws a 401 Refusal for a request without the key or with a revoked one (spec 5). */
function requireKey({ authorization = '' }: IncomingHttpHeaders, key: AccessKey): void {
  const sentKey = /^Bearer (.+)$/i.exec(authorization)?.[1];
  if (sentKey === undefined) {
    throw unauthorized('Send the API key as “Authorization: Bearer <key>”.');
  }
  if (!key.matches(sentKey)) throw unauthorized('The API key is not valid.');
  if (key.isRevoked) throw unauthorized('The API key was revoked.');
}

function unauthorized(message: string): Refusal {
  return new Refusal(401, 'unauthorized', message, { headers: { 'www-authenticate': 'Bearer' } });
}
