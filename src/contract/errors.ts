import * as z from 'zod';
import { MAILBOX_REASONS } from './mailboxReasons.ts';
import { openEnum, record } from './scalars.ts';

/** The API error envelope, the body of 401 and 500 (spec 7.1); the wait is in seconds. */
const ApiErrorEnvelope = record(
  { code: z.string(), message: z.string() },
  { details: z.unknown(), retryAfterSeconds: z.number(), traceId: z.string() },
);

/** The mailbox error body, and its envelope form with wait and trace ID (spec 7.1); unknown reasons are kept. */
const MailboxError = record(
  { code: openEnum(MAILBOX_REASONS), message: z.string() },
  { retryAfterSeconds: z.number(), traceId: z.string() },
);

/** The device error model: a problem document with a list of errors and their locations (spec 7.1). */
export const DeviceError = record(
  {},
  {
    $schema: z.string(),
    detail: z.string(),
    errors: z.array(record({}, { location: z.string(), message: z.string(), value: z.unknown() })),
    instance: z.string(),
    status: z.int(),
    title: z.string(),
    type: z.string(),
  },
);
export type DeviceError = z.output<typeof DeviceError>;

/** The flow error body; documented codes are `flow_not_found` and `verification_invalid` (spec 4.5, 7.1). */
const FlowError = record(
  { code: openEnum(['flow_not_found', 'verification_invalid']), message: z.string() },
  {},
);

/** The plain error body of apps and mailbox messages (spec 7.1). */
const PlainError = record({ error: z.string() }, {});

/** The schemas of the error models, by the name used in operations (spec 7.1). */
export const ErrorBodies = {
  api: ApiErrorEnvelope,
  mailbox: MailboxError,
  device: DeviceError,
  flow: FlowError,
  plain: PlainError,
} as const;
