import type * as z from 'zod';

/** HTTP methods that the interface uses. */
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Where an operation is known from: the interface specification, or a public fact with its confidence,
 * strongest first.
 */
export type Source = 'spec' | 'client' | 'docs' | 'integration' | 'guess';

/** Error body an operation answers with besides 401 and 500, which always use the API envelope (spec 7.1). */
export type ErrorModel = 'api' | 'mailbox' | 'device' | 'flow' | 'plain';

/** Success body: JSON checked by a schema, nothing, a PNG picture, plain text or server-sent events. */
export type ResponseBody = z.ZodType | 'empty' | 'png' | 'text' | 'events';

/** How a list is continued: numbered pages (spec 2.9), a cursor (spec 4.3), or not at all. */
export type Paging = 'page' | 'cursor' | 'none';

/**
 * What a call does to the world: reads, changes a record, acts on a device or a third party, or destroys.
 * Confirmations and the colour of a request in the log follow from it.
 */
export type Effect = 'read' | 'write' | 'act' | 'destroy';

/** One row of the table of operations: everything the client, the sandbox and the documents derive from. */
export interface Operation {
  readonly method: Method;
  /** Path below the base URL, with `{name}` for each path parameter. */
  readonly path: `/${string}`;
  readonly source: Source;
  /** One sentence for documents and logs, without a full stop. */
  readonly summary: string;
  readonly params: z.ZodObject;
  readonly query: z.ZodObject;
  /** Request headers beyond the credential, in lower case. */
  readonly headers: z.ZodObject;
  readonly body: z.ZodType | undefined;
  readonly response: { readonly status: number; readonly body: ResponseBody };
  readonly errors: ErrorModel;
  readonly paging: Paging;
  /** Whether a repeat after a lost answer changes nothing more. */
  readonly idempotent: boolean;
  /** Statuses from 500 that tell how things stand, so that a repeat at once is of no use. */
  readonly lasting: readonly number[];
  readonly effect: Effect;
}
