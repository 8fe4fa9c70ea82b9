import type * as z from 'zod';
import type { OperationId, Operations, Output } from '../contract/operations.ts';
import type { Service } from './service.ts';

type Parsed<S> = S extends z.ZodType ? z.output<S> : undefined;

/** A checked request as handlers see it. */
export interface Call<Id extends OperationId> {
  readonly params: Parsed<Operations[Id]['params']>;
  readonly query: Parsed<Operations[Id]['query']>;
  readonly headers: Parsed<Operations[Id]['headers']>;
  readonly body: Parsed<Operations[Id]['body']>;
}

/** Answers one operation; a Refusal that it throws becomes the operation's error body. */
export type Handler<Id extends OperationId> = (
  call: Call<Id>,
  service: Service,
) => Output<Id> | Promise<Output<Id>>;

/** Handlers by operation; those that are absent answer 501. */
export type Handlers = { readonly [Id in OperationId]?: Handler<Id> };
