import type * as z from 'zod';
import type { Operations, OutputOf } from '../contract/operations.ts';
import type { SandboxOperations } from '../contract/sandboxOperations.ts';
import type { Reply } from './reply.ts';
import type { Service } from './service.ts';

/** The operations of the service and those that only the sandbox has. */
export type Rows = Operations & SandboxOperations;
/** The name of an operation of the service or of the sandbox. */
export type RowId = keyof Rows;

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;

/** A checked request as handlers see it. */
export interface Call<Id extends RowId> {
  readonly params: Parsed<Rows[Id]['params']>;
  readonly query: Parsed<Rows[Id]['query']>;
  readonly headers: Parsed<Rows[Id]['headers']>;
  readonly body: Parsed<Rows[Id]['body']>;
  /** Aborted when the caller goes away. */
  readonly signal: AbortSignal;
  readonly service: Service;
}

/** What a handler gives: the success body of the table, alone or in a Reply with headers. */
export type Result<Id extends RowId> = OutputOf<Rows[Id]> | Reply<OutputOf<Rows[Id]>>;

/**
 * Answers one operation; a Refusal that it throws becomes the operation's error body. All that it writes
 * before its first `await` is one transaction, undone by a throw; after that it uses `store.transaction`.
 */
export type Handler<Id extends RowId> = (call: Call<Id>) => Result<Id> | Promise<Result<Id>>;

/** Handlers by operation. */
export type Handlers = { readonly [Id in RowId]?: Handler<Id> };
