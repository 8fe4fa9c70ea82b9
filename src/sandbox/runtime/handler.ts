import type * as z from 'zod';
import type { Operations, OutputOf } from '../../contract/operations.ts';
import type { SandboxOperations } from '../../contract/sandboxOperations.ts';
import type { Service } from './service.ts';

/** The operations of the service and the sandbox-only operations. */
type Rows = Operations & SandboxOperations;
/** The ID of an operation of the service or the sandbox. */
export type RowId = keyof Rows;

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;

/** A validated request, as handlers receive it. */
export interface Call<Id extends RowId> {
  readonly params: Parsed<Rows[Id]['params']>;
  readonly query: Parsed<Rows[Id]['query']>;
  readonly headers: Parsed<Rows[Id]['headers']>;
  readonly body: Parsed<Rows[Id]['body']>;
  /** True if the runs of this call may send requests only to this computer. */
  readonly isConfined: boolean;
  /** True if a verification begins on the home screen of the device, with apps that have no data. */
  readonly isFresh: boolean;
  /** True if the evidence of a run has the screens of real phones after they have settled. */
  readonly settles: boolean;
  /** Aborted when the caller disconnects. */
  readonly signal: AbortSignal;
  readonly service: Service;
}

/** A reply with extra headers, or with a status other than the operation's. */
export class HandlerReply<T> {
  readonly body: T;
  readonly headers: Readonly<Record<string, string>>;
  /** The status; that of the operation by default. */
  readonly status: number | undefined;

  constructor(body: T, headers: Readonly<Record<string, string>>, status?: number) {
    this.body = body;
    this.headers = headers;
    this.status = status;
  }
}

/** The result of a handler: the success body of the operation, alone or in a Reply with headers. */
type Result<Id extends RowId> = Success<Rows[Id]> | HandlerReply<Success<Rows[Id]>>;

// Bytes can be sent as they are created.
type Success<Row extends Rows[RowId]> = Row['response']['body'] extends 'bytes'
  ? Uint8Array | AsyncIterable<Uint8Array>
  : OutputOf<Row>;

/**
 * Handles one operation; a Refusal that it throws becomes the operation's error body. All writes before its first
 * `await` form one transaction, rolled back by a throw; after that it must use `store.transaction`.
 */
type Handler<Id extends RowId> =
  | ((call: Call<Id>) => Result<Id> | Promise<Result<Id>>)
  | (undefined extends Result<Id> ? (call: Call<Id>) => Promise<void> : never);

export type Handlers = { readonly [Id in RowId]?: Handler<Id> };
