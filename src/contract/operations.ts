import type * as z from 'zod';
import type { Operation } from './operation.ts';
import { actionOperations } from './operations/actions.ts';
import { appOperations } from './operations/apps.ts';
import { deviceOperations } from './operations/devices.ts';
import { executionOperations } from './operations/executions.ts';
import { flowOperations } from './operations/flows.ts';
import { gestureOperations } from './operations/gestures.ts';
import { mailboxOperations } from './operations/mailboxes.ts';
import { taskOperations } from './operations/tasks.ts';
import { triggerOperations } from './operations/triggers.ts';
import { webhookOperations } from './operations/webhooks.ts';

/**
 * The table of operations. The client's methods, the sandbox's routes and checks and the OpenAPI document
 * derive from it; a new operation is one row here, one handler and one place in the UI.
 */
export const operations = {
  ...flowOperations,
  ...actionOperations,
  ...triggerOperations,
  ...executionOperations,
  ...deviceOperations,
  ...gestureOperations,
  ...mailboxOperations,
  ...webhookOperations,
  ...taskOperations,
  ...appOperations,
} as const satisfies Record<string, Operation>;

/** The table's type, from which requests and answers are derived. */
export type Operations = typeof operations;

/** The name of an operation, such as `listActions`. */
export type OperationId = keyof Operations;

/** The names of all operations in the order of the table. */
export const operationIds = Object.keys(operations) as OperationId[];

type Part<Name extends 'params' | 'query' | 'headers' | 'body', S> = S extends z.ZodType
  ? Record<string, never> extends z.input<S>
    ? Partial<Record<Name, z.input<S>>>
    : Record<Name, z.input<S>>
  : unknown;

/** What a caller gives to a row of a table: path parameters, query, headers and body as it says. */
export type InputOf<Row extends Operation> = Part<'params', Row['params']> &
  Part<'query', Row['query']> &
  Part<'headers', Row['headers']> &
  Part<'body', Row['body']>;

/** What a caller gives to an operation. */
export type Input<Id extends OperationId> = InputOf<Operations[Id]>;

/** What a row of the table answers: checked JSON, PNG bytes, text, a stream of events, or nothing. */
export type OutputOf<Row extends Operation> = Row['response']['body'] extends infer B
  ? B extends z.ZodType
    ? z.output<B>
    : B extends 'png'
      ? Uint8Array
      : B extends 'text'
        ? string
        : B extends 'events'
          ? AsyncIterable<{ event: string; data: string }>
          : undefined
  : never;

/** What an operation answers. */
export type Output<Id extends OperationId> = OutputOf<Operations[Id]>;
