import type * as z from 'zod';
import type { Operation } from './operation.ts';
import { actionOperations } from './operations/actions.ts';
import { agentFileOperations } from './operations/agentFiles.ts';
import { appOperations } from './operations/apps.ts';
import { credentialOperations } from './operations/credentials.ts';
import { deviceAppOperations } from './operations/deviceApps.ts';
import { deviceFileOperations } from './operations/deviceFiles.ts';
import { deviceSettingOperations } from './operations/deviceSettings.ts';
import { deviceOperations } from './operations/devices.ts';
import { executionOperations } from './operations/executions.ts';
import { flowOperations } from './operations/flows.ts';
import { gestureOperations } from './operations/gestures.ts';
import { mailboxOperations } from './operations/mailboxes.ts';
import { notificationOperations } from './operations/notifications.ts';
import { profileOperations } from './operations/profiles.ts';
import { screenRecordingOperations } from './operations/screenRecordings.ts';
import { taskOperations } from './operations/tasks.ts';
import { triggerOperations } from './operations/triggers.ts';
import { webhookOperations } from './operations/webhooks.ts';
import { keysOf } from '../util/isObject.ts';

/**
 * The operations of the API. The client's methods, the sandbox's routes and validation, and the OpenAPI document derive
 * from it.
 */
export const operations = {
  ...flowOperations,
  ...actionOperations,
  ...triggerOperations,
  ...executionOperations,
  ...deviceOperations,
  ...gestureOperations,
  ...screenRecordingOperations,
  ...mailboxOperations,
  ...webhookOperations,
  ...notificationOperations,
  ...taskOperations,
  ...agentFileOperations,
  ...appOperations,
  ...deviceAppOperations,
  ...deviceSettingOperations,
  ...deviceFileOperations,
  ...profileOperations,
  ...credentialOperations,
} as const satisfies Record<string, Operation>;

export type Operations = typeof operations;

/** The ID of an operation, such as `listActions`. */
export type OperationId = keyof Operations;

/** The IDs of all operations, in definition order. */
export const operationIds = keysOf(operations);

/** Returns the operation with this ID; undefined for any other name, such as that of a sandbox operation. */
export function operationWithId(id: string): Operation | undefined {
  const rows: Readonly<Partial<Record<string, Operation>>> = operations;
  return Object.hasOwn(rows, id) ? rows[id] : undefined;
}

type Part<Name extends 'params' | 'query' | 'headers' | 'body', S> = S extends z.ZodType
  ? Record<string, never> extends z.input<S>
    ? Partial<Record<Name, z.input<S>>>
    : Record<Name, z.input<S>>
  : unknown;

/** The input of an operation definition: path parameters, query, headers and body. */
export type InputOf<Row extends Operation> = Part<'params', Row['params']> &
  Part<'query', Row['query']> &
  Part<'headers', Row['headers']> &
  Part<'body', Row['body']>;

/** The input of an operation. */
export type Input<Id extends OperationId> = InputOf<Operations[Id]>;

/** The values of a query parameter of an operation. */
export type QueryValue<
  Id extends OperationId,
  Name extends keyof z.input<Operations[Id]['query']>,
> = NonNullable<z.input<Operations[Id]['query']>[Name]>;

/** The output of an operation definition: validated JSON, bytes, text, an event stream, or undefined. */
export type OutputOf<Row extends Operation> = Row['response']['body'] extends infer B
  ? B extends z.ZodType
    ? z.output<B>
    : B extends 'png' | 'bytes'
      ? Uint8Array
      : B extends 'text'
        ? string
        : B extends 'events'
          ? AsyncIterable<{ event: string; data: string }>
          : undefined
  : never;

/** The output of an operation. */
export type Output<Id extends OperationId> = OutputOf<Operations[Id]>;
