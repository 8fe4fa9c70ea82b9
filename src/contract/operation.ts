import type * as z from 'zod';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * The source of our knowledge of an operation: the specification, or a public fact by its confidence, highest first.
 */
export type Source = 'spec' | 'client' | 'docs' | 'integration' | 'guess';

/** The error body of an operation, except for 401 and 500, which always use the API envelope (spec 7.1). */
export type ErrorModel = 'api' | 'mailbox' | 'device' | 'flow' | 'plain';

/** The body of a success: JSON with a schema, empty, a PNG image, bytes of any type, plain text or server-sent events. */
type ResponseBody = z.ZodType | 'empty' | 'png' | 'bytes' | 'text' | 'events';

/** The paging of a list: numbered pages (spec 2.9), a cursor (spec 4.3), or none. */
type Paging = 'page' | 'cursor' | 'none';

/**
 * The effect of a call: reads, changes a record, acts on a device or a third party, or destroys. Determines
 * confirmations and the color of a request in the log.
 */
export type Effect = 'read' | 'write' | 'act' | 'destroy';

/** The definition of an operation, from which the client, the sandbox and the documents derive. */
export interface Operation {
  readonly method: Method;
  /** The path relative to the base URL, with `{name}` for each path parameter. */
  readonly path: `/${string}`;
  readonly source: Source;
  /** A sentence for documents and logs, without a period. */
  readonly summary: string;
  readonly params: z.ZodObject;
  readonly query: z.ZodObject;
  /** The request headers except for authorization, in lower case. */
  readonly headers: z.ZodObject;
  readonly body: z.ZodType | undefined;
  /** The format of the body: JSON, or a form with one file, `{file: {name, bytes}}`. */
  readonly bodyType: 'json' | 'multipart';
  /** The status of a success. With 302, the body is at the address in the response, which is read without the key. */
  readonly response: { readonly status: number; readonly body: ResponseBody };
  readonly errors: ErrorModel;
  readonly paging: Paging;
  /** True if repeating a call after a lost response changes nothing more. */
  readonly idempotent: boolean;
  /** True if some services ignore the idempotency key of a request, which is then not repeated automatically. */
  readonly mayIgnoreKey: boolean;
  /** The 5xx statuses that report a lasting condition, so that an immediate retry is useless. */
  readonly lasting: readonly number[];
  readonly effect: Effect;
  /** True if bodies contain secrets in clear text, of which nothing may be logged, shown, or kept (wire facts 14). */
  readonly carriesSecrets: boolean;
}
